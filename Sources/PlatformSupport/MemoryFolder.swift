internal import Foundation
internal import Glibc

/// A private folder in memory, removed with this object. What a person said or is told must never be on a disk.
///
/// A folder that outlives its process, because that was killed, is removed by the next process that makes one with the
/// same prefix. Safe on any thread.
public final class MemoryFolder: Sendable {
    /// File system in memory (`tmpfs`) of Linux.
    public static let memory = "/dev/shm"
    /// Attempts to make a folder, of which another process takes away one that is not locked yet.
    private static let attempts = 3

    /// Why no folder can be made, in the system's words after the path.
    public struct Unavailable: Error, Equatable, Sendable, CustomStringConvertible {
        /// For example `/dev/shm: Permission denied`.
        public let description: String
    }

    /// Path of the folder, of which only this user may read anything.
    public let path: String
    /// The folder's descriptor, whose lock (`flock(2)`) says that its process lives.
    private let lock: Int32

    /// Makes a folder, and removes those that ended processes have left.
    ///
    /// - Parameters:
    ///   - prefix: beginning of the folder's name, the same for all folders of one purpose.
    ///   - base: path of a file system in memory.
    /// - Throws: `Unavailable`.
    public init(prefix: String, in base: String = memory) throws(Unavailable) {
        Self.removeLeftOver(prefix, in: base)
        for _ in 0..<Self.attempts {
            var template = Array("\(base)/\(prefix)XXXXXX".utf8CString)
            guard mkdtemp(&template) != nil else { break }
            let made = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
            let descriptor = open(made, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
            guard descriptor >= 0 else { continue }
            if flock(descriptor, LOCK_EX | LOCK_NB) == 0, access(made, W_OK) == 0 {
                (path, lock) = (made, descriptor)
                return
            }
            close(descriptor)
        }
        throw Unavailable(description: "\(base): \(String(cString: strerror(errno)))")
    }

    deinit {
        try? FileManager.default.removeItem(atPath: path)
        close(lock)
    }

    /// Removes the folders with a prefix whose processes have ended.
    public static func removeLeftOver(_ prefix: String, in base: String = memory) {
        for name in (try? FileManager.default.contentsOfDirectory(atPath: base)) ?? [] where name.hasPrefix(prefix) {
            let path = base + "/" + name
            var status = stat()
            let descriptor = open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
            guard descriptor >= 0 else { continue }
            defer { close(descriptor) }
            guard fstat(descriptor, &status) == 0, status.st_uid == geteuid(),
                flock(descriptor, LOCK_EX | LOCK_NB) == 0
            else { continue }
            try? FileManager.default.removeItem(atPath: path)
        }
    }
}
