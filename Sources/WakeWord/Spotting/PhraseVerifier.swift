/// Second-stage verification of a match: how much better the phrase explains the audio than common words.
///
/// The filler model knows phone sequences but no words, so "computer" matches parts of "come put her there". A word
/// loop explains those better. The context of the phrase must consist of words or silence, too. Large-vocabulary
/// keyword spotting (Weintraub 1993, "Keyword-Spotting Using SRI's DECIPHER Large-Vocabulary Speech-Recognition
/// System").
struct PhraseVerifier: Sendable {
    /// Frames of left context.
    static let contextFrames = 34
    /// Frames by which the phrase may end before the match.
    private static let endTolerance = 4
    /// Margin over common words, in nats, that needs no penalty; the penalty is what is missing.
    private static let sufficientMargin = 8.0

    /// Common words without those of the phrase and its homophones.
    private let words: CommonWords
    private let paths: [KeywordPath]

    init(_ phrase: WakePhrase, words: CommonWords, maxPhoneFrames: Int) {
        // Viterbi paths, because a sum over paths would favour the phrase where phones are hard to distinguish.
        paths = phrase.pronunciations.map { KeywordPath($0, maxPhoneFrames: maxPhoneFrames, sharpness: .infinity) }
        self.words = words.excluding(
            phrase.pronunciations.flatMap { pronunciation in
                let parts = pronunciation.positions.split(whereSeparator: \.isOptional).map { $0.map(\.phones) }
                return parts + [parts.flatMap { $0 }]
            })
    }

    /// Returns the penalty, in nats, on the score of a match that common words explain nearly as well; 0 otherwise.
    ///
    /// - Parameters:
    ///   - frames: scores from `contextFrames` frames before the match, or from the first available, to the newest.
    ///   - end: end of the match, relative to the first of them.
    func penalty(_ frames: [FrameScores], end: Int) -> Double {
        max(0, Self.sufficientMargin - margin(frames, end: end))
    }

    /// Returns the log-likelihood margin, in nats, of the best path through the phrase over the best one through common
    /// words only.
    func margin(_ frames: [FrameScores], end: Int) -> Double {
        var wordsOnly = WordLoop(words), afterPhrase = WordLoop(words)
        wordsOnly.enter(0)
        var paths = paths
        for (number, frame) in frames.enumerated() {
            var phraseScore: Double?
            for index in paths.indices {
                if let token = paths[index].process(frame, filler: 0, start: Double(wordsOnly.boundary), at: number) {
                    phraseScore = max(phraseScore ?? token.logRatio, token.logRatio)
                }
            }
            wordsOnly.process(frame)
            guard number + 1 >= end - Self.endTolerance else { continue }
            afterPhrase.process(frame)
            // A prolonged last sound continues after the match.
            if let phraseScore { afterPhrase.enter(phraseScore) }
        }
        return Double(afterPhrase.best - wordsOnly.best)
    }
}
