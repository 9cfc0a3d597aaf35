/// A recognised word.
public struct TranscribedWord: Equatable, Sendable {
    /// The word in lower case, as in the engine's vocabulary.
    public let text: String
    /// The samples in which it was spoken.
    public let span: SpeechSpan
    /// Word confidence, 0…1.
    public let confidence: Double

    /// Creates a word.
    public init(text: String, span: SpeechSpan, confidence: Double) {
        self.text = text
        self.span = span
        self.confidence = confidence
    }
}

/// Why an utterance ended.
public enum UtteranceEnd: String, Equatable, Sendable {
    /// The engine detected the silence after a sentence, or a frame of the input marked the end.
    case endpoint
    /// The audio ended, or listening was stopped.
    case endOfInput
}

/// A recognition result for a span of samples.
///
/// A *volatile* result may still change: it replaces all volatile text after the last stable sample. A *stable* result
/// never changes: stable spans ascend and do not overlap.
public struct VoiceTranscriptionResult: Equatable, Sendable {
    /// The samples that the result covers.
    public let span: SpeechSpan
    /// The words in order; empty when there was no speech.
    public let words: [TranscribedWord]
    /// Whether the text may still change.
    public let isVolatile: Bool
    /// Set on the stable result that closes an utterance. That result may hold no new word.
    public let utteranceEnd: UtteranceEnd?

    /// Creates a result.
    public init(span: SpeechSpan, words: [TranscribedWord], isVolatile: Bool, utteranceEnd: UtteranceEnd? = nil) {
        self.span = span
        self.words = words
        self.isVolatile = isVolatile
        self.utteranceEnd = utteranceEnd
    }

    /// The words with one space between them.
    public var text: String { words.map(\.text).joined(separator: " ") }

    /// Mean confidence of the words, 0…1; 0 when there are none.
    public var confidence: Double {
        words.isEmpty ? 0 : words.reduce(0) { $0 + $1.confidence } / Double(words.count)
    }
}

/// Speech activity and the position of its last change.
public struct VoiceActivityResult: Equatable, Sendable {
    /// Whether speech is present.
    public let speechDetected: Bool
    /// The sample at which the state changed.
    public let timestamp: SamplePosition

    /// Creates an activity result.
    public init(speechDetected: Bool, timestamp: SamplePosition) {
        self.speechDetected = speechDetected
        self.timestamp = timestamp
    }
}
