internal import Ordering
public import Speech

/// From an engine's results to the text of an utterance and of a session.
///
/// A value with one owner. `processIncoming` takes volatile and stable results; when the utterance is complete, the
/// owner calls `stabilize`, understands `state.stable`, then `appendToSession` and `markProcessed`, after which the
/// next utterance is open. What an engine says again is left out; a guest who says the same again is heard again, for
/// which results should come with their spans. Holds a fixed amount of text, however long the session.
public struct TranscriptPipeline: Sendable {
    /// Most utterances in `TranscriptState.sessionAccumulated`.
    public static let mostUtterances = 50
    /// Most characters in `TranscriptState.sessionAccumulated`.
    public static let mostCharacters = 4_000

    /// What is known now.
    public private(set) var state = TranscriptState()

    private struct Piece: Sendable {
        var raw = ""
        var words: [String] = []
        var span: SpeechSpan?
    }

    private let normalizer: TranscriptNormalizer
    private var filter = RepeatFilter()
    private var stable = Piece()
    private var volatile = Piece()
    private var isInSession = false
    private var session: [String] = []

    public init(normalizer: TranscriptNormalizer) { self.normalizer = normalizer }

    /// Takes a text of the open utterance.
    ///
    /// - Parameters:
    ///   - text: what the engine heard, any text. One that is longer than a transcript may be is left out, and
    ///     `TranscriptState.isTooLong` set.
    ///   - isFinal: whether it is stable and follows what was stable before; otherwise it replaces all that was
    ///     volatile.
    ///   - span: the samples it speaks for. Without it only words can tell what is said again.
    @discardableResult
    public mutating func processIncoming(_ text: String, isFinal: Bool, span: SpeechSpan? = nil) -> TranscriptState {
        guard let spoken = SpokenWords(transcript: text) else {
            take(Piece(span: span), isFinal: isFinal)
            state.isTooLong = true
            return state
        }
        let words = filter.unheard(spoken.words, span: span)
        take(
            Piece(
                raw: words.count == spoken.words.count ? text : words.joined(separator: " "), words: words, span: span),
            isFinal: isFinal)
        return state
    }

    /// Takes a result of an engine, whose words have their own spans.
    @discardableResult
    public mutating func processIncoming(_ result: VoiceTranscriptionResult) -> TranscriptState {
        let text = filter.unheard(result).map(\.text).joined(separator: " ")
        let spoken = SpokenWords(transcript: text)
        take(
            Piece(raw: spoken == nil ? "" : text, words: spoken?.words ?? [], span: result.span),
            isFinal: !result.isVolatile)
        if spoken == nil { state.isTooLong = true }
        return state
    }

    /// Makes the volatile words stable, as when the utterance is over.
    ///
    /// - Returns: the utterance in normal form.
    @discardableResult
    public mutating func stabilize() -> String {
        if !volatile.words.isEmpty { take(volatile, isFinal: true) }
        return state.stable
    }

    /// Adds the stable words of the open utterance to the session, once; the oldest utterances make room.
    public mutating func appendToSession() {
        guard !isInSession, !state.stable.isEmpty else { return }
        isInSession = true
        session.append(state.stable)
        var characters = session.reduce(0) { $0 + $1.utf8.count + 1 }
        while session.count > 1, session.count > Self.mostUtterances || characters > Self.mostCharacters {
            characters -= session.removeFirst().utf8.count + 1
        }
        state.sessionAccumulated = session.joined(separator: " ")
    }

    /// Ends the open utterance: its stable words are done. Volatile words go on as the next one.
    public mutating func markProcessed() {
        state.lastProcessed = state.stable
        stable = Piece()
        openNext()
    }

    /// Drops the open utterance; its samples count as heard.
    public mutating func discardUtterance() {
        stabilize()
        stable = Piece()
        openNext()
    }

    /// Everything said in the session with the open utterance, in normal form.
    public var fullSessionTranscript: String {
        // Together with volatile words stable ones may be read otherwise: "ice" and "late".
        ((isInSession ? session.dropLast() : session) + [state.normalized]).filter { !$0.isEmpty }.joined(
            separator: " ")
    }

    /// Forgets everything, as for a new guest or a new stream of audio.
    public mutating func reset() { self = TranscriptPipeline(normalizer: normalizer) }

    /// Characters and words held, for the test that they are bounded.
    var held: Int {
        session.reduce(0) { $0 + $1.utf8.count } + state.sessionAccumulated.utf8.count + state.raw.utf8.count
            + state.normalized.utf8.count
            + state.lastProcessed.utf8.count + stable.raw.utf8.count + volatile.raw.utf8.count + filter.heldWords
    }

    private mutating func openNext() {
        isInSession = false
        state.isTooLong = false
        update()
    }

    private mutating func take(_ piece: Piece, isFinal: Bool) {
        guard isFinal else {
            volatile = fitting(piece)
            update()
            return
        }
        let fitted = fitting(piece)
        stable.raw = [stable.raw, fitted.raw].filter { !$0.isEmpty }.joined(separator: " ")
        stable.words += fitted.words
        if let span = fitted.span, !fitted.words.isEmpty || stable.span != nil {
            stable.span = SpeechSpan(start: stable.span?.start ?? span.start, end: span.end)
        }
        volatile = Piece()
        filter.keep(piece.words, utterance: stable.words, span: piece.span)
        update()
    }

    /// The piece without what would make the utterance too long.
    private mutating func fitting(_ piece: Piece) -> Piece {
        let rest = SpokenWords.mostWords - stable.words.count
        guard piece.words.count > rest || stable.raw.utf8.count + piece.raw.utf8.count > SpokenWords.mostCharacters * 4
        else { return piece }
        state.isTooLong = true
        let words = Array(piece.words.prefix(max(0, rest)))
        let fits = words.reduce(stable.raw.utf8.count) { $0 + $1.utf8.count + 1 } <= SpokenWords.mostCharacters * 4
        return fits ? Piece(raw: words.joined(separator: " "), words: words, span: piece.span) : Piece(span: piece.span)
    }

    private mutating func update() {
        state.raw = [stable.raw, volatile.raw].filter { !$0.isEmpty }.joined(separator: " ")
        state.stable = normalizer.normalize(stable.words).joined(separator: " ")
        state.normalized =
            volatile.words.isEmpty
            ? state.stable : normalizer.normalize(stable.words + volatile.words).joined(separator: " ")
        state.startedAt = stable.span?.start ?? (volatile.words.isEmpty ? nil : volatile.span?.start)
    }
}
