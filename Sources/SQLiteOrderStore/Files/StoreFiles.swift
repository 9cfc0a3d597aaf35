internal import Ordering

#if canImport(Glibc)
    internal import Glibc
#endif

/// The files of a store beside each other, and what is done to them besides SQLite's work. Nobody but the owner may
/// read them.
///
/// The database itself is never opened here while a connection is: closing any descriptor of it would drop SQLite's
/// locks (`fcntl(2)`).
struct StoreFiles: Sendable {
    /// The database, absolute.
    let path: String

    init(path: String) {
        guard !path.hasPrefix("/"), let folder = getcwd(nil, 0) else {
            self.path = path
            return
        }
        defer { free(folder) }
        self.path = String(cString: folder) + "/" + path
    }

    /// The folder that they are in.
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

    /// Whether something lies beside the database that only a store has, or only a database. The lock is not counted:
    /// others use that name as well.
    var hasCompanions: Bool {
        get throws(StoreError) {
            for companion in [marks, reserve, log, path + "-shm", path + "-journal"]
            where try Self.size(companion) != nil { return true }
            return false
        }
    }

    /// Makes the folder where it is missing, for the owner alone (0700).
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

    /// Makes the database file empty where it is missing, so that it and what SQLite puts beside it belong to the owner
    /// alone (0600).
    ///
    /// - Returns: the bytes that were there; `nil` where there was no file.
    func makeFile() throws(StoreError) -> Int? {
        let before = try Self.size(path)
        if before == nil {
            let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
            guard descriptor >= 0 else { throw Self.failure("make", path) }
            handOver(descriptor)
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

    /// Gives a new file to whom the folder belongs: a file that root has made would keep the kiosk's own user out.
    func handOver(_ descriptor: Int32) {
        var status = stat()
        guard geteuid() == 0, stat(folder, &status) == 0 else { return }
        _ = fchown(descriptor, status.st_uid, status.st_gid)
    }

    /// Whether the database may be written. Only while no connection to it is open.
    var isWritable: Bool {
        let descriptor = open(path, O_RDWR | O_NOFOLLOW | O_CLOEXEC)
        guard descriptor >= 0 else { return false }
        close(descriptor)
        return true
    }

    /// Bytes of a file; `nil` where there is none.
    ///
    /// - Throws: when it is something else than a file: a link may point anywhere.
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

    /// Gives the database and its log another name, which ends in `.damaged-` and a number, and the time as their age:
    /// they are kept for as long as anything that comes into being now.
    ///
    /// - Parameter wall: the time.
    /// - Returns: the new path of the database.
    func moveAside(at wall: WallTime) throws(StoreError) -> String {
        var number = 1
        while try isTaken(number) { number += 1 }
        let target = "\(path).damaged-\(number)"
        // The log first: a database without its log is older than it was, a log without its database is nothing.
        for companion in Self.companions.reversed() {
            // Before the file has its new name, so that no power cut leaves one there that looks old. Whoever may not
            // do it may still move the file.
            Self.date(path + companion, wall.isTrusted ? wall.epochMilliseconds / 1_000 : Self.undated)
            guard rename(path + companion, target + companion) == 0 || errno == ENOENT else {
                throw Self.failure("move aside", path + companion)
            }
        }
        syncFolder()
        return target
    }

    /// The age of what was moved aside while the clock was not set, in seconds since 1970.
    private static let undated: Int64 = 0

    private static func date(_ path: String, _ seconds: Int64) {
        let time = timespec(tv_sec: Int(seconds), tv_nsec: 0)
        _ = [time, time].withUnsafeBufferPointer { utimensat(AT_FDCWD, path, $0.baseAddress, AT_SYMLINK_NOFOLLOW) }
    }

    private func isTaken(_ number: Int) throws(StoreError) -> Bool {
        for companion in Self.companions where try Self.size("\(path).damaged-\(number)\(companion)") != nil {
            return true
        }
        return false
    }

    /// Removes stores that were moved aside before some time and not changed since. Those without an age have one from
    /// here on.
    ///
    /// - Parameters:
    ///   - seconds: since 1970.
    ///   - now: likewise, by a clock that is set.
    /// - Returns: how many.
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
                Self.date(folder + "/" + found, now)
            } else {
                old.append(found)
            }
        }
        let removed = old.filter { unlink(folder + "/" + $0) == 0 }
        if !removed.isEmpty { syncFolder() }
        return removed.count { !$0.hasSuffix("-wal") && !$0.hasSuffix("-shm") }
    }

    /// Names made, changed or removed survive a power cut after this.
    func syncFolder() {
        let descriptor = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else { return }
        fsync(descriptor)
        close(descriptor)
    }

    /// The error for the C call that failed last.
    static func failure(_ action: String, _ path: String) -> StoreError {
        switch errno {
        case ENOSPC, EDQUOT: .full(doing: "\(action) \(path)")
        case EROFS: .readOnly(doing: "\(action) \(path)")
        default: .file(action: action, path: path, reason: String(cString: strerror(errno)))
        }
    }
}
