internal import PlatformSupport
public import Speech
internal import Synchronization

/// Whisper (whisper.cpp 1.8) behind `VoiceService`: the open utterance is read again and again, and a word is stable
/// when two readings agree on it.
///
/// Whisper reads whole stretches of audio; streaming is made of overlapping readings as in Macháček, Dabre, Bojar 2023,
/// "Turning Whisper into Real-Time Transcription System". Silence is not read at all.
public final class WhisperVoiceService: VoiceService {
    /// What readings have cost so far.
    public struct Cost: Sendable {
        /// Time of each reading, newest ones only.
        public internal(set) var readings = LatencyRecorder()
        /// Time of all readings together.
        public internal(set) var time = Duration.zero
        /// Audio of all readings together; audio that was read twice counts twice.
        public internal(set) var audio = SampleCount(0)
    }

    public let engineName = "whisper"
    /// Version of libwhisper, for example `1.8.5`.
    public let libraryVersion: String
    private let model: WhisperModel
    private let settings: WhisperSettings
    private let makeGate: @Sendable () -> any SpeechGate
    private let now: @Sendable () -> Duration
    private let costs = Costs()
    private let utterances: UtteranceQueue

    /// Loads a model whose files have been verified and lets it hear its self-test. Blocks for a second or so; call it
    /// at start-up.
    ///
    /// - Parameters:
    ///   - gate: makes the gate of each recognition, called from any task.
    ///   - log: gets libwhisper's lines from now on, on its threads; the library has one log for the whole process.
    /// - Throws: `WhisperError`.
    public convenience init(
        model description: WhisperModelDescription, settings: WhisperSettings = WhisperSettings(),
        gate: @escaping @Sendable () -> any SpeechGate = { EnergyGate() }, log: (@Sendable (String) -> Void)? = nil
    ) throws(WhisperError) {
        let clock = ContinuousClock()
        let origin = clock.now
        try self.init(model: description, settings: settings, gate: gate, log: log) { clock.now - origin }
    }

    /// - Parameter now: the time that readings are measured by, to keep their cost below real time.
    init(
        model description: WhisperModelDescription, settings: WhisperSettings,
        gate: @escaping @Sendable () -> any SpeechGate,
        log: (@Sendable (String) -> Void)? = nil, now: @escaping @Sendable () -> Duration
    ) throws(WhisperError) {
        try settings.validate()
        if let log { WhisperLog.listen(log) }
        let model = try WhisperModel(description, language: settings.language)
        try Self.test(model, description, settings)
        self.model = model
        var settings = settings
        settings.window = min(settings.window, model.longestAudio)
        self.settings = settings
        self.now = now
        makeGate = gate
        libraryVersion = model.library.version
        utterances = UtteranceQueue()
    }

    /// Whisper spells what it hears, so it can hear any word that is made of letters.
    public func canHear(_ word: String) -> Bool { NormalizedWords.words(word) == [word] }

    /// What readings have cost so far, of all recognitions together.
    public var cost: Cost { costs.current }

    public func startListening(to input: any AudioInput, vocabulary: RecognitionVocabulary?) async throws
        -> VoiceResults
    {
        let reader = try await makeReader(vocabulary)
        let session = WhisperSession(input: input, reader: reader, settings: settings, gate: makeGate(), now: now)
        return VoiceResults { try await session.next() }
    }

    private func makeReader(_ vocabulary: RecognitionVocabulary?) async throws -> WhisperWindowDecoder {
        let worker = SerialWorker(label: engineName)
        let (model, settings, costs) = (model, settings, costs)
        let (decoder, guide) = try await worker.run {
            (
                try WhisperDecoder(model: model, settings: settings),
                VocabularyGuide(vocabulary, use: settings.vocabulary, model: model)
            )
        }
        return WhisperWindowDecoder(
            decoder: decoder, guide: guide, worker: worker, check: HypothesisFilter(settings: settings.belief)
        ) { costs.add($0, $1) }
    }

    /// A handle that is not NULL proves nothing: the library takes files without weights. So the model has to hear
    /// something.
    private static func test(_ model: WhisperModel, _ description: WhisperModelDescription, _ settings: WhisperSettings)
        throws(WhisperError)
    {
        let decoder = try WhisperDecoder(model: model, settings: settings)
        let clip = description.selfTest?.samples ?? TestTone.samples
        let limit = model.longestAudio.samples
        let reading: WhisperHypothesis
        do {
            reading = try decoder.read(
                clip.prefix(limit), guide: VocabularyGuide(nil, use: .none, model: model), isFinal: true,
                abort: AbortFlag())
        } catch {
            throw error as? WhisperError ?? .stateRefused
        }
        guard decoder.hasSoundOutput() else {
            throw .selfTestFailed(heard: "no sound numbers", expected: description.selfTest?.text ?? "")
        }
        guard let test = description.selfTest else { return }
        let heard = reading.words(onset: 0).map(\.text).joined(separator: " ")
        guard test.text.map({ NormalizedWords.words($0).joined(separator: " ") == heard }) ?? !heard.isEmpty else {
            throw .selfTestFailed(heard: heard, expected: test.text ?? "any words")
        }
    }
}

extension WhisperVoiceService: UtteranceRecognizer {
    public func recognize(_ utterance: AudioFrame, vocabulary: RecognitionVocabulary?) async throws -> [TranscribedWord]
    {
        let limit = min(SampleCount(seconds: 30).samples, model.longestAudio.samples)
        guard utterance.samples.count <= limit else {
            throw WhisperError.utteranceTooLong(samples: utterance.samples.count, limit: limit)
        }
        var gate = makeGate()
        let block = SampleCount(seconds: 0.01).samples
        var speech: Range<Int>?
        for start in stride(from: 0, to: utterance.samples.count, by: block) {
            let part = start..<min(start + block, utterance.samples.count)
            if gate.isSpeech(utterance.samples[part]) { speech = (speech?.lowerBound ?? start)..<part.upperBound }
        }
        guard let speech else { return [] }
        let reader = try await utterances.reader(for: vocabulary) { try await self.makeReader(vocabulary) }
        let words = try await reader.words(
            utterance.samples[...], onset: speech.lowerBound, speech: SampleCount(speech.count), isFinal: true)
        return words.map { word in
            let span = SpeechSpan(
                start: utterance.start + SampleCount(word.span.start.samples),
                end: utterance.start + SampleCount(word.span.end.samples))
            return TranscribedWord(text: word.text, span: span, confidence: word.confidence)
        }
    }
}

/// Keeps the reader of whole utterances, so that working memory and grammar are made once. Readings queue on its
/// worker.
private actor UtteranceQueue {
    private var kept: (vocabulary: RecognitionVocabulary?, reader: WhisperWindowDecoder)?

    func reader(for vocabulary: RecognitionVocabulary?, make: @Sendable () async throws -> WhisperWindowDecoder)
        async throws -> WhisperWindowDecoder
    {
        if let kept, kept.vocabulary == vocabulary { return kept.reader }
        let reader = try await make()
        // Another call may have come in between; the later one stays, and both readers work.
        kept = (vocabulary, reader)
        return reader
    }
}

/// Adds up what readings cost, from any thread.
private final class Costs: Sendable {
    private let state = Mutex(WhisperVoiceService.Cost())

    var current: WhisperVoiceService.Cost { state.withLock { $0 } }

    func add(_ time: Duration, _ audio: SampleCount) {
        state.withLock { cost in
            cost.readings.record(time)
            cost.time += time
            cost.audio = cost.audio + audio
        }
    }
}

/// A sound for models without a self-test clip: one second of a rising tone.
private enum TestTone {
    static let samples: [Int16] = (0..<SampleRate.speech).map { index in
        // A triangle wave whose period shrinks from 160 to 80 samples.
        let period = 160 - 80 * index / SampleRate.speech
        let phase = index % period
        return Int16(clamping: (phase < period / 2 ? phase : period - phase) * 12_000 / period - 3_000)
    }
}
