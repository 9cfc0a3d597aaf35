internal import SQLiteConnection

/// Read-only access to a store, also while the kiosk writes to it, for the commands that list and export orders.
///
/// A reader never writes to the file and never checkpoints, so the kiosk's connection remains the only one that does
/// (fault F3). Each call is one short read transaction; nothing is held between calls, so a stopped reader does not
/// block checkpoints (F9). Calls block on the disk: do not call them on the cooperative pool of a program that has
/// other work.
///
/// ```swift
/// let reader = try OrderReader(path: "/var/lib/brews/orders.sqlite")
/// for order in try reader.orders(limit: 20) { print(order.number, order.day) }
/// ```
public final class OrderReader {
    private let connection: StoreConnection
    private let path: String
    private let queries: OrderQueries

    /// Opens a store.
    ///
    /// - Parameter path: absolute path of the database.
    /// - Throws: `StoreError.missing`, `.notAStore`, `.newer`, or the error of the file.
    public init(path: String) throws(StoreError) {
        let files = StoreFiles(path: path)
        self.path = files.path
        guard try StoreFiles.size(files.path) != nil else { throw .missing(path: path) }
        connection = try StoreConnection(path: files.path, access: .readOnly)
        try connection.run("PRAGMA query_only = ON", doing: "open the store")
        let version: Int
        do {
            version = try Schema.version(of: connection, path: path)
        } catch .damaged(let message) where message.contains("not a database") {
            throw .notAStore(path: path)
        }
        guard version > 0 else { throw .notAStore(path: path) }
        guard version <= Schema.version else { throw .newer(version: version, known: Schema.version) }
        queries = OrderQueries(connection, version: version)
    }

    /// Orders with a greater sequence number, ascending.
    ///
    /// - Parameters:
    ///   - sequence: sequence number of the last order already read.
    ///   - day: first business day; `nil` for all.
    ///   - limit: maximum number of orders.
    public func orders(after sequence: Int = 0, since day: BusinessDay? = nil, limit: Int = 200) throws(StoreError)
        -> [StoredOrder]
    {
        let queries = queries
        return try connection.snapshot(doing: "read orders") { () throws(StoreError) in
            try queries.orders(after: sequence, since: day, limit: limit)
        }
    }

    /// An order by its id, or the latest order with a number.
    public func order(idOrNumber: String) throws(StoreError) -> StoredOrder? {
        let queries = queries
        return try connection.snapshot(doing: "read an order") { () throws(StoreError) in
            if let number = Int(idOrNumber) { return try queries.order(number: number) }
            for id in [idOrNumber, idOrNumber.uppercased(), idOrNumber.lowercased()] {
                if let order = try queries.order(id: id) { return order }
            }
            return nil
        }
    }

    /// Events of a session with a greater sequence number, ascending; at most `limit`.
    public func events(session: String, after sequence: Int = 0, limit: Int = 200) throws(StoreError) -> [StoredEvent] {
        try queries.events(session: session, after: sequence, limit: limit)
    }

    /// Aggregate figures of the business days from `first` to `last`.
    public func figures(from first: BusinessDay, to last: BusinessDay) throws(StoreError) -> OwnerFigures {
        try queries.figures(from: first, to: last)
    }

    /// Checks the whole file for damage (`PRAGMA quick_check`).
    ///
    /// - Throws: `StoreError.damaged` with the first finding.
    public func check() throws(StoreError) { try OrderDatabase.check(connection) }

    /// Number of orders.
    public func count() throws(StoreError) -> Int { try queries.count() }

    /// Version of SQLite, for example `3.40.1`.
    public static var sqliteVersion: String { StoreConnection.libraryVersionText }
}
