internal import CVosk
internal import Foundation
internal import Speech

/// A recogniser of libvosk. It exists only with a valid handle, so no call can pass NULL.
///
/// Not thread-safe: its owner calls it from one serial worker.
final class VoskRecognizer: @unchecked Sendable {
    // Sendable: passed to the session's SerialWorker, the only caller of its methods.
    enum Advance: Equatable, Sendable {
        /// The hypothesis of the open utterance, which may change.
        case partial(VoskHypothesis)
        /// The end of an utterance: its final words, and the newest audio, which the next utterance decodes carryOver.
        case endpoint([TranscribedWord], carryOver: [Int16])
    }

    private let model: VoskModel
    private let handle: OpaquePointer
    private var decoder = VoskResultDecoder()
    private var buffer: CarryOverBuffer
    /// Position after the newest sample.
    private var fed = SamplePosition.zero
    /// Audio that the open utterance decodes first.
    private var carryOver: [Int16] = []
    /// Lead of libvosk's clock over the stream, because some audio was fed again; negative where audio was skipped.
    private var clockLead = SampleCount(0)

    /// Creates a recogniser.
    ///
    /// - Parameters:
    ///   - model: a loaded model.
    ///   - vocabulary: phrases for a run-time grammar, or `nil` for the model's own graph.
    /// - Throws: `VoskError.grammarNotSupported` or `.recognizerRefused`.
    init(model: VoskModel, vocabulary: RecognitionVocabulary?) throws(VoskError) {
        let rate = Float(SampleRate.speech)
        let created: OpaquePointer?
        if let vocabulary {
            guard model.takesGrammar else { throw .grammarNotSupported }
            guard let grammar = Self.grammar(vocabulary, model: model) else { throw .recognizerRefused }
            created = model.library.recognizerNewGrammar(model.handle, rate, grammar)
        } else {
            created = model.library.recognizerNew(model.handle, rate)
        }
        guard let created else { throw .recognizerRefused }
        self.model = model
        handle = created
        buffer = CarryOverBuffer(model.endpointRules)
        model.library.recognizerSetWords(handle, 1)
    }

    deinit { model.library.recognizerFree(handle) }

    /// Number of results whose JSON could not be parsed; each counts as "no words".
    var malformedResults: Int { decoder.malformedResults }

    /// Feeds samples (`vosk_recognizer_accept_waveform_s`) and returns the current hypothesis of the utterance.
    ///
    /// - Parameters:
    ///   - samples: 16 kHz, mono.
    ///   - skipped: audio of the stream before them that is not decoded.
    ///   - stableEnd: end of the last stable word; earlier audio is not decoded again.
    func accept(
        _ samples: [Int16], after skipped: SampleCount = SampleCount(0), stableEnd: SamplePosition = .zero
    ) throws(VoskError) -> Advance {
        fed = fed + skipped
        clockLead = SampleCount(clockLead.samples - skipped.samples)
        guard try feed(samples) else { return .partial(hypothesis()) }
        return .endpoint(endpoint(stableEnd: stableEnd), carryOver: carryOver)
    }

    /// Feeds samples without requesting a hypothesis, and returns the final words if an utterance ended.
    func decode(_ samples: [Int16]) throws(VoskError) -> [TranscribedWord] {
        try feed(samples) ? endpoint(stableEnd: .zero) : []
    }

    /// Flushes the tail (`vosk_recognizer_final_result`) and returns the final words of the open utterance. Later audio
    /// belongs to the next utterance; times still count from the first sample.
    func finish() throws(VoskError) -> [TranscribedWord] {
        try feedCarryOver()
        return flush()
    }

    /// Same as `finish`, but without feeding the carry-over: right after the engine's own endpoint it holds no words.
    func flush() -> [TranscribedWord] {
        carryOver = []
        buffer.discard(endsUtterance: true)
        return inStreamTime(decoder.finalWords(Self.text(model.library.recognizerFinalResult(handle))))
    }

    /// Discards the carry-over: everything fed so far has been finalised.
    func discardCarryOver() { buffer.discard(endsUtterance: false) }

    /// Returns the final words after an endpoint of the engine.
    private func endpoint(stableEnd: SamplePosition) -> [TranscribedWord] {
        carryOver = buffer.endpoint(unstable: fed - stableEnd)
        return inStreamTime(decoder.finalWords(Self.text(model.library.recognizerResult(handle))))
    }

    private func feedCarryOver() throws(VoskError) {
        guard !carryOver.isEmpty else { return }
        // Flushes the buffered samples, which would otherwise precede the carry-over. libvosk drops them only at its
        // own endpoints.
        try accept(raw: [0])
        _ = model.library.recognizerFinalResult(handle)
        let samples = carryOver
        carryOver = []
        clockLead = SampleCount(clockLead.samples + 1 + samples.count)
        try accept(raw: samples)
    }

    /// Returns words with times in the stream instead of libvosk's clock.
    private func inStreamTime(_ words: [TranscribedWord]) -> [TranscribedWord] {
        guard clockLead.samples != 0 else { return words }
        return words.map { word in
            func shifted(_ position: SamplePosition) -> SamplePosition {
                SamplePosition(max(0, position.samples - clockLead.samples))
            }
            return TranscribedWord(
                text: word.text, span: SpeechSpan(start: shifted(word.span.start), end: shifted(word.span.end)),
                confidence: word.confidence)
        }
    }

    /// Feeds samples.
    ///
    /// - Returns: whether an utterance ended.
    private func feed(_ samples: [Int16]) throws(VoskError) -> Bool {
        if !samples.isEmpty { try feedCarryOver() }
        buffer.process(samples)
        fed = fed + SampleCount(samples.count)
        return try accept(raw: samples)
    }

    /// Passes samples to libvosk.
    ///
    /// - Returns: whether an utterance ended.
    @discardableResult
    private func accept(raw samples: [Int16]) throws(VoskError) -> Bool {
        guard let count = Int32(exactly: samples.count), count > 0 else { return false }
        let status = samples.withUnsafeBufferPointer { buffer in
            buffer.baseAddress.map { model.library.recognizerAccept(handle, $0, count) } ?? -1
        }
        guard status >= 0 else { throw .decodingFailed(samples: samples.count) }
        return status == 1
    }

    /// Requests the newest words twice: as text, which is available at once, and with times, which the decoder provides
    /// only for the determinised part of its lattice, up to two seconds later.
    private func hypothesis() -> VoskHypothesis {
        model.library.recognizerSetPartialWords(handle, 0)
        let text = decoder.partialText(Self.text(model.library.recognizerPartialResult(handle)))
        guard !text.isEmpty else { return VoskHypothesis(text: [], timed: []) }
        model.library.recognizerSetPartialWords(handle, 1)
        return VoskHypothesis(
            text: text,
            timed: inStreamTime(decoder.partialWords(Self.text(model.library.recognizerPartialResult(handle)))))
    }

    /// Copies a string that libvosk owns until the next call, with repair of invalid UTF-8.
    private static func text(_ pointer: UnsafePointer<CChar>?) -> String {
        pointer.map { String(cString: $0) } ?? ""
    }

    /// Unknown words in the grammar per word of its phrases.
    ///
    /// libvosk backs off from every word to a unigram model with a fixed weight of one half, so a wrong word is too
    /// cheap there. Giving most of the unigram probability to the unknown word makes each word outside the phrases
    /// about a hundred times less likely. Found by measurement on recorded orders.
    private static let unknownRatio = 100

    private static func unknownWords(_ unknown: String, beside phrases: [String]) -> [String] {
        let words = phrases.reduce(0) { $0 + $1.utf8.count { $0 == UInt8(ascii: " ") } + 1 }
        let block = 1_000
        let phrase = Array(repeating: unknown, count: block).joined(separator: " ")
        return Array(repeating: phrase, count: max(1, words * unknownRatio / block))
    }

    /// Returns the grammar as JSON, without phrases that contain unknown words, because libvosk would drop those
    /// silently.
    private static func grammar(_ vocabulary: RecognitionVocabulary, model: VoskModel) -> String? {
        var known: [Substring: Bool] = [:]
        var phrases = vocabulary.phrases.filter { phrase in
            let words = phrase.split(separator: " ")
            return !words.isEmpty
                && words.allSatisfy { word in
                    if let answer = known[word] { return answer }
                    let answer = model.contains(String(word))
                    known[word] = answer
                    return answer
                }
        }
        guard !phrases.isEmpty else { return nil }
        // libvosk complains a million times of a word that the model lacks.
        if vocabulary.allowsUnknownWords, let unknown = VoskResultDecoder.unknownWords.first(where: model.contains) {
            phrases += unknownWords(unknown, beside: phrases)
        }
        return (try? JSONEncoder().encode(phrases)).map { String(decoding: $0, as: UTF8.self) }
    }
}
