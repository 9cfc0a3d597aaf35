/// The best path through a loop of common words with optional silence between them (Viterbi).
struct WordLoop {
    /// Cost of a silence between words, in nats: a probability of one half.
    private static let silenceCost: Float = 0.7

    private let words: CommonWords
    /// Log-likelihood of the best path into each node at the last frame.
    private var scores: [Float]
    private var silence = CommonWords.logZero
    /// Log-likelihood of the best path with a word or silence that ends at the last frame.
    private(set) var boundary = CommonWords.logZero

    init(_ words: CommonWords) {
        self.words = words
        scores = Array(repeating: CommonWords.logZero, count: words.count)
    }

    /// Processes the scores of one frame.
    mutating func process(_ frame: FrameScores) {
        let first = Phone.allCases.indices.map { Float(frame.entry($0)) },
            loop = Phone.allCases.indices.map { Float(frame.selfLoop($0)) }
        // Children come after their parents, so in reverse order every parent is still of the previous frame. The
        // boundary precedes the first phone of a word.
        scores[0] = boundary
        silence = max(boundary - Self.silenceCost + first[Phone.sil.index], silence + loop[Phone.sil.index])
        var best = silence
        scores.withUnsafeMutableBufferPointer { scores in
            words.parents.withUnsafeBufferPointer { parents in
                words.phones.withUnsafeBufferPointer { phones in
                    words.wordLogProbabilities.withUnsafeBufferPointer { wordEnds in
                        for node in stride(from: scores.count - 1, to: 0, by: -1) {
                            let phone = Int(phones[node])
                            let score = max(
                                max(scores[Int(parents[node])] + first[phone], scores[node] + loop[phone]),
                                CommonWords.logZero)
                            scores[node] = score
                            best = max(best, score + wordEnds[node])
                        }
                    }
                }
            }
        }
        boundary = best
    }

    /// Starts words after an external path that ends at the last frame.
    ///
    /// - Parameter other: its log-likelihood.
    mutating func enter(_ other: Double) { boundary = max(boundary, Float(other)) }

    /// Log-likelihood of the best path, with look-ahead within words.
    var best: Float {
        var best = boundary
        for node in 1..<scores.count { best = max(best, scores[node] + words.lookahead[node]) }
        return best
    }
}
