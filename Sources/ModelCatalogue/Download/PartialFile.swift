internal import Foundation

/// An incomplete download: its bytes so far, and a note of their version.
struct PartialFile {
    private struct Note: Codable {
        let address: String
        let validator: String
    }

    let path: String
    private let notePath: String
    private let handle: FileHandle
    private(set) var bytes: Int
    /// Validator under which the bytes can be continued; `nil` when they cannot.
    private(set) var validator: String?

    /// Opens `path.part` with the bytes of an earlier attempt for the same address.
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

    /// Drops the bytes so far and notes the version of the next ones.
    mutating func restart(address: String, validator: String?) throws(DownloadError) {
        do {
            // The note is written first: bytes without one are never continued.
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

    /// Moves the complete file to its path.
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

    /// Removes bytes that failed verification.
    func remove() {
        for path in [path, notePath] where FileManager.default.fileExists(atPath: path) {
            try? FileManager.default.removeItem(atPath: path)
        }
    }
}
