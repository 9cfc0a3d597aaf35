/// The results of one recognition, pulled by one consumer.
///
/// Nothing is buffered: requesting the next result drives the engine. Cancelling the consuming task ends the stream
/// promptly, also while the engine is inside C.
public typealias VoiceResults = AsyncThrowingStream<VoiceTranscriptionResult, any Error>

/// A streaming speech recogniser.
///
/// ```
/// let results = try await service.startListening(to: microphone, vocabulary: nil)
/// for try await result in results {
///     print(result.isVolatile ? "…" : "", result.text)
/// }
/// ```
///
/// Every engine satisfies this contract, and one test suite verifies it for all of them:
/// 1. Each result covers a span of samples. Stable spans ascend, do not overlap, and never change once emitted.
/// 2. A volatile result replaces all volatile text after the last stable sample.
/// 3. Words may become stable before the utterance ends. At an endpoint or at the end of input every volatile word is
///    replaced by a stable one, or by nothing; the closing stable result carries `utteranceEnd`. It ends where the next
///    utterance begins, which may be before the newest audio, so that speech that continues before the endpoint was
///    detected loses no word.
/// 4. The tail is flushed: the last word of a recording without trailing silence is in the last stable result.
/// 5. Silence gives no words. A total failure throws; it is never reported as silence.
///
/// A service may run several recognitions at once, each with its own state. All members may be called from any task.
public protocol VoiceService: Sendable {
    /// Short name of the engine for logs and benchmarks, for example `vosk`.
    var engineName: String { get }

    /// Starts a recognition of the whole `input`.
    ///
    /// - Parameters:
    /// - input: the audio, with its first frame at position 0, from which results count. The recognition becomes its
    ///   only consumer.
    /// - vocabulary: the phrases to expect, or `nil` for the model's own language model.
    ///
    /// - Returns: the results. They end after the input has ended and its tail has been flushed.
    /// - Throws: the engine's error when it cannot start. The stream throws errors that occur during recognition.
    func startListening(to input: any AudioInput, vocabulary: RecognitionVocabulary?) async throws -> VoiceResults

    /// Whether the engine's vocabulary contains `word` (lower case), so that it can be recognised.
    func canHear(_ word: String) -> Bool
}

/// The phrases to expect, for an engine that accepts a grammar at run time.
public struct RecognitionVocabulary: Equatable, Sendable {
    /// Phrases of lower-case words with single spaces, from which the engine estimates its language model.
    public let phrases: [String]
    /// Names of what can be ordered, lower case, for an engine that accepts a prompt.
    public let names: [String]
    /// What people say before one of the phrases when they ask for it, lower case: "do you have". With these, an engine
    /// of free speech takes a request for a phrase for what sounds nearly like it.
    public let leadIns: [String]
    /// Whether speech outside the phrases may be recognised as an unknown word instead of the nearest phrase.
    public let allowsUnknownWords: Bool

    /// Creates a vocabulary.
    public init(
        phrases: [String], names: [String] = [], leadIns: [String] = [], allowsUnknownWords: Bool = true
    ) {
        self.phrases = phrases
        self.names = names
        self.leadIns = leadIns
        self.allowsUnknownWords = allowsUnknownWords
    }
}

/// A speech synthesiser.
///
/// ```
/// let speech = try await synthesizer.synthesize("One latte. Anything else?")
/// try await output.play(speech.samples, sampleRate: speech.sampleRate)
/// ```
public protocol SpeechSynthesizer: Sendable {
    /// Synthesises `text` into memory.
    ///
    /// - Parameter text: any text; characters that the engine cannot process are removed.
    /// - Returns: mono PCM; empty when nothing in the text can be spoken.
    /// - Throws: the engine's error. Safe to call from any task; calls are served one after another.
    func synthesize(_ text: String) async throws -> SynthesizedSpeech
}

/// Synthesised speech as samples.
public struct SynthesizedSpeech: Equatable, Sendable {
    /// Mono linear PCM.
    public let samples: [Int16]
    /// Samples per second.
    public let sampleRate: Int

    /// Creates speech from samples.
    public init(samples: [Int16], sampleRate: Int) {
        self.samples = samples
        self.sampleRate = sampleRate
    }

    /// Playing time in seconds.
    public var seconds: Double { sampleRate > 0 ? Double(samples.count) / Double(sampleRate) : 0 }
}
