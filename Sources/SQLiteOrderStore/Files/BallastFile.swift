#if canImport(Glibc)
    internal import Glibc
#endif

/// Space on the disk that is kept back, so that the orders at hand can be stored when something else has filled it
/// (fault F4).
struct BallastFile {
    private let path: String
    let bytes: Int
    private(set) var isHeld = false

    /// - Parameter bytes: 0 for none.
    init(_ files: StoreFiles, bytes: Int) {
        path = files.reserve
        self.bytes = bytes
    }

    /// Looks whether the space was taken by an earlier start.
    mutating func find() { isHeld = bytes > 0 && ((try? StoreFiles.size(path)) ?? 0) >= bytes }

    /// Takes the space where twice as much is free; without it the store works all the same.
    mutating func take() {
        guard bytes > 0, !isHeld else { return }
        let size = (try? StoreFiles.size(path)) ?? 0
        guard size < bytes else { return isHeld = true }
        guard
            let free = try? FileSystemKind.of(path.dropLast(path.split(separator: "/").last?.count ?? 0).description)
                .freeBytes, free / 2 >= bytes
        else { return }
        let descriptor = open(path, O_WRONLY | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { return }
        // Blocks are set aside, not written.
        isHeld = posix_fallocate(descriptor, 0, off_t(bytes)) == 0
        close(descriptor)
        if !isHeld { unlink(path) }
    }

    /// Gives the space to whoever writes next.
    ///
    /// - Returns: whether there was any.
    mutating func giveUp() -> Bool {
        guard isHeld else { return false }
        isHeld = false
        return unlink(path) == 0
    }

    /// Does something; once more with the space given up where the disk is full.
    mutating func lend<Result>(_ body: () throws(StoreError) -> Result) throws(StoreError) -> Result {
        do {
            return try body()
        } catch {
            guard case .full = error, giveUp() else { throw error }
        }
        return try body()
    }
}
