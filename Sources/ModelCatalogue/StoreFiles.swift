internal import Foundation

#if canImport(Glibc)
    internal import Glibc
#endif

/// The changes an installation makes on disk, one call each, so that a test can end the power before any of them.
struct StoreFiles: Sendable {
    /// One change.
    enum Step: Equatable, Sendable {
        case makeFolder(String)
        case create(String)
        case write(String)
        /// A file's or folder's contents reach the medium.
        case sync(String)
        case rename(from: String, to: String)
        case remove(String)
    }

    /// Called before each change; what it throws takes the change's place.
    var before: @Sendable (Step) throws(ModelError) -> Void = { _ in }
    /// Brings a file or folder to the medium; 0 when it is there.
    var secure: @Sendable (Int32) -> Int32 = { fsync($0) }

    /// A new folder that everybody may read, whatever the person's `umask`: models are no secret, and the service that
    /// hears with them is another user.
    func makeFolder(_ path: String) throws(ModelError) {
        try before(.makeFolder(path))
        guard mkdir(path, 0o755) == 0, chmod(path, 0o755) == 0 else { throw Self.failure("make the folder", path) }
    }

    /// A new file that everybody may read, as `makeFolder`, open for writing; one that is there already is an error.
    func create(_ path: String) throws(ModelError) -> StoreFile {
        try before(.create(path))
        let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o644)
        guard descriptor >= 0 else { throw Self.failure("write", path) }
        let file = StoreFile(descriptor, path: path, files: self)
        guard fchmod(descriptor, 0o644) == 0 else { throw Self.failure("write", path) }
        return file
    }

    /// Names made, changed or removed in a folder survive a power cut after this (`fsync(2)`).
    func syncFolder(_ path: String) throws(ModelError) {
        try before(.sync(path))
        let descriptor = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else { throw Self.failure("open", path) }
        defer { close(descriptor) }
        guard secure(descriptor) == 0 else { throw Self.failure("secure", path) }
    }

    /// Puts `from` in the place of `to` in one step (`rename(2)`).
    func rename(_ from: String, to: String) throws(ModelError) {
        try before(.rename(from: from, to: to))
        guard Glibc.rename(from, to) == 0 else { throw Self.failure("replace", to) }
    }

    /// Removes a file, or a folder with everything in it. Nothing happens where there is nothing.
    func remove(_ path: String) throws(ModelError) {
        try before(.remove(path))
        var status = stat()
        guard lstat(path, &status) == 0 else { return }
        do { try FileManager.default.removeItem(atPath: path) } catch { throw Self.failure("remove", path) }
    }

    /// Writes a whole small file that survives a power cut.
    func write(_ data: Data, to path: String) throws(ModelError) {
        let file = try create(path)
        // A throwing closure loses its error's type in `withUnsafeBytes`, so the bytes go by an array.
        try file.write(Array(data))
        try file.finish()
    }

    /// The error for the C call that failed last.
    static func failure(_ action: String, _ path: String) -> ModelError {
        .storeFailed(action: action, path: path, reason: String(cString: strerror(errno)))
    }
}

/// A file being written. Closed by `finish`, or without care for its contents when it is let go.
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

    /// The contents reach the medium (`fsync(2)`), and are read from there when they are verified, not from memory.
    func finish() throws(ModelError) {
        try files.before(.sync(path))
        guard files.secure(descriptor) == 0 else { throw StoreFiles.failure("secure", path) }
        _ = posix_fadvise(descriptor, 0, 0, POSIX_FADV_DONTNEED)
    }
}
