/// Finds a phrase in a stretch of scores: where it fits best, and whether its near words fit better.
struct PhraseMatcher: Sendable {
    /// A place where the phrase fits better than just before and after.
    struct Match: Equatable, Sendable {
        /// Frames of 30 ms, the end not included.
        let start: Int
        let end: Int
        /// Log-likelihood ratio of the phrase to any speech, in nats.
        let score: Double
        /// By how much the phrase beats the best of its rivals that end in the same place, in nats.
        let lead: Double
    }

    /// Frames without a better fit after which a match stands, 0.24 s.
    private static let settling = 8
    /// Frames by which the end of a rival may differ.
    private static let reach = 6
    /// Scores below which nothing is a match, whatever the threshold.
    private static let floor = -5.0
    /// What the start of a match costs where somebody is surely speaking already, in nats; in proportion where it is
    /// less sure. Guests pause before they call, and inside of sentences lie most of the false alarms.
    private static let runningStart = 7.0
    /// Frames that a phone lasts on average at least, and the cost of each frame below: people call slower than they
    /// talk.
    private static let brisk = (framesPerPhone: 2.4, costPerFrame: 1.5)

    private var paths: [KeywordPath]
    private var rivals: [KeywordPath]
    private var best: (token: KeywordPath.Token, end: Int, score: Double)?
    /// Scores of the best rival that ended in each of the last frames.
    private var recent: [(frame: Int, ratio: Double)] = []

    init(_ phrase: WakePhrase, longestPhone: Int) {
        paths = phrase.pronunciations.map { KeywordPath($0, longestPhone: longestPhone) }
        rivals = phrase.rivals.map { KeywordPath($0, longestPhone: longestPhone) }
    }

    /// Takes one frame.
    ///
    /// - Parameters:
    ///   - growth: of the log-likelihood of any speech in this frame.
    ///   - speech: how likely somebody was speaking just before it, 0…1.
    /// - Returns: a match that has settled.
    mutating func advance(_ scores: FrameScores, growth: Double, speech: Double, at frame: Int) -> Match? {
        let start = -Self.runningStart * speech
        var rival = -Double.infinity
        for index in rivals.indices {
            if let token = rivals[index].advance(scores, growth: growth, start: start, at: frame) {
                rival = max(rival, token.ratio)
            }
        }
        recent.append((frame, rival))
        if recent.count > 2 * Self.reach + Self.settling { recent.removeFirst() }
        for index in paths.indices {
            guard let token = paths[index].advance(scores, growth: growth, start: start, at: frame) else { continue }
            let missing = Self.brisk.framesPerPhone * Double(paths[index].length) - Double(frame + 1 - token.start)
            let score = token.ratio - Self.brisk.costPerFrame * max(0, missing)
            if score > max(Self.floor, best?.score ?? -.infinity) { best = (token, frame + 1, score) }
        }
        guard let best, frame + 1 - best.end >= Self.settling else { return nil }
        return take()
    }

    /// The match that was still settling when the stretch ended; the next one begins anew.
    mutating func finish() -> Match? {
        let match = take()
        recent = []
        for index in paths.indices { paths[index].reset() }
        for index in rivals.indices { rivals[index].reset() }
        return match
    }

    private mutating func take() -> Match? {
        guard let (token, end, score) = best else { return nil }
        best = nil
        let rival = recent.filter { abs($0.frame + 1 - end) <= Self.reach }.map(\.ratio).max() ?? -.infinity
        return Match(start: token.start, end: end, score: score, lead: token.ratio - rival)
    }
}
