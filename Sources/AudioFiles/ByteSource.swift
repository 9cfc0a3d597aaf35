internal import Foundation

#if canImport(Glibc)
    internal import Glibc
#endif

/// Reads a file or standard input in blocks.
///
/// Used by one `RecordedAudio`, on its worker.
struct ByteSource: Sendable {
    private let handle: FileHandle
    /// Size of a regular file in bytes; `nil` for pipes and devices.
    let size: Int?

    init(path: String) throws(AudioFileError) {
        var isDirectory: ObjCBool = false
        guard FileManager.default.fileExists(atPath: path, isDirectory: &isDirectory) else {
            throw .unreadable(reason: "there is no such file")
        }
        guard !isDirectory.boolValue else { throw .unreadable(reason: "it is a folder") }
        guard let handle = FileHandle(forReadingAtPath: path) else { throw .unreadable(reason: "permission denied") }
        let attributes = try? FileManager.default.attributesOfItem(atPath: path)
        let isRegular = attributes?[.type] as? FileAttributeType == .typeRegular
        self.handle = handle
        size = isRegular ? (attributes?[.size] as? NSNumber)?.intValue : nil
    }

    private init(standardInput: FileHandle) {
        handle = standardInput
        size = nil
    }

    static var standardInput: ByteSource { ByteSource(standardInput: .standardInput) }

    /// Reads up to `count` bytes; fewer only at the end.
    func read(_ count: Int) throws(AudioFileError) -> [UInt8] {
        var bytes: [UInt8] = []
        while bytes.count < count {
            var block = [UInt8](repeating: 0, count: min(count - bytes.count, Self.blockBytes))
            let found = Glibc.read(handle.fileDescriptor, &block, block.count)
            switch found {
            case 0: return bytes
            case 1...: bytes += block.prefix(found)
            default: try Self.goOn(after: errno, handle.fileDescriptor)
            }
        }
        return bytes
    }

    private static let blockBytes = 1 << 16

    /// Handles a failed `read(2)`; waits on non-blocking descriptors.
    ///
    /// - Throws: `AudioFileError.unreadable` for permanent errors.
    private static func goOn(after code: Int32, _ descriptor: Int32) throws(AudioFileError) {
        switch code {
        case EINTR: break
        case EAGAIN:
            var request = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
            poll(&request, 1, -1)
        case EISDIR: throw .unreadable(reason: "it is a folder")
        case EBADF: throw .unreadable(reason: "it is closed")
        default: throw .unreadable(reason: String(cString: strerror(code)))
        }
    }
}
