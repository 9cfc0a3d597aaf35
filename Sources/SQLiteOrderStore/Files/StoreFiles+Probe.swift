#if canImport(Glibc)
    internal import Glibc
#endif

extension StoreFiles {
    /// Whether the disk takes another file in the store's folder, down to the medium: then it is the store's file that
    /// it fails, and not every one.
    var takesAnother: Bool {
        let probe = path + ".probe"
        let descriptor = open(probe, O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { return false }
        let bytes = [UInt8](repeating: 0x42, count: 4_096)
        let isTaken = write(descriptor, bytes, bytes.count) == bytes.count && fsync(descriptor) == 0
        close(descriptor)
        return unlink(probe) == 0 && isTaken
    }
}
