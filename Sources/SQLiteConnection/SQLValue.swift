internal import CSQLite

/// A value bound to a statement.
public enum SQLValue {
    /// A 64-bit integer.
    case integer(Int)
    /// Text; it may contain a zero byte.
    case text(String)
    /// Bytes.
    case bytes([UInt8])
    /// No value.
    case null

    /// The value, or `.null`.
    public init(_ value: Int?) { self = value.map { .integer($0) } ?? .null }
    /// The value, or `.null`.
    public init(_ value: String?) { self = value.map { .text($0) } ?? .null }
    /// 1 or 0.
    public init(_ value: Bool) { self = .integer(value ? 1 : 0) }

    /// Binds the value to a parameter (`sqlite3_bind_*`); SQLite copies text and bytes.
    ///
    /// - Parameter index: counted from 1.
    /// - Returns: SQLite's result code.
    func bind(to statement: OpaquePointer, at index: Int32) -> Int32 {
        switch self {
        case .integer(let value): return sqlite3_bind_int64(statement, index, Int64(value))
        case .null: return sqlite3_bind_null(statement, index)
        case .bytes(let bytes):
            return bytes.withUnsafeBytes { brews_sqlite_bind_blob(statement, index, $0.baseAddress, UInt64($0.count)) }
        case .text(var text):
            return text.withUTF8 { bytes in
                // With its length, because text may contain a zero byte. Empty text has no address, and NULL would be a
                // different value.
                guard let start = bytes.baseAddress else { return brews_sqlite_bind_text(statement, index, "", 0) }
                return start.withMemoryRebound(to: CChar.self, capacity: bytes.count) {
                    brews_sqlite_bind_text(statement, index, $0, UInt64(bytes.count))
                }
            }
        }
    }
}

/// The current row of a statement. Valid only while the statement stands on it. Columns count from 0.
public struct Row {
    fileprivate let statement: OpaquePointer

    init(statement: OpaquePointer) { self.statement = statement }

    /// Integer of a column; 0 for NULL.
    public func integer(_ column: Int32) -> Int { Int(sqlite3_column_int64(statement, column)) }

    /// Integer of a column; `nil` for NULL.
    public func optionalInteger(_ column: Int32) -> Int? { isNull(column) ? nil : integer(column) }

    /// Whether an integer column is not 0.
    public func bool(_ column: Int32) -> Bool { integer(column) != 0 }

    /// Text of a column. Invalid UTF-8 is replaced: a damaged file must not end the process.
    public func text(_ column: Int32) -> String {
        guard let bytes = sqlite3_column_text(statement, column) else { return "" }
        return String(
            decoding: UnsafeBufferPointer(start: bytes, count: Int(sqlite3_column_bytes(statement, column))),
            as: UTF8.self)
    }

    /// Text of a column; `nil` for NULL.
    public func optionalText(_ column: Int32) -> String? { isNull(column) ? nil : text(column) }

    /// Bytes of a column; empty for NULL.
    public func bytes(_ column: Int32) -> [UInt8] {
        guard let start = sqlite3_column_blob(statement, column) else { return [] }
        return Array(UnsafeRawBufferPointer(start: start, count: Int(sqlite3_column_bytes(statement, column))))
    }

    private func isNull(_ column: Int32) -> Bool { sqlite3_column_type(statement, column) == SQLITE_NULL }
}
