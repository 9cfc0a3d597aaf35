internal import Ordering
internal import SQLiteConnection

/// Guests' reading lists in the notebook's file.
extension NotebookDatabase {
    /// Most entries of a list, and most entries in all: each guest begins a list.
    static let entriesOfList = 30
    static let entries = 20_000
    /// Longest text of an entry, in characters.
    private static let characters = 400

    func entries(ofList list: String) throws(NotebookError) -> [ReadingListEntry] {
        try connection.rows(
            "SELECT title, by, identifier, shelf FROM reading_lists WHERE list = ? ORDER BY place", [.text(list)],
            doing: "read the reading list"
        ) { ReadingListEntry(title: $0.text(0), by: $0.text(1), identifier: $0.text(2), place: $0.text(3)) }
    }

    func add(_ entry: ReadingListEntry, toList list: String, at time: WallTime) throws(NotebookError) {
        let doing = "add to the reading list"
        guard !entry.title.isEmpty, !list.isEmpty, list.count <= 64,
            [entry.title, entry.by, entry.identifier, entry.place].allSatisfy({ $0.count <= Self.characters })
        else { throw .refused("the entry is empty or too long") }
        try change(doing) { () throws(NotebookError) in
            let present = try entries(ofList: list)
            if present.contains(entry) { return }
            guard present.count < Self.entriesOfList else {
                throw .refused("the reading list has \(present.count) entries, and that is the most")
            }
            guard try connection.integer("SELECT count(*) FROM reading_lists", doing: doing) < Self.entries else {
                throw .refused("there are too many reading lists")
            }
            let place = try connection.integer(
                "SELECT coalesce(max(place), 0) + 1 FROM reading_lists WHERE list = ?", [.text(list)], doing: doing)
            try connection.run(
                """
                INSERT INTO reading_lists (list, place, title, by, identifier, shelf, time_ms) \
                VALUES (?, ?, ?, ?, ?, ?, ?)
                """,
                [
                    .text(list), .integer(place), .text(entry.title), .text(entry.by), .text(entry.identifier),
                    .text(entry.place), .integer(Int(time.epochMilliseconds)),
                ], doing: doing)
        }
    }

    func remove(_ entry: ReadingListEntry, fromList list: String) throws(NotebookError) {
        try connection.run(
            """
            DELETE FROM reading_lists WHERE list = ? AND title = ? AND by = ? AND identifier = ? AND shelf = ?
            """,
            [.text(list), .text(entry.title), .text(entry.by), .text(entry.identifier), .text(entry.place)],
            doing: "remove from the reading list")
    }

    func removeReadingLists(before time: WallTime) throws(NotebookError) -> Int {
        let doing = "remove old reading lists"
        return try change(doing) { () throws(NotebookError) in
            try connection.run(
                """
                DELETE FROM reading_lists WHERE list IN \
                (SELECT list FROM reading_lists GROUP BY list HAVING max(time_ms) < ?)
                """, [.integer(Int(time.epochMilliseconds))], doing: doing)
            return connection.changes
        }
    }
}
