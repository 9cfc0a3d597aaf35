internal import Ordering
internal import SQLiteConnection

#if canImport(Glibc)
    internal import Glibc
#endif

/// The files of a store and the operations on them outside SQLite. Only their owner can read them.
///
/// The database is never opened here while a connection to it is open: closing any descriptor of the file drops
/// SQLite's locks (`fcntl(2)`).
struct StoreFiles: Sendable {
    /// Absolute path of the database.
    let path: String

    init(path: String) {
        guard !path.hasPrefix("/"), let folder = getcwd(nil, 0) else {
            self.path = path
            return
        }
        defer { free(folder) }
        self.path = String(cString: folder) + "/" + path
    }

    /// Folder of the files.
    var folder: String {
        let parent = path[..<(path.lastIndex(of: "/") ?? path.startIndex)]
        return parent.isEmpty ? "/" : String(parent)
    }

    private var name: String {
        String(path[(path.lastIndex(of: "/").map { path.index(after: $0) } ?? path.startIndex)...])
    }

    var lock: String { path + ".lock" }
    var marks: String { path + ".marks" }
    var reserve: String { path + ".reserve" }
    var log: String { path + "-wal" }
    private static let companions = ["", "-wal", "-shm"]

    /// Whether companion files of a store or of an SQLite database exist. The lock file is not counted, because other
    /// programs use that name as well.
    var hasCompanions: Bool {
        get throws(StoreError) {
            for companion in [marks, reserve, log, path + "-shm", path + "-journal"]
            where try Self.size(companion) != nil { return true }
            return false
        }
    }

    /// Creates the folder if it is missing, with mode 0700.
    func makeFolder() throws(StoreError) {
        var made = ""
        for part in folder.split(separator: "/") {
            made += "/" + part
            guard mkdir(made, 0o700) != 0 else { continue }
            var status = stat()
            guard errno == EEXIST || errno == EROFS || errno == EACCES || errno == EISDIR else {
                throw Self.failure("make the folder", made)
            }
            guard stat(made, &status) == 0 else { throw Self.failure("make the folder", made) }
            guard status.st_mode & S_IFMT == S_IFDIR else {
                throw .file(action: "make the folder", path: made, reason: "it is a file")
            }
        }
    }

    /// Creates an empty database file if it is missing, with mode 0600. SQLite gives its companion files the same mode.
    ///
    /// - Returns: size of an existing file in bytes; `nil` if the file was created.
    func makeFile() throws(StoreError) -> Int? {
        let before = try Self.size(path)
        if before == nil {
            let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
            guard descriptor >= 0 else { throw Self.failure("make", path) }
            adoptFolderOwner(descriptor)
            close(descriptor)
            syncFolder()
        }
        for companion in Self.companions {
            guard chmod(path + companion, 0o600) == 0 || errno == ENOENT || errno == EROFS || errno == EPERM else {
                throw Self.failure("close to others", path + companion)
            }
        }
        return before
    }

    /// Gives a new file the owner of the folder: a file created by root could not be used by the kiosk's user.
    func adoptFolderOwner(_ descriptor: Int32) {
        var status = stat()
        guard geteuid() == 0, stat(folder, &status) == 0 else { return }
        _ = fchown(descriptor, status.st_uid, status.st_gid)
    }

    /// Whether the database is writable. Call only while no connection to it is open.
    var isWritable: Bool {
        let descriptor = open(path, O_RDWR | O_NOFOLLOW | O_CLOEXEC)
        guard descriptor >= 0 else { return false }
        close(descriptor)
        return true
    }

    /// Size of a file in bytes; `nil` if it is missing.
    ///
    /// - Throws: if it is not a regular file, because a link may point anywhere.
    static func size(_ path: String) throws(StoreError) -> Int? {
        var status = stat()
        guard lstat(path, &status) == 0 else {
            if errno == ENOENT { return nil }
            throw failure("look at", path)
        }
        guard status.st_mode & S_IFMT == S_IFREG else {
            throw .file(action: "use", path: path, reason: "it is no regular file")
        }
        return Int(status.st_size)
    }

    /// Renames the database and its log to a name that ends in `.damaged-` and a number. Their modification time is set
    /// to now, so that they are kept as long as other new data.
    ///
    /// - Parameter wall: the time.
    /// - Returns: new path of the database.
    func moveAside(at wall: WallTime) throws(StoreError) -> String {
        var number = 1
        while try isTaken(number) { number += 1 }
        let target = "\(path).damaged-\(number)"
        // The log first: a database without its log has lost commits, and a log without its database is useless.
        for companion in Self.companions.reversed() {
            // Before renaming, so that a power failure cannot leave a renamed file that looks old. Without permission
            // to change the time the file is still renamed.
            Self.setModificationTime(path + companion, wall.isTrusted ? wall.epochMilliseconds / 1_000 : Self.undated)
            guard rename(path + companion, target + companion) == 0 || errno == ENOENT else {
                throw Self.failure("move aside", path + companion)
            }
        }
        syncFolder()
        return target
    }

    /// Modification time, in seconds since 1970, of files moved aside while the clock was not set.
    private static let undated: Int64 = 0

    private static func setModificationTime(_ path: String, _ seconds: Int64) {
        let time = timespec(tv_sec: Int(seconds), tv_nsec: 0)
        _ = [time, time].withUnsafeBufferPointer { utimensat(AT_FDCWD, path, $0.baseAddress, AT_SYMLINK_NOFOLLOW) }
    }

    private func isTaken(_ number: Int) throws(StoreError) -> Bool {
        for companion in Self.companions where try Self.size("\(path).damaged-\(number)\(companion)") != nil {
            return true
        }
        return false
    }

    /// Deletes damaged stores that were moved aside before a time. Files without a time get the current one.
    ///
    /// - Parameters:
    ///   - seconds: limit in seconds since 1970.
    ///   - now: current time in seconds since 1970, of a clock that is set.
    /// - Returns: number of deleted stores.
    func removeMovedAside(before seconds: Int64, now: Int64) -> Int {
        guard let listing = opendir(folder) else { return 0 }
        defer { closedir(listing) }
        var old: [String] = []
        while let entry = readdir(listing) {
            let found = withUnsafePointer(to: &entry.pointee.d_name) {
                $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
            }
            var status = stat()
            guard found.hasPrefix(name + ".damaged-"), lstat(folder + "/" + found, &status) == 0,
                Int64(status.st_mtim.tv_sec) < seconds
            else { continue }
            if Int64(status.st_mtim.tv_sec) == Self.undated {
                Self.setModificationTime(folder + "/" + found, now)
            } else {
                old.append(found)
            }
        }
        let removed = old.filter { unlink(folder + "/" + $0) == 0 }
        if !removed.isEmpty { syncFolder() }
        return removed.count { !$0.hasSuffix("-wal") && !$0.hasSuffix("-shm") }
    }

    /// Synchronises the folder, so that created, renamed or deleted files survive a power failure.
    func syncFolder() {
        let descriptor = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else { return }
        fsync(descriptor)
        close(descriptor)
    }

    /// Error of the latest failed C call (errno).
    static func failure(_ action: String, _ path: String) -> StoreError {
        switch errno {
        case ENOSPC, EDQUOT: .full(doing: "\(action) \(path)")
        case EROFS: .readOnly(doing: "\(action) \(path)")
        default: .file(action: action, path: path, reason: String(cString: strerror(errno)))
        }
    }
}
