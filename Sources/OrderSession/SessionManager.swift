/// The life cycle of ordering sessions: start, activity, time-out, end reason and duration.
///
/// A value type without a clock. The caller passes in times of one monotonic clock and calls `advance` at
/// `nextDeadline`. A time earlier than one already passed in counts as that one, so no input traps or turns time back.
///
/// ```swift
/// var sessions = SessionManager()
/// sessions.startSession(at: .seconds(10))
/// sessions.recordActivity(at: .seconds(40))
/// sessions.nextDeadline  // 160 s: 120 s after the last activity
/// sessions.endSession(.completed, at: .seconds(70))?.duration  // 60 s
/// ```
public struct SessionManager: Equatable, Sendable {
    private struct Active: Equatable, Sendable {
        var id: Int
        var startedAt: Duration
        var lastActivity: Duration
        /// Start of the time-out; `nil` while it is cancelled.
        var countingFrom: Duration?
        /// No time-out up to and including this time.
        var heldThrough: Duration?
    }

    private enum Phase: Equatable, Sendable {
        case inactive
        case active(Active)
        case timedOut(EndedSession, lastActivity: Duration)
    }

    /// Latest time that counts; sums of two such times do not overflow.
    private static let farthest = Duration.seconds(1_000_000_000_000)

    /// The settings in use.
    public let settings: SessionSettings
    /// The session that ended last; `nil` before the first end.
    public private(set) var lastEnded: EndedSession?
    /// Number of ended sessions by reason.
    public private(set) var endCounts: [SessionEndReason: Int] = [:]
    private var phase = Phase.inactive
    private var nextId = 1
    private var clock: Duration?

    /// Creates a manager with the default settings.
    public init() { settings = SessionSettings() }

    /// Creates a manager.
    ///
    /// - Throws: `SessionSettingInvalid` for the first setting outside its range.
    public init(settings: SessionSettings) throws(SessionSettingInvalid) {
        try settings.validate()
        self.settings = settings
    }

    /// State as of the last time passed in.
    public var state: VoiceSessionState {
        switch phase {
        case .inactive: .inactive
        case .active: .active
        case .timedOut: .timedOut
        }
    }

    /// Number of the open or just timed-out session, counted from 1; `nil` when inactive.
    public var sessionId: Int? {
        switch phase {
        case .inactive: nil
        case .active(let session): session.id
        case .timedOut(let session, _): session.id
        }
    }

    /// Start of the open or just timed-out session; `nil` when inactive.
    public var startTime: Duration? {
        switch phase {
        case .inactive: nil
        case .active(let session): session.startedAt
        case .timedOut(let session, _): session.startedAt
        }
    }

    /// Last activity of the open or just timed-out session; `nil` when inactive.
    public var lastActivity: Duration? {
        switch phase {
        case .inactive: nil
        case .active(let session): session.lastActivity
        case .timedOut(_, let lastActivity): lastActivity
        }
    }

    /// Time of the next call to `advance`; `nil` when inactive.
    public var nextDeadline: Duration? {
        switch phase {
        case .inactive: nil
        case .active(let session): deadline(session)
        case .timedOut(let session, _): session.endedAt + settings.timedOutNotice
        }
    }

    /// Starts a session. An open session ends with the reason `newSession`.
    ///
    /// - Returns: the session's number.
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

    /// Ends the open session. Without one, it only ends the `timedOut` state.
    ///
    /// - Returns: the session ended by this call; `nil` if none was open or it had already timed out.
    @discardableResult
    public mutating func endSession(_ reason: SessionEndReason, at time: Duration) -> EndedSession? {
        advance(to: time)
        let ended = end(reason, at: passed(time))
        if ended == nil || reason != .timeout { phase = .inactive }
        return ended
    }

    /// Records activity of the guest: a touch or an understood utterance. Restarts both limits.
    public mutating func recordActivity(at time: Duration) {
        change(at: time) { session, now in
            session.lastActivity = now
            session.countingFrom = now
        }
    }

    /// Restarts the time-out without activity of the guest, as after a sound that may be the guest or background noise.
    /// `longestInactivity` is not restarted.
    public mutating func resetTimeout(at time: Duration) { change(at: time) { $0.countingFrom = $1 } }

    /// Stops the time-out until the next activity or reset. `longestInactivity` still applies.
    public mutating func cancelTimeout(at time: Duration) {
        change(at: time) { session, _ in session.countingFrom = nil }
    }

    /// Prevents both limits from ending the session up to and including a time, as while the kiosk speaks or an order
    /// is being stored. A later call replaces the hold. Takes no time of its own: call `advance` first.
    ///
    /// - Parameter time: at most 7,200 s from now; `nil` ends the hold.
    public mutating func holdTimeout(through time: Duration?) {
        guard case .active(var session) = phase else { return }
        session.heldThrough = time.map { min(passed($0), passed(.zero) + SessionSettings.longestHold) }
        phase = .active(session)
    }

    /// Applies the deadlines up to a time.
    ///
    /// - Returns: the session that timed out; `nil` if none did.
    @discardableResult
    public mutating func advance(to time: Duration) -> EndedSession? {
        let now = pass(time)
        guard let deadline = nextDeadline, deadline <= now else { return nil }
        switch phase {
        case .inactive: return nil
        case .active:
            // The session ended at its deadline, however late this call is.
            let ended = end(.timeout, at: deadline)
            if let notice = nextDeadline, notice <= now { phase = .inactive }
            return ended
        case .timedOut:
            phase = .inactive
            return nil
        }
    }

    /// Duration of the open or just timed-out session; zero when inactive.
    public func duration(at time: Duration) -> Duration {
        switch phase {
        case .inactive: .zero
        case .active(let session): passed(time) - session.startedAt
        case .timedOut(let session, _): session.duration
        }
    }

    /// Time until the session times out without further activity; `nil` without an open session.
    public func timeUntilTimeout(at time: Duration) -> Duration? {
        guard case .active(let session) = phase else { return nil }
        return max(.zero, deadline(session) - passed(time))
    }

    /// `duration` as "1:05", rounded down to whole seconds.
    public func formattedDuration(at time: Duration) -> String { duration(at: time).clockText(.down) }

    /// `timeUntilTimeout` as "1:05", rounded up to whole seconds, so that "0:00" is the end.
    public func formattedTimeUntilTimeout(at time: Duration) -> String? {
        timeUntilTimeout(at: time).map { $0.clockText(.up) }
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
        endCounts[reason, default: 0] += 1
        phase = reason == .timeout ? .timedOut(ended, lastActivity: session.lastActivity) : .inactive
        return ended
    }

    private func deadline(_ session: Active) -> Duration {
        let limit = session.lastActivity + settings.longestInactivity
        var deadline = limit
        if settings.autoTimeoutEnabled, let from = session.countingFrom {
            // A sentence in progress at the limit may end.
            deadline = min(from + settings.timeoutInterval, max(limit, min(from, limit) + settings.sentenceGrace))
        }
        return max(deadline, session.heldThrough.map { $0 + .nanoseconds(1) } ?? deadline)
    }

    /// The time, limited to the supported range and never earlier than one already passed in.
    private func passed(_ time: Duration) -> Duration {
        max(min(max(time, .zero - Self.farthest), Self.farthest), clock ?? .zero - Self.farthest)
    }

    private mutating func pass(_ time: Duration) -> Duration {
        let now = passed(time)
        clock = now
        return now
    }
}

extension EndedSession {
    /// `duration` as "1:05", rounded down to whole seconds.
    public var formattedDuration: String { duration.clockText(.down) }
}

extension Duration {
    fileprivate func clockText(_ rounding: FloatingPointRoundingRule) -> String {
        let (whole, fraction) = components
        let seconds = whole + (rounding == .up && fraction > 0 ? 1 : 0)
        func two(_ value: Int64) -> String { value < 10 ? "0\(value)" : String(value) }
        let minutes = seconds / 60
        return minutes < 60
            ? "\(minutes):\(two(seconds % 60))" : "\(minutes / 60):\(two(minutes % 60)):\(two(seconds % 60))"
    }
}
