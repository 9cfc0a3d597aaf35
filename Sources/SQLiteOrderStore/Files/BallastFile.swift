#if canImport(Glibc)
    internal import Glibc
#endif

/// A file that reserves disk space. It is deleted when the disk is full, so that open orders can still be stored (fault
/// F4).
struct BallastFile {
    private let path: String
    let bytes: Int
    private(set) var isAllocated = false

    /// Creates a reservation; nothing is allocated yet.
    ///
    /// - Parameter bytes: size; 0 for none.
    init(_ files: StoreFiles, bytes: Int) {
        path = files.reserve
        self.bytes = bytes
    }

    /// Checks whether an earlier start allocated the file.
    mutating func detect() { isAllocated = bytes > 0 && ((try? StoreFiles.size(path)) ?? 0) >= bytes }

    /// Allocates the file if twice its size is free. The store also works without it.
    mutating func allocate() {
        guard bytes > 0, !isAllocated else { return }
        let size = (try? StoreFiles.size(path)) ?? 0
        guard size < bytes else { return isAllocated = true }
        guard
            let free = try? FileSystemKind.of(path.dropLast(path.split(separator: "/").last?.count ?? 0).description)
                .freeBytes, free / 2 >= bytes
        else { return }
        let descriptor = open(path, O_WRONLY | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { return }
        // Allocates blocks without writing them.
        isAllocated = posix_fallocate(descriptor, 0, off_t(bytes)) == 0
        close(descriptor)
        if !isAllocated { unlink(path) }
    }

    /// Deletes the file.
    ///
    /// - Returns: whether it existed.
    mutating func release() -> Bool {
        guard isAllocated else { return false }
        isAllocated = false
        return unlink(path) == 0
    }

    /// Runs `body`; if the disk is full, releases the file and runs it once more.
    mutating func retryingOnFullDisk<Result>(_ body: () throws(StoreError) -> Result) throws(StoreError) -> Result {
        do {
            return try body()
        } catch {
            guard case .full = error, release() else { throw error }
        }
        return try body()
    }
}
