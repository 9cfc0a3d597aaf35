internal import SQLiteConnection

#if canImport(Glibc)
    internal import Glibc
#endif

/// The database file of a notebook, outside SQLite. Only its owner can read it.
///
/// Call only while this process has no connection to the file: closing any descriptor of it drops SQLite's locks.
struct NotebookFile: Sendable {
    /// Absolute path.
    let path: String

    private static let companions = ["-journal", ""]
    /// First bytes of every SQLite file.
    private static let magic = Array("SQLite format 3\0".utf8)
    /// Offset of `application_id` in the header: four bytes, big-endian.
    private static let applicationOffset = 68

    init(path: String) {
        guard !path.hasPrefix("/"), let folder = getcwd(nil, 0) else {
            self.path = path
            return
        }
        defer { free(folder) }
        self.path = String(cString: folder) + "/" + path
    }

    private var folder: String {
        let parent = path[..<(path.lastIndex(of: "/") ?? path.startIndex)]
        return parent.isEmpty ? "/" : String(parent)
    }

    /// Whether the file exists.
    var exists: Bool { access(path, F_OK) == 0 }

    /// Creates the folder, with mode 0700, and an empty file, with mode 0600, where they are missing.
    func create() throws(NotebookError) {
        var made = ""
        for part in folder.split(separator: "/") {
            made += "/" + part
            guard mkdir(made, 0o700) == 0 || errno == EEXIST || access(made, X_OK) == 0 else {
                throw Self.failure("make the folder", made)
            }
        }
        let descriptor = open(path, O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else {
            // A file that may only be read is opened by SQLite, which says so.
            if access(path, R_OK) == 0 { return }
            throw Self.failure("make", path)
        }
        defer { close(descriptor) }
        var status = stat()
        // A file that root makes in another user's folder is that user's.
        if geteuid() == 0, stat(folder, &status) == 0 { _ = fchown(descriptor, status.st_uid, status.st_gid) }
        syncFolder()
    }

    /// Whether the file belongs to another program, so that it must be neither changed nor moved. An empty file is
    /// ours.
    ///
    /// - Throws: `NotebookError.file` if it is not a regular file or cannot be read.
    func isForeign() throws(NotebookError) -> Bool {
        var status = stat()
        guard lstat(path, &status) == 0 else {
            if errno == ENOENT { return false }
            throw Self.failure("look at", path)
        }
        guard status.st_mode & S_IFMT == S_IFREG else {
            throw .file(action: "use", path: path, reason: "it is no regular file")
        }
        guard status.st_size > 0 else { return false }
        let descriptor = open(path, O_RDONLY | O_NOFOLLOW | O_CLOEXEC)
        guard descriptor >= 0 else { throw Self.failure("read", path) }
        defer { close(descriptor) }
        var head = [UInt8](repeating: 0, count: 100)
        let count = pread(descriptor, &head, head.count, 0)
        guard count >= 0 else { throw Self.failure("read", path) }
        let mark = head[Self.applicationOffset..<Self.applicationOffset + 4].reduce(0) { $0 << 8 | Int($1) }
        return count < head.count || mark != NotebookSchema.application || !head.starts(with: Self.magic)
    }

    /// Renames the file and its journal to a name that ends in `.damaged-` and a number.
    ///
    /// - Returns: the new path.
    func moveAside() throws(NotebookError) -> String {
        var number = 1
        while Self.companions.contains(where: { access("\(path).damaged-\(number)\($0)", F_OK) == 0 }) { number += 1 }
        let target = "\(path).damaged-\(number)"
        for companion in Self.companions {
            guard rename(path + companion, target + companion) == 0 || errno == ENOENT else {
                throw Self.failure("move aside", path + companion)
            }
        }
        syncFolder()
        return target
    }

    private func syncFolder() {
        let descriptor = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else { return }
        fsync(descriptor)
        close(descriptor)
    }

    /// Error of the latest failed C call (errno).
    private static func failure(_ action: String, _ path: String) -> NotebookError {
        switch errno {
        case ENOSPC, EDQUOT: .database(.full(doing: "\(action) \(path)"))
        case EROFS: .database(.readOnly(doing: "\(action) \(path)"))
        default: .file(action: action, path: path, reason: String(cString: strerror(errno)))
        }
    }
}
