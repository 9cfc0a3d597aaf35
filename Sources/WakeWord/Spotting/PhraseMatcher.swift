/// Finds matches of a phrase in a segment of scores, and compares them with confusable phrases.
struct PhraseMatcher: Sendable {
    /// A local maximum of the phrase's score.
    struct Match: Equatable, Sendable {
        /// Frames of 30 ms; the end is not included.
        let start: Int
        let end: Int
        /// Log-likelihood ratio of the phrase to the filler model, in nats.
        let score: Double
        /// Margin over the best confusable phrase that ends at the same place, in nats.
        let margin: Double
    }

    /// Frames without a better score after which a match is final, 0.24 s.
    private static let settleFrames = 8
    /// Largest distance in frames between the ends of phrase and confusable phrase.
    private static let endTolerance = 6
    /// Score below which nothing is a match, whatever the threshold.
    private static let floor = -5.0
    /// Penalty, in nats, of a match that begins during speech, times the speech probability. Guests pause before a wake
    /// phrase, and most false alarms lie inside sentences.
    private static let midSpeechPenalty = 7.0
    /// Smallest mean phone duration in frames, and the penalty for each missing frame: wake phrases are spoken slower
    /// than normal speech.
    private static let tempo = (framesPerPhone: 2.4, penaltyPerFrame: 1.5)

    private var paths: [KeywordPath]
    private var confusables: [KeywordPath]
    private var best: (token: KeywordPath.Token, end: Int, score: Double)?
    /// Scores of the best confusable phrase that ended in each of the last frames.
    private var recent: [(frame: Int, logRatio: Double)] = []

    init(_ phrase: WakePhrase, maxPhoneFrames: Int) {
        paths = phrase.pronunciations.map { KeywordPath($0, maxPhoneFrames: maxPhoneFrames) }
        confusables = phrase.confusables.map { KeywordPath($0, maxPhoneFrames: maxPhoneFrames) }
    }

    /// Processes one frame.
    ///
    /// - Parameters:
    ///   - scores: the network's scores.
    ///   - filler: log-likelihood of the frame by the filler model.
    ///   - speech: speech probability just before the frame, 0…1.
    ///   - frame: number of the frame.
    /// - Returns: a match that is final now.
    mutating func process(_ scores: FrameScores, filler: Double, speech: Double, at frame: Int) -> Match? {
        let start = -Self.midSpeechPenalty * speech
        var confusable = -Double.infinity
        for index in confusables.indices {
            if let token = confusables[index].process(scores, filler: filler, start: start, at: frame) {
                confusable = max(confusable, token.logRatio)
            }
        }
        recent.append((frame, confusable))
        if recent.count > 2 * Self.endTolerance + Self.settleFrames { recent.removeFirst() }
        for index in paths.indices {
            guard let token = paths[index].process(scores, filler: filler, start: start, at: frame) else { continue }
            let missing = Self.tempo.framesPerPhone * Double(paths[index].phoneCount) - Double(frame + 1 - token.start)
            let score = token.logRatio - Self.tempo.penaltyPerFrame * max(0, missing)
            if score > max(Self.floor, best?.score ?? -.infinity) { best = (token, frame + 1, score) }
        }
        guard let best, frame + 1 - best.end >= Self.settleFrames else { return nil }
        return takeMatch()
    }

    /// Returns the pending match at the end of a segment, and resets the state.
    mutating func finish() -> Match? {
        let match = takeMatch()
        recent = []
        for index in paths.indices { paths[index].reset() }
        for index in confusables.indices { confusables[index].reset() }
        return match
    }

    private mutating func takeMatch() -> Match? {
        guard let (token, end, score) = best else { return nil }
        best = nil
        let confusable =
            recent.filter { abs($0.frame + 1 - end) <= Self.endTolerance }.map(\.logRatio).max() ?? -.infinity
        return Match(start: token.start, end: end, score: score, margin: token.logRatio - confusable)
    }
}
