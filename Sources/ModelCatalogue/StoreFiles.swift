internal import Foundation

#if canImport(Glibc)
    internal import Glibc
#endif

/// The changes of an installation on disk, one call each, so that tests can cut the power before each.
struct StoreFiles: Sendable {
    /// One change.
    enum Step: Equatable, Sendable {
        case makeFolder(String)
        case create(String)
        case write(String)
        /// Flushes a file or folder to the medium.
        case sync(String)
        case rename(from: String, to: String)
        case remove(String)
    }

    /// Called before each change; if it throws, the change is not made.
    var before: @Sendable (Step) throws(ModelError) -> Void = { _ in }
    /// Flushes a file or folder; 0 on success.
    var secure: @Sendable (Int32) -> Int32 = { fsync($0) }

    /// Creates a folder readable by all users regardless of `umask`: models are not secret, and the service runs as
    /// another user.
    func makeFolder(_ path: String) throws(ModelError) {
        try before(.makeFolder(path))
        guard mkdir(path, 0o755) == 0, chmod(path, 0o755) == 0 else { throw Self.failure("make the folder", path) }
    }

    /// Creates a file readable by all users and opens it for writing; an existing file is an error.
    func create(_ path: String) throws(ModelError) -> StoreFile {
        try before(.create(path))
        let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o644)
        guard descriptor >= 0 else { throw Self.failure("write", path) }
        let file = StoreFile(descriptor, path: path, files: self)
        guard fchmod(descriptor, 0o644) == 0 else { throw Self.failure("write", path) }
        return file
    }

    /// Flushes the names in a folder (`fsync(2)`).
    func syncFolder(_ path: String) throws(ModelError) {
        try before(.sync(path))
        let descriptor = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else { throw Self.failure("open", path) }
        defer { close(descriptor) }
        guard secure(descriptor) == 0 else { throw Self.failure("secure", path) }
    }

    /// Replaces `to` with `from` atomically (`rename(2)`).
    func rename(_ from: String, to: String) throws(ModelError) {
        try before(.rename(from: from, to: to))
        guard Glibc.rename(from, to) == 0 else { throw Self.failure("replace", to) }
    }

    /// Removes a file or a folder with its contents, if it exists.
    func remove(_ path: String) throws(ModelError) {
        try before(.remove(path))
        var status = stat()
        guard lstat(path, &status) == 0 else { return }
        do { try FileManager.default.removeItem(atPath: path) } catch { throw Self.failure("remove", path) }
    }

    /// Writes a small file that survives a power cut.
    func write(_ data: Data, to path: String) throws(ModelError) {
        let file = try create(path)
        // A closure would lose its typed error in `withUnsafeBytes`, so the bytes are copied.
        try file.write(Array(data))
        try file.finish()
    }

    /// The error of the last C call (`errno`).
    static func failure(_ action: String, _ path: String) -> ModelError {
        .storeFailed(action: action, path: path, reason: String(cString: strerror(errno)))
    }
}

/// A file being written. `finish` flushes and closes it; release closes it without flushing.
final class StoreFile {
    private let descriptor: Int32
    private let path: String
    private let files: StoreFiles

    fileprivate init(_ descriptor: Int32, path: String, files: StoreFiles) {
        self.descriptor = descriptor
        self.path = path
        self.files = files
    }

    deinit { close(descriptor) }

    func write(_ bytes: [UInt8]) throws(ModelError) {
        try files.before(.write(path))
        var done = 0
        while done < bytes.count {
            let count = bytes.withUnsafeBytes {
                Glibc.write(descriptor, $0.baseAddress.map { $0 + done }, bytes.count - done)
            }
            if count < 0 && errno == EINTR { continue }
            guard count > 0 else { throw StoreFiles.failure("write", path) }
            done += count
        }
    }

    /// Flushes the contents (`fsync(2)`) and drops them from the cache, so that verification reads the medium.
    func finish() throws(ModelError) {
        try files.before(.sync(path))
        guard files.secure(descriptor) == 0 else { throw StoreFiles.failure("secure", path) }
        _ = posix_fadvise(descriptor, 0, 0, POSIX_FADV_DONTNEED)
    }
}
