internal import Foundation

/// A download under way: the bytes so far, and beside them what they are the beginning of.
struct PartialFile {
    private struct Note: Codable {
        let address: String
        let validator: String
    }

    let path: String
    private let notePath: String
    private let handle: FileHandle
    private(set) var bytes: Int
    /// What the server must still have for the bytes to count; `nil` when they count for nothing.
    private(set) var validator: String?

    /// Opens `path` with `.part` after it, with what an earlier try for the same address left.
    init(for path: String, address: String) throws(DownloadError) {
        self.path = path + ".part"
        notePath = path + ".part.json"
        if !FileManager.default.fileExists(atPath: self.path) {
            _ = FileManager.default.createFile(atPath: self.path, contents: nil)
        }
        guard let handle = FileHandle(forUpdatingAtPath: self.path), let end = try? handle.seekToEnd() else {
            throw .file(path: self.path, reason: String(cString: strerror(errno)))
        }
        self.handle = handle
        bytes = Int(end)
        let note = FileManager.default.contents(atPath: notePath).flatMap {
            try? JSONDecoder().decode(Note.self, from: $0)
        }
        validator = note?.address == address ? note?.validator : nil
        if validator == nil { try restart(address: address, validator: nil) }
    }

    /// Forgets the bytes so far and notes what comes next.
    mutating func restart(address: String, validator: String?) throws(DownloadError) {
        do {
            // The note goes first: bytes without one are never taken for a beginning.
            if FileManager.default.fileExists(atPath: notePath) { try FileManager.default.removeItem(atPath: notePath) }
            try handle.truncate(atOffset: 0)
            if let validator {
                try JSONEncoder().encode(Note(address: address, validator: validator)).write(
                    to: URL(fileURLWithPath: notePath), options: .atomic)
            }
        } catch {
            throw .file(path: path, reason: error.localizedDescription)
        }
        bytes = 0
        self.validator = validator
    }

    mutating func append(_ block: UnsafeRawBufferPointer) throws(DownloadError) {
        do { try handle.write(contentsOf: Data(block)) } catch {
            throw .file(path: path, reason: error.localizedDescription)
        }
        bytes += block.count
    }

    /// Gives the whole file its name.
    func finish(as path: String) throws(DownloadError) {
        do {
            try handle.synchronize()
            try handle.close()
            if FileManager.default.fileExists(atPath: path) { try FileManager.default.removeItem(atPath: path) }
            try FileManager.default.moveItem(atPath: self.path, toPath: path)
            if FileManager.default.fileExists(atPath: notePath) { try FileManager.default.removeItem(atPath: notePath) }
        } catch {
            throw .file(path: path, reason: error.localizedDescription)
        }
    }

    /// Throws away bytes that turned out wrong.
    func remove() {
        for path in [path, notePath] where FileManager.default.fileExists(atPath: path) {
            try? FileManager.default.removeItem(atPath: path)
        }
    }
}
