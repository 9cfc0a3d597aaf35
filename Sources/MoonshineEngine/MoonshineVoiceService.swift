public import Moonshine
internal import PlatformSupport
public import SegmentStreaming
public import Speech
internal import Synchronization

/// Streaming recognition of free English text with Moonshine: the open utterance is decoded repeatedly, and a word
/// becomes stable when two hypotheses agree on it.
///
/// ```
/// let service = try MoonshineVoiceService(model: MoonshineModel(bytes))
/// for try await result in try await service.startListening(to: input, vocabulary: nil) where !result.isVolatile {
///     print(result.text)
/// }
/// ```
///
/// The names of a vocabulary, or its phrases where it has no names, are preferred and exclude nothing. With lead-ins,
/// a request for one of them is taken where it is nearly as likely as the text found, and words are stable only at the
/// end of the utterance. Silence is never decoded.
public final class MoonshineVoiceService: VoiceService {
    /// Always `moonshine`.
    public let engineName = "moonshine"
    private let model: MoonshineModel
    private let settings: MoonshineSettings
    private let makeGate: @Sendable () -> any SpeechGate
    private let now: @Sendable () -> Duration
    private let newest = Mutex<Preferences?>(nil)

    /// Creates a service.
    ///
    /// - Parameters:
    ///   - model: the model.
    ///   - selfTest: a recording and its words, which the model must recognise; this takes about 0.1 s.
    ///   - settings: streaming and search.
    ///   - gate: creates the voice activity gate of each recognition; called from any task.
    /// - Throws: `MoonshineError`.
    public convenience init(
        model: MoonshineModel, selfTest: (samples: [Int16], text: String)? = nil,
        settings: MoonshineSettings = MoonshineSettings(),
        gate: @escaping @Sendable () -> any SpeechGate = { EnergyGate() }
    ) throws(MoonshineError) {
        let clock = ContinuousClock()
        let origin = clock.now
        try self.init(model: model, selfTest: selfTest, settings: settings, gate: gate) { clock.now - origin }
    }

    /// Creates a service with a custom clock.
    ///
    /// - Parameter now: current time, for measuring the decoding cost.
    init(
        model: MoonshineModel, selfTest: (samples: [Int16], text: String)? = nil, settings: MoonshineSettings,
        gate: @escaping @Sendable () -> any SpeechGate, now: @escaping @Sendable () -> Duration
    ) throws(MoonshineError) {
        try settings.validate()
        if let selfTest {
            let hypothesis = SegmentHypothesis(model.transcribe(selfTest.samples[...]))
            let heard = hypothesis.words(onset: 0).map(\.text)
            guard heard == NormalizedWords.words(selfTest.text) else {
                throw .selfTestFailed(heard: heard.joined(separator: " "), expected: selfTest.text)
            }
        }
        self.model = model
        var settings = settings
        settings.streaming.decodesEndedUtterances = settings.beams > 1
        self.settings = settings
        self.now = now
        makeGate = gate
    }

    /// Whether the word consists of letters. Moonshine spells, so its vocabulary is open.
    public func canHear(_ word: String) -> Bool { NormalizedWords.words(word) == [word] }

    /// Starts a recognition; see `VoiceService`.
    public func startListening(to input: any AudioInput, vocabulary: RecognitionVocabulary?) async throws
        -> VoiceResults
    {
        var streaming = settings.streaming
        if !(vocabulary?.leadIns ?? []).isEmpty {
            // A request replaces the text from its first word, once the utterance has ended.
            streaming.agreement.requiredUpdates = .max
            streaming.agreement.uncertainUpdates = .max
        }
        let session = SegmentSession(
            input: input, decoder: makeDecoder(vocabulary), settings: streaming, gate: makeGate(), now: now)
        return VoiceResults { try await session.next() }
    }

    private func makeDecoder(_ vocabulary: RecognitionVocabulary?) -> MoonshineSegmentDecoder {
        let preferences = preferences(vocabulary)
        return MoonshineSegmentDecoder(
            model: model, settings: settings, hotwords: preferences.hotwords, requests: preferences.requests)
    }

    /// The preferences of a vocabulary, made once for those of successive recognitions with the same one.
    private func preferences(_ vocabulary: RecognitionVocabulary?) -> Preferences {
        newest.withLock { newest in
            if let newest, newest.vocabulary == vocabulary { return newest }
            let names = vocabulary?.names ?? [], phrases = names.isEmpty ? vocabulary?.phrases ?? [] : names
            var made = Preferences(vocabulary: vocabulary)
            if let leadIns = vocabulary?.leadIns, !leadIns.isEmpty, !phrases.isEmpty {
                made.requests = model.requests(for: phrases, leadIns: leadIns, margin: settings.requestMargin)
            } else if !phrases.isEmpty {
                made.hotwords = model.hotwords(phrases, tokenBonus: settings.hotwordBonus)
            }
            newest = made
            return made
        }
    }

    /// What a search prefers, as tokens.
    private struct Preferences: Sendable {
        let vocabulary: RecognitionVocabulary?
        var hotwords = MoonshineModel.HotwordList.none
        var requests: MoonshineModel.RequestList?
    }
}

extension MoonshineVoiceService: UtteranceRecognizer {
    /// Recognises one utterance; see `UtteranceRecognizer`.
    public func recognize(_ utterance: AudioFrame, vocabulary: RecognitionVocabulary?) async throws -> [TranscribedWord]
    {
        let limit = MoonshineModel.longestAudio.samples
        guard utterance.samples.count <= limit else {
            throw MoonshineError.utteranceTooLong(samples: utterance.samples.count, limit: limit)
        }
        var gate = makeGate()
        guard let speech = gate.speech(in: utterance.samples) else { return [] }
        let words = try await makeDecoder(vocabulary).words(
            utterance.samples[...], onset: speech.lowerBound, speech: SampleCount(speech.count), isFinal: true)
        return words.map { $0.moved(by: utterance.start) }
    }
}
