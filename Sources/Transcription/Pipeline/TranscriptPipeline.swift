internal import Ordering
public import Speech

/// Builds the transcript of an utterance and of a session from a recogniser's results.
///
/// `processIncoming` takes volatile and stable results. When the utterance is complete, call `stabilize`, parse
/// `state.stable`, then call `appendToSession` and `markProcessed` to open the next utterance. Text that the recogniser
/// repeats for the same audio is dropped. The same words in new audio are kept, so results should carry their spans.
/// Memory use is bounded, however long the session.
///
/// A value type without a clock or I/O; not thread-safe.
///
/// ```swift
/// var pipeline = TranscriptPipeline(normalizer: try TranscriptNormalizer(menu: menu))
/// pipeline.processIncoming("a large ice late", isFinal: true)
/// pipeline.stabilize()  // "a large iced latte"
/// pipeline.appendToSession()
/// pipeline.markProcessed()
/// ```
public struct TranscriptPipeline: Sendable {
    /// Most utterances in `TranscriptState.sessionAccumulated`.
    public static let mostUtterances = 50
    /// Most characters in `TranscriptState.sessionAccumulated`.
    public static let mostCharacters = 4_000

    /// The transcript as of the last call.
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

    /// - Parameter normalizer: the normaliser of the menu in use.
    public init(normalizer: TranscriptNormalizer) { self.normalizer = normalizer }

    /// Takes text of the open utterance.
    ///
    /// - Parameters:
    ///   - text: recognised text. Text beyond the length limit of a transcript is dropped and sets
    ///     `TranscriptState.isTooLong`.
    ///   - isFinal: `true` for stable text, which is appended to the stable words; `false` for volatile text, which
    ///     replaces the previous volatile text.
    ///   - span: the audio that the text covers. Without it, repetitions are recognised by their words alone.
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

    /// Takes a recogniser's result, whose words carry their own spans.
    ///
    /// - Returns: the result's words without those that lie in audio already transcribed by a stable result.
    @discardableResult
    public mutating func processIncoming(_ result: VoiceTranscriptionResult) -> [TranscribedWord] {
        let unheard = filter.unheard(result)
        let text = unheard.map(\.text).joined(separator: " ")
        let spoken = SpokenWords(transcript: text)
        take(
            Piece(raw: spoken == nil ? "" : text, words: spoken?.words ?? [], span: result.span),
            isFinal: !result.isVolatile)
        if spoken == nil { state.isTooLong = true }
        return unheard
    }

    /// Makes the volatile words stable, as at the end of an utterance.
    ///
    /// - Returns: the utterance, normalised.
    @discardableResult
    public mutating func stabilize() -> String {
        if !volatile.words.isEmpty { take(volatile, isFinal: true) }
        return state.stable
    }

    /// Appends the stable words of the open utterance to the session transcript, once. The oldest utterances are
    /// dropped beyond `mostUtterances` or `mostCharacters`.
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

    /// Ends the open utterance. Its volatile words become the beginning of the next one.
    public mutating func markProcessed() {
        state.lastProcessed = state.stable
        stable = Piece()
        openNext()
    }

    /// Drops the open utterance. Its audio counts as transcribed.
    public mutating func discardUtterance() {
        stabilize()
        stable = Piece()
        openNext()
    }

    /// The session transcript including the open utterance, normalised.
    public var fullSessionTranscript: String {
        // Volatile words can change how the stable ones normalise: "ice" followed by "late".
        ((isInSession ? session.dropLast() : session) + [state.normalized]).filter { !$0.isEmpty }.joined(
            separator: " ")
    }

    /// Clears all text, as for a new guest or a new audio stream.
    public mutating func reset() { self = TranscriptPipeline(normalizer: normalizer) }

    /// Number of characters and words held; its upper bound is tested.
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

    /// The piece, cut where the utterance would exceed the length limit.
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
