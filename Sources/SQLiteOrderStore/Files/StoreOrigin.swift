#if canImport(Glibc)
    internal import Glibc
#endif

/// Whose a file is that somebody named as the store. Finding out writes nothing: not to the file, not beside it.
enum StoreOrigin: Equatable {
    /// Nothing, an empty file, a store, or what may be the rest of one.
    case ours
    /// Another program's: it is left as it is.
    case foreign

    /// What every SQLite file begins with.
    private static let magic = Array("SQLite format 3\0".utf8)
    /// Where `application_id` is in the header, four bytes, the highest first.
    private static let applicationOffset = 68

    /// Looks at the file and at what lies beside it.
    ///
    /// A file that cannot be read counts as ours: whoever opens it says why. Only while no connection of this process
    /// to the file is open (`StoreFiles`).
    ///
    /// - Throws: `StoreError.file` when it is no regular file.
    init(_ files: StoreFiles) throws(StoreError) {
        guard try (StoreFiles.size(files.path) ?? 0) > 0, let head = Self.bytes(files.path, from: 0, count: 100) else {
            self = .ours
            return
        }
        guard head.starts(with: Self.magic) else {
            // A store whose beginning was overwritten still has beside it what its kiosk and SQLite have put there.
            self = try files.hasCompanions ? .ours : .foreign
            return
        }
        self = if Self.isMarked(head) || Self.isLoggedAsOurs(files.log) { .ours } else { Self.judge(files) }
    }

    /// What a database without our mark is, by its tables.
    private static func judge(_ files: StoreFiles) -> StoreOrigin {
        do {
            let connection = try Connection(path: files.path, access: .untouched)
            // Where the file has no tables, those in its log are not ours either.
            return try Schema.version(of: connection, path: files.path) == 0 && logs(files.log) { _ in true }
                ? .foreign : .ours
        } catch .notAStore {
            return .foreign
        } catch {
            // Damaged: as a store is that cannot be read any more.
            return .ours
        }
    }

    private static func isMarked(_ head: [UInt8]) -> Bool {
        let bytes = head.dropFirst(applicationOffset).prefix(4)
        return bytes.count == 4 && bytes.reduce(0) { $0 << 8 | Int($1) } == Schema.application
    }

    /// Whether a log that was not written into its file yet holds a header of ours, as after the end of a kiosk at its
    /// very first start.
    private static func isLoggedAsOurs(_ log: String) -> Bool { logs(log, isMarked) }

    /// Whether a write-ahead log holds a first page that `isWanted`, by the format of SQLite's logs: 32 bytes, then
    /// frames of 24 bytes and a page.
    private static func logs(_ log: String, _ isWanted: ([UInt8]) -> Bool) -> Bool {
        guard let header = bytes(log, from: 0, count: 32), header.count == 32 else { return false }
        func number(_ bytes: [UInt8], at offset: Int) -> Int {
            bytes[offset..<offset + 4].reduce(0) { $0 << 8 | Int($1) }
        }
        let page = number(header, at: 8)
        guard (512...65_536).contains(page) else { return false }
        var offset = 32
        // What a new file's first page became is at the log's beginning.
        for _ in 0..<1_000 {
            guard let frame = bytes(log, from: offset, count: 24 + 100), frame.count == 124 else { return false }
            if number(frame, at: 0) == 1, isWanted(Array(frame.dropFirst(24))) { return true }
            offset += 24 + page
        }
        return false
    }

    /// Up to `count` bytes; `nil` where the file cannot be read.
    private static func bytes(_ path: String, from offset: Int, count: Int) -> [UInt8]? {
        let descriptor = open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        var bytes = [UInt8](repeating: 0, count: count)
        let found = pread(descriptor, &bytes, count, off_t(offset))
        return found < 0 ? nil : Array(bytes.prefix(found))
    }
}
