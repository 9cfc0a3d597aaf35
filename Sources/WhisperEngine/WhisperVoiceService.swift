internal import PlatformSupport
public import SegmentStreaming
public import Speech
internal import Synchronization

/// Streaming recognition with Whisper (whisper.cpp 1.8): the open utterance is decoded repeatedly, and a word becomes
/// stable when two hypotheses agree on it.
///
/// ```
/// let service = try WhisperVoiceService(model: WhisperModelDescription(file: path))
/// for try await result in try await service.startListening(to: input, vocabulary: nil) where !result.isVolatile {
///     print(result.text)
/// }
/// ```
///
/// Whisper decodes complete segments; streaming uses overlapping segments as in Macháček, Dabre, Bojar 2023, "Turning
/// Whisper into Real-Time Transcription System". Silence is never decoded.
public final class WhisperVoiceService: VoiceService {
    /// Decoding cost so far.
    public struct Cost: Sendable {
        /// Time of each decoding, newest ones only.
        public internal(set) var decodings = LatencyRecorder()
        /// Total decoding time.
        public internal(set) var time = Duration.zero
        /// Total audio decoded; audio decoded twice counts twice.
        public internal(set) var audio = SampleCount(0)
        /// Hypotheses that were rejected as hallucinated, by reason.
        public internal(set) var rejections: [HypothesisFilter.Rejection: Int] = [:]
    }

    /// Always `whisper`.
    public let engineName = "whisper"
    /// Version of libwhisper, for example `1.8.5`.
    public let libraryVersion: String
    private let model: WhisperModel
    private let settings: WhisperSettings
    private let makeGate: @Sendable () -> any SpeechGate
    private let now: @Sendable () -> Duration
    private let costs = Costs()
    private let dropped: @Sendable (HypothesisFilter.Rejection) -> Void
    private let decoderCache: UtteranceDecoderCache
    private let guides = GuideCache()
    /// Duration of the self-test's decoding: a large model takes most of it for the encoder, whatever the audio.
    private let selfTestCost: Duration

    /// Loads a model whose files have been verified, and runs its self-test. This blocks for about a second; call it at
    /// start-up.
    ///
    /// - Parameters:
    ///   - description: the model.
    ///   - settings: intervals, search and filter.
    ///   - gate: creates the voice activity gate of each recognition; called from any task.
    ///   - log: receives libwhisper's later log lines, on its threads; the library has one log per process.
    ///   - dropped: called on any thread when all of an ended utterance's words are rejected as hallucinated.
    /// - Throws: `WhisperError`.
    public convenience init(
        model description: WhisperModelDescription, settings: WhisperSettings = WhisperSettings(),
        gate: @escaping @Sendable () -> any SpeechGate = { EnergyGate() }, log: (@Sendable (String) -> Void)? = nil,
        dropped: @escaping @Sendable (HypothesisFilter.Rejection) -> Void = { _ in }
    ) throws(WhisperError) {
        let clock = ContinuousClock()
        let origin = clock.now
        try self.init(model: description, settings: settings, gate: gate, log: log, dropped: dropped) {
            clock.now - origin
        }
    }

    /// Creates a service with a custom clock.
    ///
    /// - Parameter now: current time, for measuring the decoding cost.
    init(
        model description: WhisperModelDescription, settings: WhisperSettings,
        gate: @escaping @Sendable () -> any SpeechGate,
        log: (@Sendable (String) -> Void)? = nil,
        dropped: @escaping @Sendable (HypothesisFilter.Rejection) -> Void = { _ in },
        now: @escaping @Sendable () -> Duration
    ) throws(WhisperError) {
        try settings.validate()
        if let log { WhisperLog.listen(log) }
        let model = try WhisperModel(description, language: settings.language)
        let began = now()
        try Self.runSelfTest(model, description, settings)
        selfTestCost = now() - began
        self.model = model
        var settings = settings
        settings.streaming.window = min(settings.streaming.window, model.longestAudio)
        settings.streaming.decodesEndedUtterances = settings.beams > 1
        self.settings = settings
        self.now = now
        self.dropped = dropped
        makeGate = gate
        libraryVersion = model.library.version
        decoderCache = UtteranceDecoderCache()
    }

    /// Whether the word consists of letters. Whisper spells, so its vocabulary is open.
    public func canHear(_ word: String) -> Bool { NormalizedWords.words(word) == [word] }

    /// Decoding cost so far, of all recognitions together.
    public var cost: Cost { costs.current }

    /// Starts a recognition; see `VoiceService`.
    public func startListening(to input: any AudioInput, vocabulary: RecognitionVocabulary?) async throws
        -> VoiceResults
    {
        let decoder = try await makeDecoder(vocabulary)
        let session = SegmentSession(
            input: input, decoder: decoder, settings: settings.streaming, gate: makeGate(), cost: selfTestCost, now: now
        )
        return VoiceResults { try await session.next() }
    }

    private func makeDecoder(_ vocabulary: RecognitionVocabulary?) async throws -> WhisperSegmentDecoder {
        let worker = SerialWorker(label: engineName)
        let (model, settings, costs, guides, dropped) = (model, settings, costs, guides, dropped)
        let (decoder, guide) = try await worker.run {
            (
                try WhisperDecoder(model: model, settings: settings),
                guides.guide(for: vocabulary) {
                    VocabularyGuide(
                        vocabulary, use: settings.vocabulary, language: settings.language, model: model)
                }
            )
        }
        return WhisperSegmentDecoder(
            decoder: decoder, guide: guide, worker: worker, filter: HypothesisFilter(settings: settings.filter)
        ) {
            costs.add($0, $1)
        } reject: {
            costs.add($0)
            if $1 { dropped($0) }
        }
    }

    /// Runs the self-test. A valid handle proves nothing, because the library loads files without weights.
    private static func runSelfTest(
        _ model: WhisperModel, _ description: WhisperModelDescription, _ settings: WhisperSettings
    )
        throws(WhisperError)
    {
        let decoder = try WhisperDecoder(model: model, settings: settings)
        let clip = description.selfTest?.samples ?? TestTone.samples
        let limit = model.longestAudio.samples
        let hypothesis: SegmentHypothesis
        do {
            hypothesis = try decoder.decode(
                clip.prefix(limit), guide: VocabularyGuide(nil, use: .none, model: model), isFinal: true,
                abort: AbortFlag())
        } catch {
            throw error as? WhisperError ?? .stateRefused
        }
        guard hypothesis.isValid else {
            throw .selfTestFailed(heard: "no valid output", expected: description.selfTest?.text ?? "")
        }
        guard let test = description.selfTest else { return }
        let text = hypothesis.words(onset: 0).map(\.text).joined(separator: " ")
        guard test.text.map({ NormalizedWords.words($0).joined(separator: " ") == text }) ?? !text.isEmpty else {
            throw .selfTestFailed(heard: text, expected: test.text ?? "any words")
        }
    }
}

extension WhisperVoiceService: UtteranceRecognizer {
    /// Recognises one utterance; see `UtteranceRecognizer`.
    public func recognize(_ utterance: AudioFrame, vocabulary: RecognitionVocabulary?) async throws -> [TranscribedWord]
    {
        let limit = min(SampleCount(seconds: 30).samples, model.longestAudio.samples)
        guard utterance.samples.count <= limit else {
            throw WhisperError.utteranceTooLong(samples: utterance.samples.count, limit: limit)
        }
        var gate = makeGate()
        guard let speech = gate.speech(in: utterance.samples) else { return [] }
        let decoder = try await decoderCache.decoder(for: vocabulary) { try await self.makeDecoder(vocabulary) }
        let words = try await decoder.words(
            utterance.samples[...], onset: speech.lowerBound, speech: SampleCount(speech.count), isFinal: true)
        return words.map { $0.moved(by: utterance.start) }
    }
}

/// Caches the decoder of whole utterances, so that state and grammar are created once. Calls queue on its worker.
private actor UtteranceDecoderCache {
    private var cached: (vocabulary: RecognitionVocabulary?, decoder: WhisperSegmentDecoder)?

    func decoder(for vocabulary: RecognitionVocabulary?, make: @Sendable () async throws -> WhisperSegmentDecoder)
        async throws -> WhisperSegmentDecoder
    {
        if let cached, cached.vocabulary == vocabulary { return cached.decoder }
        let decoder = try await make()
        // Another call may have replaced it meanwhile. The later one stays, and both decoders work.
        cached = (vocabulary, decoder)
        return decoder
    }
}

/// Caches the guide of the vocabulary that was used last: a kiosk's recognitions share one.
private final class GuideCache: Sendable {
    private let cached = Mutex<(vocabulary: RecognitionVocabulary?, guide: VocabularyGuide)?>(nil)

    func guide(for vocabulary: RecognitionVocabulary?, make: () -> VocabularyGuide) -> VocabularyGuide {
        cached.withLock { cached in
            if let cached, cached.vocabulary == vocabulary { return cached.guide }
            let guide = make()
            cached = (vocabulary, guide)
            return guide
        }
    }
}

/// Accumulates decoding costs, from any thread.
private final class Costs: Sendable {
    private let state = Mutex(WhisperVoiceService.Cost())

    var current: WhisperVoiceService.Cost { state.withLock { $0 } }

    func add(_ rejection: HypothesisFilter.Rejection) { state.withLock { $0.rejections[rejection, default: 0] += 1 } }

    func add(_ time: Duration, _ audio: SampleCount) {
        state.withLock { cost in
            cost.decodings.record(time)
            cost.time += time
            cost.audio = cost.audio + audio
        }
    }
}

/// A test signal for models without a self-test: one second of a rising tone.
private enum TestTone {
    static let samples: [Int16] = (0..<SampleRate.speech).map { index in
        // A triangle wave whose period falls from 160 to 80 samples.
        let period = 160 - 80 * index / SampleRate.speech
        let phase = index % period
        return Int16(clamping: (phase < period / 2 ? phase : period - phase) * 12_000 / period - 3_000)
    }
}
