public import Ordering

/// Why the store did not do what it was asked to. `description` is a sentence for people that names the mending command
/// where there is one.
///
/// After any of these nothing of the call is stored, and the same call may be made again.
public enum StoreError: OrderStoreError, Equatable, Sendable, CustomStringConvertible {
    /// No space is left on the disk.
    case full(doing: String)
    /// The file or its disk takes no changes.
    case readOnly(doing: String)
    /// The disk reports an error; `code` is SQLite's extended one.
    case inputOutput(code: Int32, message: String, doing: String)
    /// What the file holds contradicts itself.
    case damaged(message: String)
    /// Another program keeps the file locked for longer than the store waits.
    case busy(doing: String)
    /// Another process writes to this store.
    case inUse(path: String, process: Int?)
    case missing(path: String)
    /// The file is a database of another program, or none.
    case notAStore(path: String)
    /// The file was written by a newer Brews.
    case newer(version: Int, known: Int)
    /// The file system does not keep what was written through a power cut, or not reliably.
    case fileSystem(path: String, name: String)
    /// A folder or file of the store cannot be made, changed or read.
    case file(action: String, path: String, reason: String)
    /// SQLite does not keep to a setting that the store relies on.
    case setting(name: String, wanted: String, found: String)
    /// The order, cart or event is not what a kiosk makes.
    case implausible(String)
    /// An order with this id is stored, and is another one.
    case differentOrder(id: String)
    /// The clock is not set, and the question is about dates.
    case clockNotSet
    /// The clock is further from the orders before than the days that are kept, so that all of them would be old at
    /// once.
    case clockLeapt(days: Int)
    /// The store was closed.
    case closed
    /// SQLite failed in another way; `code` is its extended result code.
    case failed(code: Int32, message: String, doing: String)

    public var isRefusal: Bool { if case .implausible = self { true } else { false } }

    /// Whether an existing file that may be written, and a store of ours, gives this error only when something in it is
    /// damaged.
    var isSignOfDamage: Bool {
        switch self {
        case .damaged, .setting, .readOnly: true
        // SQLITE_ERROR, INTERNAL, SCHEMA, TOOBIG, CONSTRAINT, MISMATCH, FORMAT, RANGE: our statements fit our tables.
        case .failed(let code, _, _): [1, 2, 17, 18, 19, 20, 24, 25].contains(code & 0xFF)
        default: false
        }
    }

    /// Whether the disk fails at one file's data, so that another file may do: SQLITE_IOERR_READ, SHORT_READ, WRITE,
    /// FSYNC, TRUNCATE, FSTAT, DATA and CORRUPTFS. What comes of locks or of memory is none of it.
    var isFailureOfFile: Bool {
        switch self {
        case .inputOutput(let code, _, _): code & 0xFF == 10 && [1, 2, 3, 4, 6, 7, 32, 33].contains(code >> 8)
        default: false
        }
    }

    /// What is wrong, without advice.
    var reason: String {
        switch self {
        case .damaged(let message), .failed(_, let message, _): message
        case .setting(let name, _, let found): "\(name) is \(found)"
        case .inputOutput(let code, let message, _): "\(message), SQLite code \(code)"
        case .readOnly: "its header says that it may not be written"
        default: description
        }
    }

    public var description: String {
        switch self {
        case .full(let doing): "the disk is full: cannot \(doing); free space, see df -h"
        case .readOnly(let doing):
            "the store may not be written: cannot \(doing); see ls -l, and whether the disk is mounted read-only: findmnt"
        case .inputOutput(let code, let message, let doing):
            "the disk failed: cannot \(doing) (\(message), SQLite code \(code)); see dmesg"
        case .damaged(let message):
            "the store's file is damaged (\(message)); brews kiosk moves it aside at its next start and begins a new one"
        case .busy(let doing): "another program keeps the store locked: cannot \(doing); end it and try again"
        case .inUse(let path, let process):
            "the store \(path) is in use\(process.map { " by process \($0)" } ?? ""); stop the kiosk first, for example: sudo systemctl stop brews-kiosk"
        case .missing(let path): "there is no store \(path); name one with --store FILE, brews kiosk makes it"
        case .notAStore(let path): "\(path) is no order store of Brews; name one with --store FILE"
        case .newer(let version, let known):
            "the store was written by a newer Brews (its version is \(version), this one knows \(known)); install that Brews"
        case .fileSystem(let path, let name):
            "orders in \(path) would not survive a power cut: it is on \(name); choose a folder on ext4 or the like with --store FILE, or keep orders in memory only with --ephemeral"
        case .file(let action, let path, let reason): "cannot \(action) \(path): \(reason); see df -h and ls -ld"
        case .setting(let name, let wanted, let found):
            "SQLite does not keep \(name) at \(wanted) (it is \(found)), and orders would not be safe"
        case .implausible(let reason): "this cannot be stored: \(reason)"
        case .differentOrder(let id): "the order \(id) is stored already, with other contents"
        case .clockNotSet: "the clock is not set, so nothing can be said about dates; set it with: timedatectl set-time"
        case .clockLeapt(let days):
            "the clock is \(days) days past the orders before, so nothing old was removed; if it is wrong, set it with: timedatectl set-time; if it is right, they go when the kiosk was used for as long as they are kept, or at once, while the kiosk is stopped, with: brews orders purge --days 30"
        case .closed: "the store is closed"
        case .failed(let code, let message, let doing): "cannot \(doing): \(message) (SQLite code \(code))"
        }
    }
}
