internal import Foundation
internal import PlatformSupport
internal import TestSupport
internal import Testing

/// Files that are named for output, whatever they are.
@Suite(.timeLimit(.minutes(10)))
struct OutputFileTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func contents(_ name: String) -> String? {
        FileManager.default.contents(atPath: folder.path(name)).map { String(decoding: $0, as: UTF8.self) }
    }

    private func mode(_ name: String) throws -> Int? {
        (try FileManager.default.attributesOfItem(atPath: folder.path(name))[.posixPermissions] as? NSNumber)?.intValue
    }

    private var names: [String] {
        ((try? FileManager.default.contentsOfDirectory(atPath: folder.url.path)) ?? []).sorted()
    }

    @Test("a new file appears whole, with the usual mode or the one asked for")
    func new() throws {
        let file = try OutputFile(path: folder.path("new"))
        try file.write(Array("one ".utf8))
        #expect(!names.contains("new"))
        try file.write(Array("two".utf8))
        try file.finish()
        #expect(contents("new") == "one two" && names == ["new"])
        try Data().write(to: URL(fileURLWithPath: folder.path("usual")))
        #expect(try mode("new") == mode("usual"))
        try OutputFile.write([1], to: folder.path("private"), mode: 0o600)
        #expect(try mode("private") == 0o600)
    }

    @Test("a file that is let go half-way leaves the old one, and nothing beside it")
    func halfWay() throws {
        try Data("old".utf8).write(to: URL(fileURLWithPath: folder.path("file")))
        do {
            let file = try OutputFile(path: folder.path("file"))
            try file.write(Array("new".utf8))
        }
        #expect(contents("file") == "old" && names == ["file"])
    }

    @Test("a file that is replaced keeps its mode and is another one for whoever reads the old")
    func replaced() throws {
        try Data("old".utf8).write(to: URL(fileURLWithPath: folder.path("file")))
        try FileManager.default.setAttributes([.posixPermissions: 0o640], ofItemAtPath: folder.path("file"))
        let reader = try FileHandle(forReadingFrom: URL(fileURLWithPath: folder.path("file")))
        try OutputFile.write(Array("new".utf8), to: folder.path("file"))
        #expect(try reader.readToEnd() == Data("old".utf8) && mode("file") == 0o640)
        #expect(contents("file") == "new")
    }

    @Test("a link stays, and what it points to is replaced or made", arguments: ["real", "sub/real", "none"])
    func link(_ target: String) throws {
        let files = FileManager.default
        try files.createDirectory(atPath: folder.path("sub"), withIntermediateDirectories: true)
        if target != "none" { try Data("old".utf8).write(to: URL(fileURLWithPath: folder.path(target))) }
        try files.createSymbolicLink(atPath: folder.path("sub/second"), withDestinationPath: "../" + target)
        try files.createSymbolicLink(atPath: folder.path("link"), withDestinationPath: folder.path("sub/second"))
        try OutputFile.write(Array("new".utf8), to: folder.path("link"))
        #expect(contents(target) == "new" && contents("link") == "new")
        #expect(try files.destinationOfSymbolicLink(atPath: folder.path("link")) == folder.path("sub/second"))
        #expect(try files.destinationOfSymbolicLink(atPath: folder.path("sub/second")) == "../" + target)
    }

    @Test("links that lead round in circles, folders and folders that are not there are errors in words")
    func impossible() throws {
        try FileManager.default.createSymbolicLink(atPath: folder.path("a"), withDestinationPath: "b")
        try FileManager.default.createSymbolicLink(atPath: folder.path("b"), withDestinationPath: "a")
        for path in [folder.path("a"), folder.url.path, folder.path("none/file")] {
            let error = #expect(throws: OutputFileError.self) { try OutputFile.write([1], to: path) }
            #expect(error?.reason.isEmpty == false)
        }
        #expect(names == ["a", "b"])
    }

    @Test("a pipe is written to, and stays one")
    func pipe() async throws {
        let path = folder.path("pipe")
        try #require(mkfifo(path, 0o600) == 0)
        let bytes = [UInt8](repeating: 7, count: 200_000)
        // Each waits for the other, for which no thread may be taken from other tests.
        async let read = SerialWorker(label: "reading").run {
            FileHandle(forReadingAtPath: path).flatMap { try? $0.readToEnd() }
        }
        try await SerialWorker(label: "writing").run { try OutputFile.write(bytes, to: path) }
        #expect(try await read == Data(bytes) && names == ["pipe"])
        #expect(try FileManager.default.attributesOfItem(atPath: path)[.type] as? FileAttributeType != .typeRegular)
    }

    @Test("a device is written to, and stays one", .enabled(if: getuid() == 0))
    func device() throws {
        let path = folder.path("nul")
        // As /dev/null.
        guard mknod(path, S_IFCHR | 0o600, 1 << 8 | 3) == 0 else { return print("skipped: no device can be made here") }
        // Where devices may not be opened, it must still be one afterwards.
        try? OutputFile.write(Array("lost".utf8), to: path)
        #expect(
            try FileManager.default.attributesOfItem(atPath: path)[.type] as? FileAttributeType == .typeCharacterSpecial
                && names == ["nul"])
    }

    @Test("a socket is an error and stays one")
    func socket() throws {
        let path = folder.path("socket"), descriptor = Foundation.socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
        defer { close(descriptor) }
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        try #require(path.utf8.count < MemoryLayout.size(ofValue: address.sun_path))
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
        let isBound = withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size)) == 0
            }
        }
        try #require(isBound)
        #expect(throws: OutputFileError.self) { try OutputFile.write([1], to: path) }
        #expect(try FileManager.default.attributesOfItem(atPath: path)[.type] as? FileAttributeType == .typeSocket)
    }

    @Test("what is reached through a process's descriptor is written to after what is there")
    func descriptor() throws {
        let path = folder.path("log")
        try Data("old ".utf8).write(to: URL(fileURLWithPath: path))
        let file = try FileHandle(forUpdating: URL(fileURLWithPath: path))
        try FileManager.default.createSymbolicLink(
            atPath: folder.path("link"), withDestinationPath: "/proc/self/fd/\(file.fileDescriptor)")
        try OutputFile.write(Array("new".utf8), to: folder.path("link"))
        #expect(contents("log") == "old new" && names == ["link", "log"])
    }
}
