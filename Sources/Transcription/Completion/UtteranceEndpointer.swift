public import Speech

/// Decides in which frame an utterance is over, from three witnesses: voice activity, the words with what grammar says
/// of them, and the recogniser's own endpoint. Time is the position in the audio.
///
/// The rule table; the first rule that holds gives the reason, and the durations are the fields of `CompletionSettings`
/// named:
///
/// | what was said | who must be silent | for how long | reason |
/// |---|---|---|---|
/// | nothing | – | never over | `empty` |
/// | ends the order ("that's all") | the text | `stabilityInterval` | `orderEndingPhrase` |
/// | a yes or no to the open question | the text | `stabilityInterval` | `confirmationKeyword` |
/// | a complete item, then "please" | the text, and the voice | `stabilityInterval`, at all | `endOfItemKeyword` |
/// | a complete item or command | the text, and the voice | `stabilityInterval`, `completeItemSilence` | `stableTranscript` |
/// | wants more ("a large latte with") | the voice | `unfinishedSilence` | `silenceTimeout` |
/// | anything else | the voice | `silenceThreshold` | `silenceTimeout` |
/// | anything but unfinished | the text, while noise sounds like a voice | `noiseTimeout` | `stableTranscript` |
/// | anything | nobody | `hardTimeout` from the first word on | `hardTimeout` |
/// | anything but unfinished | the recogniser at its endpoint | its own rule | `silenceTimeout` |
/// | anything | the input has ended | – | `explicitStop` |
/// | anything | the kiosk speaks, and hears nothing | – | `spokenOver` |
///
/// The last three are others' to tell; the rest may come before they do. A value with one owner.
public struct UtteranceEndpointer: Sendable {
    /// A guest who pauses between two words of an order has not gone away: the voice counts as present for so long
    /// after its last sound.
    private static let closure = SampleCount(seconds: 0.1)

    private var detector: UtteranceCompletionDetector
    private var text = ""
    private var shape = UtteranceShape()
    private var startedAt: SamplePosition?
    private var updatedAt = SamplePosition.zero
    private var lastVoice = SamplePosition.zero

    /// Settings of a kiosk that hears voice activity: what is known to be silent needs less patience with the text.
    public static let standard: CompletionSettings = {
        var settings = CompletionSettings()
        settings.stabilityInterval = .seconds(0.25)
        settings.completeItemSilence = .seconds(0.5)
        settings.unfinishedSilence = .seconds(2)
        return settings
    }()

    /// - Parameters:
    ///   - settings: durations of the rule table.
    ///   - locale: whose phrases end an order, as a BCP 47 tag.
    /// - Throws: `TranscriptionError.settingOutOfRange`.
    public init(settings: CompletionSettings = standard, locale: String = "en-US") throws {
        detector = try UtteranceCompletionDetector(settings: settings, locale: locale)
    }

    /// The words of the open utterance as the recogniser hears them now; none once it is closed.
    ///
    /// - Parameters:
    ///   - startedAt: where its first word begins.
    ///   - endedAt: where its last word ends, as far as the recogniser knows; a voice it heard was there even if
    ///     activity missed it.
    ///   - shape: what grammar says of it.
    ///   - position: end of the audio they are from.
    public mutating func hear(
        _ text: String, startedAt: SamplePosition?, endedAt: SamplePosition?, shape: UtteranceShape,
        at position: SamplePosition
    ) {
        self.text = text
        self.shape = shape
        // A recogniser moves a word's beginning while it is open, which must not look like another utterance.
        self.startedAt = text.isEmpty ? nil : self.startedAt ?? startedAt
        // A closing result may end before an update that it follows.
        updatedAt = max(updatedAt, position)
        if let endedAt { hearVoice(until: min(endedAt, position)) }
    }

    /// A voice was there up to this position.
    public mutating func hearVoice(until position: SamplePosition) { lastVoice = max(lastVoice, position) }

    /// Whether the utterance is over at `position`, and why.
    public mutating func decide(at position: SamplePosition) -> UtteranceAnalysis {
        let silence = position - lastVoice
        return detector.analyze(
            text, isSpeechDetected: silence < Self.closure, timeSinceLastUpdate: Self.duration(position - updatedAt),
            timeSinceLastSpeech: Self.duration(silence),
            turnDuration: startedAt.map { Self.duration(position - $0) } ?? .zero, startedAt: startedAt, shape: shape)
    }

    /// Begins the next utterance.
    public mutating func reset() {
        detector.fullReset()
        text = ""
        shape = UtteranceShape()
        startedAt = nil
    }

    private static func duration(_ count: SampleCount) -> Duration { .seconds(count.seconds) }
}
