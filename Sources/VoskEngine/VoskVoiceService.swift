internal import PlatformSupport
public import Speech

/// Streaming recognition with Vosk (libvosk 0.3.45), with words that become stable before the utterance ends.
///
/// ```
/// let model = VoskModelDescription(directory: path, sampleRate: 16_000, runtimeGraph: true)
/// let service = try VoskVoiceService(model: model)
/// for try await result in try await service.startListening(to: input, vocabulary: nil) where !result.isVolatile {
///     print(result.text)
/// }
/// ```
public final class VoskVoiceService: VoiceService {
    /// Settings of results and stability.
    public struct Settings: Equatable, Sendable {
        /// Audio fed between two hypotheses, 20…500 ms; other values are clamped. A shorter interval shows words sooner
        /// and costs more.
        public let updateInterval: SampleCount
        /// When a word becomes stable.
        public var agreement: LocalAgreement.Settings

        /// Trailing silence after which the utterance so far is finalised early, 0.2…1 s; `nil` for never. Used only
        /// without a vocabulary. It must exceed a stop closure and stay below the engine's endpoint silence (0.5 s and
        /// more).
        public var finalizeAfter: SampleCount?

        /// Agreement for streaming. The bundled model decodes 0.21 s at a time, so most updates of 50 ms change
        /// nothing: this many updates certainly include one that does.
        public static let streaming = LocalAgreement.Settings(requiredUpdates: 6, uncertainUpdates: 64)

        /// Settings for the first pass of two: words of low confidence stay volatile for the second pass, unless early
        /// finalisation makes them stable.
        public static let firstPass = Self(agreement: .init(requiredUpdates: 6, uncertainUpdates: .max))

        private static let updateIntervals = SampleCount(seconds: 0.02)...SampleCount(seconds: 0.5)

        /// Creates settings.
        public init(
            updateInterval: SampleCount = SampleCount(800), agreement: LocalAgreement.Settings = Self.streaming,
            finalizeAfter: SampleCount? = SampleCount(seconds: 0.3)
        ) {
            self.updateInterval = min(
                max(updateInterval, Self.updateIntervals.lowerBound), Self.updateIntervals.upperBound)
            self.agreement = agreement
            self.finalizeAfter = finalizeAfter
        }
    }

    /// Always `vosk`.
    public let engineName = "vosk"
    let model: VoskModel
    private let settings: Settings

    /// Loads a model whose files have been verified, and runs its self-test. This blocks for about 0.1 s; call it at
    /// start-up.
    ///
    /// - Parameters:
    ///   - description: directory and properties of the model.
    ///   - graph: the expected utterances, combined with the model's own language model; `nil` for that alone.
    ///   - settings: results and stability.
    /// - Throws: `VoskError`.
    public init(model description: VoskModelDescription, graph: WordGraph? = nil, settings: Settings = Settings())
        throws(VoskError)
    {
        model = try VoskModel(description, graph: graph)
        self.settings = settings
        if let test = description.selfTest { try Self.runSelfTest(model, test) }
    }

    /// Runs the self-test. Loading alone proves nothing: libvosk accepts the weights of another network and then
    /// recognises nothing (fault B3).
    private static func runSelfTest(_ model: VoskModel, _ test: VoskModelDescription.SelfTest) throws(VoskError) {
        let recognizer = try VoskRecognizer(model: model, vocabulary: nil)
        let words = try recognizer.decode(test.samples) + recognizer.finish()
        let text = words.map(\.text).joined(separator: " ")
        guard text == test.text else { throw .selfTestFailed(heard: text, expected: test.text) }
    }

    /// Whether the model's vocabulary contains a word; see `VoiceService`.
    public func canHear(_ word: String) -> Bool { model.contains(word) }

    /// Starts a recognition; see `VoiceService`.
    public func startListening(to input: any AudioInput, vocabulary: RecognitionVocabulary?) async throws
        -> VoiceResults
    {
        let worker = SerialWorker(label: engineName)
        let model = model
        // With a grammar each recogniser costs 0.5 s and 80 MB, so there is no second recogniser and the last words
        // wait for the engine's endpoint.
        let pause = vocabulary == nil ? settings.finalizeAfter : nil
        let (recognizer, finalizingRecognizer) = try await worker.run {
            (
                try VoskRecognizer(model: model, vocabulary: vocabulary),
                pause == nil ? nil : try VoskRecognizer(model: model, vocabulary: nil)
            )
        }
        let session = VoskSession(
            input: input, recognizer: recognizer, finalizingRecognizer: finalizingRecognizer,
            earlyFinalizer: pause.map(EarlyFinalizer.init),
            worker: worker, settings: settings)
        return VoiceResults { try await session.next() }
    }
}

/// One recognition: pulls frames, feeds the recogniser on its worker, and returns results one by one.
private actor VoskSession {
    private enum Phase {
        case running, finished
    }

    /// Audio before the first sound that is decoded with it.
    private static let onset = SampleCount(seconds: 0.4)

    private let input: any AudioInput
    private let recognizer: VoskRecognizer
    /// Decodes earlyFinalizer for early finalisation.
    private let finalizingRecognizer: VoskRecognizer?
    private let worker: SerialWorker
    private let settings: VoskVoiceService.Settings
    private var phase = Phase.running
    private var unfed: ArraySlice<Int16> = []
    /// Whether the utterance ends after the last sample of `unfed`.
    private var endsAfterUnfed = false
    private var fed = SamplePosition.zero
    /// Earliest position of the first sound of the open utterance; `nil` while there was only a microphone's noise.
    private var firstSound: SamplePosition?
    /// The newest audio before the first sound. Hours of such noise are not decoded: words could be found in it, and no
    /// hypothesis is so much better than the others that the decoder could stay quick.
    private var idle: [Int16] = []
    /// Older audio before the first sound, which is never decoded.
    private var skipped = SampleCount(0)
    private var timeline: ResultTimeline
    private var earlyFinalizer: EarlyFinalizer?
    /// Audio that is decoded for early finalisation once the results of the newest audio are out, and the hypothesis of
    /// that moment. A preview does not wait for it: a segment takes longer than the preview's budget allows.
    private var due: (segment: EarlyFinalizer.Segment, hypothesis: [String])?
    private var trailingSilence = TrailingSilenceDetector()

    init(
        input: any AudioInput, recognizer: VoskRecognizer, finalizingRecognizer: VoskRecognizer?,
        earlyFinalizer: EarlyFinalizer?,
        worker: SerialWorker,
        settings: VoskVoiceService.Settings
    ) {
        self.input = input
        self.recognizer = recognizer
        self.finalizingRecognizer = finalizingRecognizer
        self.earlyFinalizer = earlyFinalizer
        self.worker = worker
        self.settings = settings
        timeline = ResultTimeline(agreement: LocalAgreement(settings: settings.agreement))
    }

    func next() async throws -> VoiceTranscriptionResult? {
        while true {
            try Task.checkCancellation()
            if let result = timeline.nextResult() { return result }
            guard phase == .running else { return nil }
            if let (segment, hypothesis) = due {
                due = nil
                try await finalizeEarly(segment, hypothesis: hypothesis)
            } else if endsAfterUnfed, unfed.isEmpty {
                endsAfterUnfed = false
                let (recognizer, finalizingRecognizer) = (recognizer, finalizingRecognizer)
                let words = try await worker.run {
                    _ = finalizingRecognizer?.flush()
                    return try recognizer.finish()
                }
                earlyFinalizer?.begin()
                close(words, at: fed, reason: .endpoint, isRequested: true)
            } else if !endsAfterUnfed, unfed.count < settings.updateInterval.samples,
                let frame = try await input.nextFrame()
            {
                unfed += frame.samples
                endsAfterUnfed = frame.endsUtterance
            } else if unfed.isEmpty {
                phase = .finished
                let recognizer = recognizer
                close(try await worker.run { try recognizer.finish() }, at: fed, reason: .endOfInput)
            } else {
                try await feed(Array(unfed.prefix(settings.updateInterval.samples)))
            }
        }
    }

    private func feed(_ next: [Int16]) async throws {
        unfed = unfed.dropFirst(next.count)
        trailingSilence.process(next)
        let start = fed
        fed = fed + SampleCount(next.count)
        if firstSound == nil, !isIdle(from: start) { firstSound = start }
        guard firstSound != nil else { return keepIdle(next) }
        let samples = idle + next, skipped = skipped
        idle = []
        self.skipped = SampleCount(0)
        earlyFinalizer?.skip(skipped)
        let (recognizer, finalizingRecognizer, stableEnd) = (recognizer, finalizingRecognizer, timeline.stableEnd)
        let advance = try await worker.run {
            let advance = try recognizer.accept(samples, after: skipped, stableEnd: stableEnd)
            // Both recognisers start the next utterance together.
            if case .endpoint = advance { _ = finalizingRecognizer?.flush() }
            return advance
        }
        switch advance {
        case .partial(let hypothesis):
            timeline.update(words: hypothesis.words(upTo: fed), timed: hypothesis.timedCount, at: fed)
            // In noise both hypotheses of a pause are unreliable, so the words wait for the utterance's end.
            let silence = trailingSilence.isClean ? trailingSilence.silence : SampleCount(0)
            let segment = earlyFinalizer?.process(samples, silence: silence, wordCount: hypothesis.text.count)
            due = segment.map { ($0, hypothesis.text) }
        case .endpoint(let words, let carryOver):
            earlyFinalizer?.begin(after: SampleCount(samples.count), carryOver: carryOver)
            // An endpoint requested here is reached, unless the next utterance has begun already; that one ends too.
            let isRequested = endsAfterUnfed && unfed.isEmpty && carryOver.isEmpty
            if isRequested { endsAfterUnfed = false }
            // The utterance ends where the next one begins.
            close(words, at: SamplePosition(fed.samples - carryOver.count), reason: .endpoint, isRequested: isRequested)
        }
    }

    /// Keeps the newest part of audio before the first sound, which may be the soft beginning of a word.
    private func keepIdle(_ samples: [Int16]) {
        idle += samples
        let excess = idle.count - Self.onset.samples
        guard excess > 0 else { return }
        idle.removeFirst(excess)
        skipped = SampleCount(skipped.samples + excess)
    }

    /// Returns whether there was only a microphone's noise since a position.
    private func isIdle(from position: SamplePosition) -> Bool {
        fed - position < trailingSilence.idleSilence + TrailingSilenceDetector.frame
    }

    /// Closes the utterance. Without any sound it has no words, even if the audio of the next utterance has some.
    private func close(
        _ words: [TranscribedWord], at position: SamplePosition, reason: UtteranceEnd, isRequested: Bool = false
    ) {
        let hasSound = firstSound.map { $0 < position } ?? false
        timeline.close(words: hasSound ? words : [], at: position, reason: reason, isRequested: isRequested)
        if hasSound { firstSound = isIdle(from: position) ? nil : position }
    }

    /// Decodes audio that is due for early finalisation, and makes the words stable in which both recognisers agree.
    private func finalizeEarly(_ segment: EarlyFinalizer.Segment, hypothesis: [String]) async throws {
        guard let finalizingRecognizer else { return }
        let final = try await worker.run {
            let words = try finalizingRecognizer.decode(segment.samples)
            // An endpoint that this recogniser finds before the streaming one is handled like a pause.
            return words.isEmpty && !segment.endsUtterance ? nil : words + finalizingRecognizer.flush()
        }
        let words = final.flatMap { earlyFinalizer?.finalize($0, hypothesis: hypothesis) } ?? []
        guard !words.isEmpty else { return }
        timeline.finalize(words: words, at: fed)
        // Everything up to here was silent and is stable, so it is not decoded again.
        let recognizer = recognizer
        try await worker.run { recognizer.discardCarryOver() }
    }
}
