package import Speech

/// Rejects hallucinated hypotheses.
///
/// Whisper writes fluent text for noise, repeats itself without end, and recognises a cough as a sentence. Each rule is
/// named after its criterion. A rejected hypothesis has no words at all, because half a hallucinated sentence is as
/// wrong as all of it.
public struct HypothesisFilter: Equatable, Sendable {
    /// The limits of the rules.
    public struct Settings: Equatable, Sendable {
        /// No-speech probability above which a hypothesis with low log-probability is rejected, 0…1 (the value of the
        /// Whisper paper).
        public var noSpeech = 0.6
        /// Mean log-probability that counts as low, −10…0 (the value of the Whisper paper).
        public var lowLogProbability = -1.0
        /// Mean log-probability below which a hypothesis is always rejected, −10…0.
        public var minLogProbability = -2.0
        /// Largest number of words per second of speech, 3…20. Fast talkers reach six.
        public var wordsPerSecond = 8.0
        /// Number of words allowed in speech of any length.
        public var allowedWords = 2

        /// Creates the default limits.
        public init() {}
    }

    /// The reason for a rejection.
    public enum Rejection: String, Equatable, Sendable {
        /// The model finds no speech, and its text is improbable.
        case noSpeech
        /// The text is improbable.
        case improbable
        /// The text repeats itself.
        case repetition
        /// Nobody speaks so many words in the time.
        case tooManyWords
    }

    /// Words per second of a guest who speaks briskly.
    private static let briskWordsPerSecond = 4.5

    let settings: Settings

    package init(settings: Settings = Settings()) { self.settings = settings }

    /// Checks a hypothesis.
    ///
    /// - Parameters:
    ///   - hypothesis: the hypothesis.
    ///   - words: its words.
    ///   - speech: time from the first sound to the last, by the gate.
    /// - Returns: `nil` when the hypothesis is accepted.
    package func rejection(of hypothesis: SegmentHypothesis, words: [TranscribedWord], speech: SampleCount)
        -> Rejection?
    {
        guard !words.isEmpty else { return nil }
        let mean = hypothesis.meanLogProbability
        if hypothesis.noSpeech > settings.noSpeech && mean < settings.lowLogProbability { return .noSpeech }
        if mean < settings.minLogProbability { return .improbable }
        if Self.isRepetition(words.map(\.text)) { return .repetition }
        if words.count > settings.allowedWords,
            Double(words.count) > settings.wordsPerSecond * max(0.1, speech.seconds) + Double(settings.allowedWords)
        {
            return .tooManyWords
        }
        return nil
    }

    /// Returns the words up to the end of the first round of a loop at their end.
    ///
    /// A decoder that has reached the end of the speech may repeat its text until it runs out of tokens. One to four
    /// words count as a loop from five or four rounds on, because guests repeat words, and only after other words: a
    /// text of nothing else is hallucinated, and `rejection` drops it. Longer runs count from the second round on if
    /// nobody speaks so many words in the time.
    ///
    /// - Parameter speech: time from the first sound to the last, by the gate.
    package func withoutLoop(_ words: [TranscribedWord], speech: SampleCount) -> [TranscribedWord] {
        guard words.count > 1 else { return words }
        let isHasty = Double(words.count) > Self.briskWordsPerSecond * max(0.1, speech.seconds)
        for period in 1...max(4, words.count / 2) where period < words.count {
            var index = words.count - 1
            while index >= period, words[index].text == words[index - period].text { index -= 1 }
            let repeated = words.count - 1 - index, rounds = period == 1 ? 5 : period <= 4 ? 4 : 2
            guard repeated > 0, repeated + period >= rounds * period,
                period > 4 ? isHasty : words.count > repeated + period
            else {
                continue
            }
            return Array(words.dropLast(repeated))
        }
        return words
    }

    /// Returns whether a text is one word three or more times, or mostly repetitions of one to four words.
    static func isRepetition(_ words: [String]) -> Bool {
        if words.count >= 3, Set(words).count == 1 { return true }
        for length in 1...4 {
            let run = longestRepetition(words, period: length)
            let times = run / length
            if times >= (length == 1 ? 5 : 4), run * 10 >= words.count * 6 { return true }
        }
        return false
    }

    /// Returns the length of the longest run that repeats itself every `period` words.
    private static func longestRepetition(_ words: [String], period: Int) -> Int {
        guard words.count > period else { return 0 }
        var best = 0, run = 0
        for index in period..<words.count {
            run = words[index] == words[index - period] ? run + 1 : 0
            if run > 0 { best = max(best, run + period) }
        }
        return best
    }
}
