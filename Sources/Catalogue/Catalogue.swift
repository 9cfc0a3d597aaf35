internal import EmbeddedFiles
internal import Phonetics
internal import SQLiteConnection

/// A catalogue: lists of books, songs, things or menu items in one SQLite file, with full-text search.
///
/// Read only; `CatalogueImport` makes the file. A search is synchronous and takes some milliseconds. Not thread-safe:
/// one owner, one thread at a time.
///
/// ```swift
/// let catalogue = try Catalogue(path: "/var/lib/brews/catalogue.sqlite")
/// for hit in try catalogue.search(CatalogueQuery(text: "gatsby")) { print(hit.item.title, hit.score) }
/// ```
public final class Catalogue {
    /// Version of the tables that this Brews writes.
    public static var version: Int { CatalogueSchema.version }

    let connection: Connection
    let grams: SoundGrams
    let comparator: PhoneticComparator
    /// Number of items.
    public let count: Int

    /// Opens a catalogue.
    ///
    /// - Parameter path: absolute path of the file.
    /// - Throws: `CatalogueError.missing`, `.notACatalogue`, `.newer`, or the error of the file.
    public convenience init(path: String) throws(CatalogueError) {
        guard CatalogueFile(path: path).exists else { throw .missing(path: path) }
        // The file is never changed, only replaced, so it is read without locks.
        let connection = try Connection(path: path, access: .untouched)
        try CatalogueSchema.verify(connection, path: path)
        try connection.run("PRAGMA cache_size = -16384", doing: "open the catalogue")
        try self.init(connection, grams: Self.sounds())
    }

    /// Makes a catalogue in memory, for lists that are small or exist elsewhere.
    ///
    /// - Throws: an error of memory.
    public convenience init(items: some Sequence<CatalogueItem>) throws(CatalogueError) {
        let grams = try Self.sounds()
        let builder = try CatalogueBuilder(path: ":memory:", grams: grams)
        for item in items { try builder.add(item) }
        try self.init(try builder.finish(), grams: grams)
    }

    init(_ connection: Connection, grams: SoundGrams) throws(CatalogueError) {
        self.connection = connection
        self.grams = grams
        do { comparator = try PhoneticComparator() } catch {
            throw .failed(code: 0, message: "\(error)", doing: "read the sounds")
        }
        count = try connection.integer("SELECT count(*) FROM items", doing: "count the catalogue's items")
    }

    /// The catalogue for demonstrations: books whose copyright has expired.
    ///
    /// - Throws: an error of memory.
    public static func demonstration() throws(CatalogueError) -> Catalogue {
        var rows = ListReader(
            as: .books, format: .csv, source: BlockSource([EmbeddedFile.demonstrationBooks.bytes]))
        var items: [CatalogueItem] = []
        while let row = try rows.next() {
            switch row {
            case .item(let item): items.append(item)
            // A test excludes it.
            case .broken(let broken): throw .damaged(message: "\(broken)")
            }
        }
        return try Catalogue(items: items)
    }

    static func sounds() throws(CatalogueError) -> SoundGrams {
        do { return try SoundGrams() } catch { throw .failed(code: 0, message: "\(error)", doing: "read the sounds") }
    }

    /// Number of items of each kind.
    public func counts() throws(CatalogueError) -> [CatalogueKind: Int] {
        let rows = try connection.rows(
            "SELECT kind, count(*) FROM items GROUP BY kind", doing: "count the catalogue's items"
        ) { row in (CatalogueKind(code: row.integer(0)), row.integer(1)) }
        return rows.reduce(into: [:]) { counts, row in if let kind = row.0 { counts[kind] = row.1 } }
    }

    /// Items in the order of their ids.
    ///
    /// - Parameters:
    ///   - id: id of the last item already read; 0 for the first.
    ///   - limit: most items.
    public func items(after id: Int = 0, limit: Int = 1_000) throws(CatalogueError) -> [CatalogueItem] {
        try connection.rows(
            """
            SELECT id, kind, title, creators, details, identifier, place, picture, year, price, currency, available, \
            allergens FROM items WHERE id > ? ORDER BY id LIMIT ?
            """, [.integer(id), .integer(limit)], doing: "read the catalogue", ItemRow.item)
    }

    /// The items with an ISBN or other number, as written in the list; hyphens and spaces do not count.
    public func items(identifier: String) throws(CatalogueError) -> [CatalogueItem] {
        try connection.rows(
            """
            SELECT id, kind, title, creators, details, identifier, place, picture, year, price, currency, available, \
            allergens FROM items WHERE identifier = ? AND identifier <> '' ORDER BY id LIMIT 50
            """, [.text(ItemFields.identifier(identifier))], doing: "search the catalogue", ItemRow.item)
    }

    /// Titles without subtitles, and creators, in lower case, for a recogniser that prefers them.
    ///
    /// - Parameter limit: most items; of a larger catalogue the first ones.
    public func phrases(limit: Int) throws(CatalogueError) -> [String] {
        var seen: Set<String> = []
        return try items(limit: limit).flatMap { [CatalogueWords.mainTitle($0.title)] + $0.creators }
            .map { CatalogueWords.of($0).joined(separator: " ") }.filter { !$0.isEmpty && seen.insert($0).inserted }
    }

    /// Checks the whole file for damage (`PRAGMA quick_check`), and that every item can be read.
    ///
    /// - Throws: `CatalogueError.damaged` with the first finding.
    public func check() throws(CatalogueError) {
        let found = try connection.row("PRAGMA quick_check(1)", doing: "check the catalogue") { $0.text(0) }
        guard found == "ok" else { throw .damaged(message: found ?? "quick_check says nothing") }
        let words = try connection.integer("SELECT count(*) FROM words", doing: "check the catalogue")
        guard count == 0 || words > 0 else { throw .damaged(message: "its index is empty") }
        var last = 0, read = 0
        while let page = try nonempty(items(after: last)), let newest = page.last {
            last = newest.id
            read += page.count
        }
        guard read == count else { throw .damaged(message: "it has \(read) items instead of \(count)") }
    }

    private func nonempty(_ items: [CatalogueItem]) -> [CatalogueItem]? { items.isEmpty ? nil : items }
}
