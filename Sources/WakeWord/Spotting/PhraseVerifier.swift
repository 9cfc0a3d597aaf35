/// Looks once more where a phrase fits: how much better it explains the sound than common words do.
///
/// Any speech at all (`FillerModel`) knows which phones follow one another, not which words there are, so "computer"
/// fits parts of "come put her there" better. The words themselves fit those better still. What is before and behind
/// the phrase has to be words or silence, too. Keyword spotting by a large vocabulary (Weintraub 1993,
/// "Keyword-Spotting Using SRI's DECIPHER Large-Vocabulary Speech-Recognition System").
struct PhraseVerifier: Sendable {
    /// Frames before a match that are looked at, too.
    static let before = 34
    /// Frames by which the phrase may end earlier than the match.
    private static let reach = 4
    /// Lead over common words, in nats, that is enough: less costs the phrase what is missing.
    private static let sureLead = 8.0

    /// All but those of the phrase, and what sounds like all of it.
    private let words: CommonWords
    private let paths: [KeywordPath]

    init(_ phrase: WakePhrase, words: CommonWords, longestPhone: Int) {
        // The best ways are compared: a sum of many would favour the phrase where no phone is told from another.
        paths = phrase.pronunciations.map { KeywordPath($0, longestPhone: longestPhone, sharpness: .infinity) }
        self.words = words.without(
            phrase.pronunciations.flatMap { pronunciation in
                let parts = pronunciation.positions.split(whereSeparator: \.isOptional).map { $0.map(\.phones) }
                return parts + [parts.flatMap { $0 }]
            })
    }

    /// What the score of a match loses because common words explain the sound nearly as well, or better, in nats; 0
    /// where they do not.
    ///
    /// - Parameters:
    ///   - frames: scores from `before` frames before the match, or from where they begin, to what is known behind it.
    ///   - end: of the match, counted from the first of them.
    func penalty(_ frames: [FrameScores], end: Int) -> Double { max(0, Self.sureLead - lead(frames, end: end)) }

    /// By how much the best way through the phrase explains the sound better than the best one through common words
    /// only, in nats.
    func lead(_ frames: [FrameScores], end: Int) -> Double {
        var alone = WordLoop(words), behind = WordLoop(words)
        alone.enter(0)
        var paths = paths
        for (number, frame) in frames.enumerated() {
            var said: Double?
            for index in paths.indices {
                if let token = paths[index].advance(frame, growth: 0, start: Double(alone.boundary), at: number) {
                    said = max(said ?? token.ratio, token.ratio)
                }
            }
            alone.advance(frame)
            guard number + 1 >= end - Self.reach else { continue }
            behind.advance(frame)
            // A last sound that is drawn out goes on behind the match.
            if let said { behind.enter(said) }
        }
        return Double(behind.best - alone.best)
    }
}
