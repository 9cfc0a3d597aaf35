public import Speech

/// The outcome of the second pass for one utterance.
public struct SecondPassReport: Sendable {
    /// What the second pass did.
    public enum Outcome: Equatable, Sendable {
        /// Skipped: the first engine was certain of every word that was not stable yet, or no such word was left.
        case skipped
        /// Both hypotheses were combined.
        case decided(HypothesisCombiner.Choice)
        /// The deadline passed.
        case late
        /// The second engine was still busy with an earlier utterance.
        case busy
        /// Skipped: the last real-time factor of the second engine predicted a missed deadline.
        case tooLong
        /// The second engine failed; the text is its error.
        case failed(String)
    }

    /// The first engine's hypothesis of the whole utterance.
    public let first: [TranscribedWord]
    /// The second engine's hypothesis of the whole utterance; empty when there is none.
    public let second: [TranscribedWord]
    /// What the second pass did.
    public let outcome: Outcome
}

extension SecondPassReport.Outcome: CustomStringConvertible {
    /// The outcome as a phrase for logs.
    public var description: String {
        switch self {
        case .skipped: "not read again"
        case .decided(.first): "the first reading stands"
        case .decided(.second): "the second reading stands"
        case .decided(.mixed): "words of both readings stand"
        case .late: "the second reading was late"
        case .busy: "the second recogniser was still busy"
        case .tooLong: "too long to be read again in time"
        case .failed(let reason): "the second recogniser failed: \(reason)"
        }
    }
}

/// The second engine with its vocabulary and the scorer of hypotheses.
public struct SecondPass: Sendable {
    /// Recognises whole utterances.
    public let engine: any UtteranceRecognizer
    /// The engine's phrases; `nil` for the model's own language model.
    public let vocabulary: RecognitionVocabulary?
    let scorer: HypothesisScorer

    /// Creates a second pass.
    ///
    /// - Parameters:
    ///   - engine: recognises whole utterances.
    ///   - vocabulary: its phrases, or `nil` for the model's own language model.
    ///   - scorer: rates hypotheses when they are combined.
    public init(engine: any UtteranceRecognizer, vocabulary: RecognitionVocabulary?, scorer: @escaping HypothesisScorer)
    {
        self.engine = engine
        self.vocabulary = vocabulary
        self.scorer = scorer
    }
}

/// Two-pass recognition: the first engine streams volatile and early-stable words, the second decodes each utterance
/// again at its end, and a combiner decides which words follow those already stable.
///
/// ```
/// let second = SecondPass(engine: whisper, vocabulary: nil, scorer: { words in grammar.coverage(of: words) })
/// let service = TwoPassVoiceService(first: vosk, second: second, clock: ContinuousClock())
/// let results = try await service.startListening(to: microphone, vocabulary: nil)
/// ```
///
/// Stable words never change (law 1 of `VoiceService`), so the first engine should make only words stable early that it
/// is certain of. The second engine cannot harm the first: after the deadline, on an error and when it hangs, the first
/// hypothesis is used.
public struct TwoPassVoiceService<DeadlineClock: Clock>: VoiceService where DeadlineClock.Duration == Duration {
    /// Deadline of the second pass and the settings of the combination.
    public struct Settings: Equatable, Sendable {
        /// Longest wait for the second pass after the utterance's end, 0…5 s.
        public var deadline: Duration
        /// Audio before the first result with words that still belongs to the utterance, 0.5…5 s, because an engine
        /// reports a word some time after its beginning.
        public var preRoll: SampleCount
        /// How hypotheses are combined.
        public var combiner: HypothesisCombiner.Settings

        /// Creates settings.
        public init(
            deadline: Duration = .milliseconds(400), preRoll: SampleCount = SampleCount(seconds: 2.5),
            combiner: HypothesisCombiner.Settings = .init()
        ) {
            self.deadline = deadline
            self.preRoll = preRoll
            self.combiner = combiner
        }
    }

    /// Both engines' names, joined by "+".
    public var engineName: String { first.engineName + "+" + second.engine.engineName }
    private let first: any VoiceService
    private let second: SecondPass
    private let settings: Settings
    private let clock: DeadlineClock
    private let realTimeFactor = RealTimeFactorEstimator()
    private let observe: @Sendable (SecondPassReport) -> Void

    /// Creates a service.
    ///
    /// - Parameters:
    ///   - first: the streaming engine.
    ///   - second: the second pass.
    ///   - settings: deadline and combination.
    ///   - clock: measures the deadline.
    ///   - observe: called for every utterance with words, before its closing result; it must return at once.
    public init(
        first: any VoiceService, second: SecondPass, settings: Settings = Settings(), clock: DeadlineClock,
        observe: @escaping @Sendable (SecondPassReport) -> Void = { _ in }
    ) {
        self.first = first
        self.second = second
        self.settings = settings
        self.clock = clock
        self.observe = observe
    }

    /// Whether the first engine's vocabulary contains a word.
    public func canHear(_ word: String) -> Bool { first.canHear(word) }

    /// Starts a recognition with both engines; see `VoiceService`.
    public func startListening(to input: any AudioInput, vocabulary: RecognitionVocabulary?) async throws
        -> VoiceResults
    {
        let audio = UtteranceAudio(input)
        let results = try await first.startListening(to: audio, vocabulary: vocabulary)
        let scheduler = SecondPassScheduler(
            engine: second.engine, vocabulary: second.vocabulary, deadline: settings.deadline, clock: clock,
            realTimeFactor: realTimeFactor)
        let session = TwoPassSession(
            results: results, audio: audio, scheduler: scheduler, settings: settings, scorer: second.scorer,
            observe: observe)
        return VoiceResults { try await session.next() }
    }
}

/// One recognition: forwards the first engine's results and delays each closing one until the second pass is decided.
private actor TwoPassSession<DeadlineClock: Clock> where DeadlineClock.Duration == Duration {
    private var results: VoiceResults.AsyncIterator
    private let audio: UtteranceAudio
    private let scheduler: SecondPassScheduler<DeadlineClock>
    private let settings: TwoPassVoiceService<DeadlineClock>.Settings
    private let combiner: HypothesisCombiner
    private let scorer: HypothesisScorer
    private let observe: @Sendable (SecondPassReport) -> Void
    /// Stable words of the open utterance.
    private var stable: [TranscribedWord] = []
    /// Start of the open utterance's audio, once there are words.
    private var utteranceStart: SamplePosition?
    private var lastEnd = SamplePosition.zero

    init(
        results: VoiceResults, audio: UtteranceAudio, scheduler: SecondPassScheduler<DeadlineClock>,
        settings: TwoPassVoiceService<DeadlineClock>.Settings,
        scorer: @escaping HypothesisScorer, observe: @escaping @Sendable (SecondPassReport) -> Void
    ) {
        self.results = results.makeAsyncIterator()
        self.audio = audio
        self.scheduler = scheduler
        self.settings = settings
        combiner = HypothesisCombiner(settings: settings.combiner)
        self.scorer = scorer
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
        audio.discard(before: lastEnd)
        stable = []
        utteranceStart = nil
        return closing
    }

    private func close(_ result: VoiceTranscriptionResult) async throws -> VoiceTranscriptionResult {
        let words = stable + result.words
        // Without words from the first engine there is no second pass: silence gives no words.
        guard !words.isEmpty else { return result }
        guard combiner.needsSecondPass(result.words) else {
            observe(SecondPassReport(first: words, second: [], outcome: .skipped))
            return result
        }
        let span = SpeechSpan(start: utteranceStart ?? lastEnd, end: result.span.end)
        switch try await scheduler.recognize(audio.samples(in: span)) {
        case .words(let second):
            let (choice, closing) = combiner.combine(result, stable: stable, second: second, scorer: scorer)
            observe(SecondPassReport(first: words, second: second, outcome: .decided(choice)))
            return closing
        case .late: return keepFirst(result, words, .late)
        case .busy: return keepFirst(result, words, .busy)
        case .tooLong: return keepFirst(result, words, .tooLong)
        case .failed(let error): return keepFirst(result, words, .failed(String(describing: error)))
        }
    }

    private func keepFirst(
        _ result: VoiceTranscriptionResult, _ words: [TranscribedWord], _ outcome: SecondPassReport.Outcome
    ) -> VoiceTranscriptionResult {
        observe(SecondPassReport(first: words, second: [], outcome: outcome))
        return result
    }
}
