#if canImport(Glibc)
    internal import Glibc
#endif

/// The right to write to a store, which one connection of all processes has at a time (`flock(2)` on a file beside it).
///
/// It goes with the process, however that ends. The file stays, so that two processes cannot hold the locks of two
/// files of that name.
final class StoreLock {
    private let descriptor: Int32

    /// - Throws: `StoreError.inUse` with the other process's number.
    init(_ files: StoreFiles) throws(StoreError) {
        let path = files.lock
        let opened = open(path, O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0o600)
        guard opened >= 0 else { throw StoreFiles.failure("make", path) }
        guard flock(opened, LOCK_EX | LOCK_NB) == 0 else {
            let reason = errno
            var bytes = [UInt8](repeating: 0, count: 20)
            let count = pread(opened, &bytes, bytes.count, 0)
            close(opened)
            guard reason == EWOULDBLOCK else {
                throw .file(action: "lock", path: path, reason: String(cString: strerror(reason)))
            }
            throw .inUse(path: files.path, process: Int(String(decoding: bytes.prefix(max(0, count)), as: UTF8.self)))
        }
        descriptor = opened
        files.handOver(opened)
        // For the message above alone; a full disk is no reason not to go on.
        let process = Array("\(getpid())".utf8)
        if ftruncate(opened, 0) == 0 { _ = pwrite(opened, process, process.count, 0) }
    }

    deinit {
        // A process that is being started may have the descriptor for a moment longer, and with it the lock.
        flock(descriptor, LOCK_UN)
        close(descriptor)
    }
}
