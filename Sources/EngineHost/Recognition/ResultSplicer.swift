internal import Speech

/// Makes one unbroken sequence of results out of those of a child and its successors, which read the open utterance
/// again.
///
/// Until a successor has caught up, its volatile results are older than what the consumer has seen, and are held back.
/// Of its stable words those go on that come after the words already stable: found by the words themselves, as
/// `LocalAgreement.remainder` does, and by their place, for what lies before the last stable sample has been decided.
struct ResultSplicer: Sendable {
    /// A successor's reading of the utterance that its predecessor was lost in.
    private struct Rereading: Sendable {
        /// Its stable words so far.
        var words: [TranscribedWord] = []
        /// Where the predecessor was.
        let caughtUp: SamplePosition
        /// Its newest volatile reading of the whole utterance.
        var newest: (words: [TranscribedWord], end: SamplePosition)?
    }

    /// Where the child's sample 0 lies in the stream.
    private var base: SamplePosition
    /// The end of the last stable result that went on.
    private(set) var stableEnd: SamplePosition
    /// Stable words of the open utterance that went on.
    private var stable: [TranscribedWord] = []
    /// Volatile text that the consumer shows.
    private var shown: [String] = []
    /// Where the open utterance's first word begins, once there is one.
    private(set) var firstWord: SamplePosition?
    private var rereading: Rereading?

    /// - Parameter base: position of the stream's first sample.
    init(base: SamplePosition) {
        self.base = base
        stableEnd = base
    }

    /// A successor begins to read at `base`, after a loss at `caughtUp`.
    mutating func restart(at base: SamplePosition, caughtUp: SamplePosition) {
        self.base = base
        // What an utterance longer than the retained audio began with is not read again.
        stable.removeAll { $0.middle < base }
        rereading = Rereading(caughtUp: caughtUp)
    }

    /// Takes a child's result.
    ///
    /// - Returns: what the consumer gets of it, and whether audio before the result's end is no longer needed.
    mutating func take(_ result: VoiceTranscriptionResult) -> (
        result: VoiceTranscriptionResult?, utteranceEnded: SamplePosition?
    ) {
        let result = result.moved(by: base)
        guard rereading != nil else {
            note(result)
            return (result, result.utteranceEnd == nil ? nil : result.span.end)
        }
        guard !result.isVolatile else { return (volatileAgain(result), nil) }
        return stableAgain(result)
    }

    /// The successor has caught up.
    ///
    /// - Returns: the volatile result that replaces the predecessor's, when they differ.
    mutating func catchUp() -> VoiceTranscriptionResult? {
        guard let reread = rereading else { return nil }
        let newest = volatile(
            reread.newest?.words ?? reread.words, upTo: max(reread.newest?.end ?? reread.caughtUp, stableEnd))
        guard newest.words.map(\.text) != shown else { return nil }
        note(newest)
        return newest
    }

    private mutating func volatileAgain(_ result: VoiceTranscriptionResult) -> VoiceTranscriptionResult? {
        guard let reread = rereading else { return nil }
        let words = reread.words + result.words
        rereading?.newest = (words, result.span.end)
        guard result.span.end >= reread.caughtUp else { return nil }
        let spliced = volatile(words, upTo: max(result.span.end, stableEnd))
        note(spliced)
        return spliced
    }

    /// What of a reading of the utterance is volatile for the consumer.
    private func volatile(_ words: [TranscribedWord], upTo end: SamplePosition) -> VoiceTranscriptionResult {
        let span = SpeechSpan(start: stableEnd, end: end)
        return VoiceTranscriptionResult(
            span: span, words: LocalAgreement.remainder(of: words, after: stable).map { $0.within(span) },
            isVolatile: true)
    }

    private mutating func stableAgain(_ result: VoiceTranscriptionResult) -> (
        VoiceTranscriptionResult?, SamplePosition?
    ) {
        guard let reread = rereading else { return (nil, nil) }
        let words = reread.words + result.words
        // An end before the last stable sample was none: the consumer has words after it in the same utterance.
        if result.utteranceEnd != nil, result.span.end < stableEnd {
            stable.removeAll { $0.middle < result.span.end }
            rereading?.words = []
            return (nil, nil)
        }
        let before = stableEnd
        let span = SpeechSpan(start: before, end: result.span.end)
        let fresh = LocalAgreement.remainder(of: words, after: stable).count
        let rest = words.suffix(fresh).filter { $0.middle >= before }.map { $0.within(span) }
        if result.utteranceEnd == nil {
            rereading?.words = words
            guard !rest.isEmpty else { return (nil, nil) }
        } else {
            rereading = nil
        }
        let spliced = VoiceTranscriptionResult(
            span: span, words: rest, isVolatile: false, utteranceEnd: result.utteranceEnd)
        note(spliced)
        return (spliced, result.utteranceEnd == nil ? nil : result.span.end)
    }

    /// Keeps up with what the consumer has.
    private mutating func note(_ result: VoiceTranscriptionResult) {
        if result.isVolatile {
            shown = result.words.map(\.text)
        } else {
            stable += result.words
            stableEnd = result.span.end
            // The stable words were the first of those shown.
            shown = result.utteranceEnd == nil ? Array(shown.dropFirst(result.words.count)) : []
        }
        if firstWord == nil { firstWord = result.words.first?.span.start }
        if result.utteranceEnd != nil {
            stable = []
            firstWord = nil
        }
    }
}

extension TranscribedWord {
    fileprivate var middle: SamplePosition { span.start + SampleCount(span.length.samples / 2) }

    /// The word, cut to a span.
    fileprivate func within(_ limits: SpeechSpan) -> TranscribedWord {
        let start = min(max(span.start, limits.start), limits.end)
        return TranscribedWord(
            text: text, span: SpeechSpan(start: start, end: min(span.end, limits.end)), confidence: confidence)
    }
}

extension VoiceTranscriptionResult {
    /// The result in a stream in which its own zero lies at `base`.
    fileprivate func moved(by base: SamplePosition) -> VoiceTranscriptionResult {
        guard base != .zero else { return self }
        let offset = base - .zero
        func moved(_ span: SpeechSpan) -> SpeechSpan { SpeechSpan(start: span.start + offset, end: span.end + offset) }
        return VoiceTranscriptionResult(
            span: moved(span),
            words: words.map { TranscribedWord(text: $0.text, span: moved($0.span), confidence: $0.confidence) },
            isVolatile: isVolatile,
            utteranceEnd: utteranceEnd)
    }
}
