internal import PlatformSupport
public import Speech

/// Vosk as the second reader of a two-pass service: a whole utterance at once, with the model's graph or with a
/// grammar.
///
/// Making a recogniser with a grammar takes about half a second, so the one of the last vocabulary is kept and reads
/// the next utterance from a fresh start. A reading that is called off while its recogniser is made ends when that is
/// made.
public actor VoskUtteranceRecognizer: UtteranceRecognizer {
    /// A recogniser that is ready, and how much it has been fed: libvosk goes on counting time over its utterances.
    private struct Warm {
        /// `nil` for the model's graph.
        let vocabulary: RecognitionVocabulary?
        let recognizer: VoskRecognizer
        var fed: SampleCount
    }

    /// Fed at a time, so that a cancelled reading stops soon.
    private static let block = SampleRate.speech / 2

    public nonisolated let engineName = "vosk"
    private let model: VoskModel
    private let worker = SerialWorker(label: "vosk-utterance")
    private var warm: Warm?

    /// Reads with the model of a streaming service, which is not loaded twice.
    public init(sharing service: VoskVoiceService) { model = service.model }

    /// The kept recogniser when it is for this vocabulary, and otherwise a new one. Whoever takes one has it alone.
    private func take(_ vocabulary: RecognitionVocabulary?) async throws -> Warm {
        if let kept = warm, kept.vocabulary == vocabulary {
            warm = nil
            return kept
        }
        let (model, worker) = (model, worker)
        // A task of its own, because a reading that is called off while it waits would lose what is made, and so would
        // the next one, and the next.
        let making = Task { try await worker.run { try VoskRecognizer(model: model, vocabulary: vocabulary) } }
        return Warm(vocabulary: vocabulary, recognizer: try await making.value, fed: SampleCount(0))
    }

    /// Whether the next reading with a vocabulary need not wait for its recogniser.
    func isReady(for vocabulary: RecognitionVocabulary?) -> Bool { warm.map { $0.vocabulary == vocabulary } ?? false }

    public func recognize(_ utterance: AudioFrame, vocabulary: RecognitionVocabulary?) async throws -> [TranscribedWord]
    {
        // A reading that is cancelled half-way leaves nothing behind for the next one.
        let ready = try await take(vocabulary)
        guard !Task.isCancelled else {
            warm = ready
            throw CancellationError()
        }
        let recognizer = ready.recognizer
        var words: [TranscribedWord] = []
        for start in stride(from: 0, to: utterance.samples.count, by: Self.block) {
            let samples = Array(utterance.samples[start..<min(start + Self.block, utterance.samples.count)])
            words += try await worker.run { try recognizer.decode(samples) }
        }
        words += try await worker.run { try recognizer.finish() }
        warm = Warm(
            vocabulary: vocabulary, recognizer: recognizer, fed: ready.fed + SampleCount(utterance.samples.count))
        return words.map { word in
            func place(_ position: SamplePosition) -> SamplePosition {
                min(
                    max(utterance.start + SampleCount(position.samples - ready.fed.samples), utterance.start),
                    utterance.end)
            }
            return TranscribedWord(
                text: word.text, span: SpeechSpan(start: place(word.span.start), end: place(word.span.end)),
                confidence: word.confidence)
        }
    }
}
