/// Turns an engine's successive hypotheses into results that satisfy the `VoiceService` contract on spans and
/// stability.
///
/// Used by engines that give a new hypothesis of the open utterance on each update.
///
/// ```
/// var timeline = ResultTimeline(agreement: LocalAgreement())
/// timeline.update(words: hypothesis, timed: hypothesis.count, at: newest)
/// while let result = timeline.nextResult() { yield(result) }
/// ```
public struct ResultTimeline: Sendable {
    private var agreement: LocalAgreement
    /// Position up to which all results are stable.
    public private(set) var stableEnd = SamplePosition.zero
    private var shown: [String] = []
    private var utteranceHasWords = false
    private var ready: [VoiceTranscriptionResult] = []

    /// Creates a timeline at position 0.
    public init(agreement: LocalAgreement) { self.agreement = agreement }

    /// Removes and returns the next result; at most three are pending.
    public mutating func nextResult() -> VoiceTranscriptionResult? {
        ready.isEmpty ? nil : ready.removeFirst()
    }

    /// Processes the engine's newest hypothesis of the open utterance, after audio up to `newest`.
    ///
    /// - Parameter timed: number of words at its beginning that have times from the engine.
    public mutating func update(words: [TranscribedWord], timed: Int, at newest: SamplePosition) {
        let (stable, volatile) = agreement.update(hypothesis: words, timed: timed, newest: newest)
        if let last = stable.last { emitStable(stable, upTo: min(last.span.end, newest), end: nil) }
        let text = volatile.map(\.text)
        guard text != shown || !stable.isEmpty else { return }
        if !text.isEmpty { utteranceHasWords = true }
        // When every volatile word just became stable, no volatile text is left to replace.
        let replacesNothing = text.isEmpty && shown.count <= stable.count
        shown = text
        guard !replacesNothing else { return }
        let span = SpeechSpan(start: stableEnd, end: newest)
        // A word with an estimated time may seem to begin in the previous utterance.
        ready.append(VoiceTranscriptionResult(span: span, words: Self.words(volatile, within: span), isVolatile: true))
    }

    /// Processes the words since the utterance began, or was finalised last, decoded as if it ended at `newest`, while
    /// it continues.
    public mutating func finalize(words: [TranscribedWord], at newest: SamplePosition) {
        let rest = agreement.finalize(words)
        if !rest.isEmpty { emitStable(rest, upTo: newest, end: nil) }
    }

    /// Processes the engine's final hypothesis of the utterance that ended at `newest`.
    ///
    /// - Parameter isRequested: whether a frame requested the end; such an end has a result even without words.
    public mutating func close(
        words: [TranscribedWord], at newest: SamplePosition, reason: UtteranceEnd, isRequested: Bool = false
    ) {
        let rest = agreement.finish(final: words)
        // An endpoint in silence needs no result; the end of the input always has one.
        guard utteranceHasWords || !rest.isEmpty || reason == .endOfInput || isRequested else { return }
        emitStable(rest, upTo: newest, end: reason)
        shown = []
        utteranceHasWords = false
    }

    private mutating func emitStable(_ words: [TranscribedWord], upTo end: SamplePosition, end reason: UtteranceEnd?) {
        let span = SpeechSpan(start: stableEnd, end: max(end, stableEnd))
        if !words.isEmpty { utteranceHasWords = true }
        ready.append(
            VoiceTranscriptionResult(
                span: span, words: Self.words(words, within: span), isVolatile: false, utteranceEnd: reason))
        stableEnd = span.end
    }

    private static func words(_ words: [TranscribedWord], within span: SpeechSpan) -> [TranscribedWord] {
        words.map { word in
            let start = min(max(word.span.start, span.start), span.end)
            return TranscribedWord(
                text: word.text, span: SpeechSpan(start: start, end: min(word.span.end, span.end)),
                confidence: word.confidence)
        }
    }
}
