internal import PlatformSupport
public import Speech

/// The Vosk engine for the second pass of a two-pass service: recognises whole utterances with the model's graph or
/// with a grammar.
///
/// ```
/// let second = VoskUtteranceRecognizer(sharing: service)
/// let words = try await second.recognize(utterance, vocabulary: vocabulary)
/// ```
///
/// Creating a recogniser with a grammar takes about 0.5 s, so the recogniser of the last vocabulary is cached. A call
/// that is cancelled while its recogniser is being created returns when that is complete.
public actor VoskUtteranceRecognizer: UtteranceRecognizer {
    /// A cached recogniser, with the audio fed to it so far: libvosk counts time over all utterances.
    private struct CachedRecognizer {
        /// `nil` for the model's graph.
        let vocabulary: RecognitionVocabulary?
        let recognizer: VoskRecognizer
        var fed: SampleCount
    }

    /// Samples fed at a time, so that a cancelled call ends soon.
    private static let blockSize = SampleRate.speech / 2

    /// Always `vosk`.
    public nonisolated let engineName = "vosk"
    private let model: VoskModel
    private let worker = SerialWorker(label: "vosk-utterance")
    private var cached: CachedRecognizer?

    /// Creates a recogniser with the loaded model of a streaming service.
    public init(sharing service: VoskVoiceService) { model = service.model }

    /// Returns exclusive use of the cached recogniser if it is for this vocabulary, and otherwise of a new one.
    private func checkOut(_ vocabulary: RecognitionVocabulary?) async throws -> CachedRecognizer {
        if let recognizer = cached, recognizer.vocabulary == vocabulary {
            cached = nil
            return recognizer
        }
        let (model, worker) = (model, worker)
        // An unstructured task, because otherwise a call cancelled during creation would lose the recogniser, and so
        // would every later call.
        let creation = Task { try await worker.run { try VoskRecognizer(model: model, vocabulary: vocabulary) } }
        return CachedRecognizer(vocabulary: vocabulary, recognizer: try await creation.value, fed: SampleCount(0))
    }

    /// Returns whether the next call with a vocabulary can use the cached recogniser.
    func isReady(for vocabulary: RecognitionVocabulary?) -> Bool { cached.map { $0.vocabulary == vocabulary } ?? false }

    /// Recognises one utterance; see `UtteranceRecognizer`.
    public func recognize(_ utterance: AudioFrame, vocabulary: RecognitionVocabulary?) async throws -> [TranscribedWord]
    {
        // A cancelled call leaves no partly fed recogniser in the cache.
        let checkedOut = try await checkOut(vocabulary)
        guard !Task.isCancelled else {
            cached = checkedOut
            throw CancellationError()
        }
        let recognizer = checkedOut.recognizer
        var words: [TranscribedWord] = []
        for start in stride(from: 0, to: utterance.samples.count, by: Self.blockSize) {
            let samples = Array(utterance.samples[start..<min(start + Self.blockSize, utterance.samples.count)])
            words += try await worker.run { try recognizer.decode(samples) }
        }
        words += try await worker.run { try recognizer.finish() }
        cached = CachedRecognizer(
            vocabulary: vocabulary, recognizer: recognizer, fed: checkedOut.fed + SampleCount(utterance.samples.count))
        return words.map { word in
            func inUtteranceTime(_ position: SamplePosition) -> SamplePosition {
                min(
                    max(utterance.start + SampleCount(position.samples - checkedOut.fed.samples), utterance.start),
                    utterance.end)
            }
            return TranscribedWord(
                text: word.text,
                span: SpeechSpan(start: inUtteranceTime(word.span.start), end: inUtteranceTime(word.span.end)),
                confidence: word.confidence)
        }
    }
}
