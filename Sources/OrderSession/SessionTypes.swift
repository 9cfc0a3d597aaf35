/// State of the ordering session.
public enum VoiceSessionState: String, CaseIterable, Equatable, Sendable {
    /// No session is open.
    case inactive
    /// A guest is ordering.
    case active
    /// The session has just timed out (`SessionSettings.timedOutNotice`).
    case timedOut
}

/// Reason for the end of a session.
public enum SessionEndReason: String, CaseIterable, Equatable, Sendable {
    /// The guest cancelled or cleared the order.
    case userEnded
    /// The guest was inactive for too long.
    case timeout
    /// The order was placed.
    case completed
    /// A failure ended the session.
    case error
    /// The next session started.
    case newSession
}

/// An ended session. Times are on the monotonic clock that the caller passes in.
public struct EndedSession: Equatable, Sendable {
    /// Number of the session, counted from 1.
    public let id: Int
    /// Why it ended.
    public let reason: SessionEndReason
    /// When it started.
    public let startedAt: Duration
    /// When it ended; for a time-out, the deadline.
    public let endedAt: Duration

    /// Time from start to end.
    public var duration: Duration { endedAt - startedAt }
}

/// Time limits of a session.
public struct SessionSettings: Equatable, Sendable {
    /// Longest hold of `SessionManager.holdTimeout`, counted from now.
    static let longestHold = Duration.seconds(7_200)

    /// Time without activity or reset after which a session ends; 5…3,600 s. Default 120 s; the kiosk uses 60 s.
    public var timeoutInterval: Duration = .seconds(120)
    /// Time without activity after which a session ends regardless of resets, and also when the time-out is cancelled
    /// or disabled; from `timeoutInterval` to 7,200 s. Default 300 s. Every state ends by itself (fault H3).
    public var longestInactivity: Duration = .seconds(300)
    /// How far a sentence in progress may run past `longestInactivity`; 0…30 s. Default 15 s, the longest turn
    /// (fault C9).
    public var sentenceGrace: Duration = .seconds(15)
    /// Whether `timeoutInterval` applies. `longestInactivity` always does.
    public var autoTimeoutEnabled = true
    /// How long the state stays `timedOut` before it becomes `inactive`; 0…60 s. Default 10 s.
    public var timedOutNotice: Duration = .seconds(10)

    /// The default settings.
    public init() {}

    /// Checks every field against its range.
    ///
    /// - Throws: `SessionSettingInvalid` for the first field outside its range.
    func validate() throws(SessionSettingInvalid) {
        guard (.seconds(5) ... .seconds(3_600)).contains(timeoutInterval) else {
            throw SessionSettingInvalid(name: "timeoutInterval", range: "5…3,600 s")
        }
        guard longestInactivity >= timeoutInterval, longestInactivity <= .seconds(7_200) else {
            throw SessionSettingInvalid(name: "longestInactivity", range: "from timeoutInterval to 7,200 s")
        }
        guard (.zero ... .seconds(30)).contains(sentenceGrace) else {
            throw SessionSettingInvalid(name: "sentenceGrace", range: "0…30 s")
        }
        guard (.zero ... .seconds(60)).contains(timedOutNotice) else {
            throw SessionSettingInvalid(name: "timedOutNotice", range: "0…60 s")
        }
    }
}

/// A session setting outside its range.
public struct SessionSettingInvalid: Error, Equatable, Sendable {
    /// Name of the setting.
    public let name: String
    /// The allowed range with its unit, for display.
    public let range: String
}
