internal import Moonshine
internal import PlatformSupport
internal import SegmentStreaming
internal import Speech
internal import Synchronization

/// Decodes segments with `MoonshineModel` on a worker of its own, and filters the hypotheses.
final class MoonshineSegmentDecoder: SegmentDecoder {
    private let model: MoonshineModel
    private let beams: Int
    private let hotwords: MoonshineModel.HotwordList
    private let requests: MoonshineModel.RequestList?
    private let filter: HypothesisFilter
    private let worker = SerialWorker(label: "moonshine")
    /// Token ids of the newest hypothesis of the open segment.
    private let draft = Mutex<[Int]>([])

    init(
        model: MoonshineModel, settings: MoonshineSettings, hotwords: MoonshineModel.HotwordList,
        requests: MoonshineModel.RequestList?
    ) {
        self.model = model
        beams = settings.beams
        self.hotwords = hotwords
        self.requests = requests
        filter = HypothesisFilter(settings: settings.filter)
    }

    /// When cancelled, the caller continues at once, and the worker stops after the current token.
    func words(_ audio: ArraySlice<Int16>, onset: Int, speech: SampleCount, isFinal: Bool) async throws
        -> [TranscribedWord]
    {
        let abort = AbortFlag()
        let (model, filter, requests) = (model, filter, isFinal ? requests : nil), draft = draft.withLock { $0 }
        let search: MoonshineModel.Search =
            isFinal && beams > 1 ? .beams(beams, hotwords: hotwords) : .greedy(draft: draft)
        let transcript = try await withTaskCancellationHandler {
            try await worker.run {
                let transcript = model.transcribe(audio, search: search, requests: requests) { abort.isRaised }
                if abort.isRaised { throw CancellationError() }
                return transcript
            }
        } onCancel: {
            abort.raise()
        }
        self.draft.withLock { $0 = isFinal ? [] : transcript.tokens.map(\.id) }
        let hypothesis = SegmentHypothesis(transcript)
        // A request was compared with the text found, which is the better check.
        if transcript.isRequest { return hypothesis.words(onset: onset) }
        let words = filter.withoutLoop(hypothesis.words(onset: onset), speech: speech)
        return filter.rejection(of: hypothesis, words: words, speech: speech) == nil ? words : []
    }
}

extension SegmentHypothesis {
    init(_ transcript: MoonshineModel.Transcript) {
        self.init(
            tokens: transcript.tokens.map {
                Token(bytes: Array($0.text.utf8), logProbability: $0.logProbability, end: $0.end)
            }, samples: transcript.samples)
    }
}
