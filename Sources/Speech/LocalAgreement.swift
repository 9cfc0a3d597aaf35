/// Decides which words of a growing hypothesis become stable before the utterance ends.
///
/// A word is stable when the same word stood at the same place in enough successive hypotheses (fewer when its
/// confidence is high), it ends at least `holdBack` before the newest sample, and at least `followingWords` words
/// follow it. This is local agreement as in streaming translation (Liu, Spanakis, Niehues 2020, "Low-Latency
/// Sequence-to-Sequence Speech Recognition and Translation by Partial Hypothesis Selection"), with a guard interval
/// because a decoder revises its newest words most.
///
/// An engine that can decode the audio so far as a complete utterance passes that hypothesis to `finalize`, which makes
/// it stable at once: no later word can change it when a pause follows.
public struct LocalAgreement: Equatable, Sendable {
    /// When a word counts as stable.
    public struct Settings: Equatable, Sendable {
        /// Successive hypotheses that must agree, 2…10. More is safer and later.
        public var requiredUpdates: Int
        /// Least distance from a word's end to the newest sample, 0…2 s.
        public var holdBack: SampleCount
        /// Words that must follow, 0…5. The last word of a hypothesis is revised most often.
        public var followingWords: Int
        /// Confidence, 0…1, from which `requiredUpdates` applies. On recorded orders hardly a word above 0.99 changed
        /// later, while words that changed had a median of 0.51.
        public var confidenceThreshold: Double
        /// Successive hypotheses that must agree on a word below that confidence, `requiredUpdates` or more. Without
        /// this rule one doubtful word at the beginning would delay the whole order.
        public var uncertainUpdates: Int
        /// Largest shift of a word's start that still counts as the same place, 0…0.5 s.
        public var tolerance: SampleCount

        /// Creates settings.
        public init(
            requiredUpdates: Int = 2, holdBack: SampleCount = SampleCount(seconds: 0.2), followingWords: Int = 0,
            confidenceThreshold: Double = 0.99,
            uncertainUpdates: Int = 16, tolerance: SampleCount = SampleCount(seconds: 0.15)
        ) {
            self.requiredUpdates = requiredUpdates
            self.holdBack = holdBack
            self.followingWords = followingWords
            self.confidenceThreshold = confidenceThreshold
            self.uncertainUpdates = uncertainUpdates
            self.tolerance = tolerance
        }
    }

    private struct Candidate: Equatable, Sendable {
        var text: String
        /// `nil` while the engine gives no time for the word.
        var start: SamplePosition?
        var agreements: Int
    }

    /// The settings in use.
    public let settings: Settings
    private var candidates: [Candidate] = []
    /// Stable words of the current utterance, in order.
    public private(set) var stable: [TranscribedWord] = []
    /// Number of stable words at the last call of `finalize`.
    private var finalizedCount = 0

    /// Creates a tracker at the beginning of an utterance.
    public init(settings: Settings = Settings()) { self.settings = settings }

    /// Processes the engine's newest hypothesis of the whole utterance.
    ///
    /// - Parameters:
    ///   - hypothesis: all words since the utterance began, stable ones included.
    ///   - timed: number of words at its beginning that have times from the engine. The others have estimated spans and
    ///     stay volatile.
    ///   - newest: position up to which audio was fed.
    /// - Returns: the words that became stable now, and the volatile words after them.
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
            isStable(next[count], fresh[count], following: fresh.count - count - 1, newest: newest)
        { count += 1 }
        let newlyStable = Array(fresh.prefix(count))
        stable += newlyStable
        candidates = Array(next.dropFirst(count))
        return (newlyStable, Array(fresh.dropFirst(count)))
    }

    /// Makes all words stable that were decoded as a complete utterance since its beginning, or since the last call.
    ///
    /// - Returns: the words that were not stable yet.
    public mutating func finalize(_ words: [TranscribedWord]) -> [TranscribedWord] {
        let rest = Self.remainder(of: words, after: Array(stable.dropFirst(finalizedCount)))
        stable += rest
        finalizedCount = stable.count
        candidates = []
        return rest
    }

    /// Processes the engine's final hypothesis of the utterance and resets the state for the next one.
    ///
    /// - Returns: the final words that were not stable yet.
    public mutating func finish(final: [TranscribedWord]) -> [TranscribedWord] {
        let rest = Self.remainder(of: final, after: stable)
        stable = []
        finalizedCount = 0
        candidates = []
        return rest
    }

    /// Compares times when both are known; otherwise the word's index is its place.
    private func isSamePlace(_ a: SamplePosition?, _ b: SamplePosition?) -> Bool {
        guard let a, let b else { return true }
        return abs((b - a).samples) <= settings.tolerance.samples
    }

    private func isStable(_ candidate: Candidate, _ word: TranscribedWord, following: Int, newest: SamplePosition)
        -> Bool
    {
        candidate.agreements
            >= (word.confidence >= settings.confidenceThreshold ? settings.requiredUpdates : settings.uncertainUpdates)
            && following >= settings.followingWords
            && newest - word.span.end >= settings.holdBack
    }

    /// Returns the words of `hypothesis` after the words that are already stable.
    ///
    /// When the hypothesis differs from those now, it is cut where its prefix has the least edit distance to them, and
    /// of several such cuts at the one nearest in time.
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

    /// Length of the prefix of `hypothesis` that corresponds to the stable words, by edit distance.
    private static func bestCut(_ hypothesis: [TranscribedWord], _ stable: [TranscribedWord], end: SamplePosition)
        -> Int
    {
        // distances[k] is the edit distance between the stable words so far and the first k of the hypothesis.
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
        // For an empty prefix the start of the first word is compared, because the position 0 carries no information.
        func gap(_ cut: Int) -> Int {
            guard let first = hypothesis.first else { return 0 }
            return abs(((cut == 0 ? first.span.start : hypothesis[cut - 1].span.end) - end).samples)
        }
        return distances.indices.min { (distances[$0], gap($0)) < (distances[$1], gap($1)) } ?? 0
    }
}
