public import SQLiteConnection

/// A failure of the notebook. `description` is a sentence for people that names the command that helps, if there is
/// one. After any of these errors nothing of the call was stored, and the call can be repeated.
public enum NotebookError: SQLiteFailure, Equatable, CustomStringConvertible {
    /// SQLite reported an error.
    case database(SQLiteError)
    /// There is no notebook at this path.
    case missing(path: String)
    /// The file belongs to another program or is no database.
    case notANotebook(path: String)
    /// A newer version of Brews created the file.
    case newer(version: Int, known: Int)
    /// A folder or file cannot be created, changed or read.
    case file(action: String, path: String, reason: String)
    /// SQLite did not accept a setting that the notebook relies on.
    case setting(name: String, wanted: String, found: String)
    /// There is no note of this number.
    case noNote(Int)
    /// There is no open question of this number.
    case noOpenQuestion(Int)
    /// There is no conversation of this number.
    case noThread(Int)
    /// A question or an answer is empty or too long, or there are too many.
    case refused(String)
    /// The notebook was closed.
    case closed

    /// Takes an error of SQLite.
    public init(_ error: SQLiteError) { self = .database(error) }

    /// Whether the caller asked for something impossible, so that the file is not to blame.
    public var isRefusal: Bool {
        switch self {
        case .noNote, .noOpenQuestion, .noThread, .refused: true
        case .database, .missing, .notANotebook, .newer, .file, .setting, .closed: false
        }
    }

    /// Why the file counts as damaged; `nil` if it does not.
    var damage: String? {
        switch self {
        case .database(.damaged(let message)): message
        // SQLITE_ERROR, INTERNAL, SCHEMA, CONSTRAINT, MISMATCH, FORMAT, RANGE: on a sound file our statements do not
        // cause these.
        case .database(.failed(let code, let message, _)):
            [1, 2, 17, 19, 20, 24, 25].contains(code & 0xFF) ? message : nil
        case .setting(let name, _, let found): "\(name) is \(found)"
        default: nil
        }
    }

    /// Sentence for people.
    public var description: String {
        switch self {
        case .database(.full(let doing)): "the disk is full: cannot \(doing); free space, see df -h"
        case .database(.readOnly(let doing)):
            """
            the notebook may not be written: cannot \(doing); see ls -l, and whether the disk is mounted read-only: \
            findmnt
            """
        case .database(.inputOutput(let code, let message, let doing)):
            "the disk failed: cannot \(doing) (\(message), SQLite code \(code)); see dmesg"
        case .database(.damaged(let message)):
            "the notebook is damaged (\(message)); brews notebook list moves it aside and begins a new one"
        case .database(.busy(let doing)):
            "another program keeps the notebook locked: cannot \(doing); end it and try again"
        case .database(.failed(let code, let message, let doing)): "cannot \(doing): \(message) (SQLite code \(code))"
        case .missing(let path):
            "there is no notebook \(path); begin one with: brews notebook reset --file \(path)"
        case .notANotebook(let path): "\(path) is no notebook of Brews; name one with --file FILE"
        case .newer(let version, let known):
            """
            the notebook was written by a newer Brews (its version is \(version), this one knows \(known)); install \
            that Brews
            """
        case .file(let action, let path, let reason): "cannot \(action) \(path): \(reason); see df -h and ls -ld"
        case .setting(let name, let wanted, let found):
            "SQLite does not keep \(name) at \(wanted) (it is \(found)), and notes would not be safe"
        case .noNote(let number): "there is no note \(number); see: brews notebook list"
        case .noOpenQuestion(let number): "there is no open question \(number); see: brews notebook open"
        case .noThread(let number): "there is no conversation \(number); see: brews chat --list"
        case .refused(let reason): reason
        case .closed: "the notebook is closed"
        }
    }
}
