public import Speech

/// A second engine that reads what it is told, as often as it is asked.
public actor ScriptedRecognizer: UtteranceRecognizer {
    public nonisolated let engineName = "scripted-reader"
    private let words: [TranscribedWord]
    /// The audio it was given, utterance by utterance.
    public private(set) var utterances: [AudioFrame] = []

    public init(_ words: [TranscribedWord]) { self.words = words }

    public func recognize(_ utterance: AudioFrame, vocabulary: RecognitionVocabulary?) async throws -> [TranscribedWord]
    {
        utterances.append(utterance)
        return words
    }
}
