internal import CProcess
internal import Foundation
internal import Glibc

/// Bytes in memory that a program reads as a file (`memfd_create(2)`): its standard input. Nothing of them is on a
/// disk, however the processes end.
public struct MemoryInput: ~Copyable {
    /// Why there is no such file, in the system's words.
    public struct Unavailable: Error, Equatable, Sendable {
        /// The system's message.
        public let reason: String
    }

    /// Descriptor of this process.
    public let descriptor: Int32

    /// Writes bytes into memory.
    ///
    /// - Throws: `Unavailable`.
    public init(_ bytes: [UInt8]) throws(Unavailable) {
        descriptor = brews_memory_file("input")
        guard descriptor >= 0 else { throw Unavailable(reason: String(cString: strerror(errno))) }
        do {
            try FileHandle(fileDescriptor: descriptor, closeOnDealloc: false).write(contentsOf: Data(bytes))
        } catch {
            close(descriptor)
            throw Unavailable(reason: error.localizedDescription)
        }
    }

    /// Goes back to the first byte, for the next program.
    public func rewind() { lseek(descriptor, 0, SEEK_SET) }

    deinit { close(descriptor) }
}
