/// One word of a result.
public struct TranscribedWord: Equatable, Sendable {
    /// The word in lower case, as the engine's dictionary writes it.
    public let text: String
    /// The samples it was spoken in.
    public let span: SpeechSpan
    /// How sure the engine is, 0…1.
    public let confidence: Double

    public init(text: String, span: SpeechSpan, confidence: Double) {
        self.text = text
        self.span = span
        self.confidence = confidence
    }
}

/// Why an utterance is over.
public enum UtteranceEnd: String, Equatable, Sendable {
    /// The engine heard the silence that follows a sentence, or a frame of the input said that the utterance is over.
    case endpoint
    /// The audio ended, or listening was stopped.
    case endOfInput
}

/// What an engine heard in a span of samples.
///
/// A *volatile* result may still change: it replaces all volatile text after the last stable sample.
/// A *stable* result never changes: stable spans ascend and do not overlap.
public struct VoiceTranscriptionResult: Equatable, Sendable {
    /// The samples the result speaks for.
    public let span: SpeechSpan
    /// The words in order; empty when nothing was said.
    public let words: [TranscribedWord]
    /// Whether the text may still change.
    public let isVolatile: Bool
    /// Set on the stable result that closes an utterance, which may hold no new word.
    public let utteranceEnd: UtteranceEnd?

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

/// Whether speech is present, and since when.
public struct VoiceActivityResult: Equatable, Sendable {
    public let speechDetected: Bool
    /// The sample at which it changed.
    public let timestamp: SamplePosition

    public init(speechDetected: Bool, timestamp: SamplePosition) {
        self.speechDetected = speechDetected
        self.timestamp = timestamp
    }
}
