/// An engine that reads a whole utterance at once, so that every word is read with all that follows it in view.
///
/// It gives the second opinion of a two-pass service. Members may be called from any task; readings are served one
/// after another.
public protocol UtteranceRecognizer: Sendable {
    /// Short name of the engine for logs and benchmarks, for example `whisper`.
    var engineName: String { get }

    /// Reads one utterance.
    ///
    /// - Parameters:
    ///   - utterance: the samples of the utterance, at most 30 s.
    ///   - vocabulary: what can be said, or `nil` for the model's own language model.
    /// - Returns: the words in order with spans inside the samples; none when nobody speaks.
    /// - Throws: the engine's error; `CancellationError` promptly when the task is cancelled, also while the engine is
    ///   inside C.
    func recognize(_ utterance: AudioFrame, vocabulary: RecognitionVocabulary?) async throws -> [TranscribedWord]
}
