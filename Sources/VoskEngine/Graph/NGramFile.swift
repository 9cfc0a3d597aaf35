/// A language model in OpenFst's `ngram` type, the compact form in Vosk's small models.
///
/// The states are the nodes of a trie of reversed contexts in level order, stored as bit vectors (LOUDS): a node's
/// children follow as one bits, ended by a zero. A second bit vector counts the words that follow each context.
/// Format: OpenFst 1.7's extension `ngram-fst.h` (Sorensen, Allauzen 2011, "Unary Data Structures for Language
/// Models"); little-endian.
struct NGramFile {
    private static let root = 0

    private let contexts: BitVector
    private let futures: BitVector
    private let finals: BitVector
    private let contextWords: [Int32]
    private let futureWords: [Int32]
    private let backoffCosts: [Float]
    private let finalCosts: [Float]
    private let futureCosts: [Float]
    private let stateCount: Int
    /// Words of the root's children, which are the contexts of one word.
    private let rootChildren: Range<Int>

    /// Reads the part of the file after header and symbol tables.
    ///
    /// - Throws: `Transducer.Failure` for a file that is incomplete or contradicts itself.
    init(_ reader: inout OpenFstReader) throws(Transducer.Failure) {
        let damaged = Transducer.Failure(reason: "its n-grams are damaged")
        let counts = [
            try reader.integer(UInt64.self), try reader.integer(UInt64.self), try reader.integer(UInt64.self),
        ]
        guard counts.allSatisfy({ $0 <= UInt64(Int32.max) }), counts[0] > 0 else { throw damaged }
        let states = Int(counts[0]), words = Int(counts[1]), ends = Int(counts[2])
        stateCount = states
        contexts = try BitVector(&reader, count: 2 * states + 1)
        futures = try BitVector(&reader, count: words + states + 1)
        finals = try BitVector(&reader, count: states)
        contextWords = try reader.integers(states + 1)
        futureWords = try reader.integers(words)
        // All parts before are of 4 or 8 bytes, so the costs need no padding.
        backoffCosts = try reader.floats(states + 1)
        finalCosts = try reader.floats(ends)
        futureCosts = try reader.floats(words + 1)
        // With these numbers of ones and zeros no position below is out of range.
        guard contexts.ones.count == states, futures.ones.count == words, finals.ones.count == ends,
            contexts.ones[0] == 0, contexts.zeros[0] == 1
        else { throw damaged }
        rootChildren = 2..<Int(contexts.zeros[1])
    }

    /// Returns the model as a transducer: a back-off arc without a label and an arc for each word of every context.
    ///
    /// - Throws: `Transducer.Failure` for contexts that contradict each other.
    func transducer(start: Int) throws(Transducer.Failure) -> Transducer {
        var ends = [Float](repeating: .infinity, count: stateCount), arcs: [Transducer.Arc] = []
        arcs.reserveCapacity(stateCount + futureWords.count)
        for (index, state) in finals.ones.enumerated() { ends[Int(state)] = finalCosts[index] }
        for state in 0..<stateCount {
            let node = Int(contexts.ones[state]), context = try context(of: node)
            if node != Self.root {
                arcs.append(
                    .init(
                        source: Int32(state), label: 0, cost: backoffCosts[state],
                        target: Int32(contexts.rank(try parent(of: node)))))
            }
            // The words of a state are the ones between two zeros; its first is their rank.
            let zero = Int(futures.zeros[state])
            for future in (zero - state)..<(Int(futures.zeros[state + 1]) - state - 1) {
                let word = futureWords[future]
                arcs.append(
                    .init(
                        source: Int32(state), label: word, cost: futureCosts[future],
                        target: Int32(target(after: context, word: word))))
            }
        }
        return Transducer(start: start, finalCosts: ends, arcs: arcs)
    }

    private func parent(of node: Int) throws(Transducer.Failure) -> Int {
        let index = node - contexts.rank(node) - 1
        guard contexts.ones.indices.contains(index), contexts.ones[index] < node else {
            throw Transducer.Failure(reason: "its contexts lead in a circle")
        }
        return Int(contexts.ones[index])
    }

    /// Returns the words of a node's context, the newest last.
    private func context(of node: Int) throws(Transducer.Failure) -> [Int32] {
        var words: [Int32] = [], node = node
        while node != Self.root {
            words.append(contextWords[contexts.rank(node)])
            node = try parent(of: node)
        }
        return words
    }

    /// Returns the state of the longest known context that ends with `context` and a word.
    private func target(after context: [Int32], word: Int32) -> Int {
        guard var node = child(rootChildren, word) else { return 0 }
        for word in context.reversed() {
            let rank = contexts.rank(node), first = Int(contexts.zeros[rank]) + 1
            guard let next = child(first..<max(first, Int(contexts.zeros[rank + 1])), word) else { break }
            node = next
        }
        return contexts.rank(node)
    }

    /// Returns the child with a word, by binary search among the nodes of a range.
    private func child(_ nodes: Range<Int>, _ word: Int32) -> Int? {
        guard !nodes.isEmpty else { return nil }
        let first = contexts.rank(nodes.lowerBound)
        var low = first, high = first + nodes.count
        guard high <= contextWords.count else { return nil }
        while low < high {
            let middle = (low + high) / 2
            if contextWords[middle] < word { low = middle + 1 } else { high = middle }
        }
        guard low < first + nodes.count, contextWords[low] == word else { return nil }
        return nodes.lowerBound + low - first
    }
}

/// Bits with the positions of ones and zeros, for rank and select.
private struct BitVector {
    /// Positions of the ones, ascending: the answer to "select 1".
    let ones: [Int32]
    /// Positions of the zeros, ascending: the answer to "select 0".
    let zeros: [Int32]
    /// Number of ones before each position, and at the end.
    private let ranks: [Int32]

    init(_ reader: inout OpenFstReader, count: Int) throws(Transducer.Failure) {
        let words = try reader.words((count + 63) / 64)
        var ones: [Int32] = [], zeros: [Int32] = [], ranks: [Int32] = []
        ranks.reserveCapacity(count + 1)
        for position in 0..<count {
            ranks.append(Int32(ones.count))
            if words[position / 64] >> UInt64(position % 64) & 1 == 1 {
                ones.append(Int32(position))
            } else {
                zeros.append(Int32(position))
            }
        }
        ranks.append(Int32(ones.count))
        (self.ones, self.zeros, self.ranks) = (ones, zeros, ranks)
    }

    /// Returns the number of ones before a position.
    func rank(_ position: Int) -> Int { Int(ranks[position]) }
}
