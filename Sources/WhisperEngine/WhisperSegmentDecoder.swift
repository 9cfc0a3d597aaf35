internal import PlatformSupport
internal import SegmentStreaming
internal import Speech

/// Decodes with libwhisper on its own worker and filters the hypotheses.
final class WhisperSegmentDecoder: SegmentDecoder {
    private let decoder: WhisperDecoder
    private let guide: VocabularyGuide
    private let worker: SerialWorker
    private let filter: HypothesisFilter
    private let record: @Sendable (Duration, SampleCount) -> Void
    private let reject: @Sendable (HypothesisFilter.Rejection, _ isFinal: Bool) -> Void

    init(
        decoder: WhisperDecoder, guide: VocabularyGuide, worker: SerialWorker, filter: HypothesisFilter,
        record: @escaping @Sendable (Duration, SampleCount) -> Void,
        reject: @escaping @Sendable (HypothesisFilter.Rejection, _ isFinal: Bool) -> Void
    ) {
        self.decoder = decoder
        self.guide = guide
        self.worker = worker
        self.filter = filter
        self.record = record
        self.reject = reject
    }

    /// When cancelled, the caller continues at once, and libwhisper stops at its next step: it checks after the encoder
    /// and after each token.
    func words(_ audio: ArraySlice<Int16>, onset: Int, speech: SampleCount, isFinal: Bool) async throws
        -> [TranscribedWord]
    {
        let abort = AbortFlag()
        let (decoder, guide, filter, record, reject) = (decoder, guide, filter, record, reject)
        return try await withTaskCancellationHandler {
            try await worker.run {
                let clock = ContinuousClock()
                let began = clock.now
                let hypothesis = try decoder.decode(audio, guide: guide, isFinal: isFinal, abort: abort)
                record(clock.now - began, SampleCount(audio.count))
                let words = filter.withoutLoop(hypothesis.words(onset: onset), speech: speech)
                guard let rejection = filter.rejection(of: hypothesis, words: words, speech: speech) else {
                    return words
                }
                reject(rejection, isFinal)
                return []
            }
        } onCancel: {
            abort.raise()
        }
    }
}
