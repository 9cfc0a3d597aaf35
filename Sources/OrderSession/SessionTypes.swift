/// Where a guest's session stands.
public enum VoiceSessionState: String, CaseIterable, Equatable, Sendable {
    /// Nobody orders.
    case inactive
    case active
    /// The guest has gone; the display may say so for a moment.
    case timedOut
}

/// Why a session ended.
public enum SessionEndReason: String, CaseIterable, Equatable, Sendable {
    /// The guest said or touched so.
    case userEnded
    case timeout
    /// The order was placed.
    case completed
    case error
    /// The next session began.
    case newSession
}

/// A session that is over. Times are on the monotonic clock that the owner passes in.
public struct EndedSession: Equatable, Sendable {
    public let id: Int
    public let reason: SessionEndReason
    public let startedAt: Duration
    public let endedAt: Duration

    public var duration: Duration { endedAt - startedAt }
}

/// How long a session waits for its guest.
public struct SessionSettings: Equatable, Sendable {
    /// Time without activity after which a session with an empty cart ends; 5…3,600 s.
    public var timeoutInterval: Duration = .seconds(120)
    /// Time without activity after which a session ends whatever is in its cart, also when its time-out was cancelled
    /// or is off; from `timeoutInterval` to 7,200 s. Every state must come to an end by itself (fault H3).
    public var longestInactivity: Duration = .seconds(300)
    /// Whether `timeoutInterval` counts. `longestInactivity` always does.
    public var autoTimeoutEnabled = true
    /// For how long a session stays `timedOut` before it is inactive; 0…60 s.
    public var timedOutNotice: Duration = .seconds(10)

    public init() {}

    /// - Throws: `SessionSettingInvalid` for the first field outside its range.
    func validate() throws(SessionSettingInvalid) {
        guard (.seconds(5) ... .seconds(3_600)).contains(timeoutInterval) else {
            throw SessionSettingInvalid(name: "timeoutInterval", range: "5…3,600 s")
        }
        guard longestInactivity >= timeoutInterval, longestInactivity <= .seconds(7_200) else {
            throw SessionSettingInvalid(name: "longestInactivity", range: "from timeoutInterval to 7,200 s")
        }
        guard (.zero ... .seconds(60)).contains(timedOutNotice) else {
            throw SessionSettingInvalid(name: "timedOutNotice", range: "0…60 s")
        }
    }
}

/// A session setting outside its range; `range` is written for people, with the unit.
public struct SessionSettingInvalid: Error, Equatable, Sendable {
    public let name: String
    public let range: String
}
