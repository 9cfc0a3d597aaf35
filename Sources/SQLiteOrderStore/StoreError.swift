public import Ordering
public import SQLiteConnection

/// The order store's connection to its file.
typealias StoreConnection = SQLiteConnection.Connection<StoreError>

/// An error of the order store. `description` is a sentence for people and names the command that helps, if there is
/// one.
///
/// After any of these errors nothing of the call was stored, and the call can be repeated.
public enum StoreError: OrderStoreError, Equatable, Sendable, CustomStringConvertible {
    /// The disk is full.
    case full(doing: String)
    /// The file or its disk is read-only.
    case readOnly(doing: String)
    /// The disk reports an error; `code` is SQLite's extended result code.
    case inputOutput(code: Int32, message: String, doing: String)
    /// The file is damaged.
    case damaged(message: String)
    /// Another program locks the file for longer than the store waits.
    case busy(doing: String)
    /// Another process has the store open for writing.
    case inUse(path: String, process: Int?)
    /// The file does not exist.
    case missing(path: String)
    /// The file belongs to another program or is not a database.
    case notAStore(path: String)
    /// A newer version of Brews created the file.
    case newer(version: Int, known: Int)
    /// The file system does not reliably keep data through a power failure.
    case fileSystem(path: String, name: String)
    /// A folder or file of the store cannot be created, changed or read.
    case file(action: String, path: String, reason: String)
    /// SQLite did not accept a setting that the store relies on.
    case setting(name: String, wanted: String, found: String)
    /// The order, cart or event exceeds the limits of a kiosk.
    case implausible(String)
    /// A different order is stored with this id.
    case differentOrder(id: String)
    /// No order has this id.
    case unknownOrder(id: String)
    /// The clock is not set, and the request depends on dates.
    case clockNotSet
    /// The gap between now and earlier orders exceeds the retention time, so that all of them would be old at once.
    case clockJumped(days: Int)
    /// The store was closed.
    case closed
    /// SQLite failed in another way; `code` is its extended result code.
    case failed(code: Int32, message: String, doing: String)

    /// Whether the store refused the value, so that repeating the call is useless.
    public var isRefusal: Bool {
        switch self {
        case .implausible, .unknownOrder: true
        default: false
        }
    }

    /// Whether this error of an existing, writable store indicates damage.
    var isSignOfDamage: Bool {
        switch self {
        case .damaged, .setting, .readOnly: true
        // SQLITE_ERROR, INTERNAL, SCHEMA, TOOBIG, CONSTRAINT, MISMATCH, FORMAT, RANGE: on a sound file our statements
        // do not cause these.
        case .failed(let code, _, _): [1, 2, 17, 18, 19, 20, 24, 25].contains(code & 0xFF)
        default: false
        }
    }

    /// Whether the disk failed for one file's data, so that another file may work: SQLITE_IOERR_READ, SHORT_READ,
    /// WRITE, FSYNC, TRUNCATE, FSTAT, DATA and CORRUPTFS. Errors of locks or memory are not included.
    var isFailureOfFile: Bool {
        switch self {
        case .inputOutput(let code, _, _): code & 0xFF == 10 && [1, 2, 3, 4, 6, 7, 32, 33].contains(code >> 8)
        default: false
        }
    }

    /// Reason without advice.
    var reason: String {
        switch self {
        case .damaged(let message), .failed(_, let message, _): message
        case .setting(let name, _, let found): "\(name) is \(found)"
        case .inputOutput(let code, let message, _): "\(message), SQLite code \(code)"
        case .readOnly: "its header says that it may not be written"
        default: description
        }
    }

    /// Sentence for people.
    public var description: String {
        switch self {
        case .full(let doing): "the disk is full: cannot \(doing); free space, see df -h"
        case .readOnly(let doing):
            """
            the store may not be written: cannot \(doing); see ls -l, and whether the disk is mounted read-only: findmnt
            """
        case .inputOutput(let code, let message, let doing):
            "the disk failed: cannot \(doing) (\(message), SQLite code \(code)); see dmesg"
        case .damaged(let message):
            """
            the store's file is damaged (\(message)); brews kiosk moves it aside at its next start and begins a new one
            """
        case .busy(let doing): "another program keeps the store locked: cannot \(doing); end it and try again"
        case .inUse(let path, let process):
            """
            the store \(path) is in use\(process.map { " by process \($0)" } ?? ""); stop the kiosk first, \
            for example: sudo systemctl stop brews-kiosk
            """
        case .missing(let path): "there is no store \(path); name one with --store FILE, brews kiosk makes it"
        case .notAStore(let path): "\(path) is no order store of Brews; name one with --store FILE"
        case .newer(let version, let known):
            """
            the store was written by a newer Brews (its version is \(version), this one knows \(known)); \
            install that Brews
            """
        case .fileSystem(let path, let name):
            """
            orders in \(path) would not survive a power cut: it is on \(name); \
            choose a folder on ext4 or the like with --store FILE, or keep orders in memory only with --ephemeral
            """
        case .file(let action, let path, let reason): "cannot \(action) \(path): \(reason); see df -h and ls -ld"
        case .setting(let name, let wanted, let found):
            "SQLite does not keep \(name) at \(wanted) (it is \(found)), and orders would not be safe"
        case .implausible(let reason): "this cannot be stored: \(reason)"
        case .differentOrder(let id): "the order \(id) is stored already, with other contents"
        case .unknownOrder(let id): "there is no order \(id) in the store; see: brews orders list"
        case .clockNotSet: "the clock is not set, so dates are unknown; set it with: timedatectl set-time"
        case .clockJumped(let days):
            """
            the clock is \(days) days ahead of the last orders, so nothing was removed; if it is wrong, set it with: \
            timedatectl set-time; if it is right, old orders are removed once the kiosk has been used for the \
            retention time, or at once, while the kiosk is stopped, with: brews orders purge --days 30
            """
        case .closed: "the store is closed"
        case .failed(let code, let message, let doing): "cannot \(doing): \(message) (SQLite code \(code))"
        }
    }
}

extension StoreError: SQLiteFailure {
    /// The same error as one of the store.
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
}
