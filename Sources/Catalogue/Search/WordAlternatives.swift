internal import Phonetics
internal import SQLiteConnection

/// A word of a query with the words of the catalogue that it may mean.
struct QueryWord {
    /// How a word of the catalogue relates to the word of the query.
    enum Relation: String { case same, beginning, misspelt, misheard }

    struct Alternative {
        let word: String
        let relation: Relation
        /// Similarity, 0…1; 1 for the word itself.
        let quality: Double
        /// Number of items with the word.
        let rows: Int
    }

    let text: String
    /// Whether it is a word of the creator alone.
    let isOfCreator: Bool
    /// Best first; empty where the catalogue has no such word.
    var alternatives: [Alternative]

    /// Items that one of the alternatives is in, counted with repetitions.
    var rows: Int { alternatives.reduce(0) { $0 + $1.rows } }
}

/// Looks words up in the vocabulary of a catalogue: as they are, as the beginning of a word, with one typing error, by
/// sound.
struct WordAlternatives {
    private static let mostBeginnings = 8, mostScanned = 2_000, mostSounds = 60, mostKept = 6
    /// Least similarity of a word that sounds alike.
    private static let leastSimilarity = 0.6
    private static let misspeltQuality = 0.9, beginningQuality = 0.9
    private static let alphabet = Array("abcdefghijklmnopqrstuvwxyz0123456789".utf8)

    let connection: Connection
    let grams: SoundGrams
    let comparator: PhoneticComparator

    /// The words of a query.
    ///
    /// - Parameter isWide: whether words that the catalogue has are replaced too, since they may be errors.
    func of(_ words: [String], isOfCreator: Bool, isWide: Bool) throws(CatalogueError) -> [QueryWord] {
        var found: [QueryWord] = []
        for (index, text) in words.enumerated() {
            let isLast = index == words.count - 1
            var alternatives: [QueryWord.Alternative] = []
            if let rows = try rows([text])[text] {
                alternatives.append(.init(word: text, relation: .same, quality: 1, rows: rows))
            }
            let isUnknown = alternatives.isEmpty
            if isLast, text.utf8.count >= 3 { alternatives += try beginnings(text) }
            if isUnknown || isWide {
                alternatives += try misspelt(text)
                alternatives += try misheard(text)
            }
            var seen: Set<String> = []
            let best = alternatives.sorted { ($1.quality, $1.rows, $0.word) < ($0.quality, $0.rows, $1.word) }
                .filter { seen.insert($0.word).inserted }
            found.append(
                QueryWord(text: text, isOfCreator: isOfCreator, alternatives: Array(best.prefix(Self.mostBeginnings))))
        }
        return found
    }

    /// Number of items of each of the words that the catalogue has.
    func rows(_ words: [String]) throws(CatalogueError) -> [String: Int] {
        let found = try connection.rows(
            "SELECT word, rows FROM words WHERE word IN (SELECT value FROM json_each(?))", [.text(Self.json(words))],
            doing: "search the catalogue's words"
        ) { row in (row.text(0), row.integer(1)) }
        return Dictionary(found, uniquingKeysWith: { first, _ in first })
    }

    /// Words of letters and digits as a JSON array, for `json_each`.
    static func json(_ words: [String]) -> String { "[" + words.map { "\"\($0)\"" }.joined(separator: ",") + "]" }

    private func beginnings(_ text: String) throws(CatalogueError) -> [QueryWord.Alternative] {
        let found = try connection.rows(
            """
            SELECT word, rows FROM (SELECT word, rows FROM words WHERE word > ?1 AND word < ?1 || char(0x10FFFF) \
            LIMIT ?2) ORDER BY rows DESC LIMIT ?3
            """, [.text(text), .integer(Self.mostScanned), .integer(Self.mostBeginnings)],
            doing: "search the catalogue's words"
        ) { row in (row.text(0), row.integer(1)) }
        return found.map { word, rows in
            // The more of the word was said, the likelier it is meant.
            let share = Double(text.count) / Double(max(1, word.count))
            return .init(
                word: word, relation: .beginning, quality: Self.beginningQuality * (0.7 + 0.3 * share), rows: rows)
        }
    }

    /// Words at a distance of one letter inserted, left out, replaced, or exchanged with its neighbour.
    private func misspelt(_ text: String) throws(CatalogueError) -> [QueryWord.Alternative] {
        guard 3...CatalogueWords.longest ~= text.utf8.count, text.utf8.allSatisfy({ $0 < 0x80 }) else { return [] }
        let found = try rows(Array(Self.edits(Array(text.utf8))))
        // An error in a short word changes more of it.
        let quality = Self.misspeltQuality - (text.utf8.count < 5 ? 0.15 : 0)
        return found.filter { $0.key != text }.map {
            .init(word: $0.key, relation: .misspelt, quality: quality, rows: $0.value)
        }
    }

    static func edits(_ text: [UInt8]) -> Set<String> {
        var found: Set<String> = []
        func add(_ bytes: [UInt8]) { found.insert(String(decoding: bytes, as: UTF8.self)) }
        for index in 0...text.count {
            for letter in alphabet {
                add(text[..<index] + [letter] + text[index...])
                if index < text.count { add(text[..<index] + [letter] + text[(index + 1)...]) }
            }
            if index < text.count { add(Array(text[..<index] + text[(index + 1)...])) }
            if index + 1 < text.count { add(text[..<index] + [text[index + 1], text[index]] + text[(index + 2)...]) }
        }
        return found
    }

    /// Words with the same consonants that sound similar.
    private func misheard(_ text: String) throws(CatalogueError) -> [QueryWord.Alternative] {
        let sound = grams.skeleton(text)
        guard sound.utf8.count >= 2 else { return [] }
        let found = try connection.rows(
            "SELECT word, rows FROM words WHERE sound = ? AND sound <> '' AND word <> ? ORDER BY rows DESC LIMIT ?",
            [.text(sound), .text(text), .integer(Self.mostSounds)], doing: "search the catalogue's words"
        ) { row in (row.text(0), row.integer(1)) }
        let similar = found.map { word, rows in
            QueryWord.Alternative(
                word: word, relation: .misheard, quality: 0.95 * comparator.similarity([text], [word]), rows: rows)
        }
        return Array(
            similar.filter { $0.quality >= Self.leastSimilarity }.sorted { $0.quality > $1.quality }
                .prefix(Self.mostKept))
    }
}
