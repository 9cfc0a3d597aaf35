public import Speech

/// Decides in which frame an utterance is complete, from voice activity, the words with their parse, and the
/// recogniser's own endpoint. Time is the position in the audio.
///
/// The rules; the first that holds gives the reason. Durations are the fields of `CompletionSettings` of that name.
///
/// | utterance | unchanged or silent | for | reason |
/// |---|---|---|---|
/// | no words, but 0.15 s of speech | no speech | 0.8 s | `silenceTimeout` |
/// | no words | – | never complete | `empty` |
/// | ends the order ("that's all") | text | `stabilityInterval` | `orderEndingPhrase` |
/// | yes or no to the open question | text | `stabilityInterval` | `confirmationKeyword` |
/// | complete item, then "please" | text, and no speech | `stabilityInterval`, any | `endOfItemKeyword` |
/// | complete item or command | text, and no speech | `stabilityInterval`, `completeItemSilence` | `stableTranscript` |
/// | unfinished ("a large latte with") | no speech | `unfinishedSilence` | `silenceTimeout` |
/// | any other | no speech | `silenceThreshold` | `silenceTimeout` |
/// | any but unfinished | text, during noise detected as speech | `noiseTimeout` | `stableTranscript` |
/// | any | – | `hardTimeout` after the first word | `hardTimeout` |
/// | any but unfinished | the recogniser's endpoint | its own rule | `silenceTimeout` |
/// | any | end of the input | – | `explicitStop` |
/// | any | the kiosk begins to speak and drops its input | – | `spokenOver` |
///
/// The last three are decided by the caller. A value type with one owner.
///
/// ```swift
/// var endpointer = try UtteranceEndpointer()
/// endpointer.updateHypothesis(text, startedAt: first, endedAt: last, shape: UtteranceShape(parse), at: position)
/// if endpointer.decide(at: frame.end).isComplete { endpointer.reset() }
/// ```
public struct UtteranceEndpointer: Sendable {
    /// Time after the last speech sound during which speech still counts as present: it bridges plosives and the pauses
    /// between words.
    private static let closure = SampleCount(seconds: 0.1)
    /// Shortest speech that may be a word.
    private static let shortestWord = SampleCount(seconds: 0.15)
    /// Silence after speech without words. A word said alone may be found only when the utterance ends: until then a
    /// recogniser may prefer to take it for noise.
    private static let wordlessSilence = SampleCount(seconds: 0.8)

    private var detector: UtteranceCompletionDetector
    private var text = ""
    private var shape = UtteranceShape()
    private var startedAt: SamplePosition?
    private var updatedAt = SamplePosition.zero
    private var lastSpeech = SamplePosition.zero
    private var decidedAt = SamplePosition.zero
    private var openedAt = SamplePosition.zero
    /// Whether the open utterance has speech in which no words were found yet.
    private var hasWordlessSpeech = false

    /// Settings for use with voice activity: known silence allows shorter waits for the text.
    public static let standard: CompletionSettings = {
        var settings = CompletionSettings()
        settings.stabilityInterval = .seconds(0.25)
        settings.completeItemSilence = .seconds(0.5)
        settings.unfinishedSilence = .seconds(2)
        return settings
    }()

    /// - Parameters:
    ///   - settings: durations of the rules.
    ///   - locale: BCP 47 tag of the phrases that end an order.
    /// - Throws: `TranscriptionError.settingOutOfRange`.
    public init(settings: CompletionSettings = standard, locale: String = "en-US") throws {
        detector = try UtteranceCompletionDetector(settings: settings, locale: locale)
    }

    /// Replaces the hypothesis of the open utterance.
    ///
    /// - Parameters:
    ///   - text: its words; empty once it is closed.
    ///   - startedAt: start of its first word.
    ///   - endedAt: end of its last word as the recogniser places it; counts as speech even where voice activity missed
    ///     it.
    ///   - shape: what the parser says about the words.
    ///   - position: end of the audio that the words are from.
    public mutating func updateHypothesis(
        _ text: String, startedAt: SamplePosition?, endedAt: SamplePosition?, shape: UtteranceShape,
        at position: SamplePosition
    ) {
        self.text = text
        self.shape = shape
        // Recognisers move the start of a word of the open utterance, which must not look like another utterance.
        self.startedAt = text.isEmpty ? nil : self.startedAt ?? startedAt
        // A closing result may end before the update that precedes it.
        updatedAt = max(updatedAt, position)
        if let endedAt { extendSpeech(to: min(endedAt, position)) }
    }

    /// Reports speech up to a position.
    public mutating func extendSpeech(to position: SamplePosition) { lastSpeech = max(lastSpeech, position) }

    /// Reports that voice activity has ended.
    public mutating func endSpeech(_ span: SpeechSpan) {
        extendSpeech(to: span.end)
        if span.start >= openedAt, span.end - span.start >= Self.shortestWord { hasWordlessSpeech = text.isEmpty }
    }

    /// Decides whether the utterance is complete at a position, and why.
    public mutating func decide(at position: SamplePosition) -> UtteranceAnalysis {
        decidedAt = position
        let silence = position - lastSpeech
        if hasWordlessSpeech, text.isEmpty, silence >= Self.wordlessSilence {
            hasWordlessSpeech = false
            return UtteranceAnalysis(
                isComplete: true, confidence: 0.7, reason: .silenceTimeout, processingCountdown: .zero)
        }
        return detector.analyze(
            text, isSpeechDetected: silence < Self.closure, timeSinceLastUpdate: Self.duration(position - updatedAt),
            timeSinceLastSpeech: Self.duration(silence),
            turnDuration: startedAt.map { Self.duration(position - $0) } ?? .zero, startedAt: startedAt, shape: shape)
    }

    /// Starts the next utterance.
    public mutating func reset() {
        detector.fullReset()
        openedAt = decidedAt
        hasWordlessSpeech = false
        text = ""
        shape = UtteranceShape()
        startedAt = nil
    }

    private static func duration(_ count: SampleCount) -> Duration { .seconds(count.seconds) }
}
