internal import SQLiteConnection

/// Tables of a notebook and their migrations. A released version never changes; changes are added as further
/// migrations.
enum NotebookSchema {
    /// "BrwN" in ASCII, in the file's header (`PRAGMA application_id`).
    static let application = 0x4272_774E

    /// Migrations: the statements at index n lead from version n to n + 1, in one transaction.
    static let migrations: [[StaticString]] = [
        [
            """
            CREATE TABLE notes (id INTEGER PRIMARY KEY AUTOINCREMENT, answer TEXT NOT NULL, \
            is_private INTEGER NOT NULL) STRICT
            """,
            """
            CREATE TABLE questions (
                note INTEGER NOT NULL REFERENCES notes (id) ON DELETE CASCADE, place INTEGER NOT NULL, \
                text TEXT NOT NULL, PRIMARY KEY (note, place)
            ) STRICT, WITHOUT ROWID
            """,
            // `words` is the question in plain words, by which repetitions are found.
            """
            CREATE TABLE open_questions (
                id INTEGER PRIMARY KEY AUTOINCREMENT, words TEXT NOT NULL UNIQUE, text TEXT NOT NULL, \
                count INTEGER NOT NULL, first_ms INTEGER NOT NULL, first_trusted INTEGER NOT NULL, \
                last_ms INTEGER NOT NULL, last_trusted INTEGER NOT NULL
            ) STRICT
            """,
            // The step that can be undone: the notes before it, and the numbers of those that it made, as JSON.
            """
            CREATE TABLE undo (id INTEGER PRIMARY KEY CHECK (id = 1), step TEXT NOT NULL, before TEXT NOT NULL, \
            made TEXT NOT NULL) STRICT
            """,
            "PRAGMA application_id = 0x4272774E",
            "PRAGMA user_version = 1",
        ],
        // Conversations. A message has the text that was sent and the transcript that it was made from.
        [
            "CREATE TABLE threads (id INTEGER PRIMARY KEY AUTOINCREMENT) STRICT",
            """
            CREATE TABLE messages (
                thread INTEGER NOT NULL REFERENCES threads (id) ON DELETE CASCADE, place INTEGER NOT NULL, \
                author TEXT NOT NULL, text TEXT NOT NULL, transcript TEXT, source TEXT, time_ms INTEGER NOT NULL, \
                time_trusted INTEGER NOT NULL, PRIMARY KEY (thread, place)
            ) STRICT, WITHOUT ROWID
            """,
            "PRAGMA user_version = 2",
        ],
        // Guests' reading lists, of which nothing says whose they are, and saved answers.
        [
            """
            CREATE TABLE reading_lists (
                list TEXT NOT NULL, place INTEGER NOT NULL, title TEXT NOT NULL, by TEXT NOT NULL, \
                identifier TEXT NOT NULL, shelf TEXT NOT NULL, time_ms INTEGER NOT NULL, PRIMARY KEY (list, place)
            ) STRICT, WITHOUT ROWID
            """,
            """
            CREATE TABLE saved_answers (
                id INTEGER PRIMARY KEY AUTOINCREMENT, text TEXT NOT NULL, source TEXT NOT NULL, \
                time_ms INTEGER NOT NULL, time_trusted INTEGER NOT NULL
            ) STRICT
            """,
            "PRAGMA user_version = 3",
        ],
        // Pictures and recordings of messages, which go with them.
        [
            """
            CREATE TABLE media (
                id INTEGER PRIMARY KEY AUTOINCREMENT, thread INTEGER NOT NULL, place INTEGER NOT NULL, \
                kind TEXT NOT NULL, type TEXT NOT NULL, bytes BLOB NOT NULL, \
                FOREIGN KEY (thread, place) REFERENCES messages (thread, place) ON DELETE CASCADE
            ) STRICT
            """,
            "CREATE INDEX media_of_messages ON media (thread, place)",
            "PRAGMA user_version = 4",
        ],
    ]

    /// Migrates a file to the latest version, one transaction a version.
    ///
    /// - Returns: whether the file was new.
    /// - Throws: `NotebookError.newer` for a file of a newer Brews, `.notANotebook` for a file of another program.
    static func migrate(_ connection: Connection<NotebookError>, path: String) throws(NotebookError) -> Bool {
        let doing = "set up the notebook"
        let tables = try connection.integer("SELECT count(*) FROM sqlite_schema", doing: doing)
        let application = try connection.integer("PRAGMA application_id", doing: doing)
        let found = try connection.integer("PRAGMA user_version", doing: doing)
        if tables > 0 || found > 0, application != Self.application { throw .notANotebook(path: path) }
        guard found <= migrations.count else { throw .newer(version: found, known: migrations.count) }
        guard found < migrations.count else { return false }
        try connection.transaction(doing: doing) { () throws(NotebookError) in
            // Another process may have set up the file meanwhile.
            let found = try connection.integer("PRAGMA user_version", doing: doing)
            for migration in migrations[min(found, migrations.count)...] {
                for statement in migration { try connection.run(statement, doing: doing) }
            }
        }
        return found == 0
    }
}
