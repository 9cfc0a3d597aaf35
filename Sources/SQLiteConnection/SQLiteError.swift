/// The error of a store that owns a `Connection`.
public protocol SQLiteFailure: Error {
    /// Takes an error of SQLite.
    init(_ error: SQLiteError)
}

/// An error of SQLite, told apart as far as people can do something about it. Codes are SQLite's extended result codes;
/// `doing` is what was attempted, as in "cannot save the note".
public enum SQLiteError: SQLiteFailure, Equatable, Sendable {
    /// The disk is full.
    case full(doing: String)
    /// The file or its disk is read-only.
    case readOnly(doing: String)
    /// The disk reports an error.
    case inputOutput(code: Int32, message: String, doing: String)
    /// The file is damaged or no database.
    case damaged(message: String)
    /// Another process keeps the file locked.
    case busy(doing: String)
    /// SQLite failed in another way.
    case failed(code: Int32, message: String, doing: String)

    /// The same error.
    public init(_ error: SQLiteError) { self = error }
}
