/// One pronunciation, matched against the audio frame by frame (token passing).
///
/// A match may begin at any frame. Its score is a ratio: log-likelihood of the phones less that of any speech over the
/// same frames. Where two ways meet, the better goes on (Viterbi), with part of what both together weigh: any speech is
/// the sum of all its ways, and in noise, where no way is much better than its neighbours, the best one alone falls
/// behind that sum.
struct KeywordPath: Sendable {
    /// The best way through the phones up to one of them.
    struct Token: Sendable {
        /// Log-likelihood ratio since the first frame.
        var ratio: Double
        /// Frame in which the first phone began.
        let start: Int
        /// Frame in which the present phone began.
        var entry: Int
    }

    /// 1 would add up all ways (forward algorithm), infinity count the best alone. Chosen by measurement; see
    /// `benchmarks/README.md`.
    static let sharpness = 1.5

    /// The phones of all positions, one after another.
    private let phones: [Int]
    /// The places of each position's phones, and whether it may be left out.
    private let positions: [(places: Range<Int>, isOptional: Bool)]
    private let longestPhone: Int
    private let sharpness: Double
    /// Phones that a match has at least.
    let length: Int
    private var tokens: [Token?]

    /// - Parameters:
    ///   - longestPhone: frames that a phone may last.
    ///   - sharpness: how much more the better of two ways counts, 1…infinity.
    init(_ pronunciation: Pronunciation, longestPhone: Int, sharpness: Double = Self.sharpness) {
        var phones: [Int] = []
        var positions: [(Range<Int>, Bool)] = []
        for position in pronunciation.positions {
            let first = phones.count
            phones += position.phones.map(\.index)
            positions.append((first..<phones.count, position.isOptional))
        }
        self.phones = phones
        self.positions = positions
        self.longestPhone = longestPhone
        self.sharpness = sharpness
        length = pronunciation.phones.count
        tokens = Array(repeating: nil, count: phones.count)
    }

    /// Forgets all audio.
    mutating func reset() { tokens = Array(repeating: nil, count: phones.count) }

    /// Takes one frame.
    ///
    /// - Parameters:
    ///   - growth: of the log-likelihood of any speech in this frame.
    ///   - start: ratio that a match which begins here begins with.
    /// - Returns: the way that has the last phone in this frame.
    mutating func advance(_ scores: FrameScores, growth: Double, start: Double, at frame: Int) -> Token? {
        // Backwards, so that what goes over to a phone is still of the frame before.
        for position in positions.indices.reversed() {
            let entering = position == 0 ? Token(ratio: start, start: frame, entry: frame) : self.entering(position)
            for index in positions[position].places {
                let phone = phones[index]
                var best: Token?
                if let stay = tokens[index], frame - stay.entry < longestPhone {
                    best = Token(ratio: stay.ratio + scores.loop(phone) - growth, start: stay.start, entry: stay.entry)
                }
                if let entering {
                    let change = Token(
                        ratio: entering.ratio + scores.first(phone) - growth, start: entering.start, entry: frame)
                    best = best.map { met($0, change) } ?? change
                }
                tokens[index] = best
            }
        }
        return positions.last.flatMap { best(of: $0.places) }
    }

    /// The better of two ways, with what both weigh.
    private func met(_ a: Token, _ b: Token) -> Token {
        var better = a.ratio < b.ratio ? b : a
        if sharpness.isFinite { better.ratio = logSum(a.ratio, b.ratio, sharpness: sharpness) }
        return better
    }

    /// The best way that can go over to a position in this frame.
    private func entering(_ position: Int) -> Token? {
        let before = best(of: positions[position - 1].places)
        guard positions[position - 1].isOptional, position > 1, let skipped = best(of: positions[position - 2].places)
        else { return before }
        return skipped.ratio > before?.ratio ?? -.infinity ? skipped : before
    }

    private func best(of places: Range<Int>) -> Token? {
        var best: Token?
        for index in places {
            if let token = tokens[index], token.ratio > best?.ratio ?? -.infinity { best = token }
        }
        return best
    }
}
