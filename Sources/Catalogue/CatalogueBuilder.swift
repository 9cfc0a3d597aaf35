internal import SQLiteConnection

/// Writes a new catalogue file: rows one by one, then what the search needs besides them.
///
/// Nothing is synchronised until `finish`; a file that was not finished is no catalogue, since its header is written
/// last.
final class CatalogueBuilder {
    private static let doing = "write the catalogue"
    private let connection: Connection
    private let grams: SoundGrams
    private(set) var count = 0

    /// - Parameter path: a file that does not exist, or `:memory:`.
    init(path: String, grams: SoundGrams) throws(CatalogueError) {
        connection = try Connection(path: path, access: .create)
        self.grams = grams
        // The journal of a new file is empty, and there is no earlier state to go back to.
        for statement: StaticString in [
            "PRAGMA journal_mode = MEMORY", "PRAGMA synchronous = OFF", "PRAGMA locking_mode = EXCLUSIVE",
            "PRAGMA cache_size = -65536", "BEGIN IMMEDIATE",
        ] + CatalogueSchema.tables {
            try connection.run(statement, doing: Self.doing)
        }
    }

    /// Adds an item, with a new id.
    func add(_ item: CatalogueItem) throws(CatalogueError) {
        count += 1
        let title = CatalogueWords.of(item.title)
        let main = CatalogueWords.of(CatalogueWords.mainTitle(item.title))
        let creators = item.creators.map(CatalogueWords.of)
        try connection.run(
            "INSERT INTO items VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
            [
                .integer(count), .integer(item.kind.code), .text(item.title),
                .text(item.creators.joined(separator: ItemRow.separator)), .text(item.details),
                .text(item.identifier), .text(item.place), .text(item.picture), SQLValue(item.year),
                SQLValue(item.price), .text(item.currency), SQLValue(item.isAvailable),
                SQLValue(item.allergens.map { $0.joined(separator: ItemRow.separator) }),
                .integer(CatalogueWords.key(main)),
            ], doing: Self.doing)
        var sounds = grams.of(main)
        for words in creators { sounds += grams.of(words) }
        try connection.run(
            "INSERT INTO entries(rowid, title, creators, details, sounds) VALUES (?, ?, ?, ?, ?)",
            [
                .integer(count), .text(title.joined(separator: " ")),
                .text(creators.joined().joined(separator: " ")),
                .text(CatalogueWords.of(item.details).joined(separator: " ")),
                .text(sounds.joined(separator: " ")),
            ], doing: Self.doing)
    }

    /// Makes the indexes and ends the transaction; the catalogue can be searched after it.
    ///
    /// - Returns: the connection, for a catalogue in memory.
    @discardableResult
    func finish() throws(CatalogueError) -> Connection {
        // One segment: each word has one list of rows.
        try connection.run("INSERT INTO entries(entries) VALUES ('optimize')", doing: Self.doing)
        try connection.run(
            "CREATE VIRTUAL TABLE temp.vocabulary USING fts5vocab(main, entries, col)", doing: Self.doing)
        try connection.run(
            "CREATE TABLE grams (gram TEXT PRIMARY KEY, rows INTEGER NOT NULL) STRICT, WITHOUT ROWID",
            doing: Self.doing)
        try connection.run(
            """
            INSERT INTO grams SELECT term, doc FROM temp.vocabulary WHERE col = 'sounds' ORDER BY term
            """, doing: Self.doing)
        try connection.run(
            """
            CREATE TABLE words (word TEXT PRIMARY KEY, sound TEXT NOT NULL, rows INTEGER NOT NULL) \
            STRICT, WITHOUT ROWID
            """, doing: Self.doing)
        var last = ""
        while let next = try addWords(after: last) { last = next }
        for statement in CatalogueSchema.indexes { try connection.run(statement, doing: Self.doing) }
        for statement: StaticString in [
            "DROP TABLE temp.vocabulary", "PRAGMA application_id = 0x42724361", "PRAGMA user_version = 1", "COMMIT",
        ] {
            try connection.run(statement, doing: Self.doing)
        }
        return connection
    }

    /// Adds the next words of the vocabulary in alphabetical order.
    ///
    /// - Returns: the last of them; `nil` at the end.
    private func addWords(after last: String) throws(CatalogueError) -> String? {
        let words = try connection.rows(
            """
            SELECT term, sum(doc) FROM temp.vocabulary WHERE term > ? AND col <> 'sounds' GROUP BY term \
            ORDER BY term LIMIT 10000
            """, [.text(last)], doing: Self.doing
        ) { row in (word: row.text(0), rows: row.integer(1)) }
        for (word, rows) in words {
            try connection.run(
                "INSERT INTO words VALUES (?, ?, ?)", [.text(word), .text(grams.skeleton(word)), .integer(rows)],
                doing: Self.doing)
        }
        return words.last?.word
    }
}

/// Columns of `items`.
enum ItemRow {
    /// Between the creators, and between the allergens. No text of an item contains it.
    static let separator = "\n"

    /// Reads id, kind, title, creators, details, identifier, place, picture, year, price, currency, availability and
    /// allergens.
    ///
    /// - Throws: `CatalogueError.damaged` for a kind that does not exist.
    static func item(_ row: Row) throws(CatalogueError) -> CatalogueItem {
        guard let kind = CatalogueKind(code: row.integer(1)) else {
            throw .damaged(message: "there is no kind \(row.integer(1))")
        }
        return CatalogueItem(
            id: row.integer(0), kind: kind, title: row.text(2), creators: list(row.text(3)), details: row.text(4),
            identifier: row.text(5), place: row.text(6), picture: row.text(7), year: row.optionalInteger(8),
            price: row.optionalInteger(9), currency: row.text(10), isAvailable: row.bool(11),
            allergens: row.optionalText(12).map(list))
    }

    private static func list(_ text: String) -> [String] { text.split(separator: separator).map(String.init) }
}
