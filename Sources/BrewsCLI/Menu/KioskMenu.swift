internal import Foundation
internal import Glibc
internal import ModelCatalogue
internal import Ordering

/// The menu that a kiosk starts with.
struct KioskMenu {
    /// The menu with the owner's changes.
    let menu: Menu
    /// The menu of the file.
    let base: Menu
    /// The owner's changes that hold today.
    let changes: MenuChanges
    /// SHA-256 of the file, and of the changes where there are any. Every order carries it.
    let digest: String
    /// A notice for the owner; `nil` when the requested menu is used.
    let notice: String?
    /// Path of this menu for children that start later; `nil` for the built-in menu. Without a copy it is the original
    /// path, whose contents may have changed (see `keepFile`).
    private(set) var file: String?
    private let bytes: [UInt8]
    private var own: OwnFile?

    /// Reads the menu and stores a copy of it. If the menu is invalid the copy is used, because a kiosk that does not
    /// start sells nothing (faults E5, I4).
    ///
    /// - Parameters:
    ///   - path: the menu's file; `nil` for the built-in menu.
    ///   - copy: path of the last valid menu; `nil` to store none.
    ///   - changes: what the owner has changed for the day.
    ///   - suggests: whether guests are suggested what the menu names, where the changes do not say.
    /// - Throws: `CLIError.menu`, `.input` when neither is valid.
    init(path: String?, lastGood copy: String?, changes: MenuChanges = MenuChanges(), suggests: Bool = true)
        throws(CLIError)
    {
        guard let path else {
            try self.init(bytes: MenuLoader.builtInFile, changes, suggests, file: "built-in menu", notice: nil)
            return
        }
        do throws(CLIError) {
            guard !InputFile.isStream(path) else {
                throw .input("the menu \(path) is a pipe: a kiosk looks again and again at its menu, and needs a file")
            }
            let bytes = try InputFile.read(path, "the menu"), data = Data(bytes)
            try self.init(bytes: bytes, changes, suggests, file: path, notice: nil)
            file = path
            guard let copy else { return }
            // Atomic, so that a power cut leaves the old copy or the new one.
            if FileManager.default.contents(atPath: copy) != data {
                try? data.write(to: URL(fileURLWithPath: copy), options: .atomic)
            }
            if FileManager.default.contents(atPath: copy) == data { file = copy }
        } catch {
            guard let copy, let data = FileManager.default.contents(atPath: copy) else { throw error }
            let reason = error.message.split(separator: "\n").first.map(String.init) ?? ""
            try self.init(
                bytes: [UInt8](data), changes, suggests, file: copy,
                notice: "the last good menu is used, because of \(reason)")
            file = copy
        }
    }

    /// Makes a private copy of the menu for the lifetime of this value, so that children that start later load the menu
    /// that is served (fault E6). If no copy can be made, `file` is unchanged.
    ///
    /// - Parameter path: path of the menu, or `nil` for the built-in one.
    mutating func keepFile(insteadOf path: String?) {
        guard let path, file == path, let own = OwnFile(bytes) else { return }
        self.own = own
        file = own.path
    }

    private init(
        bytes: [UInt8], _ changes: MenuChanges, _ suggests: Bool, file: String, notice: String?
    ) throws(CLIError) {
        self.bytes = bytes
        self.changes = changes
        base = try Setup.menu(bytes, file: file)
        var all = changes
        all.suggestions = changes.suggestions ?? suggests
        menu = base.changed(by: all)
        guard let digest = Self.digest(of: Data(bytes), changes) else {
            throw .bug("SHA-256 of the menu cannot be computed")
        }
        self.digest = digest
        self.notice = notice
    }

    /// SHA-256 of a menu with changes; that of the file where there are none.
    static func digest(of file: Data, _ changes: MenuChanges) -> String? {
        FileDigest.sha256(of: changes.isEmpty ? file : file + changes.json)
    }
}

/// A temporary file readable by its user only and removed with this value. It is locked, which protects it from
/// programs that clean the folder.
private final class OwnFile: Sendable {
    let path: String
    private let file: FileHandle

    init?(_ bytes: [UInt8]) {
        var template = Array((FileManager.default.temporaryDirectory.path + "/brews-menu-XXXXXX").utf8CString)
        let number = mkstemp(&template)
        guard number >= 0 else { return nil }
        _ = fcntl(number, F_SETFD, FD_CLOEXEC)
        path = String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
        file = FileHandle(fileDescriptor: number, closeOnDealloc: true)
        flock(number, LOCK_SH)
        do { try file.write(contentsOf: bytes) } catch { return nil }
    }

    deinit { unlink(path) }
}
