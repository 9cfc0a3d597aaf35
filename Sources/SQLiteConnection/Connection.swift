internal import CSQLite

#if canImport(Glibc)
    internal import Glibc
#endif

/// A connection to one database file, with a cache of prepared statements.
///
/// SQL text is a `StaticString`, so no runtime value can become part of it; values are bound. Not thread-safe: one
/// owner, one thread at a time.
///
/// `Failure` is the error of the store that owns the connection; SQLite's own errors are handed to it as `SQLiteError`.
/// ```swift
/// let connection = try Connection<SQLiteError>(path: ":memory:", access: .create)
/// let one = try connection.integer("SELECT 1", doing: "count")
/// ```
public final class Connection<Failure: SQLiteFailure> {
    /// What a connection may do.
    public enum Access {
        /// Read and write; the file is created if it is missing.
        case create
        /// Read and write an existing file.
        case readWrite
        /// Read only: never writes to the database and never checkpoints, not even when it is the last connection to
        /// close.
        case readOnly
        /// Read only the database file, as if it were on a read-only medium: no locks, no log, and no new files beside
        /// it (`immutable`).
        case untouched
    }

    private let handle: OpaquePointer
    /// Prepared statements by the address of their literal.
    private var statements: [UnsafePointer<UInt8>: OpaquePointer] = [:]

    /// Opens a file (`sqlite3_open_v2`). Nothing is read yet, so damage is found by the first statement.
    ///
    /// - Parameters:
    ///   - path: absolute, or `:memory:`. A relative path could be taken for a URI.
    ///   - access: what the connection may do.
    ///   - vfs: name of a registered SQLite VFS; `nil` for the default.
    /// - Throws: `Failure`.
    public init(path: String, access: Access, vfs: String? = nil) throws(Failure) {
        let flags =
            switch access {
            case .create: SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE
            case .readWrite: SQLITE_OPEN_READWRITE
            case .readOnly: SQLITE_OPEN_READONLY
            case .untouched: SQLITE_OPEN_READONLY | SQLITE_OPEN_URI
            }
        var opened: OpaquePointer?
        let name = access == .untouched ? "file:\(Self.escaped(path))?immutable=1" : path
        let code = sqlite3_open_v2(name, &opened, flags | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE, vfs)
        guard let opened else {
            throw Failure(SQLiteError.failed(code: code, message: "no memory", doing: "open the store"))
        }
        guard code == SQLITE_OK else {
            let error = Self.error(opened, code, doing: "open the store")
            sqlite3_close_v2(opened)
            throw error
        }
        handle = opened
        // From here on a failure ends in `deinit`, which closes.
        // The file may be damaged or made by somebody else: its schema must not call functions, and its pages are
        // checked when they are read.
        try configure(SQLITE_DBCONFIG_DEFENSIVE, true)
        try configure(SQLITE_DBCONFIG_TRUSTED_SCHEMA, false)
        // Closing changes nothing: a reader never writes, and a damaged file is kept as it was found.
        // The owner truncates the log.
        try configure(SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, true)
        sqlite3_busy_timeout(opened, Self.busyTimeoutMilliseconds)
    }

    deinit {
        for statement in statements.values { sqlite3_finalize(statement) }
        sqlite3_close_v2(handle)
    }

    /// How long a statement waits for a lock of another process (`sqlite3_busy_timeout`).
    public static var busyTimeoutMilliseconds: Int32 { 2_000 }

    /// Version number of SQLite (`sqlite3_libversion_number`): 3,040,001 is 3.40.1.
    public static var libraryVersion: Int { Int(sqlite3_libversion_number()) }

    /// Version of SQLite as text: `3.40.1`.
    public static var libraryVersionText: String { String(cString: sqlite3_libversion()) }

    private func configure(_ option: Int32, _ isOn: Bool) throws(Failure) {
        var result: Int32 = -1
        let code = brews_sqlite_configure(handle, option, isOn ? 1 : 0, &result)
        guard code == SQLITE_OK, result == (isOn ? 1 : 0) else {
            throw Self.error(handle, code, doing: "set up the store")
        }
    }

    /// Percent-encodes a path for a URI.
    private static func escaped(_ path: String) -> String {
        path.utf8.reduce(into: "") { text, byte in
            let character = Character(UnicodeScalar(byte))
            let isPlain = byte < 0x80 && (character.isLetter || character.isNumber || "/-._~".contains(character))
            text += isPlain ? String(character) : "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16)
        }
    }

    /// Executes a statement and ignores its rows.
    ///
    /// - Parameter doing: the purpose, for error messages.
    public func run(_ sql: StaticString, _ values: [SQLValue] = [], doing: String) throws(Failure) {
        _ = try rows(sql, values, doing: doing) { _ in }
    }

    /// Executes a statement and returns all of its rows.
    public func rows<Result>(
        _ sql: StaticString, _ values: [SQLValue] = [], doing: String, _ read: (Row) throws(Failure) -> Result
    ) throws(Failure) -> [Result] {
        let statement = try prepared(sql, doing: doing)
        // Reset in any case, so that the statement holds no lock.
        defer {
            sqlite3_reset(statement)
            sqlite3_clear_bindings(statement)
        }
        for (index, value) in values.enumerated() {
            let code = value.bind(to: statement, at: Int32(index + 1))
            guard code == SQLITE_OK else { throw Self.error(handle, code, doing: doing) }
        }
        var results: [Result] = []
        while true {
            let code = sqlite3_step(statement)
            switch code {
            case SQLITE_ROW: results.append(try read(Row(statement: statement)))
            case SQLITE_DONE: return results
            default: throw Self.error(handle, code, doing: doing)
            }
        }
    }

    /// Executes a statement and returns its first row.
    public func row<Result>(
        _ sql: StaticString, _ values: [SQLValue] = [], doing: String, _ read: (Row) throws(Failure) -> Result
    ) throws(Failure) -> Result? {
        try rows(sql, values, doing: doing, read).first
    }

    /// Executes a statement and returns the first column of its first row; 0 without rows.
    public func integer(_ sql: StaticString, _ values: [SQLValue] = [], doing: String) throws(Failure) -> Int {
        try row(sql, values, doing: doing) { row in row.integer(0) } ?? 0
    }

    /// Number of rows that the latest statement changed (`sqlite3_changes64`).
    public var changes: Int { Int(sqlite3_changes64(handle)) }

    /// Runs `body` in a transaction. The write lock is taken at its start (`BEGIN IMMEDIATE`), so that what `body`
    /// reads cannot change before it writes.
    public func transaction<Result>(doing: String, _ body: () throws(Failure) -> Result) throws(Failure) -> Result {
        try run("BEGIN IMMEDIATE", doing: doing)
        do {
            let result = try body()
            try run("COMMIT", doing: doing)
            return result
        } catch {
            rollBack()
            throw error
        }
    }

    /// Runs `body` in a read transaction, so that it sees one consistent state.
    public func snapshot<Result>(doing: String, _ body: () throws(Failure) -> Result) throws(Failure) -> Result {
        try run("BEGIN", doing: doing)
        defer { rollBack() }
        return try body()
    }

    private func rollBack() {
        // SQLite rolls back by itself after some errors. If the rollback fails, the next open discards the transaction.
        guard sqlite3_get_autocommit(handle) == 0 else { return }
        try? run("ROLLBACK", doing: "undo a change")
    }

    private func prepared(_ sql: StaticString, doing: String) throws(Failure) -> OpaquePointer {
        if let statement = statements[sql.utf8Start] { return statement }
        var statement: OpaquePointer?
        let text = UnsafeRawPointer(sql.utf8Start).assumingMemoryBound(to: CChar.self)
        let code = sqlite3_prepare_v3(
            handle, text, Int32(sql.utf8CodeUnitCount), UInt32(SQLITE_PREPARE_PERSISTENT), &statement, nil)
        guard code == SQLITE_OK, let statement else { throw Self.error(handle, code, doing: doing) }
        statements[sql.utf8Start] = statement
        return statement
    }

    private static func error(_ handle: OpaquePointer, _ code: Int32, doing: String) -> Failure {
        Failure(sqliteError(handle, code, doing: doing))
    }

    /// Converts SQLite's extended result code to a `SQLiteError`.
    private static func sqliteError(_ handle: OpaquePointer, _ code: Int32, doing: String) -> SQLiteError {
        let message = sqlite3_errmsg(handle).map { String(cString: $0) } ?? "unknown error"
        switch code & 0xFF {
        case SQLITE_FULL: return .full(doing: doing)
        case SQLITE_READONLY: return .readOnly(doing: doing)
        case SQLITE_BUSY, SQLITE_LOCKED: return .busy(doing: doing)
        case SQLITE_CORRUPT, SQLITE_NOTADB: return .damaged(message: message)
        case SQLITE_IOERR:
            // Some errors have no code in SQLite; the system's errno distinguishes them.
            switch sqlite3_system_errno(handle) {
            case ENOSPC, EDQUOT: return .full(doing: doing)
            case EROFS: return .readOnly(doing: doing)
            default: return .inputOutput(code: code, message: message, doing: doing)
            }
        default: return .failed(code: code, message: message, doing: doing)
        }
    }
}
