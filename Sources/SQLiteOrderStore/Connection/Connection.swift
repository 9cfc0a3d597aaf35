internal import CSQLite

#if canImport(Glibc)
    internal import Glibc
#endif

/// A connection to one database file, with its prepared statements.
///
/// SQL is a literal of the program by its type (`StaticString`), so that no value can ever become part of it; values
/// are bound. Not thread-safe: one owner, one thread at a time.
final class Connection {
    enum Access {
        /// The file is made where it is missing.
        case create
        case readWrite
        /// Never writes to the database, and never checkpoints: not even as the last to close.
        case readOnly
        /// Reads the file alone, as if it were on a medium that nobody can write to: no lock, no log, and nothing is
        /// made beside it.
        case untouched
    }

    private let handle: OpaquePointer
    /// By the address of the literal.
    private var statements: [UnsafePointer<UInt8>: OpaquePointer] = [:]

    /// Opens a file (`sqlite3_open_v2`). Nothing of it is read yet, so a damaged one is found by the first statement.
    ///
    /// - Parameters:
    ///   - path: absolute, or `:memory:`. A relative one could be taken for a URI.
    ///   - vfs: name of a registered file layer; `nil` for the system's.
    init(path: String, access: Access, vfs: String? = nil) throws(StoreError) {
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
        guard let opened else { throw .failed(code: code, message: "no memory", doing: "open the store") }
        guard code == SQLITE_OK else {
            let error = Self.error(opened, code, doing: "open the store")
            sqlite3_close_v2(opened)
            throw error
        }
        handle = opened
        do {
            // A file may be damaged or made by somebody else: its schema may not call functions, nor may its pages be
            // believed unread.
            try configure(SQLITE_DBCONFIG_DEFENSIVE, true)
            try configure(SQLITE_DBCONFIG_TRUSTED_SCHEMA, false)
            // Closing changes nothing: a reader never writes, and a damaged file is kept as it was found.
            // `StoreCore.close` empties the log.
            try configure(SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, true)
            sqlite3_busy_timeout(opened, Self.patienceMilliseconds)
        } catch {
            sqlite3_close_v2(opened)
            throw error
        }
    }

    deinit {
        for statement in statements.values { sqlite3_finalize(statement) }
        sqlite3_close_v2(handle)
    }

    /// How long a statement waits for another process's lock.
    static let patienceMilliseconds: Int32 = 2_000

    /// `sqlite3_libversion_number()`: 3,040,001 is 3.40.1.
    static var libraryVersion: Int { Int(sqlite3_libversion_number()) }

    /// As people write it.
    static var libraryVersionText: String { String(cString: sqlite3_libversion()) }

    private func configure(_ option: Int32, _ isOn: Bool) throws(StoreError) {
        var result: Int32 = -1
        let code = brews_sqlite_configure(handle, option, isOn ? 1 : 0, &result)
        guard code == SQLITE_OK, result == (isOn ? 1 : 0) else {
            throw Self.error(handle, code, doing: "set up the store")
        }
    }

    /// A path as a part of a URI.
    private static func escaped(_ path: String) -> String {
        path.utf8.reduce(into: "") { text, byte in
            let character = Character(UnicodeScalar(byte))
            let isPlain = byte < 0x80 && (character.isLetter || character.isNumber || "/-._~".contains(character))
            text += isPlain ? String(character) : "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16)
        }
    }

    /// Runs a statement for what it does.
    func run(_ sql: StaticString, _ values: [SQLValue] = [], doing: String) throws(StoreError) {
        _ = try rows(sql, values, doing: doing) { _ in }
    }

    /// Runs a statement and reads all of its rows.
    func rows<Result>(
        _ sql: StaticString, _ values: [SQLValue] = [], doing: String, _ read: (Row) throws(StoreError) -> Result
    ) throws(StoreError) -> [Result] {
        let statement = try prepared(sql, doing: doing)
        // Whatever happens, the statement holds no lock after this.
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

    /// The first row.
    func row<Result>(
        _ sql: StaticString, _ values: [SQLValue] = [], doing: String, _ read: (Row) throws(StoreError) -> Result
    ) throws(StoreError) -> Result? {
        try rows(sql, values, doing: doing, read).first
    }

    /// The first column of the first row, 0 where there is none.
    func integer(_ sql: StaticString, _ values: [SQLValue] = [], doing: String) throws(StoreError) -> Int {
        try row(sql, values, doing: doing) { row in row.integer(0) } ?? 0
    }

    /// How many rows the newest change changed.
    var changes: Int { Int(sqlite3_changes64(handle)) }

    /// Does all of `body` or nothing. The lock for writing is taken first, so that what `body` reads cannot change
    /// before it writes.
    func transaction<Result>(doing: String, _ body: () throws(StoreError) -> Result) throws(StoreError) -> Result {
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

    /// All of `body` sees the store as it is at one moment.
    func snapshot<Result>(doing: String, _ body: () throws(StoreError) -> Result) throws(StoreError) -> Result {
        try run("BEGIN", doing: doing)
        defer { rollBack() }
        return try body()
    }

    private func rollBack() {
        // SQLite has rolled back by itself after some errors; a failure here leaves the transaction to the next open,
        // which drops it.
        guard sqlite3_get_autocommit(handle) == 0 else { return }
        try? run("ROLLBACK", doing: "undo a change")
    }

    private func prepared(_ sql: StaticString, doing: String) throws(StoreError) -> OpaquePointer {
        if let statement = statements[sql.utf8Start] { return statement }
        var statement: OpaquePointer?
        let text = UnsafeRawPointer(sql.utf8Start).assumingMemoryBound(to: CChar.self)
        let code = sqlite3_prepare_v3(
            handle, text, Int32(sql.utf8CodeUnitCount), UInt32(SQLITE_PREPARE_PERSISTENT), &statement, nil)
        guard code == SQLITE_OK, let statement else { throw Self.error(handle, code, doing: doing) }
        statements[sql.utf8Start] = statement
        return statement
    }

    /// SQLite's extended result code as an error of the store.
    private static func error(_ handle: OpaquePointer, _ code: Int32, doing: String) -> StoreError {
        let message = sqlite3_errmsg(handle).map { String(cString: $0) } ?? "unknown error"
        switch code & 0xFF {
        case SQLITE_FULL: return .full(doing: doing)
        case SQLITE_READONLY: return .readOnly(doing: doing)
        case SQLITE_BUSY, SQLITE_LOCKED: return .busy(doing: doing)
        case SQLITE_CORRUPT, SQLITE_NOTADB: return .damaged(message: message)
        case SQLITE_IOERR:
            // Where SQLite has no code of its own for it, the system's error says what it was.
            switch sqlite3_system_errno(handle) {
            case ENOSPC, EDQUOT: return .full(doing: doing)
            case EROFS: return .readOnly(doing: doing)
            default: return .inputOutput(code: code, message: message, doing: doing)
            }
        default: return .failed(code: code, message: message, doing: doing)
        }
    }
}
