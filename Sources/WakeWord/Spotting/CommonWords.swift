/// The most common English words as a tree of phones: words that begin alike share their first nodes.
///
/// Probabilities are those of the general language model that comes with PocketSphinx, pronunciations those of the CMU
/// dictionary (`models/training/acoustic/brewsacoustic/commonwords.py`). Node 0 is the root; every other node lies
/// behind its parent.
struct CommonWords: Sendable {
    /// Of each node, its phone's place among the model's.
    private(set) var phones: [UInt8] = [0]
    private(set) var parents: [Int32] = [0]
    /// Log-probability of the likeliest word that ends in a node, `never` where none does.
    private(set) var ends: [Float] = [CommonWords.never]
    /// Of the likeliest word that ends in a node or behind it.
    private(set) var reaches: [Float] = [CommonWords.never]
    /// Nodes in which the words end that are said in several ways.
    private var ways: [[Int]] = []

    /// So little that nothing comes of it, and two of it may be added.
    static let never = -Float.greatestFiniteMagnitude / 4

    var count: Int { phones.count }

    static let english: CommonWords? = CommonWords(lines: PackageResources.common_words_txt)

    /// - Parameter lines: ways to sound in the order of their phones, one a line: how many phones are those of the line
    ///   before, the others, and the log-probability in quarters of a nat without its sign. A number n is the character
    ///   48 + n. Behind a space two numbers to base 64 say which lines are one word said differently.
    /// - Returns: `nil` where a line is something else.
    init?(lines: [UInt8]) {
        /// Nodes of the line before, from the root.
        var path = [0]
        var ways: [Int: [Int]] = [:]
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
                ends.append(Self.never)
                path.append(count - 1)
            }
            guard path.count > 1 else { return nil }
            ends[path[path.count - 1]] = -Float(cost) / 4
            guard let word = parts.dropFirst().first else { continue }
            guard word.count == 2, word.allSatisfy((0..<64).contains) else { return nil }
            ways[64 * word[0] + word[1], default: []].append(path[path.count - 1])
        }
        guard count > 1 else { return nil }
        self.ways = Array(ways.values)
        reach()
    }

    private mutating func reach() {
        reaches = ends
        for node in stride(from: count - 1, to: 0, by: -1) {
            reaches[Int(parents[node])] = max(reaches[Int(parents[node])], reaches[node])
        }
    }

    /// All but the words that sound like one of these, said in whatever way.
    ///
    /// - Parameter sounds: of each word its phones, each one of several.
    func without(_ sounds: [[[Phone]]]) -> Self {
        let alike = Set(sounds.flatMap(nodes))
        var others = self
        for node in alike.union(ways.filter { !alike.isDisjoint(with: $0) }.joined()) { others.ends[node] = Self.never }
        others.reach()
        return others
    }

    /// Where the words end that sound like this.
    func nodes(of sounds: [[Phone]]) -> [Int] {
        sounds.reduce([0]) { parents, phones in
            (1..<count).filter { node in
                parents.contains(Int(self.parents[node])) && phones.contains { $0.index == Int(self.phones[node]) }
            }
        }
    }
}
