internal import Speech

/// Combines the results of a child and its successors, which decode the open utterance again, into one continuous
/// sequence.
///
/// Until a successor has caught up, its volatile results are older than those already delivered and are held back. Of
/// its stable words those are delivered that follow the stable words delivered before: found by the words themselves,
/// as in `LocalAgreement.remainder`, and by their position after the last stable sample.
struct ResultSplicer: Sendable {
    /// A successor's hypothesis of the utterance in which its predecessor was lost.
    private struct Replay: Sendable {
        /// Its stable words so far.
        var words: [TranscribedWord] = []
        /// Position of the predecessor.
        let caughtUp: SamplePosition
        /// Its newest volatile hypothesis of the whole utterance.
        var newest: (words: [TranscribedWord], end: SamplePosition)?
    }

    /// Position of the child's sample 0 in the stream.
    private var base: SamplePosition
    /// End of the last stable result delivered.
    private(set) var stableEnd: SamplePosition
    /// Delivered stable words of the open utterance.
    private var stable: [TranscribedWord] = []
    /// Delivered volatile text.
    private var shown: [String] = []
    /// Beginning of the open utterance's first word, once there is one.
    private(set) var firstWord: SamplePosition?
    private var replay: Replay?

    /// Creates a splicer.
    ///
    /// - Parameter base: position of the stream's first sample.
    init(base: SamplePosition) {
        self.base = base
        stableEnd = base
    }

    /// Prepares for a successor that begins at `base`, after a loss at `caughtUp`.
    mutating func restart(at base: SamplePosition, caughtUp: SamplePosition) {
        self.base = base
        // The beginning of an utterance longer than the retained audio is not decoded again.
        stable.removeAll { $0.middle < base }
        replay = Replay(caughtUp: caughtUp)
    }

    /// Processes a child's result.
    ///
    /// - Returns: the result to deliver, and the position before which audio is no longer needed.
    mutating func process(_ result: VoiceTranscriptionResult) -> (
        result: VoiceTranscriptionResult?, utteranceEnded: SamplePosition?
    ) {
        let result = result.moved(by: base)
        guard replay != nil else {
            recordDelivered(result)
            return (result, result.utteranceEnd == nil ? nil : result.span.end)
        }
        guard !result.isVolatile else { return (replayedVolatile(result), nil) }
        return replayedStable(result)
    }

    /// Records that the successor has caught up.
    ///
    /// - Returns: the volatile result that replaces the predecessor's, if they differ.
    mutating func catchUp() -> VoiceTranscriptionResult? {
        guard let current = replay else { return nil }
        let newest = volatile(
            current.newest?.words ?? current.words, upTo: max(current.newest?.end ?? current.caughtUp, stableEnd))
        guard newest.words.map(\.text) != shown else { return nil }
        recordDelivered(newest)
        return newest
    }

    private mutating func replayedVolatile(_ result: VoiceTranscriptionResult) -> VoiceTranscriptionResult? {
        guard let current = replay else { return nil }
        let words = current.words + result.words
        replay?.newest = (words, result.span.end)
        guard result.span.end >= current.caughtUp else { return nil }
        let spliced = volatile(words, upTo: max(result.span.end, stableEnd))
        recordDelivered(spliced)
        return spliced
    }

    /// Returns the volatile part of a hypothesis of the utterance.
    private func volatile(_ words: [TranscribedWord], upTo end: SamplePosition) -> VoiceTranscriptionResult {
        let span = SpeechSpan(start: stableEnd, end: end)
        return VoiceTranscriptionResult(
            span: span, words: LocalAgreement.remainder(of: words, after: stable).map { $0.within(span) },
            isVolatile: true)
    }

    private mutating func replayedStable(_ result: VoiceTranscriptionResult) -> (
        VoiceTranscriptionResult?, SamplePosition?
    ) {
        guard let current = replay else { return (nil, nil) }
        let words = current.words + result.words
        // An endpoint before the last stable sample does not count, because words after it were delivered in the same
        // utterance.
        if result.utteranceEnd != nil, result.span.end < stableEnd {
            stable.removeAll { $0.middle < result.span.end }
            replay?.words = []
            return (nil, nil)
        }
        let before = stableEnd
        let span = SpeechSpan(start: before, end: result.span.end)
        let fresh = LocalAgreement.remainder(of: words, after: stable).count
        let rest = words.suffix(fresh).filter { $0.middle >= before }.map { $0.within(span) }
        if result.utteranceEnd == nil {
            replay?.words = words
            guard !rest.isEmpty else { return (nil, nil) }
        } else {
            replay = nil
        }
        let spliced = VoiceTranscriptionResult(
            span: span, words: rest, isVolatile: false, utteranceEnd: result.utteranceEnd)
        recordDelivered(spliced)
        return (spliced, result.utteranceEnd == nil ? nil : result.span.end)
    }

    /// Records a delivered result.
    private mutating func recordDelivered(_ result: VoiceTranscriptionResult) {
        if result.isVolatile {
            shown = result.words.map(\.text)
        } else {
            stable += result.words
            stableEnd = result.span.end
            // The stable words were the first of the volatile ones.
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

    /// Returns the word cut to a span.
    fileprivate func within(_ limits: SpeechSpan) -> TranscribedWord {
        let start = min(max(span.start, limits.start), limits.end)
        return TranscribedWord(
            text: text, span: SpeechSpan(start: start, end: min(span.end, limits.end)), confidence: confidence)
    }
}

extension VoiceTranscriptionResult {
    /// Returns the result in a stream in which its own zero is at `base`.
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
