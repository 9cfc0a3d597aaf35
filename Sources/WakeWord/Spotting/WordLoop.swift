/// The best way to explain sound by common words, one after another, with or without silence between (Viterbi).
struct WordLoop {
    /// What a silence between words costs, in nats: it is there as often as not.
    private static let silenceCost: Float = 0.7

    private let words: CommonWords
    /// Log-likelihood of the best way into each node at the last frame.
    private var ways: [Float]
    private var silence = CommonWords.never
    /// Of the best way that has a word or silence ending with the last frame.
    private(set) var boundary = CommonWords.never

    init(_ words: CommonWords) {
        self.words = words
        ways = Array(repeating: CommonWords.never, count: words.count)
    }

    /// Takes the scores of one frame.
    mutating func advance(_ frame: FrameScores) {
        let first = Phone.allCases.indices.map { Float(frame.first($0)) },
            loop = Phone.allCases.indices.map { Float(frame.loop($0)) }
        // Parents lie before their children, so that backwards every parent is still of the frame before; before the
        // first phone of a word is the boundary.
        ways[0] = boundary
        silence = max(boundary - Self.silenceCost + first[Phone.sil.index], silence + loop[Phone.sil.index])
        var best = silence
        ways.withUnsafeMutableBufferPointer { ways in
            words.parents.withUnsafeBufferPointer { parents in
                words.phones.withUnsafeBufferPointer { phones in
                    words.ends.withUnsafeBufferPointer { ends in
                        for node in stride(from: ways.count - 1, to: 0, by: -1) {
                            let phone = Int(phones[node])
                            let way = max(
                                max(ways[Int(parents[node])] + first[phone], ways[node] + loop[phone]),
                                CommonWords.never)
                            ways[node] = way
                            best = max(best, way + ends[node])
                        }
                    }
                }
            }
        }
        boundary = best
    }

    /// A way from elsewhere ends with the last frame; words begin behind it.
    ///
    /// - Parameter other: its log-likelihood.
    mutating func enter(_ other: Double) { boundary = max(boundary, Float(other)) }

    /// Log-likelihood of the best way up to here, within a word with what its likeliest end will cost.
    var best: Float {
        var best = boundary
        for node in 1..<ways.count { best = max(best, ways[node] + words.reaches[node]) }
        return best
    }
}
