/// One guest after another: when a session begins, lives and ends. The kiosk does without it: `KioskMachine` has its
/// guests' times itself.
///
/// A value with one owner, who passes the time in and calls `advance` at `nextDeadline`. Time is a `Duration` on a
/// monotonic clock; times before one that was passed already count as that one, so no input traps or turns time back.
public struct SessionManager: Equatable, Sendable {
    private struct Active: Equatable, Sendable {
        var id: Int
        var startedAt: Duration
        var lastActivity: Duration
        /// From where the time-out counts; `nil` when it was cancelled.
        var countingFrom: Duration?
        var isCartEmpty = true
    }

    private enum Phase: Equatable, Sendable {
        case inactive
        case active(Active)
        case timedOut(EndedSession, lastActivity: Duration)
    }

    /// Far enough for any clock, and near enough for any sum.
    private static let farthest = Duration.seconds(1_000_000_000_000)

    public let settings: SessionSettings
    /// The session that ended last.
    public private(set) var lastEnded: EndedSession?
    private var phase = Phase.inactive
    private var nextId = 1
    private var clock: Duration?

    /// With the default settings.
    public init() { settings = SessionSettings() }

    /// - Throws: `SessionSettingInvalid` for a setting outside its range.
    public init(settings: SessionSettings) throws(SessionSettingInvalid) {
        try settings.validate()
        self.settings = settings
    }

    public var state: VoiceSessionState {
        switch phase {
        case .inactive: .inactive
        case .active: .active
        case .timedOut: .timedOut
        }
    }

    /// The session that is open or has just timed out; ids count up from 1.
    public var sessionId: Int? {
        switch phase {
        case .inactive: nil
        case .active(let session): session.id
        case .timedOut(let session, _): session.id
        }
    }

    public var startTime: Duration? {
        switch phase {
        case .inactive: nil
        case .active(let session): session.startedAt
        case .timedOut(let session, _): session.startedAt
        }
    }

    public var lastActivity: Duration? {
        switch phase {
        case .inactive: nil
        case .active(let session): session.lastActivity
        case .timedOut(_, let lastActivity): lastActivity
        }
    }

    /// When `advance` is due, or `nil` when nothing will happen by itself, which is so only without a session.
    public var nextDeadline: Duration? {
        switch phase {
        case .inactive: nil
        case .active(let session): deadline(session)
        case .timedOut(let session, _): session.endedAt + settings.timedOutNotice
        }
    }

    /// Begins a session, and ends the one that is open by `newSession`.
    ///
    /// - Returns: its id.
    @discardableResult
    public mutating func startSession(at time: Duration) -> Int {
        advance(to: time)
        let now = passed(time)
        end(.newSession, at: now)
        let id = nextId
        nextId += 1
        phase = .active(Active(id: id, startedAt: now, lastActivity: now, countingFrom: now))
        return id
    }

    /// Ends the session; without an open one, only the notice of a time-out ends. What had run out before timed out.
    ///
    /// - Returns: the session that ended by this.
    @discardableResult
    public mutating func endSession(_ reason: SessionEndReason, at time: Duration) -> EndedSession? {
        advance(to: time)
        let ended = end(reason, at: passed(time))
        if ended == nil || reason != .timeout { phase = .inactive }
        return ended
    }

    /// The guest spoke, touched or was spoken to. Counts only in an open session that has not run out.
    public mutating func recordActivity(at time: Duration) {
        change(at: time) { session, now in
            session.lastActivity = now
            session.countingFrom = now
        }
    }

    /// Counts the time-out anew without activity of the guest, as after "are you still there?". `longestInactivity`
    /// goes on.
    public mutating func resetTimeout(at time: Duration) { change(at: time) { $0.countingFrom = $1 } }

    /// Stops the time-out until the next activity or reset. `longestInactivity` goes on.
    public mutating func cancelTimeout(at time: Duration) {
        change(at: time) { session, _ in session.countingFrom = nil }
    }

    /// Says whether the cart is empty: while it is not, only `longestInactivity` ends the session.
    public mutating func updateCart(isEmpty: Bool, at time: Duration) {
        change(at: time) { session, _ in session.isCartEmpty = isEmpty }
    }

    /// Lets time pass: does what is due, such as a time-out.
    ///
    /// - Returns: the session that timed out by it.
    @discardableResult
    public mutating func advance(to time: Duration) -> EndedSession? {
        let now = pass(time)
        guard let deadline = nextDeadline, deadline <= now else { return nil }
        switch phase {
        case .inactive: return nil
        case .active:
            // It ran out then, whenever we were told.
            let ended = end(.timeout, at: deadline)
            if let notice = nextDeadline, notice <= now { phase = .inactive }
            return ended
        case .timedOut:
            phase = .inactive
            return nil
        }
    }

    /// How long the session has lasted, or lasted; zero without one.
    public func duration(at time: Duration) -> Duration {
        switch phase {
        case .inactive: .zero
        case .active(let session): passed(time) - session.startedAt
        case .timedOut(let session, _): session.duration
        }
    }

    /// Time until the session times out if nothing happens; `nil` without an open one.
    public func timeUntilTimeout(at time: Duration) -> Duration? {
        guard case .active(let session) = phase else { return nil }
        return max(.zero, deadline(session) - passed(time))
    }

    /// `duration` as "1:05", whole seconds that have passed.
    public func formattedDuration(at time: Duration) -> String { Self.format(duration(at: time), .down) }

    /// `timeUntilTimeout` as "1:05", seconds begun, so that "0:00" is the end.
    public func formattedTimeUntilTimeout(at time: Duration) -> String? {
        timeUntilTimeout(at: time).map { Self.format($0, .up) }
    }

    private mutating func change(at time: Duration, _ act: (inout Active, Duration) -> Void) {
        advance(to: time)
        guard case .active(var session) = phase else { return }
        act(&session, passed(time))
        phase = .active(session)
    }

    @discardableResult
    private mutating func end(_ reason: SessionEndReason, at now: Duration) -> EndedSession? {
        guard case .active(let session) = phase else { return nil }
        let ended = EndedSession(
            id: session.id, reason: reason, startedAt: session.startedAt, endedAt: max(now, session.startedAt))
        lastEnded = ended
        phase = reason == .timeout ? .timedOut(ended, lastActivity: session.lastActivity) : .inactive
        return ended
    }

    private func deadline(_ session: Active) -> Duration {
        let longest = session.lastActivity + settings.longestInactivity
        guard settings.autoTimeoutEnabled, session.isCartEmpty, let from = session.countingFrom else { return longest }
        return min(longest, from + settings.timeoutInterval)
    }

    /// The time as it counts: never before one that was passed.
    private func passed(_ time: Duration) -> Duration {
        max(min(max(time, .zero - Self.farthest), Self.farthest), clock ?? .zero - Self.farthest)
    }

    private mutating func pass(_ time: Duration) -> Duration {
        let now = passed(time)
        clock = now
        return now
    }

    private static func format(_ duration: Duration, _ rounding: FloatingPointRoundingRule) -> String {
        let (whole, fraction) = duration.components
        let seconds = whole + (rounding == .up && fraction > 0 ? 1 : 0)
        func two(_ value: Int64) -> String { value < 10 ? "0\(value)" : String(value) }
        let minutes = seconds / 60
        return minutes < 60
            ? "\(minutes):\(two(seconds % 60))" : "\(minutes / 60):\(two(minutes % 60)):\(two(seconds % 60))"
    }
}
