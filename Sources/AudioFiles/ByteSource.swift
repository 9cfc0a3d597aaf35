internal import Foundation

/// Bytes of a file or of standard input, read forward in blocks.
///
/// Used by one `RecordedAudio`, whose worker makes every read.
struct ByteSource: Sendable {
    private let handle: FileHandle
    /// Size of a regular file in bytes; `nil` for pipes and devices.
    let size: Int?

    init(path: String) throws(AudioFileError) {
        var isDirectory: ObjCBool = false
        guard FileManager.default.fileExists(atPath: path, isDirectory: &isDirectory) else { throw .unreadable(reason: "there is no such file") }
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

    /// Up to `count` bytes; fewer only at the end.
    func read(_ count: Int) throws(AudioFileError) -> [UInt8] {
        do {
            var bytes: [UInt8] = []
            while bytes.count < count, let block = try handle.read(upToCount: count - bytes.count), !block.isEmpty { bytes += block }
            return bytes
        } catch {
            throw .unreadable(reason: error.localizedDescription)
        }
    }
}
