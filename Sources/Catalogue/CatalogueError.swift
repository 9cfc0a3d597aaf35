public import SQLiteConnection

/// The catalogue's connection to its file.
typealias Connection = SQLiteConnection.Connection<CatalogueError>

/// An error of a catalogue. `description` is a sentence for people that names the command that helps.
///
/// A catalogue is a copy of the lists that it was imported from, so a damaged one is mended by importing them again.
public enum CatalogueError: SQLiteFailure, Equatable, Sendable, CustomStringConvertible {
    /// The disk is full.
    case full(doing: String)
    /// The file or its disk is read-only.
    case readOnly(doing: String)
    /// The disk reports an error; `code` is SQLite's extended result code.
    case inputOutput(code: Int32, message: String, doing: String)
    /// The file is damaged.
    case damaged(message: String)
    /// Another program locks the file.
    case busy(doing: String)
    /// The file does not exist.
    case missing(path: String)
    /// The file belongs to another program or is not a database.
    case notACatalogue(path: String)
    /// A newer version of Brews created the file.
    case newer(version: Int, known: Int)
    /// Another import writes to the catalogue.
    case importing(path: String)
    /// The list has no row that can be used, so the catalogue was left as it was.
    case nothingToImport(reason: String)
    /// A file cannot be created, changed or read.
    case file(action: String, path: String, reason: String)
    /// SQLite failed in another way.
    case failed(code: Int32, message: String, doing: String)

    /// The same error as one of the catalogue.
    public init(_ error: SQLiteError) {
        self =
            switch error {
            case .full(let doing): .full(doing: doing)
            case .readOnly(let doing): .readOnly(doing: doing)
            case .inputOutput(let code, let message, let doing):
                .inputOutput(code: code, message: message, doing: doing)
            case .damaged(let message): .damaged(message: message)
            case .busy(let doing): .busy(doing: doing)
            case .failed(let code, let message, let doing): .failed(code: code, message: message, doing: doing)
            }
    }

    private static let mend = "import its lists again: brews catalogue import FILE --as books --fresh"

    /// Sentence for people.
    public var description: String {
        switch self {
        case .full(let doing): "the disk is full: cannot \(doing); free space, see df -h"
        case .readOnly(let doing):
            "the catalogue may not be written: cannot \(doing); see ls -l, and whether the disk is mounted read-only"
        case .inputOutput(let code, let message, let doing):
            "the disk failed: cannot \(doing) (\(message), SQLite code \(code)); see dmesg"
        case .damaged(let message): "the catalogue's file is damaged (\(message)); \(Self.mend)"
        case .busy(let doing): "another program keeps the catalogue locked: cannot \(doing); end it and try again"
        case .missing(let path): "there is no catalogue \(path); make it: brews catalogue import FILE --as books"
        case .notACatalogue(let path): "\(path) is no catalogue of Brews; name one with --catalogue FILE"
        case .newer(let version, let known):
            """
            the catalogue was written by a newer Brews (its version is \(version), this one knows \(known)); install \
            that Brews, or \(Self.mend)
            """
        case .importing(let path): "another import writes to \(path); wait until it has ended, and try again"
        case .nothingToImport(let reason): "nothing was imported: \(reason)"
        case .file(let action, let path, let reason): "cannot \(action) \(path): \(reason); see df -h and ls -ld"
        case .failed(let code, let message, let doing): "cannot \(doing): \(message) (SQLite code \(code))"
        }
    }
}
