import EmbeddedFiles

/// The most common English words as a prefix tree of phones (lexicon tree).
///
/// Probabilities come from PocketSphinx's general language model, pronunciations from the CMU dictionary
/// (`models/training/acoustic/brewsacoustic/commonwords.py`). Node 0 is the root; every node comes after its parent.
struct CommonWords: Sendable {
    /// Phone index of each node.
    private(set) var phones: [UInt8] = [0]
    private(set) var parents: [Int32] = [0]
    /// Log-probability of the most likely word that wordLogProbabilities in each node; `logZero` where none does.
    private(set) var wordLogProbabilities: [Float] = [CommonWords.logZero]
    /// Log-probability of the most likely word in each node's subtree (language-model look-ahead).
    private(set) var lookahead: [Float] = [CommonWords.logZero]
    /// End nodes of the words with several pronunciations.
    private var variants: [[Int]] = []

    /// A log-probability of zero that may be added to another.
    static let logZero = -Float.greatestFiniteMagnitude / 4

    var count: Int { phones.count }

    static let english: CommonWords? = CommonWords(lines: EmbeddedFile.commonWords.bytes)

    /// Parses the word list.
    ///
    /// - Parameter lines: pronunciations in the order of their phones, one per line: the number of phones shared with
    ///   the previous line, the other phones, and the negative log-probability in quarters of a nat. A number n is the
    ///   character 48 + n. After a space, two base-64 digits group the lines that are pronunciations of one word.
    /// - Returns: `nil` for a malformed line.
    init?(lines: [UInt8]) {
        /// Nodes of the previous line, from the root.
        var path = [0]
        var variants: [Int: [Int]] = [:]
        for line in lines.split(separator: UInt8(ascii: "\n")) {
            let parts = line.split(separator: UInt8(ascii: " "), omittingEmptySubsequences: false).map {
                $0.map { Int($0) - 48 }
            }
            guard (1...2).contains(parts.count), let shared = parts[0].first, let cost = parts[0].last,
                parts[0].count >= 2, path.indices.contains(shared), cost >= 0
            else {
                return nil
            }
            path.removeLast(path.count - 1 - shared)
            for phone in parts[0].dropFirst().dropLast() {
                guard Phone.allCases.indices.contains(phone), Phone.allCases[phone].isSpoken else { return nil }
                phones.append(UInt8(phone))
                parents.append(Int32(path[path.count - 1]))
                wordLogProbabilities.append(Self.logZero)
                path.append(count - 1)
            }
            guard path.count > 1 else { return nil }
            wordLogProbabilities[path[path.count - 1]] = -Float(cost) / 4
            guard let word = parts.dropFirst().first else { continue }
            guard word.count == 2, word.allSatisfy((0..<64).contains) else { return nil }
            variants[64 * word[0] + word[1], default: []].append(path[path.count - 1])
        }
        guard count > 1 else { return nil }
        self.variants = Array(variants.values)
        updateLookahead()
    }

    private mutating func updateLookahead() {
        lookahead = wordLogProbabilities
        for node in stride(from: count - 1, to: 0, by: -1) {
            lookahead[Int(parents[node])] = max(lookahead[Int(parents[node])], lookahead[node])
        }
    }

    /// Returns the words without all that have one of these pronunciations, whichever pronunciation matches.
    ///
    /// - Parameter pronunciations: the phones of each word, with alternatives.
    func excluding(_ pronunciations: [[[Phone]]]) -> Self {
        let excluded = Set(pronunciations.flatMap(nodes))
        var others = self
        for node in excluded.union(variants.filter { !excluded.isDisjoint(with: $0) }.joined()) {
            others.wordLogProbabilities[node] = Self.logZero
        }
        others.updateLookahead()
        return others
    }

    /// Returns the nodes at which words with this pronunciation end.
    func nodes(of pronunciation: [[Phone]]) -> [Int] {
        pronunciation.reduce([0]) { parents, phones in
            (1..<count).filter { node in
                parents.contains(Int(self.parents[node])) && phones.contains { $0.index == Int(self.phones[node]) }
            }
        }
    }
}
