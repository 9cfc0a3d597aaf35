internal import CInterop
public import Speech

/// Vosk (libvosk 0.3.45) behind `VoiceService`: streaming recognition with words that become stable early.
public final class VoskVoiceService: VoiceService {
    /// How results are cut and when words become stable.
    public struct Settings: Equatable, Sendable {
        /// Audio fed between two looks at the hypothesis, 20…500 ms. Shorter shows words sooner and costs more.
        public var update: SampleCount
        /// When a word is steady enough to be stable.
        public var agreement: WordAgreement.Settings

        /// Quiet after which what was said is read once more as if the utterance ended there, 0.2…1 s; `nil` for never. What reads the same
        /// then is stable. Only with the model's own language. Longer than the closure of a stop, shorter than the pause at which the
        /// engine ends an utterance (0.5 s and more).
        public var settleAfter: SampleCount?

        /// The decoder works off 0.12 s at a time, so of two updates of 50 ms one often brings nothing new: twice as many must agree
        /// as for updates of 100 ms.
        public static let steady = WordAgreement.Settings(requiredUpdates: 4, unsureUpdates: 64)

        /// For the first pass of two: what the engine is not sure of stays open until the second reading.
        public static let firstPass = Self(agreement: .init(requiredUpdates: 4, unsureUpdates: .max), settleAfter: nil)

        public init(
            update: SampleCount = SampleCount(800), agreement: WordAgreement.Settings = Self.steady, settleAfter: SampleCount? = SampleCount(seconds: 0.3)
        ) {
            self.update = update
            self.agreement = agreement
            self.settleAfter = settleAfter
        }
    }

    public let engineName = "vosk"
    let model: VoskModel
    private let settings: Settings

    /// Loads a model whose files have been verified. Takes about 0.1 s and blocks; call it at start-up.
    ///
    /// - Throws: `VoskError`.
    public init(model description: VoskModelDescription, settings: Settings = Settings()) throws(VoskError) {
        model = try VoskModel(description)
        self.settings = settings
    }

    public func canHear(_ word: String) -> Bool { model.contains(word) }

    public func startListening(to input: any AudioInput, vocabulary: RecognitionVocabulary?) async throws -> VoiceResults {
        let worker = SerialWorker(label: engineName)
        let model = model
        // A grammar costs half a second and 80 MB for each recogniser; there the last words wait for the engine's endpoint.
        let pause = vocabulary == nil ? settings.settleAfter : nil
        let (recognizer, pauses) = try await worker.run {
            (try VoskRecognizer(model: model, vocabulary: vocabulary), try pause.map { PauseReader(try VoskRecognizer(model: model, vocabulary: nil), pause: $0) })
        }
        let session = VoskSession(input: input, recognizer: recognizer, pauses: pauses, worker: worker, settings: settings)
        return VoiceResults { try await session.next() }
    }
}

/// One recognition: pulls frames, feeds the recogniser on its worker, and hands out results one by one.
private actor VoskSession {
    private enum Phase {
        case running, finished
    }

    private let input: any AudioInput
    private let recognizer: VoskRecognizer
    private let pauses: PauseReader?
    private let worker: SerialWorker
    private let settings: VoskVoiceService.Settings
    private var phase = Phase.running
    private var unfed: [Int16] = []
    /// The utterance is over with the last of `unfed`.
    private var endIsDue = false
    private var fed = SamplePosition.zero
    private var timeline: ResultTimeline
    private var quiet = TrailingQuiet()

    init(input: any AudioInput, recognizer: VoskRecognizer, pauses: PauseReader?, worker: SerialWorker, settings: VoskVoiceService.Settings) {
        self.input = input
        self.recognizer = recognizer
        self.pauses = pauses
        self.worker = worker
        self.settings = settings
        timeline = ResultTimeline(agreement: WordAgreement(settings: settings.agreement))
    }

    func next() async throws -> VoiceTranscriptionResult? {
        while true {
            try Task.checkCancellation()
            if let result = timeline.takeResult() { return result }
            guard phase == .running else { return nil }
            if endIsDue, unfed.isEmpty {
                endIsDue = false
                let (recognizer, pauses) = (recognizer, pauses)
                let words = try await worker.run {
                    pauses?.begin()
                    return recognizer.finish()
                }
                timeline.close(words: words, at: fed, reason: .endpoint, isRequested: true)
            } else if !endIsDue, unfed.count < settings.update.samples, let frame = try await input.nextFrame() {
                unfed += frame.samples
                endIsDue = frame.endsUtterance
            } else if unfed.isEmpty {
                phase = .finished
                let recognizer = recognizer
                timeline.close(words: try await worker.run { recognizer.finish() }, at: fed, reason: .endOfInput)
            } else {
                try await feed(Array(unfed.prefix(settings.update.samples)))
            }
        }
    }

    private func feed(_ samples: [Int16]) async throws {
        unfed.removeFirst(samples.count)
        quiet.take(samples)
        // In noise the two readings of a pause are both doubtful, and the utterance's end knows better.
        let (recognizer, pauses, quiet) = (recognizer, pauses, quiet.isDeep ? quiet.length : SampleCount(0))
        let (advance, settled) = try await worker.run {
            let advance = try recognizer.accept(samples)
            switch advance {
            case .partial(let hypothesis): return (advance, try pauses?.take(samples, quiet: quiet, heard: hypothesis.text) ?? [])
            case .endpoint:
                pauses?.begin(after: SampleCount(samples.count))
                return (advance, [])
            }
        }
        fed = fed + SampleCount(samples.count)
        switch advance {
        case .partial(let hypothesis):
            if !settled.isEmpty { timeline.settle(words: settled, at: fed) }
            timeline.update(words: hypothesis.words(upTo: fed), timed: hypothesis.timedCount, at: fed)
        case .endpoint(let words): timeline.close(words: words, at: fed, reason: .endpoint)
        }
    }
}
