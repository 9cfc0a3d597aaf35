/// The results of one recognition, pulled by one consumer.
///
/// Nothing is buffered: asking for the next result is what drives the engine. Cancelling the consuming task ends the
/// stream promptly, also while the engine is inside C.
public typealias VoiceResults = AsyncThrowingStream<VoiceTranscriptionResult, any Error>

/// A streaming speech recogniser.
///
/// Every engine keeps these promises, and one contract test suite runs over all of them:
/// 1. Each result covers a span of samples. Stable spans ascend, do not overlap, and never change once emitted.
/// 2. A volatile result replaces all volatile text after the last stable sample.
/// 3. Words may become stable before the utterance ends. At an endpoint or at the end of input every volatile word is
///    replaced by a stable one, or by nothing; the closing stable result carries `utteranceEnd`. It ends where the next
///    utterance begins, which may be before the newest audio: who speaks on before an end was noticed loses no word.
/// 4. The tail is flushed: the last word of a recording without trailing silence is in the last stable result.
/// 5. Silence gives no words. Total failure throws; it never looks like silence.
///
/// A service may serve several recognitions at once; each has its own state. All members may be called from any task.
public protocol VoiceService: Sendable {
    /// Short name of the engine for logs and benchmarks, for example `vosk`.
    var engineName: String { get }

    /// Starts a recognition that reads `input` to its end.
    ///
    /// - Parameters:
    ///   - input: the audio, its first frame at position 0, from which results count; the recognition becomes its one
    ///     consumer.
    ///   - vocabulary: what can be said, or `nil` for the model's own language model.
    /// - Returns: the results; they end after the input has ended and its tail has been flushed.
    /// - Throws: the engine's error when it cannot start. Errors during recognition are thrown by the stream.
    func startListening(to input: any AudioInput, vocabulary: RecognitionVocabulary?) async throws -> VoiceResults

    /// Whether the engine's dictionary holds `word` (lower case), that is, whether it could ever hear it.
    func canHear(_ word: String) -> Bool
}

/// What guests may say, as phrases for an engine that takes a grammar at run time.
public struct RecognitionVocabulary: Equatable, Sendable {
    /// Phrases of lower-case words separated by single spaces, from which the engine estimates its language model.
    public let phrases: [String]
    /// Whether speech outside the phrases may come out as an unknown word instead of being forced into them.
    public let allowsUnknownWords: Bool

    public init(phrases: [String], allowsUnknownWords: Bool = true) {
        self.phrases = phrases
        self.allowsUnknownWords = allowsUnknownWords
    }
}

/// Turns text into audio.
public protocol SpeechSynthesizer: Sendable {
    /// Speaks `text` into memory.
    ///
    /// - Parameter text: any text; it is cleaned of what the engine cannot take.
    /// - Returns: mono PCM; empty when nothing in the text can be spoken.
    /// - Throws: the engine's error. Safe to call from any task; calls are served one after another.
    func synthesize(_ text: String) async throws -> SynthesizedSpeech
}

/// Spoken text as samples.
public struct SynthesizedSpeech: Equatable, Sendable {
    /// Mono linear PCM.
    public let samples: [Int16]
    /// Samples per second.
    public let sampleRate: Int

    public init(samples: [Int16], sampleRate: Int) {
        self.samples = samples
        self.sampleRate = sampleRate
    }

    /// Playing time in seconds.
    public var seconds: Double { sampleRate > 0 ? Double(samples.count) / Double(sampleRate) : 0 }
}
