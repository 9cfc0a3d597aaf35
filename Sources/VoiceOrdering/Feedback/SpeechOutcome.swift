public import Feedback

/// What became of something that was to be said.
public struct SpeechOutcome: Equatable, Sendable {
    public enum Ending: Equatable, Sendable {
        case spoken
        /// Somebody stopped it, by a touch or by `stopSpeaking`.
        case stopped
        /// It was not said, or not to its end: the guest reads it.
        case shownOnly(Reason)
    }

    /// Why speech is missing.
    public enum Reason: Equatable, Sendable {
        /// The synthesiser failed, in its own words.
        case synthesis(String)
        /// The synthesiser gave nothing in time.
        case tooSlow
        /// The sound card failed, in its own words, or took the clip and did not play it.
        case noSound(String)
        /// Too much was waiting to be said.
        case tooMuch
    }

    /// What `speak` returned.
    public let id: Int
    public let ending: Ending
    /// Whether the guest is to be listened to now: it was asked for, and nobody stopped the speech.
    public let listensNow: Bool
    /// Length of all that this coordinator has played to its end, by the samples: what the guest has heard of it is
    /// over by then.
    public let playedInAll: Duration
}

/// What a coordinator tells whoever owns it, in order.
public enum SpeechNotice: Equatable, Sendable {
    /// The first sound of it is on its way to the sound card.
    case started(Int)
    case ended(SpeechOutcome)
}

/// How a coordinator speaks.
public struct FeedbackSettings: Equatable, Sendable {
    /// How long a guest waits in silence for a sentence, 0.05…10 s. A11 asks for 300 ms; a slow voice needs more, and
    /// prompts that are rendered in advance.
    public var longestSilence: Duration
    /// How much longer than itself a clip may take before the sound card counts as lost, 0.1…10 s.
    public var playbackSlack: Duration
    /// Bytes of rendered prompts that are kept, 0…1 GiB.
    public var cacheBytes: Int
    /// Loudness of speech and sounds beside what the voice gives, −40…+12 dB.
    public var gainDecibels: Double

    public init(
        longestSilence: Duration = .milliseconds(300), playbackSlack: Duration = .seconds(1), cacheBytes: Int = 4 << 20,
        gainDecibels: Double = 0
    ) {
        self.longestSilence = longestSilence
        self.playbackSlack = playbackSlack
        self.cacheBytes = cacheBytes
        self.gainDecibels = gainDecibels
    }

    /// - Throws: `FeedbackError.badSetting` for the first value outside its range. The cache checks its own.
    public func validate() throws(FeedbackError) {
        guard .milliseconds(50) ... .seconds(10) ~= longestSilence else {
            throw .badSetting(name: "longest silence", value: "\(longestSilence)", range: "0.05 to 10 s")
        }
        guard .milliseconds(100) ... .seconds(10) ~= playbackSlack else {
            throw .badSetting(name: "playback slack", value: "\(playbackSlack)", range: "0.1 to 10 s")
        }
        guard -40...12 ~= gainDecibels else {
            throw .badSetting(name: "gain", value: "\(gainDecibels)", range: "-40 to 12 dB")
        }
    }
}
