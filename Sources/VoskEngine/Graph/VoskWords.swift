internal import Foundation

/// The words that a model can hear, read from its files without loading it.
public struct VoskWords: Sendable {
    private let labels: [String: Int32]

    /// Reads `graph/words.txt`: a word and its number a line.
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
            // Number 0 is the graph's empty symbol.
            if label > 0 { labels[String(fields[0])] = label }
        }
        self.labels = labels
    }

    /// Whether the dictionary holds a word.
    public func contains(_ word: String) -> Bool { labels[word] != nil }

    /// Words that begin with the same two letters and are at most two letters longer or shorter: so near words are
    /// spelled, mostly.
    public func spelled(like word: String) -> [String] {
        let beginning = word.prefix(2), length = word.count
        return labels.keys.filter { $0.hasPrefix(beginning) && $0 != word && abs($0.count - length) <= 2 }
    }

    /// The word's number in the graph.
    func label(_ word: String) -> Int32? { labels[word] }
}
