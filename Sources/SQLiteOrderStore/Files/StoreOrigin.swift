internal import SQLiteConnection

#if canImport(Glibc)
    internal import Glibc
#endif

/// Origin of a file that was named as the store. Determining it writes nothing, neither to the file nor beside it.
enum StoreOrigin: Equatable {
    /// Missing, empty, a store, or possibly the remains of one.
    case ours
    /// A file of another program, which must not be changed.
    case foreign

    /// First bytes of every SQLite file.
    private static let magic = Array("SQLite format 3\0".utf8)
    /// Offset of `application_id` in the header: four bytes, big-endian.
    private static let applicationOffset = 68

    /// Examines the file and its companions.
    ///
    /// A file that cannot be read counts as `ours`; opening it reports the reason. Call only while this process has no
    /// connection to the file (`StoreFiles`).
    ///
    /// - Throws: `StoreError.file` if it is not a regular file.
    init(_ files: StoreFiles) throws(StoreError) {
        guard try (StoreFiles.size(files.path) ?? 0) > 0, let head = Self.bytes(files.path, from: 0, count: 100) else {
            self = .ours
            return
        }
        guard head.starts(with: Self.magic) else {
            // A store whose beginning was overwritten still has companion files.
            self = try files.hasCompanions ? .ours : .foreign
            return
        }
        self = if Self.isMarked(head) || Self.logIsOurs(files.log) { .ours } else { Self.inspectTables(files) }
    }

    /// Classifies a database without our application id by its tables.
    private static func inspectTables(_ files: StoreFiles) -> StoreOrigin {
        do {
            let connection = try StoreConnection(path: files.path, access: .untouched)
            // If the file has no tables, tables in its log are not ours either.
            return try Schema.version(of: connection, path: files.path) == 0 && logContains(files.log) { _ in true }
                ? .foreign : .ours
        } catch .notAStore {
            return .foreign
        } catch {
            // Damaged: treated like a store that can no longer be read.
            return .ours
        }
    }

    private static func isMarked(_ head: [UInt8]) -> Bool {
        let bytes = head.dropFirst(applicationOffset).prefix(4)
        return bytes.count == 4 && bytes.reduce(0) { $0 << 8 | Int($1) } == Schema.application
    }

    /// Whether a log that was never checkpointed contains a header of ours, as when a kiosk stops during its first
    /// start.
    private static func logIsOurs(_ log: String) -> Bool { logContains(log, isMarked) }

    /// Whether the log contains a first page that satisfies `isWanted`. Format of SQLite's log: a header of 32 bytes,
    /// then frames of a 24-byte header and a page.
    private static func logContains(_ log: String, _ isWanted: ([UInt8]) -> Bool) -> Bool {
        guard let header = bytes(log, from: 0, count: 32), header.count == 32 else { return false }
        func number(_ bytes: [UInt8], at offset: Int) -> Int {
            bytes[offset..<offset + 4].reduce(0) { $0 << 8 | Int($1) }
        }
        let page = number(header, at: 8)
        guard (512...65_536).contains(page) else { return false }
        var offset = 32
        // The first page of a new file is at the start of the log.
        for _ in 0..<1_000 {
            guard let frame = bytes(log, from: offset, count: 24 + 100), frame.count == 124 else { return false }
            if number(frame, at: 0) == 1, isWanted(Array(frame.dropFirst(24))) { return true }
            offset += 24 + page
        }
        return false
    }

    /// Up to `count` bytes; `nil` if the file cannot be read.
    private static func bytes(_ path: String, from offset: Int, count: Int) -> [UInt8]? {
        let descriptor = open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        var bytes = [UInt8](repeating: 0, count: count)
        let found = pread(descriptor, &bytes, count, off_t(offset))
        return found < 0 ? nil : Array(bytes.prefix(found))
    }
}
