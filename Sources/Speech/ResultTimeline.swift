/// Turns an engine's successive hypotheses into results that keep the `VoiceService` promises on spans and stability.
///
/// Engines that re-read the open utterance on every update share this: feed it hypotheses, take results from it.
public struct ResultTimeline: Sendable {
    private var agreement: LocalAgreement
    /// Position up to which all is said.
    public private(set) var stableEnd = SamplePosition.zero
    private var shown: [String] = []
    private var utteranceHasWords = false
    private var ready: [VoiceTranscriptionResult] = []

    public init(agreement: LocalAgreement) { self.agreement = agreement }

    /// Takes the next result in order; at most three are ever waiting.
    public mutating func takeResult() -> VoiceTranscriptionResult? {
        ready.isEmpty ? nil : ready.removeFirst()
    }

    /// The engine's newest reading of the open utterance, after audio up to `newest`.
    ///
    /// - Parameter timed: how many words at its beginning the engine has timed.
    public mutating func update(words: [TranscribedWord], timed: Int, at newest: SamplePosition) {
        let (stable, volatile) = agreement.update(hypothesis: words, timed: timed, newest: newest)
        if let last = stable.last { emitStable(stable, upTo: min(last.span.end, newest), end: nil) }
        let text = volatile.map(\.text)
        guard text != shown || !stable.isEmpty else { return }
        if !text.isEmpty { utteranceHasWords = true }
        // When every volatile word just became stable there is nothing left to replace.
        let replacesNothing = text.isEmpty && shown.count <= stable.count
        shown = text
        guard !replacesNothing else { return }
        let span = SpeechSpan(start: stableEnd, end: newest)
        // Words whose times are estimated may seem to begin in the utterance before.
        ready.append(VoiceTranscriptionResult(span: span, words: Self.words(volatile, within: span), isVolatile: true))
    }

    /// The words since the utterance began or was settled last, read as if it ended at `newest`, while it goes on.
    public mutating func settle(words: [TranscribedWord], at newest: SamplePosition) {
        let rest = agreement.settle(words)
        if !rest.isEmpty { emitStable(rest, upTo: newest, end: nil) }
    }

    /// The engine's final reading of the utterance that ended at `newest`.
    ///
    /// - Parameter isRequested: whether a frame asked for the end; that is answered even where there was no word.
    public mutating func close(
        words: [TranscribedWord], at newest: SamplePosition, reason: UtteranceEnd, isRequested: Bool = false
    ) {
        let rest = agreement.finish(final: words)
        // An endpoint in silence closes nothing and is not worth a result; the end of the input always is.
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
