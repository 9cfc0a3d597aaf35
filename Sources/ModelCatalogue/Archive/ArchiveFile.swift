internal import Foundation
internal import Speech

#if canImport(Glibc)
    internal import Glibc
#endif

/// A regular file with random access (`pread(2)`); safe to read from several threads.
final class ArchiveFile: Sendable {
    private let descriptor: Int32
    let size: Int

    /// - Throws: `ZipError` when it cannot be opened, or is a link or anything but a regular file.
    init(_ path: String) throws(ZipError) {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
        guard descriptor >= 0 else {
            throw ZipError(archive: path, reason: "it cannot be opened (\(String(cString: strerror(errno))))")
        }
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
            close(descriptor)
            throw ZipError(archive: path, reason: "it is no regular file")
        }
        self.descriptor = descriptor
        size = Int(status.st_size)
    }

    deinit { close(descriptor) }

    /// Reads from `offset` into `buffer`, up to the end of the file.
    ///
    /// - Returns: bytes read; `nil` after a read error.
    func read(into buffer: UnsafeMutableRawBufferPointer, at offset: Int) -> Int? {
        var filled = 0
        while filled < buffer.count {
            let count = pread(
                descriptor, buffer.baseAddress.map { $0 + filled }, buffer.count - filled, off_t(offset + filled))
            if count < 0 && errno == EINTR { continue }
            guard count >= 0 else { return nil }
            guard count > 0 else { break }
            filled += count
        }
        return filled
    }

    /// Exactly `count` bytes from `offset` on; `nil` when the file has fewer.
    func bytes(at offset: Int, count: Int) -> [UInt8]? {
        guard offset >= 0, count >= 0, offset <= size, count <= size - offset else { return nil }
        var bytes = [UInt8](repeating: 0, count: count)
        guard bytes.withUnsafeMutableBytes({ read(into: $0, at: offset) }) == count else { return nil }
        return bytes
    }
}

extension ByteReader {
    /// A 16-bit field of an archive's header.
    mutating func short() -> Int? { integer(UInt16.self).map(Int.init) }
    /// A 32-bit field of an archive's header.
    mutating func long() -> Int? { integer(UInt32.self).map(Int.init) }
}
