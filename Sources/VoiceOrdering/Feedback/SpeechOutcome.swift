public import Feedback

/// The result of an utterance of the kiosk.
public struct SpeechOutcome: Equatable, Sendable {
    /// How the utterance ended.
    public enum Ending: Equatable, Sendable {
        /// It was spoken to its end.
        case spoken
        /// It was stopped by a touch or by `stopSpeaking`.
        case stopped
        /// It was not spoken, or not to its end: the guest reads it.
        case shownOnly(Reason)
    }

    /// Why an utterance was not spoken.
    public enum Reason: Equatable, Sendable {
        /// The synthesiser failed; its error message.
        case synthesis(String)
        /// The synthesiser was too slow.
        case tooSlow
        /// The sound card failed; its error message, or that it accepted the clip without playing it.
        case noSound(String)
        /// The queue was full.
        case tooMuch
    }

    /// The id that `speak` returned.
    public let id: Int
    /// How the utterance ended.
    public let ending: Ending
    /// Whether to listen to the guest now: this was requested, and the speech was not stopped.
    public let listensNow: Bool
    /// Total length of the clips that this coordinator has played to their end, by their samples.
    public let playedInAll: Duration
}

/// An event of a feedback coordinator, in order.
public enum SpeechEvent: Equatable, Sendable {
    /// The first sound of the utterance with this id has been passed to the sound card.
    case started(Int)
    /// An utterance has ended.
    case ended(SpeechOutcome)
}

/// Settings of a feedback coordinator.
public struct FeedbackSettings: Equatable, Sendable {
    /// Longest silence before a sentence, 0.05…10 s. Default 300 ms (fault A11); a slow voice needs more, and prompts
    /// rendered in advance.
    public var longestSilence: Duration
    /// Longest silence before a standby takes over a sentence, 0.05…10 s. Default 550 ms, so that its sound begins
    /// within 600 ms.
    public var patience: Duration
    /// Time beyond the length of a clip after which the sound card counts as failed, 0.1…10 s. Default 1 s.
    public var playbackSlack: Duration
    /// Size of the cache of rendered prompts in bytes, 0…1 GiB. Default 4 MiB.
    public var cacheBytes: Int
    /// Gain of speech and sounds, −40…+12 dB. Default 0.
    public var gainDecibels: Double

    /// Settings with the given values.
    public init(
        longestSilence: Duration = .milliseconds(300), patience: Duration = .milliseconds(550),
        playbackSlack: Duration = .seconds(1), cacheBytes: Int = 4 << 20, gainDecibels: Double = 0
    ) {
        self.longestSilence = longestSilence
        self.patience = patience
        self.playbackSlack = playbackSlack
        self.cacheBytes = cacheBytes
        self.gainDecibels = gainDecibels
    }

    /// Checks the values against their ranges, except the cache size, which the cache checks.
    ///
    /// - Throws: `FeedbackError.badSetting` for the first value out of range.
    public func validate() throws(FeedbackError) {
        guard .milliseconds(50) ... .seconds(10) ~= longestSilence else {
            throw .badSetting(name: "longest silence", value: "\(longestSilence)", range: "0.05 to 10 s")
        }
        guard .milliseconds(50) ... .seconds(10) ~= patience else {
            throw .badSetting(name: "patience", value: "\(patience)", range: "0.05 to 10 s")
        }
        guard .milliseconds(100) ... .seconds(10) ~= playbackSlack else {
            throw .badSetting(name: "playback slack", value: "\(playbackSlack)", range: "0.1 to 10 s")
        }
        guard -40...12 ~= gainDecibels else {
            throw .badSetting(name: "gain", value: "\(gainDecibels)", range: "-40 to 12 dB")
        }
    }
}
