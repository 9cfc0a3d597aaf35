internal import Foundation

/// The vocabulary of a model, read from its files without loading it.
///
/// ```
/// let words = try VoskWords(model: description)
/// words.contains("cappuccino")
/// ```
public struct VoskWords: Sendable {
    private let labels: [String: Int32]
    /// Whether the words come from the symbol table of `Gr.fst`, because the model has no `words.txt`.
    let areFromGraph: Bool

    /// Reads `graph/words.txt`, one word and its id per line; without that file the symbol table of `graph/Gr.fst`, as
    /// in Vosk's small models.
    ///
    /// - Throws: `VoskError.graphUnreadable`.
    public init(model: VoskModelDescription) throws(VoskError) {
        let path = model.directory + "/graph/words.txt"
        guard let data = FileManager.default.contents(atPath: path) else {
            labels = try Self.symbols(ofGraph: model.directory + "/graph/Gr.fst", missing: path)
            areFromGraph = true
            return
        }
        areFromGraph = false
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

    private static func symbols(ofGraph path: String, missing words: String) throws(VoskError) -> [String: Int32] {
        guard let data = FileManager.default.contents(atPath: path) else {
            throw .graphUnreadable(file: words, reason: "it cannot be read")
        }
        do throws(Transducer.Failure) {
            guard let symbols = try Transducer.symbols(openFst: [UInt8](data)) else {
                throw Transducer.Failure(reason: "it holds no symbol table, and there is no words.txt")
            }
            return symbols
        } catch {
            throw .graphUnreadable(file: path, reason: error.reason)
        }
    }

    /// The words in the format of `words.txt`.
    var text: String { labels.map { "\($0) \($1)\n" }.sorted().joined() }

    /// Number of words.
    var count: Int { labels.count }

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
