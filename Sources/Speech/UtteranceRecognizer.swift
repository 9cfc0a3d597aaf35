/// A non-streaming recogniser, which decodes a complete utterance with the right context of every word.
///
/// It serves as the second pass of a two-pass service. Members may be called from any task; calls are served one after
/// another.
///
/// ```
/// let words = try await recognizer.recognize(AudioFrame(start: .zero, samples: samples), vocabulary: nil)
/// ```
public protocol UtteranceRecognizer: Sendable {
    /// Short name of the engine for logs and benchmarks, for example `whisper`.
    var engineName: String { get }

    /// Recognises one utterance.
    ///
    /// - Parameters:
    /// - utterance: the samples of the utterance, at most 30 s.
    /// - vocabulary: the phrases to expect, or `nil` for the model's own language model.
    ///
    /// - Returns: the words in order with spans inside the samples; none when there is no speech.
    /// - Throws: the engine's error; `CancellationError` promptly when the task is cancelled, also while the engine is
    ///   inside C.
    func recognize(_ utterance: AudioFrame, vocabulary: RecognitionVocabulary?) async throws -> [TranscribedWord]
}
