/// A local time, as far as the machine's clock knows it.
public struct LocalTime: Equatable, Sendable {
    /// Minutes since the beginning of 1970 in local time.
    public var minutes: Int
    /// Whether the clock was set. Hours do not count before.
    public var isTrusted: Bool

    /// A local time.
    public init(minutes: Int, isTrusted: Bool) {
        self.minutes = minutes
        self.isTrusted = isTrusted
    }
}

/// Whether guests may begin an order: opening hours, and what the staff say. Orders that are open are not its matter.
///
/// The staff always count more than the clock: a kiosk whose clock is wrong can be opened by one touch, for an hour at
/// least. While the clock was never set, the hours do not count.
public struct KioskDoor: Equatable, Sendable {
    /// What guests find.
    public enum State: Equatable, Sendable {
        /// They can order.
        case open
        /// The staff have paused the kiosk.
        case paused
        /// It is outside the opening hours; `nil` where no day has any.
        case closed(opens: OpeningHours.Opening?)
    }

    /// The shortest time for which the staff open the kiosk outside its hours, in minutes.
    static let leastOpening = 60
    /// The hour at which an opening for a day without hours ends.
    static let endOfDay = 4 * 60

    /// Whether the staff have paused the kiosk.
    public var isPaused = false
    /// The opening hours; `nil` for a kiosk that is always open.
    public var hours: OpeningHours?
    /// The local times between which the staff have opened the kiosk outside its hours.
    public var opened: Range<Int>?

    /// A door that is open at any time.
    public init() {}

    /// What guests find at a time.
    public func state(at time: LocalTime) -> State {
        if isPaused { return .paused }
        guard let hours, time.isTrusted, !hours.isOpen(at: time.minutes), opened?.contains(time.minutes) != true else {
            return .open
        }
        return .closed(opens: hours.opening(after: time.minutes))
    }

    /// Opens a closed kiosk until its next closing time on this business day, or else until the business day ends.
    public mutating func openNow(at time: LocalTime) {
        guard let hours, case .closed = state(at: time) else { return }
        let day = OpeningHours.day(time.minutes - Self.endOfDay)
        let end = (day + 1) * OpeningHours.minutesOfDay + Self.endOfDay
        let closing = hours.next(after: time.minutes).flatMap { $0.lowerBound < end ? $0.upperBound : nil }
        opened = time.minutes..<max(closing ?? end, time.minutes + Self.leastOpening)
    }

    /// Takes an opening outside the hours back.
    public mutating func closeAgain() { opened = nil }
}
