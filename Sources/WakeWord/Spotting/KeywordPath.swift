/// A keyword model of one pronunciation, matched frame by frame (token passing).
///
/// A match may begin at any frame. Its score is the log-likelihood ratio of the phones to the filler model over the
/// same frames. Where two paths meet, the better continues (Viterbi) with part of their sum: the filler model sums over
/// all paths, and in noise, where no path is much better than its neighbours, a single best path falls behind that sum.
struct KeywordPath: Sendable {
    /// The best path to one of the phones.
    struct Token: Sendable {
        /// Log-likelihood ratio since the first frame.
        var logRatio: Double
        /// Frame in which the first phone began.
        let start: Int
        /// Frame in which the current phone began.
        var entry: Int
    }

    /// Sharpness of the sum where paths meet: 1 is the forward algorithm, infinity is Viterbi. Chosen by measurement;
    /// see `benchmarks/README.md`.
    static let sharpness = 1.5

    /// The phones of all positions, one after another.
    private let phones: [Int]
    /// Indices of each position's phones, and whether the position may be skipped.
    private let positions: [(indices: Range<Int>, isOptional: Bool)]
    private let maxPhoneFrames: Int
    private let sharpness: Double
    /// Smallest number of phones in a match.
    let phoneCount: Int
    private var tokens: [Token?]

    /// Creates a model.
    ///
    /// - Parameters:
    ///   - pronunciation: the phones.
    ///   - maxPhoneFrames: longest duration of a phone.
    ///   - sharpness: see `sharpness`, 1…infinity.
    init(_ pronunciation: Pronunciation, maxPhoneFrames: Int, sharpness: Double = Self.sharpness) {
        var phones: [Int] = []
        var positions: [(Range<Int>, Bool)] = []
        for position in pronunciation.positions {
            let first = phones.count
            phones += position.phones.map(\.index)
            positions.append((first..<phones.count, position.isOptional))
        }
        self.phones = phones
        self.positions = positions
        self.maxPhoneFrames = maxPhoneFrames
        self.sharpness = sharpness
        phoneCount = pronunciation.phones.count
        tokens = Array(repeating: nil, count: phones.count)
    }

    /// Resets the state.
    mutating func reset() { tokens = Array(repeating: nil, count: phones.count) }

    /// Processes one frame.
    ///
    /// - Parameters:
    ///   - scores: the network's scores.
    ///   - filler: log-likelihood of the frame by the filler model.
    ///   - start: initial log-likelihood ratio of a match that begins here.
    ///   - frame: number of the frame.
    /// - Returns: the best path in the last phone.
    mutating func process(_ scores: FrameScores, filler: Double, start: Double, at frame: Int) -> Token? {
        // In reverse order, so that the tokens of earlier positions are still those of the previous frame.
        for position in positions.indices.reversed() {
            let incoming = position == 0 ? Token(logRatio: start, start: frame, entry: frame) : predecessor(position)
            for index in positions[position].indices {
                let phone = phones[index]
                var best: Token?
                if let stay = tokens[index], frame - stay.entry < maxPhoneFrames {
                    best = Token(
                        logRatio: stay.logRatio + scores.selfLoop(phone) - filler, start: stay.start, entry: stay.entry)
                }
                if let incoming {
                    let change = Token(
                        logRatio: incoming.logRatio + scores.entry(phone) - filler, start: incoming.start, entry: frame)
                    best = best.map { combined($0, change) } ?? change
                }
                tokens[index] = best
            }
        }
        return positions.last.flatMap { best(of: $0.indices) }
    }

    /// Combines two paths: the better token with the soft maximum of both.
    private func combined(_ a: Token, _ b: Token) -> Token {
        var better = a.logRatio < b.logRatio ? b : a
        if sharpness.isFinite { better.logRatio = logSum(a.logRatio, b.logRatio, sharpness: sharpness) }
        return better
    }

    /// Returns the best path that may enter a position in this frame.
    private func predecessor(_ position: Int) -> Token? {
        let previous = best(of: positions[position - 1].indices)
        guard positions[position - 1].isOptional, position > 1, let skipped = best(of: positions[position - 2].indices)
        else { return previous }
        return skipped.logRatio > previous?.logRatio ?? -.infinity ? skipped : previous
    }

    private func best(of indices: Range<Int>) -> Token? {
        var best: Token?
        for index in indices {
            if let token = tokens[index], token.logRatio > best?.logRatio ?? -.infinity { best = token }
        }
        return best
    }
}
