internal import Speech

/// Decides whether a reading is speech or invented.
///
/// Whisper writes fluent text for noise, repeats itself without end, and reads a cough as a sentence. Each rule here
/// names what it looks at; a reading that breaks one is no words at all, because half an invented sentence is as wrong
/// as a whole one.
public struct HypothesisFilter: Equatable, Sendable {
    /// The limits of the rules.
    public struct Settings: Equatable, Sendable {
        /// Probability of no speech above which a doubtful reading is dropped, 0…1 (the value of the Whisper paper).
        public var noSpeech = 0.6
        /// Mean log probability below which a reading is doubtful, −10…0 (the value of the Whisper paper).
        public var doubtful = -1.0
        /// Mean log probability below which a reading is dropped whatever else, −10…0.
        public var hopeless = -2.0
        /// Most words a second of speech, 3…20. Fast talkers reach six.
        public var wordsPerSecond = 8.0
        /// Words that are allowed however short the speech.
        public var freeWords = 2

        public init() {}
    }

    /// Why a reading is not believed.
    enum Doubt: Equatable, Sendable {
        case noSpeech, improbable, repetition, tooManyWords
    }

    let settings: Settings

    init(settings: Settings = Settings()) { self.settings = settings }

    /// - Parameters:
    ///   - words: the reading's words.
    ///   - speech: from the first sound to the last, by the gate.
    /// - Returns: `nil` when the reading is believed.
    func doubt(_ reading: WhisperHypothesis, words: [TranscribedWord], speech: SampleCount) -> Doubt? {
        guard !words.isEmpty else { return nil }
        let mean = reading.meanLogProbability
        if reading.noSpeech > settings.noSpeech && mean < settings.doubtful { return .noSpeech }
        if mean < settings.hopeless { return .improbable }
        if Self.isRepetition(words.map(\.text)) { return .repetition }
        if words.count > settings.freeWords,
            Double(words.count) > settings.wordsPerSecond * max(0.1, speech.seconds) + Double(settings.freeWords)
        {
            return .tooManyWords
        }
        return nil
    }

    /// Whether a text is one word three or more times and nothing else, or a run of one to four words said so often
    /// that hardly anything else is left.
    static func isRepetition(_ words: [String]) -> Bool {
        if words.count >= 3, Set(words).count == 1 { return true }
        for length in 1...4 {
            let run = longestLoop(words, period: length)
            let times = run / length
            if times >= (length == 1 ? 5 : 4), run * 10 >= words.count * 6 { return true }
        }
        return false
    }

    /// Words in the longest stretch that repeats itself every `period` words.
    private static func longestLoop(_ words: [String], period: Int) -> Int {
        guard words.count > period else { return 0 }
        var best = 0, run = 0
        for index in period..<words.count {
            run = words[index] == words[index - period] ? run + 1 : 0
            if run > 0 { best = max(best, run + period) }
        }
        return best
    }
}
