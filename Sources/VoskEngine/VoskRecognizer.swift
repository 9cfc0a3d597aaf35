internal import CVosk
internal import Foundation
internal import Speech

/// A live recogniser of libvosk. It exists only with a valid handle, so no call can pass NULL on.
///
/// Not thread-safe: its owner calls it from one serial worker.
final class VoskRecognizer: @unchecked Sendable {
    // Sendable: handed to the session's SerialWorker, which is the only place its methods are called from.
    enum Advance: Equatable, Sendable {
        /// What was said since the utterance began; it may change.
        case partial(VoskHypothesis)
        /// The engine heard the end of an utterance: its final words, and the newest audio, which the next one will
        /// hear again.
        case endpoint([TranscribedWord], again: [Int16])
    }

    private let model: VoskModel
    private let handle: OpaquePointer
    private var decoder = VoskResultDecoder()
    private var recent: RecentAudio
    /// Position after the newest sample.
    private var fed = SamplePosition.zero
    /// What the open utterance will hear before anything else.
    private var again: [Int16] = []
    /// How far libvosk's clock is ahead of the stream, because it has heard some audio again.
    private var ahead = SampleCount(0)

    /// - Parameter vocabulary: phrases for the run-time grammar, or `nil` for the model's own graph.
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
        recent = RecentAudio(model.endpointRules)
        model.library.recognizerSetWords(handle, 1)
    }

    deinit { model.library.recognizerFree(handle) }

    /// Results whose JSON could not be read, each taken as "no words".
    var malformedResults: Int { decoder.malformedResults }

    /// Feeds samples (`vosk_recognizer_accept_waveform_s`) and reads what the engine makes of the utterance now.
    ///
    /// - Parameter stableEnd: where the last word ends that will not change: nobody hears it again.
    func accept(_ samples: [Int16], stableEnd: SamplePosition = .zero) throws(VoskError) -> Advance {
        guard try feed(samples) else { return .partial(hypothesis()) }
        return .endpoint(endpoint(behind: stableEnd), again: again)
    }

    /// Feeds samples without a look at what is open, and returns the final words where an utterance ended.
    func decode(_ samples: [Int16]) throws(VoskError) -> [TranscribedWord] {
        try feed(samples) ? endpoint(behind: .zero) : []
    }

    /// Flushes the tail (`vosk_recognizer_final_result`) and returns the final words of the open utterance. What is
    /// accepted afterwards belongs to the next one; its times still count from the first sample.
    func finish() throws(VoskError) -> [TranscribedWord] {
        try hearAgain()
        return flush()
    }

    /// As `finish`, but hears nothing again: right behind an end of the engine's own there are no words.
    func flush() -> [TranscribedWord] {
        again = []
        recent.forget(isEnd: true)
        return placed(decoder.finalWords(Self.text(model.library.recognizerFinalResult(handle))))
    }

    /// All that was accepted is read and known: no other utterance is to hear it again.
    func forgetRecent() { recent.forget(isEnd: false) }

    /// The final words of an utterance that the engine has ended.
    private func endpoint(behind stableEnd: SamplePosition) -> [TranscribedWord] {
        again = recent.endpoint(behind: fed - stableEnd)
        return placed(decoder.finalWords(Self.text(model.library.recognizerResult(handle))))
    }

    private func hearAgain() throws(VoskError) {
        guard !again.isEmpty else { return }
        // What waits to be decoded would come before it; libvosk drops that only at the end of an utterance of its own.
        try accept(raw: [0])
        _ = model.library.recognizerFinalResult(handle)
        let samples = again
        again = []
        ahead = SampleCount(ahead.samples + 1 + samples.count)
        try accept(raw: samples)
    }

    /// Words of libvosk at their places in the stream.
    private func placed(_ words: [TranscribedWord]) -> [TranscribedWord] {
        guard ahead.samples > 0 else { return words }
        return words.map { word in
            func place(_ position: SamplePosition) -> SamplePosition {
                SamplePosition(max(0, position.samples - ahead.samples))
            }
            return TranscribedWord(
                text: word.text, span: SpeechSpan(start: place(word.span.start), end: place(word.span.end)),
                confidence: word.confidence)
        }
    }

    /// - Returns: whether an utterance ended.
    private func feed(_ samples: [Int16]) throws(VoskError) -> Bool {
        if !samples.isEmpty { try hearAgain() }
        recent.take(samples)
        fed = fed + SampleCount(samples.count)
        return try accept(raw: samples)
    }

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

    /// Reads the newest words twice: as bare text, which is there at once, and with times, which the decoder gives only
    /// for the part of its lattice that it has determinised, up to two seconds later.
    private func hypothesis() -> VoskHypothesis {
        model.library.recognizerSetPartialWords(handle, 0)
        let text = decoder.partialText(Self.text(model.library.recognizerPartialResult(handle)))
        guard !text.isEmpty else { return VoskHypothesis(text: [], timed: []) }
        model.library.recognizerSetPartialWords(handle, 1)
        return VoskHypothesis(
            text: text, timed: placed(decoder.partialWords(Self.text(model.library.recognizerPartialResult(handle)))))
    }

    /// A string that libvosk owns until the next call; decoded with repair of invalid UTF-8.
    private static func text(_ pointer: UnsafePointer<CChar>?) -> String {
        pointer.map { String(cString: $0) } ?? ""
    }

    /// How many unknown words the grammar counts for each word of its phrases.
    ///
    /// libvosk backs off from every word to a one-word model at a fixed price of one half, so a wrong word costs too
    /// little there. Giving most of that model to the unknown word makes each word that the phrases do not lead to
    /// about a hundred times less likely. Found by measurement on recorded orders.
    private static let unknownShare = 100

    private static func unknownWords(beside phrases: [String]) -> [String] {
        let words = phrases.reduce(0) { $0 + $1.utf8.count { $0 == UInt8(ascii: " ") } + 1 }
        let block = 1_000
        let phrase = Array(repeating: VoskResultDecoder.unknownWord, count: block).joined(separator: " ")
        return Array(repeating: phrase, count: max(1, words * unknownShare / block))
    }

    /// The grammar as JSON, of words the dictionary holds only: libvosk would drop others in silence.
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
        if vocabulary.allowsUnknownWords { phrases += unknownWords(beside: phrases) }
        return (try? JSONEncoder().encode(phrases)).map { String(decoding: $0, as: UTF8.self) }
    }
}
