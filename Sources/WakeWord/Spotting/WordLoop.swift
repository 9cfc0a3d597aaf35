/// The best way to explain sound by common words, one after another, with or without silence between (Viterbi).
struct WordLoop {
    /// What a silence between words costs, in nats: it is there as often as not.
    private static let silenceCost: Float = 0.7
    private static let never = -Float.greatestFiniteMagnitude / 4

    private let words: CommonWords
    /// Log-probability of a word that ends in a node, minus infinity where none may.
    private let ends: [Float]
    /// Log-likelihood of the best way into each node at the last frame.
    private var ways: [Float]
    private var silence = never
    /// Of the best way that has a word or silence ending with the last frame.
    private(set) var boundary = never

    /// - Parameter barred: nodes of words that do not count.
    init(_ words: CommonWords, barred: [Int]) {
        self.words = words
        var ends = words.ends.map { max($0, Self.never) }
        for node in barred { ends[node] = Self.never }
        self.ends = ends
        ways = Array(repeating: Self.never, count: words.count)
    }

    /// Takes the scores of one frame.
    mutating func advance(_ frame: FrameScores) {
        let entering = boundary
        let first = Phone.allCases.indices.map { Float(frame.first($0)) }, loop = Phone.allCases.indices.map { Float(frame.loop($0)) }
        silence = max(entering - Self.silenceCost + first[Phone.sil.index], silence + loop[Phone.sil.index])
        boundary = silence
        // Parents lie before their children, so that backwards every parent is still of the frame before.
        ways[0] = entering
        var best = boundary
        ways.withUnsafeMutableBufferPointer { ways in
            words.parents.withUnsafeBufferPointer { parents in
                words.phones.withUnsafeBufferPointer { phones in
                    ends.withUnsafeBufferPointer { ends in
                        for node in stride(from: ways.count - 1, to: 0, by: -1) {
                            let phone = Int(phones[node])
                            let way = max(max(ways[Int(parents[node])] + first[phone], ways[node] + loop[phone]), Self.never)
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
