public import Speech

/// What became of one utterance's second reading.
public struct SecondPassReport: Sendable {
    public enum Outcome: Equatable, Sendable {
        /// The first engine was sure of every word that was not stable yet, or none was left.
        case skipped
        /// Both were compared.
        case decided(HypothesisCombiner.Choice)
        /// The deadline passed.
        case late
        /// The second engine was still busy with an utterance it was late for.
        case busy
        /// By the pace of its last reading the second engine would have been late, so it was not asked.
        case tooLong
        /// The second engine failed; the text is the error's.
        case failed(String)
    }

    /// The whole utterance as the first engine read it.
    public let first: [TranscribedWord]
    /// The whole utterance as the second engine read it; empty when it did not.
    public let second: [TranscribedWord]
    public let outcome: Outcome
}

extension SecondPassReport.Outcome: CustomStringConvertible {
    public var description: String {
        switch self {
        case .skipped: "not read again"
        case .decided(.first): "the first reading stands"
        case .decided(.second): "the second reading stands"
        case .decided(.mixed): "words of both readings stand"
        case .late: "the second reading was late"
        case .busy: "the second reader was still busy"
        case .tooLong: "too long to be read again in time"
        case .failed(let reason): "the second reader failed: \(reason)"
        }
    }
}

/// The second engine, what it listens for, and how its readings are judged.
public struct SecondPass: Sendable {
    let engine: any UtteranceRecognizer
    let vocabulary: RecognitionVocabulary?
    let judge: ReadingJudge

    public init(engine: any UtteranceRecognizer, vocabulary: RecognitionVocabulary?, judge: @escaping ReadingJudge) {
        self.engine = engine
        self.vocabulary = vocabulary
        self.judge = judge
    }
}

/// Two engines as one: the first streams volatile and early-stable words, the second reads each utterance again at its
/// end, and an arbiter decides whose words follow those that are stable already.
///
/// Stable words never change (law 1 of `VoiceService`), so the first engine should make only words stable early that it
/// is sure of. Nothing the second engine does can hurt the first: after the deadline, on an error and when it hangs,
/// the first reading stands.
public struct TwoPassVoiceService<ReadingClock: Clock>: VoiceService where ReadingClock.Duration == Duration {
    /// When to read again, and how to decide.
    public struct Settings: Equatable, Sendable {
        /// Longest wait for the second reading after the utterance's end, 0…5 s.
        public var deadline: Duration
        /// Audio before the first result with words that still belongs to the utterance, 0.5…5 s: engines show a word
        /// later than it began.
        public var preRoll: SampleCount
        public var arbiter: HypothesisCombiner.Settings

        public init(
            deadline: Duration = .milliseconds(400), preRoll: SampleCount = SampleCount(seconds: 2.5),
            arbiter: HypothesisCombiner.Settings = .init()
        ) {
            self.deadline = deadline
            self.preRoll = preRoll
            self.arbiter = arbiter
        }
    }

    public var engineName: String { first.engineName + "+" + second.engine.engineName }
    private let first: any VoiceService
    private let second: SecondPass
    private let settings: Settings
    private let clock: ReadingClock
    private let pace = RealTimeFactorEstimator()
    private let observe: @Sendable (SecondPassReport) -> Void

    /// - Parameters:
    ///   - clock: measures the deadline.
    ///   - observe: called for every utterance with words, before its closing result; it must return at once.
    public init(
        first: any VoiceService, second: SecondPass, settings: Settings = Settings(), clock: ReadingClock,
        observe: @escaping @Sendable (SecondPassReport) -> Void = { _ in }
    ) {
        self.first = first
        self.second = second
        self.settings = settings
        self.clock = clock
        self.observe = observe
    }

    public func canHear(_ word: String) -> Bool { first.canHear(word) }

    public func startListening(to input: any AudioInput, vocabulary: RecognitionVocabulary?) async throws
        -> VoiceResults
    {
        let audio = UtteranceAudio(input)
        let results = try await first.startListening(to: audio, vocabulary: vocabulary)
        let reader = SecondPassScheduler(
            engine: second.engine, vocabulary: second.vocabulary, deadline: settings.deadline, clock: clock, pace: pace)
        let session = TwoPassSession(
            results: results, audio: audio, reader: reader, settings: settings, judge: second.judge, observe: observe)
        return VoiceResults { try await session.next() }
    }
}

/// One recognition: passes the first engine's results on, and holds each closing one until the second reading is
/// decided.
private actor TwoPassSession<ReadingClock: Clock> where ReadingClock.Duration == Duration {
    private var results: VoiceResults.AsyncIterator
    private let audio: UtteranceAudio
    private let reader: SecondPassScheduler<ReadingClock>
    private let settings: TwoPassVoiceService<ReadingClock>.Settings
    private let arbiter: HypothesisCombiner
    private let judge: ReadingJudge
    private let observe: @Sendable (SecondPassReport) -> Void
    /// Words of the open utterance that are stable.
    private var stable: [TranscribedWord] = []
    /// Where the open utterance's audio begins, once words were shown.
    private var utteranceStart: SamplePosition?
    private var lastEnd = SamplePosition.zero

    init(
        results: VoiceResults, audio: UtteranceAudio, reader: SecondPassScheduler<ReadingClock>,
        settings: TwoPassVoiceService<ReadingClock>.Settings,
        judge: @escaping ReadingJudge, observe: @escaping @Sendable (SecondPassReport) -> Void
    ) {
        self.results = results.makeAsyncIterator()
        self.audio = audio
        self.reader = reader
        self.settings = settings
        arbiter = HypothesisCombiner(settings: settings.arbiter)
        self.judge = judge
        self.observe = observe
    }

    func next() async throws -> VoiceTranscriptionResult? {
        var iterator = results
        let result = try await iterator.next(isolation: self)
        results = iterator
        guard let result else { return nil }
        if utteranceStart == nil, !result.words.isEmpty {
            utteranceStart = max(lastEnd, SamplePosition(result.span.end.samples - settings.preRoll.samples))
        }
        guard !result.isVolatile else { return result }
        guard result.utteranceEnd != nil else {
            stable += result.words
            return result
        }
        let closing = try await close(result)
        lastEnd = result.span.end
        audio.forget(before: lastEnd)
        stable = []
        utteranceStart = nil
        return closing
    }

    private func close(_ result: VoiceTranscriptionResult) async throws -> VoiceTranscriptionResult {
        let words = stable + result.words
        // Where the first engine heard nobody, nobody is asked again: silence gives no words.
        guard !words.isEmpty else { return result }
        guard arbiter.needsSecondPass(result.words) else {
            observe(SecondPassReport(first: words, second: [], outcome: .skipped))
            return result
        }
        let span = SpeechSpan(start: utteranceStart ?? lastEnd, end: result.span.end)
        switch try await reader.read(audio.samples(in: span)) {
        case .words(let second):
            let (choice, closing) = arbiter.decide(result, stable: stable, second: second, judge: judge)
            observe(SecondPassReport(first: words, second: second, outcome: .decided(choice)))
            return closing
        case .late: return keep(result, words, .late)
        case .busy: return keep(result, words, .busy)
        case .tooLong: return keep(result, words, .tooLong)
        case .failed(let error): return keep(result, words, .failed(String(describing: error)))
        }
    }

    private func keep(
        _ result: VoiceTranscriptionResult, _ words: [TranscribedWord], _ outcome: SecondPassReport.Outcome
    ) -> VoiceTranscriptionResult {
        observe(SecondPassReport(first: words, second: [], outcome: outcome))
        return result
    }
}
