internal import PlatformSupport
public import Speech

/// Vosk (libvosk 0.3.45) behind `VoiceService`: streaming recognition with words that become stable early.
public final class VoskVoiceService: VoiceService {
    /// How results are cut and when words become stable.
    public struct Settings: Equatable, Sendable {
        /// Audio fed between two looks at the hypothesis, 20…500 ms, to which others are moved. Shorter shows words
        /// sooner and costs more.
        public let update: SampleCount
        /// When a word is steady enough to be stable.
        public var agreement: LocalAgreement.Settings

        /// Quiet after which what was said is read once more as if the utterance ended there, 0.2…1 s; `nil` for never.
        /// What reads the same then is stable. Only with the model's own language. Longer than the closure of a stop,
        /// shorter than the pause at which the engine ends an utterance (0.5 s and more).
        public var settleAfter: SampleCount?

        /// The bundled model is read 0.21 s at a time, so most updates of 50 ms bring nothing new: as many must agree
        /// as certainly hold one that does.
        public static let steady = LocalAgreement.Settings(requiredUpdates: 6, uncertainUpdates: 64)

        /// For the first pass of two: what the engine is not sure of stays open until the second reading, unless it is
        /// quiet enough for a pause to settle it.
        public static let firstPass = Self(agreement: .init(requiredUpdates: 6, uncertainUpdates: .max))

        private static let updates = SampleCount(seconds: 0.02)...SampleCount(seconds: 0.5)

        public init(
            update: SampleCount = SampleCount(800), agreement: LocalAgreement.Settings = Self.steady,
            settleAfter: SampleCount? = SampleCount(seconds: 0.3)
        ) {
            self.update = min(max(update, Self.updates.lowerBound), Self.updates.upperBound)
            self.agreement = agreement
            self.settleAfter = settleAfter
        }
    }

    public let engineName = "vosk"
    let model: VoskModel
    private let settings: Settings

    /// Loads a model whose files have been verified, and lets it hear its self-test. Takes about 0.1 s and blocks; call
    /// it at start-up.
    ///
    /// - Parameter graph: what is said, laid over the model's own language; `nil` for that alone.
    /// - Throws: `VoskError`.
    public init(model description: VoskModelDescription, graph: WordGraph? = nil, settings: Settings = Settings())
        throws(VoskError)
    {
        model = try VoskModel(description, graph: graph)
        self.settings = settings
        if let test = description.selfTest { try Self.check(model, test) }
    }

    /// A model that loads proves nothing: libvosk takes weights of another network, and hears nothing with them (fault
    /// B3).
    private static func check(_ model: VoskModel, _ test: VoskModelDescription.SelfTest) throws(VoskError) {
        let recognizer = try VoskRecognizer(model: model, vocabulary: nil)
        let words = try recognizer.decode(test.samples) + recognizer.finish()
        let heard = words.map(\.text).joined(separator: " ")
        guard heard == test.text else { throw .selfTestFailed(heard: heard, expected: test.text) }
    }

    public func canHear(_ word: String) -> Bool { model.contains(word) }

    public func startListening(to input: any AudioInput, vocabulary: RecognitionVocabulary?) async throws
        -> VoiceResults
    {
        let worker = SerialWorker(label: engineName)
        let model = model
        // A grammar costs half a second and 80 MB for each recogniser; there the last words wait for the engine's
        // endpoint.
        let pause = vocabulary == nil ? settings.settleAfter : nil
        let (recognizer, settler) = try await worker.run {
            (
                try VoskRecognizer(model: model, vocabulary: vocabulary),
                pause == nil ? nil : try VoskRecognizer(model: model, vocabulary: nil)
            )
        }
        let session = VoskSession(
            input: input, recognizer: recognizer, settler: settler, pauses: pause.map(EarlyFinalizer.init),
            worker: worker, settings: settings)
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
    /// Reads the pauses.
    private let settler: VoskRecognizer?
    private let worker: SerialWorker
    private let settings: VoskVoiceService.Settings
    private var phase = Phase.running
    private var unfed: ArraySlice<Int16> = []
    /// The utterance is over with the last of `unfed`.
    private var endIsDue = false
    private var fed = SamplePosition.zero
    /// Where the first sound of the open utterance was heard, at the earliest; `nil` while there has been nothing but
    /// silence.
    private var firstSound: SamplePosition?
    private var timeline: ResultTimeline
    private var pauses: EarlyFinalizer?
    private var quiet = TrailingSilenceDetector()

    init(
        input: any AudioInput, recognizer: VoskRecognizer, settler: VoskRecognizer?, pauses: EarlyFinalizer?,
        worker: SerialWorker,
        settings: VoskVoiceService.Settings
    ) {
        self.input = input
        self.recognizer = recognizer
        self.settler = settler
        self.pauses = pauses
        self.worker = worker
        self.settings = settings
        timeline = ResultTimeline(agreement: LocalAgreement(settings: settings.agreement))
    }

    func next() async throws -> VoiceTranscriptionResult? {
        while true {
            try Task.checkCancellation()
            if let result = timeline.nextResult() { return result }
            guard phase == .running else { return nil }
            if endIsDue, unfed.isEmpty {
                endIsDue = false
                let (recognizer, settler) = (recognizer, settler)
                let words = try await worker.run {
                    _ = settler?.flush()
                    return try recognizer.finish()
                }
                pauses?.begin()
                close(words, at: fed, reason: .endpoint, isRequested: true)
            } else if !endIsDue, unfed.count < settings.update.samples, let frame = try await input.nextFrame() {
                unfed += frame.samples
                endIsDue = frame.endsUtterance
            } else if unfed.isEmpty {
                phase = .finished
                let recognizer = recognizer
                close(try await worker.run { try recognizer.finish() }, at: fed, reason: .endOfInput)
            } else {
                try await feed(Array(unfed.prefix(settings.update.samples)))
            }
        }
    }

    private func feed(_ samples: [Int16]) async throws {
        unfed = unfed.dropFirst(samples.count)
        quiet.take(samples)
        let (recognizer, settler, stableEnd) = (recognizer, settler, timeline.stableEnd)
        let advance = try await worker.run {
            let advance = try recognizer.accept(samples, stableEnd: stableEnd)
            // Both begin the next utterance together.
            if case .endpoint = advance { _ = settler?.flush() }
            return advance
        }
        let start = fed
        fed = fed + SampleCount(samples.count)
        if firstSound == nil, !isSilent(from: start) { firstSound = start }
        switch advance {
        case .partial(let read):
            // Networks that know speech and noise make words even of the last bit of a microphone's samples.
            let hypothesis = firstSound == nil ? VoskHypothesis(text: [], timed: []) : read
            let settled = try await settle(samples, heard: hypothesis.text)
            if !settled.isEmpty {
                timeline.settle(words: settled, at: fed)
                // It was quiet until now, and what is stable is not heard again.
                try await worker.run { recognizer.forgetRecent() }
            }
            timeline.update(words: hypothesis.words(upTo: fed), timed: hypothesis.timedCount, at: fed)
        case .endpoint(let words, let again):
            pauses?.begin(after: SampleCount(samples.count), again: again)
            // An end that was asked for here has come, unless the next utterance has begun already: that is over, too.
            let isRequested = endIsDue && unfed.isEmpty && again.isEmpty
            if isRequested { endIsDue = false }
            // It ends where the next begins.
            close(words, at: SamplePosition(fed.samples - again.count), reason: .endpoint, isRequested: isRequested)
        }
    }

    /// Whether there has been nothing but silence since a position.
    private func isSilent(from position: SamplePosition) -> Bool {
        fed - position < quiet.silence + TrailingSilenceDetector.frame
    }

    /// Closes the utterance. Of silence there are no words, whatever is heard behind it, where the next one begins.
    private func close(
        _ words: [TranscribedWord], at position: SamplePosition, reason: UtteranceEnd, isRequested: Bool = false
    ) {
        let isHeard = firstSound.map { $0 < position } ?? false
        timeline.close(words: isHeard ? words : [], at: position, reason: reason, isRequested: isRequested)
        if isHeard { firstSound = isSilent(from: position) ? nil : position }
    }

    /// Reads what is due of a pause, and returns the words that it settles.
    private func settle(_ samples: [Int16], heard: [String]) async throws -> [TranscribedWord] {
        // In noise the two readings of a pause are both doubtful, and the utterance's end knows better.
        let quiet = quiet.isDeep ? quiet.length : SampleCount(0)
        guard let settler, let piece = pauses?.take(samples, quiet: quiet, heard: heard.count) else { return [] }
        let read = try await worker.run {
            let words = try settler.decode(piece.samples)
            // An end that it hears before the listening one does is read like a pause.
            return words.isEmpty && !piece.endsReading ? nil : words + settler.flush()
        }
        return read.flatMap { pauses?.settle($0, heard: heard) } ?? []
    }
}
