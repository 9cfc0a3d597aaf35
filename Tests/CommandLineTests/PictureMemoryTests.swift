internal import Foundation
internal import TestSupport
internal import Testing

/// What pictures take of the kiosk's memory.
@Suite(.timeLimit(.minutes(5)))
struct PictureMemoryTests {
    private static let pictures = 60
    /// The most that the kiosk may grow, in kB.
    private static let most = 5_000

    /// Memory in kB that a process has had at most so far.
    private static func peak(_ process: Int32) throws -> Int {
        let status = try String(contentsOfFile: "/proc/\(process)/status", encoding: .utf8)
        let line = try #require(status.split(separator: "\n").first { $0.hasPrefix("VmHWM:") })
        return try #require(line.split(whereSeparator: \.isWhitespace).dropFirst().first.flatMap { Int($0) })
    }

    @Test("A kiosk that serves sixty pictures of 200 kB again and again grows by 5 MB at most")
    func served() async throws {
        let folder = try TemporaryFolder(), menu = folder.path("menu.json")
        try NoisePicture.menuFile(Self.pictures, hasPictures: true).write(
            toFile: menu, atomically: true, encoding: .utf8)
        for number in 0..<Self.pictures {
            try NoisePicture.png(seed: UInt64(number)).write(to: URL(fileURLWithPath: folder.path("p\(number).png")))
        }
        let kiosk = try await KioskProcess(["--touch-only", "--menu", menu, "--ephemeral", "--port", "0"])
        let port = try #require(URL(string: kiosk.address)?.port)
        func get(_ path: String) async throws -> Int {
            let request = "GET \(path) HTTP/1.1\r\nHost: 127.0.0.1:\(port)\r\nConnection: close\r\n\r\n"
            let reply = try #require(try await LoopbackConnection.exchange(port: port, Array(request.utf8)))
            #expect(reply.status == 200, "\(path)")
            return reply.body.count
        }
        for path in ["/", "/menu.json", "/healthz", "/words.js"] { _ = try await get(path) }
        let before = try Self.peak(kiosk.identifier)
        for _ in 0..<3 {
            // A browser asks for six at a time.
            for first in stride(from: 0, to: Self.pictures, by: 6) {
                let sizes = try await withThrowingTaskGroup(of: Int.self) { group in
                    for number in first..<first + 6 { group.addTask { try await get("/pictures/p\(number).png") } }
                    return try await group.reduce(into: [Int]()) { $0.append($1) }
                }
                #expect(sizes.allSatisfy { $0 > 195_000 })
            }
        }
        let grown = try Self.peak(kiosk.identifier) - before
        print("a kiosk that served \(3 * Self.pictures) pictures grew by \(grown) kB")
        #expect(grown <= Self.most)
        #expect(kiosk.stop() == 0)
    }
}
