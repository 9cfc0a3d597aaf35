#if canImport(Glibc)
    internal import Glibc
#endif

extension StoreFiles {
    /// Whether another file can be written and synchronised in the store's folder. If so, the failure concerns the
    /// database file and not the whole disk.
    var acceptsAnotherFile: Bool {
        let probe = path + ".probe"
        let descriptor = open(probe, O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { return false }
        let bytes = [UInt8](repeating: 0x42, count: 4_096)
        let isTaken = write(descriptor, bytes, bytes.count) == bytes.count && fsync(descriptor) == 0
        close(descriptor)
        return unlink(probe) == 0 && isTaken
    }
}
