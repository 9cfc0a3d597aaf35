internal import CSQLite

/// A value bound to a statement.
enum SQLValue {
    case integer(Int)
    case text(String)
    case null

    init(_ value: Int?) { self = value.map { .integer($0) } ?? .null }
    init(_ value: String?) { self = value.map { .text($0) } ?? .null }
    init(_ value: Bool) { self = .integer(value ? 1 : 0) }

    /// Binds to the parameter `index`, counted from 1; text is copied by SQLite.
    ///
    /// - Returns: SQLite's result code.
    func bind(to statement: OpaquePointer, at index: Int32) -> Int32 {
        switch self {
        case .integer(let value): return sqlite3_bind_int64(statement, index, Int64(value))
        case .null: return sqlite3_bind_null(statement, index)
        case .text(var text):
            return text.withUTF8 { bytes in
                // With its length, since text may hold a zero. Empty text has no address, and NULL would be another
                // value.
                guard let start = bytes.baseAddress else { return brews_sqlite_bind_text(statement, index, "", 0) }
                return start.withMemoryRebound(to: CChar.self, capacity: bytes.count) {
                    brews_sqlite_bind_text(statement, index, $0, UInt64(bytes.count))
                }
            }
        }
    }
}

/// A row while its statement stands on it; values must be taken out at once. Columns count from 0.
struct Row {
    fileprivate let statement: OpaquePointer

    init(statement: OpaquePointer) { self.statement = statement }

    func integer(_ column: Int32) -> Int { Int(sqlite3_column_int64(statement, column)) }

    func optionalInteger(_ column: Int32) -> Int? { isNull(column) ? nil : integer(column) }

    func bool(_ column: Int32) -> Bool { integer(column) != 0 }

    /// Bytes that are no UTF-8 are replaced: a damaged file must not end the process.
    func text(_ column: Int32) -> String {
        guard let bytes = sqlite3_column_text(statement, column) else { return "" }
        return String(
            decoding: UnsafeBufferPointer(start: bytes, count: Int(sqlite3_column_bytes(statement, column))),
            as: UTF8.self)
    }

    func optionalText(_ column: Int32) -> String? { isNull(column) ? nil : text(column) }

    private func isNull(_ column: Int32) -> Bool { sqlite3_column_type(statement, column) == SQLITE_NULL }
}
