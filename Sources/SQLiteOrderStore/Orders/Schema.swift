internal import SQLiteConnection

/// Tables and their migrations. A released version never changes; changes are added as further migrations.
enum Schema {
    /// "Brew" in ASCII, in the file's header (`PRAGMA application_id`).
    static let application = 0x4272_6577
    /// The latest version.
    static var version: Int { migrations.count }

    /// Migrations: the statements at index n lead from version n to n + 1. Each list runs in one transaction and ends
    /// by recording the version twice, in the header and in a table. A difference between the two indicates damage.
    static let migrations: [[StaticString]] = [
        [
            // One row with the counters. `day_boot` and `day_began_ms` record when the business day began, by the
            // boot-time clock.
            """
            CREATE TABLE state (
                id INTEGER PRIMARY KEY CHECK (id = 1), installation TEXT NOT NULL, version INTEGER NOT NULL,
                last_sequence INTEGER NOT NULL, business_day INTEGER NOT NULL, last_number INTEGER NOT NULL, \
                day_boot TEXT NOT NULL, day_began_ms INTEGER NOT NULL
            ) STRICT
            """,
            "CREATE TABLE days (day INTEGER PRIMARY KEY, last_number INTEGER NOT NULL) STRICT",
            // One row each time the store is opened for writing.
            """
            CREATE TABLE starts (number INTEGER PRIMARY KEY, boot TEXT NOT NULL, at_ms INTEGER NOT NULL, \
            clock_trusted INTEGER NOT NULL) STRICT
            """,
            """
            CREATE TABLE sessions (
                number INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, \
                start INTEGER NOT NULL REFERENCES starts (number), business_day INTEGER NOT NULL,
                began_ms INTEGER NOT NULL, clock_trusted INTEGER NOT NULL, ended_ms INTEGER, end_reason TEXT
            ) STRICT
            """,
            "CREATE INDEX sessions_by_day ON sessions (business_day)",
            """
            CREATE TABLE session_figures (
                session INTEGER NOT NULL REFERENCES sessions (number) ON DELETE CASCADE, name TEXT NOT NULL, \
                value INTEGER NOT NULL, PRIMARY KEY (session, name)
            ) STRICT, WITHOUT ROWID
            """,
            """
            CREATE TABLE events (
                session INTEGER NOT NULL REFERENCES sessions (number) ON DELETE CASCADE, sequence INTEGER NOT NULL, \
                at_ms INTEGER NOT NULL, json TEXT NOT NULL,
                PRIMARY KEY (session, sequence)
            ) STRICT, WITHOUT ROWID
            """,
            """
            CREATE TABLE orders (
                sequence INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, \
                session INTEGER NOT NULL REFERENCES sessions (number), \
                start INTEGER NOT NULL REFERENCES starts (number),
                business_day INTEGER NOT NULL, number INTEGER NOT NULL, placed_ms INTEGER NOT NULL, \
                clock_trusted INTEGER NOT NULL,
                total INTEGER NOT NULL, currency TEXT NOT NULL, menu_digest TEXT NOT NULL, UNIQUE (business_day, number)
            ) STRICT
            """,
            "CREATE INDEX orders_by_session ON orders (session)",
            """
            CREATE TABLE order_lines (
                order_sequence INTEGER NOT NULL REFERENCES orders (sequence) ON DELETE CASCADE, line INTEGER NOT NULL, \
                item TEXT NOT NULL, name TEXT NOT NULL,
                quantity INTEGER NOT NULL, unit_price INTEGER NOT NULL, PRIMARY KEY (order_sequence, line)
            ) STRICT, WITHOUT ROWID
            """,
            """
            CREATE TABLE order_options (
                order_sequence INTEGER NOT NULL, line INTEGER NOT NULL, place INTEGER NOT NULL, \
                option_group TEXT NOT NULL, option TEXT NOT NULL, name TEXT NOT NULL,
                amount TEXT, count INTEGER, PRIMARY KEY (order_sequence, line, place),
                FOREIGN KEY (order_sequence, line) REFERENCES order_lines (order_sequence, line) ON DELETE CASCADE
            ) STRICT, WITHOUT ROWID
            """,
            """
            CREATE TABLE saved_cart (id INTEGER PRIMARY KEY CHECK (id = 1), session TEXT NOT NULL, \
            lines TEXT NOT NULL) STRICT
            """,
            "INSERT INTO state VALUES (1, lower(hex(randomblob(16))), 1, 0, 0, 0, '', 0)",
            "PRAGMA application_id = 0x42726577",
            "PRAGMA user_version = 1",
        ],
        // Allergens and diets that the guest named for the whole order.
        [
            """
            CREATE TABLE order_avoids (
                order_sequence INTEGER NOT NULL REFERENCES orders (sequence) ON DELETE CASCADE, \
                place INTEGER NOT NULL, name TEXT NOT NULL, PRIMARY KEY (order_sequence, place)
            ) STRICT, WITHOUT ROWID
            """,
            "ALTER TABLE saved_cart ADD COLUMN avoids TEXT NOT NULL DEFAULT '[]'",
            "UPDATE state SET version = 2",
            "PRAGMA user_version = 2",
        ],
        // What became of an order after it was placed, and the menus that were served.
        [
            """
            CREATE TABLE order_marks (
                order_sequence INTEGER NOT NULL REFERENCES orders (sequence) ON DELETE CASCADE, \
                number INTEGER NOT NULL, mark TEXT NOT NULL, at_ms INTEGER NOT NULL, \
                PRIMARY KEY (order_sequence, number)
            ) STRICT, WITHOUT ROWID
            """,
            """
            CREATE TABLE menu_states (number INTEGER PRIMARY KEY, at_ms INTEGER NOT NULL, \
            clock_trusted INTEGER NOT NULL, menu_digest TEXT NOT NULL, changes TEXT NOT NULL) STRICT
            """,
            "UPDATE state SET version = 3",
            "PRAGMA user_version = 3",
        ],
        // Eat here or to go, name or table, taxes and tip.
        [
            """
            CREATE TABLE order_details (
                order_sequence INTEGER PRIMARY KEY REFERENCES orders (sequence) ON DELETE CASCADE, \
                service TEXT, name TEXT, tip INTEGER NOT NULL
            ) STRICT
            """,
            """
            CREATE TABLE order_taxes (
                order_sequence INTEGER NOT NULL REFERENCES orders (sequence) ON DELETE CASCADE, \
                place INTEGER NOT NULL, name TEXT NOT NULL, rate INTEGER NOT NULL, is_included INTEGER NOT NULL, \
                base INTEGER NOT NULL, amount INTEGER NOT NULL, PRIMARY KEY (order_sequence, place)
            ) STRICT, WITHOUT ROWID
            """,
            "ALTER TABLE saved_cart ADD COLUMN terms TEXT NOT NULL DEFAULT '{}'",
            "UPDATE state SET version = 4",
            "PRAGMA user_version = 4",
        ],
    ]

    /// Migrates a file to the latest version, one transaction per version.
    ///
    /// - Returns: whether the file was new.
    /// - Throws: `StoreError.newer` for a file of a newer Brews, `.notAStore` for a file of another program, `.damaged`
    ///   for contradictory versions.
    static func migrate(_ connection: StoreConnection, path: String, migrations: [[StaticString]] = migrations)
        throws(StoreError) -> Bool
    {
        let found = try version(of: connection, path: path)
        guard found <= migrations.count else { throw .newer(version: found, known: migrations.count) }
        for migration in migrations[found...] {
            try connection.transaction(doing: "set up the store's tables") { () throws(StoreError) in
                for statement in migration { try connection.run(statement, doing: "set up the store's tables") }
            }
        }
        return found == 0
    }

    /// Compares the tables with those of a new file. SQLite does not detect a damaged table or column name, and the
    /// first order that uses it would fail.
    ///
    /// - Throws: `StoreError.damaged`.
    static func verifyTables(_ connection: StoreConnection) throws(StoreError) {
        func tables(_ connection: StoreConnection) throws(StoreError) -> [String] {
            try connection.rows(
                "SELECT type, name, coalesce(sql, '') FROM sqlite_schema ORDER BY type, name",
                doing: "compare the store's tables"
            ) { row in
                "\(row.text(0)) \(row.text(1)) \(row.text(2))"
            }
        }
        let model = try StoreConnection(path: ":memory:", access: .create)
        _ = try migrate(model, path: ":memory:")
        guard try tables(connection) == tables(model) else {
            throw .damaged(message: "its tables are not those that Brews makes")
        }
    }

    /// Version of a file; 0 for an empty one.
    static func version(of connection: StoreConnection, path: String) throws(StoreError) -> Int {
        let doing = "read the store's version"
        let tables = try connection.integer("SELECT count(*) FROM sqlite_schema", doing: doing)
        let application = try connection.integer("PRAGMA application_id", doing: doing)
        let header = try connection.integer("PRAGMA user_version", doing: doing)
        if tables == 0, application == 0, header == 0 { return 0 }
        guard
            try connection.integer(
                "SELECT count(*) FROM sqlite_schema WHERE type = 'table' AND name IN ('state', 'orders')", doing: doing)
                == 2
        else {
            if application == Self.application { throw .damaged(message: "tables are missing") }
            throw .notAStore(path: path)
        }
        let table = try connection.integer("SELECT version FROM state WHERE id = 1", doing: doing)
        guard application == Self.application, table == header, header > 0 else {
            throw .damaged(message: "its header and its tables name different versions")
        }
        return header
    }
}
