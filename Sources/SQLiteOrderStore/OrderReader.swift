/// A store that is only read, also while the kiosk writes to it: for the commands that list and export.
///
/// Reading never writes to the file and never empties its log, so the kiosk's connection stays the only one that does
/// (fault F3). Each call reads one short moment of the store; nothing is held between calls, so that a reader that is
/// stopped half-way keeps no log from being emptied (F9). Not for the cooperative pool of a program that has other
/// work: calls read the disk.
public final class OrderReader {
    private let connection: Connection
    private let path: String

    /// - Throws: `StoreError.missing`, `.notAStore`, `.newer`, or as the file is.
    public init(path: String) throws(StoreError) {
        let files = StoreFiles(path: path)
        self.path = files.path
        guard try StoreFiles.size(files.path) != nil else { throw .missing(path: path) }
        connection = try Connection(path: files.path, access: .readOnly)
        try connection.run("PRAGMA query_only = ON", doing: "open the store")
        let version: Int
        do {
            version = try Schema.version(of: connection, path: path)
        } catch .damaged(let message) where message.contains("not a database") {
            throw .notAStore(path: path)
        }
        guard version > 0 else { throw .notAStore(path: path) }
        guard version <= Schema.version else { throw .newer(version: version, known: Schema.version) }
    }

    /// Orders after a sequence, ascending; at most `limit`.
    public func orders(after sequence: Int = 0, since day: BusinessDay? = nil, limit: Int = 200) throws(StoreError)
        -> [StoredOrder]
    {
        let queries = OrderQueries(connection)
        return try connection.snapshot(doing: "read orders") { () throws(StoreError) in
            try queries.orders(after: sequence, since: day, limit: limit)
        }
    }

    /// An order by its id, or the newest with a number.
    public func order(idOrNumber: String) throws(StoreError) -> StoredOrder? {
        let queries = OrderQueries(connection)
        return try connection.snapshot(doing: "read an order") { () throws(StoreError) in
            if let number = Int(idOrNumber) { return try queries.order(number: number) }
            for id in [idOrNumber, idOrNumber.uppercased(), idOrNumber.lowercased()] {
                if let order = try queries.order(id: id) { return order }
            }
            return nil
        }
    }

    /// A session's events after one of them, ascending; at most `limit`.
    public func events(session: String, after sequence: Int = 0, limit: Int = 200) throws(StoreError) -> [StoredEvent] {
        try OrderQueries(connection).events(session: session, after: sequence, limit: limit)
    }

    /// The owner's figures of the business days from `first` to `last`.
    public func figures(from first: BusinessDay, to last: BusinessDay) throws(StoreError) -> OwnerFigures {
        try OrderQueries(connection).figures(from: first, to: last)
    }

    /// Reads the whole file for contradictions.
    ///
    /// - Throws: `StoreError.damaged` with the first.
    public func check() throws(StoreError) { try OrderDatabase.check(connection) }

    /// How many orders there are.
    public func count() throws(StoreError) -> Int { try OrderQueries(connection).count() }

    /// SQLite's version, for example `3.40.1`.
    public static var sqliteVersion: String { Connection.libraryVersionText }
}
