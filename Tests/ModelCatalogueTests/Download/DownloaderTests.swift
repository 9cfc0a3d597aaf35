internal import Foundation
internal import Synchronization
internal import TestSupport
internal import Testing

@testable internal import ModelCatalogue

/// Downloads from a server of the test's own.
@Suite(.timeLimit(.minutes(10)))
struct DownloaderTests {
    private static let contents = (0..<300_000).map { UInt8(truncatingIfNeeded: $0 &* 31 >> 3) }
    private typealias Reply = LocalHTTPServer.Reply

    /// Pauses that take no time, and are counted all the same.
    private static func downloader(tries: Int = 5) throws -> Downloader {
        try Downloader(pauses: Array(repeating: .zero, count: tries - 1))
    }

    /// What a download gave: the file's bytes, or the error.
    private struct Outcome {
        let bytes: [UInt8]?
        let error: (any Error)?
        var download: DownloadError? { error as? DownloadError }
    }

    private static func fetch(
        _ server: LocalHTTPServer, in folder: TemporaryFolder, path: String = "/model.zip", expected: Int? = nil,
        tries: Int = 5
    ) async throws
        -> Outcome
    {
        let target = folder.path("model.zip")
        do {
            try await downloader(tries: tries).fetch(
                server.address(path), to: target, expected: expected, most: 1 << 20
            ) { _ in }
            return Outcome(bytes: FileManager.default.contents(atPath: target).map(Array.init), error: nil)
        } catch {
            return Outcome(bytes: FileManager.default.contents(atPath: target).map(Array.init), error: error)
        }
    }

    private static func names(_ folder: TemporaryFolder) throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: folder.url.path).sorted()
    }

    @Test("a file comes whole in one request, with its progress", arguments: [300_000, nil])
    func whole(_ expected: Int?) async throws {
        let folder = try TemporaryFolder()
        let server = try LocalHTTPServer { .file(Self.contents, tag: "1", to: $0) }
        let progress = Mutex<[Downloader.Progress]>([])
        try await Self.downloader().fetch(
            server.address("/model.zip"), to: folder.path("model.zip"), expected: expected, most: 1 << 20
        ) { step in
            progress.withLock { $0.append(step) }
        }
        #expect(FileManager.default.contents(atPath: folder.path("model.zip")).map(Array.init) == Self.contents)
        #expect(server.requests.count == 1 && server.requests[0].headers["range"] == nil)
        let steps = progress.withLock { $0 }
        #expect(steps.last == Downloader.Progress(bytes: 300_000, total: 300_000))
        #expect(zip(steps, steps.dropFirst()).allSatisfy { $0.bytes < $1.bytes })
        #expect(try Self.names(folder) == ["model.zip"])
    }

    @Test("a cut connection is taken up where it broke, within one command")
    func cut() async throws {
        let folder = try TemporaryFolder()
        let server = try LocalHTTPServer { .file(Self.contents, tag: "1", to: $0, cut: $0.index < 4 ? 50_000 : nil) }
        let outcome = try await Self.fetch(server, in: folder, expected: 300_000, tries: 2)
        #expect(outcome.bytes == Self.contents, "\(String(describing: outcome.error))")
        // Bytes arrived each time, so the two tries begin anew.
        #expect(
            server.requests.map { $0.headers["range"] } == [
                nil, "bytes=50000-", "bytes=100000-", "bytes=150000-", "bytes=200000-",
            ])
        #expect(server.requests.dropFirst().allSatisfy { $0.headers["if-range"] == "\"1\"" })
        #expect(try Self.names(folder) == ["model.zip"])
    }

    @Test("a second command goes on where the first one gave up")
    func secondCommand() async throws {
        let folder = try TemporaryFolder()
        let server = try LocalHTTPServer { request in
            request.index == 0
                ? .file(Self.contents, tag: "1", to: request, cut: 70_000)
                : request.index < 3 ? Reply(status: 503) : .file(Self.contents, tag: "1", to: request)
        }
        let first = try await Self.fetch(server, in: folder, tries: 2)
        #expect(first.bytes == nil)
        #expect(first.download?.description.contains("goes on where it stopped") == true)
        #expect(try Self.names(folder) == ["model.zip.part", "model.zip.part.json"])
        let second = try await Self.fetch(server, in: folder, tries: 2)
        #expect(second.bytes == Self.contents, "\(String(describing: second.error))")
        #expect(server.requests.last?.headers["range"] == "bytes=70000-")
        #expect(try Self.names(folder) == ["model.zip"])
    }

    @Test("a file that changed since is fetched whole again, never stitched together")
    func changedTag() async throws {
        let folder = try TemporaryFolder()
        let changed = Self.contents.map { ~$0 }
        let server = try LocalHTTPServer {
            $0.index == 0 ? .file(Self.contents, tag: "1", to: $0, cut: 70_000) : .file(changed, tag: "2", to: $0)
        }
        let outcome = try await Self.fetch(server, in: folder)
        #expect(outcome.bytes == changed, "\(String(describing: outcome.error))")
        #expect(server.requests.map { $0.headers["range"] } == [nil, "bytes=70000-"])
    }

    @Test("a server that sends a part of another version all the same is not believed")
    func partOfAnother() async throws {
        let folder = try TemporaryFolder()
        let server = try LocalHTTPServer { request in
            switch request.index {
            case 0: .file(Self.contents, tag: "1", to: request, cut: 70_000)
            case 1:
                Reply(
                    status: 206, headers: ["ETag": "\"2\"", "Content-Range": "bytes 70000-299999/300000"],
                    body: Array(repeating: 0, count: 230_000))
            case 2: .file(Self.contents, tag: "2", to: request, cut: 10)
            case 3:
                Reply(
                    status: 206, headers: ["ETag": "\"2\"", "Content-Range": "bytes 0-299999/300000"],
                    body: Self.contents)
            default: .file(Self.contents, tag: "2", to: request)
            }
        }
        let outcome = try await Self.fetch(server, in: folder)
        #expect(outcome.bytes == Self.contents, "\(String(describing: outcome.error))")
        #expect(server.requests.map { $0.headers["range"] } == [nil, "bytes=70000-", nil, "bytes=10-", nil])
    }

    @Test("without a strong name for the version everything is fetched again", arguments: [["ETag": "W/\"1\""], [:]])
    func weakTag(_ headers: [String: String]) async throws {
        let folder = try TemporaryFolder()
        let server = try LocalHTTPServer {
            Reply(headers: headers, body: Self.contents, cut: $0.index == 0 ? 70_000 : nil)
        }
        let outcome = try await Self.fetch(server, in: folder)
        #expect(outcome.bytes == Self.contents)
        #expect(server.requests.map { $0.headers["range"] } == [nil, nil])
    }

    @Test("a line that breaks each time in a file without a strong name is given up after every try")
    func neverWhole() async throws {
        let server = try LocalHTTPServer {
            Reply(headers: [:], body: Self.contents, cut: $0.index < 40 ? 70_000 + $0.index : nil)
        }
        let outcome = try await Self.fetch(server, in: TemporaryFolder(), tries: 3)
        #expect(outcome.download?.description.contains("in 3 tries") == true)
        #expect(server.requests.count == 3)
    }

    @Test("a redirection to where nobody answers is tried again, and told as that")
    func redirectedNowhere() async throws {
        var gone: LocalHTTPServer? = try LocalHTTPServer { _ in Reply(status: 200) }
        let address = gone?.address("/x") ?? ""
        gone = nil
        let server = try LocalHTTPServer { _ in Reply(status: 302, headers: ["Location": address]) }
        let outcome = try await Self.fetch(server, in: TemporaryFolder(), tries: 3)
        #expect(outcome.download?.description.contains("in 3 tries") == true, "\(String(describing: outcome.error))")
        #expect(server.requests.count == 3)
    }

    @Test("a server that has less than was fetched before is asked anew")
    func rangeRefused() async throws {
        let folder = try TemporaryFolder()
        let server = try LocalHTTPServer { request in
            switch request.index {
            case 0: .file(Self.contents, tag: "1", to: request, cut: 70_000)
            case 1: Reply(status: 416)
            default: .file(Array(Self.contents.prefix(60_000)), tag: "2", to: request)
            }
        }
        #expect(try await Self.fetch(server, in: folder).bytes == Array(Self.contents.prefix(60_000)))
    }

    @Test("a wrong size is refused and nothing of it is kept: announced, in truth too long, and in truth too short")
    func wrongSize() async throws {
        let announced = try LocalHTTPServer { .file(Self.contents, tag: "1", to: $0) }
        let endless = try LocalHTTPServer { _ in
            Reply(
                headers: ["Content-Length": "", "Transfer-Encoding": "chunked"],
                body: Array("493E0\r\n".utf8) + Self.contents + Array("\r\n0\r\n\r\n".utf8))
        }
        for (server, expected) in [(announced, 299_999), (announced, 300_001), (endless, 299_999), (endless, 300_001)] {
            let folder = try TemporaryFolder()
            let outcome = try await Self.fetch(server, in: folder, expected: expected)
            guard case .size = outcome.download else {
                Issue.record("not refused for its size: \(String(describing: outcome.error))")
                continue
            }
            #expect(outcome.bytes == nil)
            #expect(try Self.names(folder).isEmpty)
        }
    }

    @Test("what exceeds every bound is refused before it fills the disk")
    func tooLarge() async throws {
        let folder = try TemporaryFolder()
        let server = try LocalHTTPServer { _ in Reply(headers: ["Content-Length": "99999999999"], body: Self.contents) }
        let outcome = try await Self.fetch(server, in: folder)
        #expect(
            outcome.download == .size(bytes: 99_999_999_999, expected: 1 << 20, address: server.address("/model.zip")))
    }

    @Test("an answer that trying again does not change is told at once", arguments: [400, 401, 403, 404, 410])
    func refused(_ status: Int) async throws {
        let folder = try TemporaryFolder()
        let server = try LocalHTTPServer { _ in Reply(status: status, body: Array("<html>".utf8)) }
        let outcome = try await Self.fetch(server, in: folder)
        #expect(outcome.download == .status(status, address: server.address("/model.zip")))
        #expect(outcome.bytes == nil && server.requests.count == 1)
    }

    @Test("an answer that may pass is waited for", arguments: [500, 502, 503, 429, 408])
    func passing(_ status: Int) async throws {
        let folder = try TemporaryFolder()
        let server = try LocalHTTPServer {
            $0.index < 2 ? Reply(status: status, body: Array("busy".utf8)) : .file(Self.contents, tag: "1", to: $0)
        }
        #expect(try await Self.fetch(server, in: folder, tries: 3).bytes == Self.contents)
        #expect(server.requests.count == 3)
        let hopeless = try LocalHTTPServer { _ in Reply(status: status) }
        #expect(
            try await Self.fetch(hopeless, in: TemporaryFolder(), tries: 3).download?.description.contains("in 3 tries")
                == true)
    }

    @Test("the pauses are those of the clock that was given")
    func pauses() async throws {
        let folder = try TemporaryFolder()
        let server = try LocalHTTPServer { $0.index < 2 ? Reply(status: 500) : .file(Self.contents, tag: "1", to: $0) }
        let clock = ManualClock()
        let download = Task {
            try await Downloader(pauses: [.seconds(3_600), .seconds(7_200)], clock: clock).fetch(
                server.address("/m"), to: folder.path("m"), expected: nil, most: 1 << 20
            ) { _ in }
        }
        await clock.sleepers(1)
        clock.advance(by: .seconds(3_600))
        await clock.sleepers(1)
        #expect(server.requests.count == 2)
        clock.advance(by: .seconds(7_200))
        try await download.value
        #expect(server.requests.count == 3)
    }

    @Test("redirections are followed, a few, and only to http or https")
    func redirections() async throws {
        let server = try LocalHTTPServer { request in
            switch request.path {
            case "/model.zip": Reply(status: 302, headers: ["Location": "/there"], body: Array("moved".utf8))
            case "/there":
                .file(Self.contents, tag: "1", to: request, cut: request.headers["range"] == nil ? 9_000 : nil)
            case "/file": Reply(status: 302, headers: ["Location": "file:///etc/hostname"])
            default: Reply(status: 302, headers: ["Location": "/loop"])
            }
        }
        #expect(try await Self.fetch(server, in: TemporaryFolder()).bytes == Self.contents)
        for path in ["/loop", "/file"] {
            let outcome = try await Self.fetch(server, in: TemporaryFolder(), path: path)
            #expect(outcome.bytes == nil && outcome.download != nil, "\(path)")
        }
    }

    @Test(
        "other addresses are refused",
        arguments: ["file:///etc/hostname", "ftp://127.0.0.1/x", "/etc/hostname", "", "HTTP://x"])
    func addresses(_ address: String) async throws {
        let folder = try TemporaryFolder()
        await #expect(throws: DownloadError.address(address)) {
            try await Self.downloader().fetch(address, to: folder.path("x"), expected: nil, most: 1_000) { _ in }
        }
    }

    @Test("a server that is not there is told after every try")
    func nobody() async throws {
        let folder = try TemporaryFolder()
        var server: LocalHTTPServer? = try LocalHTTPServer { _ in Reply(status: 500) }
        let address = server?.address("/x") ?? ""
        // A first answer shows that the port was this server's; then it goes.
        await #expect(throws: DownloadError.self) {
            try await Self.downloader(tries: 1).fetch(address, to: folder.path("x"), expected: nil, most: 1_000) { _ in
            }
        }
        server = nil
        await #expect(throws: DownloadError.self) {
            try await Self.downloader(tries: 3).fetch(address, to: folder.path("x"), expected: nil, most: 1_000) { _ in
            }
        }
    }

    @Test("a folder that does not exist is a sentence about the file")
    func noFolder() async throws {
        let server = try LocalHTTPServer { .file(Self.contents, tag: "1", to: $0) }
        await #expect(throws: DownloadError.self) {
            try await Self.downloader().fetch(server.address("/x"), to: "/nowhere/x", expected: nil, most: 1 << 20) {
                _ in
            }
        }
    }
}
