/// Decides which words of a growing hypothesis may be shown as stable before the utterance ends.
///
/// A word is stable when the same word stood at the same place in enough successive hypotheses (fewer when the engine
/// is sure of it), it ends at least `holdBack` before the newest sample, and at least `followingWords` more words
/// follow it. This is local agreement as in streaming translation (Liu, Spanakis, Niehues 2020, "Low-Latency
/// Sequence-to-Sequence Speech Recognition and Translation by Partial Hypothesis Selection"), with a time guard because
/// a decoder revises its newest words most.
///
/// Where an engine can say how an utterance would read if it ended now, `settle` makes that reading stable: in a pause
/// nothing is to come that could change the words before it.
public struct LocalAgreement: Equatable, Sendable {
    /// When a word is old and steady enough.
    public struct Settings: Equatable, Sendable {
        /// Successive hypotheses that must agree, 2…10. More is safer and later.
        public var requiredUpdates: Int
        /// Least distance from a word's end to the newest sample, 0…2 s.
        public var holdBack: SampleCount
        /// Words that must follow, 0…5. The last word of a hypothesis is the one most often revised.
        public var followingWords: Int
        /// From this confidence on, 0…1, the engine is sure of a word. On recorded orders hardly a word above 0.99 was
        /// read differently in the end, while words that were had 0.51 in the middle.
        public var sureConfidence: Double
        /// Successive hypotheses that must agree on a word the engine is not sure of, `requiredUpdates` or more.
        /// Without such a way one doubtful "can" at the beginning would keep the whole order waiting.
        public var unsureUpdates: Int
        /// How far a word's start may move and still be the same place, 0…0.5 s.
        public var tolerance: SampleCount

        public init(
            requiredUpdates: Int = 2, holdBack: SampleCount = SampleCount(seconds: 0.2), followingWords: Int = 0,
            sureConfidence: Double = 0.99,
            unsureUpdates: Int = 16, tolerance: SampleCount = SampleCount(seconds: 0.15)
        ) {
            self.requiredUpdates = requiredUpdates
            self.holdBack = holdBack
            self.followingWords = followingWords
            self.sureConfidence = sureConfidence
            self.unsureUpdates = unsureUpdates
            self.tolerance = tolerance
        }
    }

    private struct Candidate: Equatable, Sendable {
        var text: String
        /// `nil` while the engine has not timed the word.
        var start: SamplePosition?
        var agreements: Int
    }

    public let settings: Settings
    private var candidates: [Candidate] = []
    /// Words of the current utterance that were made stable, in order.
    public private(set) var stable: [TranscribedWord] = []
    /// How many of them were stable when the reading that was settled last ended.
    private var settled = 0

    public init(settings: Settings = Settings()) { self.settings = settings }

    /// Takes the engine's newest hypothesis of the whole utterance.
    ///
    /// - Parameters:
    ///   - hypothesis: all words since the utterance began, stable ones included.
    ///   - timed: how many words at its beginning the engine has timed; the others have estimated spans and stay
    ///     volatile.
    ///   - newest: the position up to which audio was fed.
    /// - Returns: the words that became stable now, and the words that remain volatile after them.
    public mutating func update(
        hypothesis: [TranscribedWord], timed: Int, newest: SamplePosition
    ) -> (newlyStable: [TranscribedWord], volatile: [TranscribedWord]) {
        let fresh = Self.remainder(of: hypothesis, after: stable)
        let untimed = hypothesis.count - min(timed, hypothesis.count)
        let freshTimed = max(0, fresh.count - untimed)
        var next: [Candidate] = []
        next.reserveCapacity(fresh.count)
        for (index, word) in fresh.enumerated() {
            let before = index < candidates.count ? candidates[index] : nil
            let start = index < freshTimed ? word.span.start : nil
            let agrees = before.map { $0.text == word.text && isSamePlace($0.start, start) } ?? false
            next.append(
                Candidate(text: word.text, start: start, agreements: agrees ? (before?.agreements ?? 0) + 1 : 1))
        }
        var count = 0
        while count < freshTimed,
            isSteady(next[count], fresh[count], following: fresh.count - count - 1, newest: newest)
        { count += 1 }
        let newlyStable = Array(fresh.prefix(count))
        stable += newlyStable
        candidates = Array(next.dropFirst(count))
        return (newlyStable, Array(fresh.dropFirst(count)))
    }

    /// Takes the words since the utterance began or was settled last, as they read when nothing more is said.
    ///
    /// - Returns: those that were not stable yet. All of them are now.
    public mutating func settle(_ words: [TranscribedWord]) -> [TranscribedWord] {
        let rest = Self.remainder(of: words, after: Array(stable.dropFirst(settled)))
        stable += rest
        settled = stable.count
        candidates = []
        return rest
    }

    /// Takes the engine's final words of the utterance and starts over for the next one.
    ///
    /// - Returns: the final words that were not stable yet.
    public mutating func finish(final: [TranscribedWord]) -> [TranscribedWord] {
        let rest = Self.remainder(of: final, after: stable)
        stable = []
        settled = 0
        candidates = []
        return rest
    }

    /// Places are compared once both are known; until then the word's rank is its place.
    private func isSamePlace(_ a: SamplePosition?, _ b: SamplePosition?) -> Bool {
        guard let a, let b else { return true }
        return abs((b - a).samples) <= settings.tolerance.samples
    }

    private func isSteady(_ candidate: Candidate, _ word: TranscribedWord, following: Int, newest: SamplePosition)
        -> Bool
    {
        candidate.agreements
            >= (word.confidence >= settings.sureConfidence ? settings.requiredUpdates : settings.unsureUpdates)
            && following >= settings.followingWords
            && newest - word.span.end >= settings.holdBack
    }

    /// The words of `hypothesis` that come after the words already stable. When the hypothesis reads those differently
    /// now, it is cut where its beginning is most like them, and of equally good cuts at the one nearest in time.
    public static func remainder(of hypothesis: [TranscribedWord], after stable: [TranscribedWord]) -> [TranscribedWord]
    {
        guard let last = stable.last else { return hypothesis }
        let repeats = hypothesis.count >= stable.count && zip(hypothesis, stable).allSatisfy { $0.text == $1.text }
        let cut = repeats ? stable.count : bestCut(hypothesis, stable, end: last.span.end)
        return hypothesis.dropFirst(cut).map { word in
            guard word.span.start < last.span.end else { return word }
            return TranscribedWord(
                text: word.text, span: SpeechSpan(start: last.span.end, end: word.span.end), confidence: word.confidence
            )
        }
    }

    /// How many words at the beginning of `hypothesis` are the stable ones, by edit distance.
    private static func bestCut(_ hypothesis: [TranscribedWord], _ stable: [TranscribedWord], end: SamplePosition)
        -> Int
    {
        // distances[k] is the edit distance of the stable words so far to the first k of the hypothesis.
        var distances = Array(0...hypothesis.count)
        for (row, word) in stable.enumerated() {
            var next = [row + 1]
            for (column, other) in hypothesis.enumerated() {
                next.append(
                    min(
                        distances[column + 1] + 1, next[column] + 1,
                        distances[column] + (word.text == other.text ? 0 : 1)))
            }
            distances = next
        }
        // Where nothing is cut off, the first word begins what is new; where in the stream that is tells nothing.
        func gap(_ cut: Int) -> Int {
            guard let first = hypothesis.first else { return 0 }
            return abs(((cut == 0 ? first.span.start : hypothesis[cut - 1].span.end) - end).samples)
        }
        return distances.indices.min { (distances[$0], gap($0)) < (distances[$1], gap($1)) } ?? 0
    }
}
