/// The most common English words as a tree of phones: words that begin alike share their first nodes.
///
/// Probabilities are those of the general language model that comes with PocketSphinx, pronunciations those of the CMU dictionary
/// (`models/training/acoustic/brewsacoustic/commonwords.py`). Node 0 is the root; every other node lies behind its parent.
struct CommonWords: Sendable {
    /// Of each node, its phone's place among the model's.
    private(set) var phones: [UInt8] = [0]
    private(set) var parents: [Int32] = [0]
    /// Log-probability of the likeliest word that ends in a node, minus infinity where none does.
    private(set) var ends: [Float] = [-.infinity]
    /// Of the likeliest word that ends in a node or behind it.
    private(set) var reaches: [Float] = [-.infinity]

    var count: Int { phones.count }

    static let english: CommonWords? = CommonWords(lines: PackageResources.common_words_txt)

    /// - Parameter lines: ways to sound in the order of their phones, one a line: how many phones are those of the line before, the others, and the
    ///   log-probability in quarters of a nat without its sign. A number n is the character 48 + n.
    /// - Returns: `nil` where a line is something else.
    init?(lines: [UInt8]) {
        /// Nodes of the line before, from the root.
        var path = [0]
        for line in lines.split(separator: UInt8(ascii: "\n")) {
            let numbers = line.map { Int($0) - 48 }
            guard let shared = numbers.first, let cost = numbers.last, numbers.count >= 2, path.indices.contains(shared), cost >= 0 else { return nil }
            path.removeLast(path.count - 1 - shared)
            for phone in numbers.dropFirst().dropLast() {
                guard Phone.allCases.indices.contains(phone), Phone.allCases[phone].isSpoken else { return nil }
                phones.append(UInt8(phone))
                parents.append(Int32(path[path.count - 1]))
                ends.append(-.infinity)
                reaches.append(-.infinity)
                path.append(count - 1)
            }
            guard path.count > 1 else { return nil }
            let probability = -Float(cost) / 4
            ends[path[path.count - 1]] = probability
            for node in path { reaches[node] = max(reaches[node], probability) }
        }
        guard count > 1 else { return nil }
    }

    /// The words that sound like this, given by the node in which they end.
    ///
    /// - Parameter sounds: the phones of a word, each one of several.
    func nodes(of sounds: [[Phone]]) -> [Int] {
        sounds.reduce([0]) { parents, phones in
            (1..<count).filter { node in parents.contains(Int(self.parents[node])) && phones.contains { $0.index == Int(self.phones[node]) } }
        }
    }
}
