internal import SQLiteConnection

/// Tables of a catalogue. A file is written once, by an import, and never changed.
enum CatalogueSchema {
    /// "BrCa" in ASCII, in the file's header (`PRAGMA application_id`).
    static let application = 0x4272_4361
    /// Version of the tables (`PRAGMA user_version`).
    static let version = 1

    /// The tables, before the rows.
    static let tables: [StaticString] = [
        """
        CREATE TABLE items (
            id INTEGER PRIMARY KEY, kind INTEGER NOT NULL, title TEXT NOT NULL, creators TEXT NOT NULL, \
            details TEXT NOT NULL, identifier TEXT NOT NULL, place TEXT NOT NULL, picture TEXT NOT NULL, \
            year INTEGER, price INTEGER, currency TEXT NOT NULL, available INTEGER NOT NULL, allergens TEXT, \
            title_key INTEGER NOT NULL
        ) STRICT
        """,
        // The words of an item and, in `sounds`, its `SoundGrams`. The texts themselves are in `items`; the matches are
        // ranked by `ItemRanking`, so that no sizes of columns and no positions are needed.
        """
        CREATE VIRTUAL TABLE entries USING fts5(title, creators, details, sounds, content='', columnsize=0, \
        detail=column, tokenize='unicode61')
        """,
        // Entries in memory before they are written; fewer and larger writes.
        "INSERT INTO entries(entries, rank) VALUES ('hashsize', 33554432)",
    ]

    /// What is made of the rows.
    static let indexes: [StaticString] = [
        "CREATE INDEX items_by_title ON items (title_key)",
        "CREATE INDEX items_by_year ON items (year) WHERE year IS NOT NULL",
        "CREATE INDEX items_by_identifier ON items (identifier) WHERE identifier <> ''",
        "CREATE INDEX words_by_sound ON words (sound) WHERE sound <> ''",
    ]

    /// Checks that a file is a catalogue that this version can read.
    ///
    /// - Throws: `CatalogueError.notACatalogue`, `.newer`, or the error of the file.
    static func verify(_ connection: Connection, path: String) throws(CatalogueError) {
        let doing = "read the catalogue's version"
        let found: (application: Int, version: Int)
        do {
            found = (
                try connection.integer("PRAGMA application_id", doing: doing),
                try connection.integer("PRAGMA user_version", doing: doing)
            )
        } catch .damaged(let message) where message.contains("not a database") {
            throw .notACatalogue(path: path)
        }
        guard found.application == application else { throw .notACatalogue(path: path) }
        guard found.version <= version else { throw .newer(version: found.version, known: version) }
        let tables = try connection.integer(
            "SELECT count(*) FROM sqlite_schema WHERE name IN ('items', 'entries', 'words', 'grams')", doing: doing)
        guard tables == 4, found.version > 0 else { throw .damaged(message: "tables are missing") }
    }
}
