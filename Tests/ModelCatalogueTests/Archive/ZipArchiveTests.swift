internal import Foundation
internal import TestSupport
internal import Testing

@testable internal import ModelCatalogue

/// Faults B10 and B11: an archive is unpacked only when nothing in it can surprise.
@Suite(.timeLimit(.minutes(10)))
struct ZipArchiveTests {
    private static let good: [ZipBuilder.Entry] = [
        .folder("model/"), .folder("model/am/"), ZipBuilder.Entry("model/am/final.mdl"),
        ZipBuilder.Entry("model/README", []),
    ]

    /// Unpacks into memory as an installation would unpack onto the disk.
    private static func unpack(_ path: String, limits: ZipLimits = ZipLimits()) throws -> [String: [UInt8]] {
        let archive = try ZipArchive(path: path, limits: limits)
        var files: [String: [UInt8]] = [:]
        for entry in archive.entries where !entry.isFolder {
            var bytes: [UInt8] = []
            try archive.read(entry) { bytes += $0 }
            files[entry.path] = bytes
        }
        return files
    }

    private static func file(_ bytes: [UInt8], in folder: TemporaryFolder) throws -> String {
        let path = folder.path("archive.zip")
        try Data(bytes).write(to: URL(fileURLWithPath: path))
        return path
    }

    @Test("a plain archive unpacks, stored and deflated, with folders and empty files")
    func plain() throws {
        let folder = try TemporaryFolder()
        var deflated = ZipBuilder.Entry("model/zeros", ZipBuilder.zeros(300_001))
        deflated.method = 8
        deflated.unpacked = 300_001
        deflated.crc = ZipBuilder.crc([UInt8](repeating: 0, count: 300_001))
        let files = try Self.unpack(Self.file(ZipBuilder(Self.good + [deflated]).bytes(), in: folder))
        #expect(files.keys.sorted() == ["model/README", "model/am/final.mdl", "model/zeros"])
        #expect(files["model/am/final.mdl"] == Array("contents\n".utf8) && files["model/README"] == [])
        #expect(files["model/zeros"] == [UInt8](repeating: 0, count: 300_001))
    }

    @Test(
        "archives of the zip program unpack, with times and owners in their extra fields and sizes after the data",
        .enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/zip"), "zip is not installed"),
        arguments: [["-r"], ["-r", "-0"], ["-r", "-fd"]])
    func zipProgram(_ options: [String]) throws {
        let folder = try TemporaryFolder()
        let text = Array(String(repeating: "two large lattes\n", count: 10_000).utf8)
        try FileManager.default.createDirectory(atPath: folder.path("model/conf"), withIntermediateDirectories: true)
        try Data(text).write(to: URL(fileURLWithPath: folder.path("model/conf/words.txt")))
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/zip")
        process.arguments = ["-q"] + options + ["archive.zip", "model"]
        process.currentDirectoryURL = folder.url
        try process.run()
        process.waitUntilExit()
        try #require(process.terminationStatus == 0)
        #expect(try Self.unpack(folder.path("archive.zip")) == ["model/conf/words.txt": text])
    }

    /// An archive that must not be unpacked, and a word of the reason.
    struct Evil: CustomTestStringConvertible, Sendable {
        let name: String
        let reason: String
        let bytes: @Sendable () -> [UInt8]
        var testDescription: String { name }

        init(_ name: String, _ reason: String, _ bytes: @escaping @Sendable () -> [UInt8]) {
            self.name = name
            self.reason = reason
            self.bytes = bytes
        }

        /// One changed entry after good ones.
        static func entry(
            _ name: String, _ reason: String, path: String = "model/evil",
            _ change: @escaping @Sendable (inout ZipBuilder.Entry) -> Void
        ) -> Evil {
            Evil(name, reason) {
                var entry = ZipBuilder.Entry(path)
                change(&entry)
                return ZipBuilder(good + [entry]).bytes()
            }
        }
    }

    static let corpus: [Evil] = [
        .entry("absolute path", "leads elsewhere", path: "/etc/cron.d/evil") { _ in },
        .entry("parent folder", "leads elsewhere", path: "model/../../evil") { _ in },
        .entry("parent folder with the other slash", "other characters", path: "model\\..\\..\\evil") { _ in },
        .entry("symbolic link", "neither a regular file") { $0.mode = 0o120777 },
        .entry("hard link by an extra field", "link's target") {
            $0.extra = ZipBuilder.field(0x000D, [UInt8](repeating: 0, count: 12) + Array("/etc/passwd".utf8))
        },
        .entry("link by the older extra field", "link's target") {
            $0.localExtra = ZipBuilder.field(0x756E, [UInt8](repeating: 0, count: 14) + Array("/etc/passwd".utf8))
        },
        .entry("device", "neither a regular file") { $0.mode = 0o020666 },
        .entry("pipe", "neither a regular file") { $0.mode = 0o010666 },
        .entry("long name", "longer than", path: "model/" + String(repeating: "a", count: 300)) { _ in },
        .entry("too deep", "deeper than", path: "a/b/c/d/e/f/g") { _ in },
        Evil("too many", "more than 2000") {
            ZipBuilder((0..<2_001).map { ZipBuilder.Entry("model/\($0)", []) }).bytes()
        },
        Evil("the same file twice", "twice") { ZipBuilder(good + [ZipBuilder.Entry("model/README")]).bytes() },
        Evil("names that differ in case", "differ only in case") {
            ZipBuilder(good + [ZipBuilder.Entry("MODEL/evil")]).bytes()
        },
        Evil("a file that is also a folder", "a file and a folder") {
            ZipBuilder(good + [ZipBuilder.Entry("model/README/evil")]).bytes()
        },
        .entry("wrong checksum", "wrong checksum") { $0.crc = 0xBAD },
        Evil("cut short", "cut short") { ZipBuilder(good).bytes().dropLast(9) },
        .entry("two sizes", "two sizes") { $0.size = 5_000 },
        .entry("another size before the data", "two ways") { $0.localSize = 3 },
        .entry("another name before the data", "two ways") { $0.localName = Array("model/good".utf8) },
        .entry("ten gibibytes from a kibibyte, as declared", "more than") { entry in
            entry.contents = Array(ZipBuilder.zeros(1 << 20).prefix(1_024))
            entry.method = 8
            // 32 bits cannot say more than 4 GiB, so three entries would; one that says all it can is enough.
            entry.size = 0xFFFF_FFFE
        },
        .entry("far more than it declares", "more than the 1000 bytes") { entry in
            entry.contents = ZipBuilder.zeros(64 << 20)
            entry.method = 8
            entry.size = 1_000
        },
        .entry("an archive in the archive", "archive in the archive", path: "model/inner.zip") {
            $0.contents = ZipBuilder(good).bytes()
        },
        .entry("writing from right to left", "other characters", path: "model/\u{202E}ldm.lanif") { _ in },
        .entry("a name that only looks like another", "other characters", path: "model/fin\u{0430}l.mdl") { _ in },
        .entry("a second name in an extra field", "second name") {
            $0.extra = ZipBuilder.field(0x7075, [1, 0, 0, 0, 0] + Array("../evil".utf8))
        },
        .entry("zero byte in a name", "other characters") {
            $0.name = Array("model/a".utf8) + [0] + Array(".mdl".utf8)
        },
        .entry("no name", "no name", path: "") { _ in },
        .entry("only dots", "leads elsewhere", path: "model/...") { _ in },
        .entry("a folder with contents", "contents of its own", path: "model/evil/") { $0.mode = 0o40755 },
        .entry("a file with a final slash", "neither a regular file", path: "model/evil/") { $0.contents = [] },
        .entry("a file with a folder's attribute", "says it is a folder") { $0.attributes = 0x10 },
        Evil("something before it", "put before it") {
            var builder = ZipBuilder(good)
            builder.before = Array("#!/bin/sh\n".utf8)
            builder.directoryShift = -10
            return builder.bytes()
        },
        Evil("something before it, with places that count it", "between its entries") {
            var builder = ZipBuilder(good)
            builder.before = Array("#!/bin/sh\n".utf8)
            return builder.bytes()
        },
        Evil("something between the entries", "between its entries") {
            var builder = ZipBuilder(good)
            builder.between = [1, 2, 3]
            return builder.bytes()
        },
        Evil("a comment that could hide another end", "does not end like") {
            var builder = ZipBuilder(good)
            builder.comment = Array("PK\u{5}\u{6}".utf8)
            return builder.bytes()
        },
        .entry("encrypted", "encrypted") { $0.flags = 1 },
        .entry("encrypted by an extra field", "encryption") {
            $0.extra = ZipBuilder.field(0x9901, [UInt8](repeating: 0, count: 7))
        },
        .entry("64-bit sizes", "64-bit sizes") {
            $0.extra = ZipBuilder.field(0x0001, [UInt8](repeating: 0xFF, count: 16))
        },
        .entry("needs a newer reader", "newer reader") { $0.needed = 45 },
        .entry("packed in another way", "unknown way") { $0.method = 12 },
        .entry("an extra field that is cut", "cut short") { $0.extra = [0x55, 0x54, 0xFF, 0x00, 1] },
        .entry("on another disk", "another disk") { $0.disk = 1 },
        Evil("entries over one another", "overlap") {
            var first = ZipBuilder.Entry("model/a", [UInt8](repeating: 7, count: 500)),
                second = ZipBuilder.Entry("model/a", [UInt8](repeating: 7, count: 500))
            first.offset = 0
            second.offset = 0
            second.name = Array("model/b".utf8)
            second.localName = Array("model/a".utf8)
            return ZipBuilder([first, second]).bytes()
        },
        Evil("more entries than its directory has", "directory is damaged") {
            var builder = ZipBuilder(good)
            builder.extraCount = 1
            return builder.bytes()
        },
        Evil("fewer entries than its directory has", "more than it counts") {
            var builder = ZipBuilder(good)
            builder.extraCount = -1
            return builder.bytes()
        },
        Evil("a directory elsewhere", "not where its end says") {
            var builder = ZipBuilder(good)
            builder.directoryShift = 1
            return builder.bytes()
        },
        Evil("empty archive", "empty") { ZipBuilder([]).bytes() },
        Evil("empty file", "too short") { [] },
        Evil("a tar archive", "does not end like") { [UInt8](repeating: 0, count: 10_240) },
    ]

    @Test("B10: each evil archive is refused for its own reason", arguments: corpus)
    func evil(_ evil: Evil) throws {
        let folder = try TemporaryFolder()
        let path = try Self.file(evil.bytes(), in: folder)
        do {
            let files = try Self.unpack(path)
            Issue.record("unpacked \(files.keys.sorted())")
        } catch let error as ZipError {
            if evil.name == "entries over one another" {
                #expect(["overlap", "two ways"].contains { error.reason.contains($0) })
            } else {
                #expect(error.reason.contains(evil.reason), "\(error.reason)")
            }
            #expect(error.archive == path)
        }
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.url.path) == ["archive.zip"])
    }

    @Test("B10: the corpus has at least 25 archives")
    func corpusSize() { #expect(Self.corpus.count >= 25) }

    @Test("B11: of ten gibibytes from a little file not one byte beyond the promise is handed on")
    func bomb() throws {
        let folder = try TemporaryFolder()
        func refused(_ change: (inout ZipBuilder.Entry) -> Void) throws {
            var entry = ZipBuilder.Entry("model/evil", ZipBuilder.zeros(10 << 30))
            entry.method = 8
            entry.crc = 0
            change(&entry)
            let path = try Self.file(ZipBuilder([entry]).bytes(), in: folder)
            let (given, error) = Self.drain(path)
            #expect(error is ZipError && given <= 1_024, "\(given)")
        }
        // A kibibyte that says 10 GiB, by 64-bit sizes and by the most that 32 bits can say.
        try refused { entry in
            entry.contents = Array(entry.contents.prefix(1_024))
            entry.size = 0xFFFF_FFFF
            entry.extra = ZipBuilder.field(0x0001, ZipBuilder.long(10 << 30) + ZipBuilder.long(2))
        }
        try refused { entry in
            entry.contents = Array(entry.contents.prefix(1_024))
            entry.size = 0xFFFF_FFFE
        }
        // A stream that truly unpacks to 10 GiB behind a header that says a kibibyte.
        try refused { $0.size = 1_024 }
    }

    @Test("B11: an honest large file is unpacked whole, in blocks")
    func large() throws {
        let folder = try TemporaryFolder()
        let count = 256 << 20
        var entry = ZipBuilder.Entry("model/large", ZipBuilder.zeros(count))
        entry.method = 8
        entry.unpacked = count
        entry.crc = 0x2A0E_7DBB
        let path = try Self.file(ZipBuilder([entry]).bytes(), in: folder)
        let (given, error) = Self.drain(path)
        #expect(given == count && error == nil, "\(String(describing: error))")
    }

    /// Unpacks everything and keeps nothing.
    private static func drain(_ path: String) -> (given: Int, error: (any Error)?) {
        var given = 0
        do {
            let archive = try ZipArchive(path: path)
            for entry in archive.entries {
                try archive.read(entry) { block in
                    #expect(block.count <= Inflater.blockBytes)
                    given += block.count
                }
            }
            return (given, nil)
        } catch {
            return (given, error)
        }
    }

    @Test("limits are the caller's: entries, bytes and depth")
    func limits() throws {
        let folder = try TemporaryFolder()
        let path = try Self.file(ZipBuilder(Self.good).bytes(), in: folder)
        var limits = ZipLimits()
        limits.entries = 3
        #expect(throws: ZipError.self) { _ = try Self.unpack(path, limits: limits) }
        limits.entries = 4
        limits.bytes = 8
        #expect(throws: ZipError.self) { _ = try Self.unpack(path, limits: limits) }
        limits.bytes = 9
        #expect(try Self.unpack(path, limits: limits).count == 2)
        limits.depth = 2
        #expect(throws: ZipError.self) { _ = try Self.unpack(path, limits: limits) }
    }

    @Test("an archive cut at any byte, or with any byte changed, is refused or unpacks to the same")
    func damaged() throws {
        let folder = try TemporaryFolder()
        let whole = ZipBuilder(Self.good).bytes()
        let contents = try Self.unpack(Self.file(whole, in: folder))
        for count in 0..<whole.count {
            let path = try Self.file(Array(whole.prefix(count)), in: folder)
            #expect(throws: ZipError.self) { _ = try Self.unpack(path) }
        }
        var random = SeededGenerator(seed: 4)
        for index in whole.indices {
            var changed = whole
            changed[index] ^= UInt8.random(in: 1...255, using: &random)
            let path = try Self.file(changed, in: folder)
            // Times, owners and permission bits do not matter; everything else does.
            if let files = try? Self.unpack(path) { #expect(files == contents, "byte \(index)") }
        }
    }

    @Test("a link to an archive, a folder and a pipe are no archives")
    func noFile() throws {
        let folder = try TemporaryFolder()
        let path = try Self.file(ZipBuilder(Self.good).bytes(), in: folder)
        try FileManager.default.createSymbolicLink(atPath: folder.path("link"), withDestinationPath: path)
        try #require(mkfifo(folder.path("pipe"), 0o600) == 0)
        for name in ["link", "pipe", "nowhere"] {
            #expect(throws: ZipError.self) { _ = try ZipArchive(path: folder.path(name)) }
        }
        #expect(throws: ZipError.self) { _ = try ZipArchive(path: folder.url.path) }
    }
}
