#if canImport(Glibc)
    internal import Glibc
#endif

/// Exclusive right to write to a store across processes (`flock(2)` on a companion file).
///
/// The kernel releases it when the process ends in any way. The file remains, so that two processes cannot hold locks
/// on two files of the same name.
final class StoreLock {
    private let descriptor: Int32

    /// Takes the lock.
    ///
    /// - Throws: `StoreError.inUse` with the id of the other process.
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
        files.adoptFolderOwner(opened)
        // Only for the error message above; a full disk is not a reason to fail.
        let process = Array("\(getpid())".utf8)
        if ftruncate(opened, 0) == 0 { _ = pwrite(opened, process, process.count, 0) }
    }

    deinit {
        // A child process being started may hold the descriptor, and with it the lock, for a moment longer.
        flock(descriptor, LOCK_UN)
        close(descriptor)
    }
}
