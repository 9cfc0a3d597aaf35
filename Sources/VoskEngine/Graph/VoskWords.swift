internal import Foundation

/// The vocabulary of a model, read from its files without loading it.
///
/// ```
/// let words = try VoskWords(model: description)
/// words.contains("cappuccino")
/// ```
public struct VoskWords: Sendable {
    private let labels: [String: Int32]

    /// Reads `graph/words.txt`: one word and its id per line.
    ///
    /// - Throws: `VoskError.graphUnreadable`.
    public init(model: VoskModelDescription) throws(VoskError) {
        let path = model.directory + "/graph/words.txt"
        guard let data = FileManager.default.contents(atPath: path) else {
            throw .graphUnreadable(file: path, reason: "it cannot be read")
        }
        var labels: [String: Int32] = [:]
        for line in String(decoding: data, as: UTF8.self).split(separator: "\n") {
            let fields = line.split(separator: " ")
            guard fields.count == 2, let label = Int32(fields[1]) else {
                throw .graphUnreadable(file: path, reason: "the line '\(line)' is not a word and its number")
            }
            // Id 0 is epsilon.
            if label > 0 { labels[String(fields[0])] = label }
        }
        self.labels = labels
    }

    /// Returns whether the vocabulary contains a word.
    public func contains(_ word: String) -> Bool { labels[word] != nil }

    /// Returns words with the same first two letters whose lengths differ by at most two: candidates for similar
    /// pronunciation.
    public func similarlySpelled(to word: String) -> [String] {
        let beginning = word.prefix(2), length = word.count
        return labels.keys.filter { $0.hasPrefix(beginning) && $0 != word && abs($0.count - length) <= 2 }
    }

    /// Returns the word's id in the graph.
    func label(_ word: String) -> Int32? { labels[word] }
}
