import Foundation
import Glibc
import KioskWeb
import Ordering
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(10)))
struct ConnectionTests {
    /// Idle connections: a few hundred, or the number in `BREWS_WEB_IDLE`.
    private static let idle = ProcessInfo.processInfo.environment["BREWS_WEB_IDLE"].flatMap(Int.init) ?? 300

    @Test("G5: With hundreds of idle connections, and as many with half a request, the page is served")
    func idleConnections() async throws {
        var limit = rlimit(rlim_cur: 8_192, rlim_max: 8_192)
        if Self.idle > 400 { #expect(setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0) }
        try await Site.with { site in
            var idle: [LoopbackConnection] = []
            for number in 0..<Self.idle {
                let connection = try LoopbackConnection(port: site.port)
                if number.isMultiple(of: 2) {
                    connection.send(
                        "POST /action HTTP/1.1\r\nHost: 127.0.0.1:\(site.port)\r\nContent-Length: 60000\r\n\r\n{")
                }
                idle.append(connection)
            }
            let clock = ContinuousClock()
            var slowest: Duration = .zero
            for _ in 0..<40 {
                let start = clock.now
                let page = try await site.get("/")
                slowest = max(slowest, start.duration(to: clock.now))
                #expect(page.status == 200)
                idle.append(try LoopbackConnection(port: site.port))
            }
            print("G5: \(Self.idle) idle connections, slowest of 40 pages \(slowest)")
            let metrics = try await site.get("/metrics").text
            func figure(_ name: String) throws -> Int {
                let line = try #require(metrics.split(separator: "\n").first { $0.hasPrefix(name + " ") })
                return try #require(Int(line.dropFirst(name.count + 1)))
            }
            // All were accepted, with 40 pages and these figures; the oldest made room for the newest.
            let taken = try figure("brews_web_connections_total"),
                displaced = try figure("brews_web_connections_displaced_total")
            #expect(taken == Self.idle + 40 + 40 + 1)
            #expect(displaced > 0)
            // The newest still waits, and is served when it sends a request.
            let newest = try #require(idle.last)
            newest.send("GET / HTTP/1.1\r\nHost: 127.0.0.1:\(site.port)\r\n\r\n")
            #expect(LoopbackConnection.Reply(await newest.receiveAll())?.status == 200)
            // Until here, this side closed none of them.
            withExtendedLifetime(idle) {}
        }
    }

    @Test("G5: A connection that never completes its request gets an error and is closed")
    func slowRequest() async throws {
        try await Site.with({ $0.requestSeconds = 1 }) { site in
            let connection = try LoopbackConnection(port: site.port)
            connection.send("GET / HTTP/1.1\r\nHost: 127.0.0.1")
            let reply = try #require(LoopbackConnection.Reply(await connection.receiveAll()))
            #expect(reply.status == 408)
        }
    }

    @Test("G5: A request in single bytes is served after its last byte")
    func bytewise() async throws {
        try await Site.with { site in
            let connection = try LoopbackConnection(port: site.port)
            for byte in Array("GET /menu.json HTTP/1.1\r\nHost: 127.0.0.1:\(site.port)\r\n\r\n".utf8) {
                connection.send([byte])
            }
            #expect(LoopbackConnection.Reply(await connection.receiveAll())?.status == 200)
        }
    }

    @Test("G5: A body of the maximum length is accepted; one byte more is not")
    func longestBody() async throws {
        try await Site.with { site in
            let text = String(repeating: "a", count: 65_536 - #"{"say":{"text":"","replacesLast":false}}"#.utf8.count)
            let whole = try await site.post("/action", #"{"say":{"text":"\#(text)","replacesLast":false}}"#)
            #expect(whole.status == 200)
            #expect(site.kiosk.actions == [.say(text: text, replacesLast: false)])
            #expect(try await site.post("/action", #"{"say":{"text":"\#(text)a","replacesLast":false}}"#).status == 413)
        }
    }

    @Test("G5: One event stream too many ends the oldest, and requests are served beside the maximum number of streams")
    func mostStreams() async throws {
        try await Site.with({
            $0.connections = 4; $0.eventStreams = 2
        }) { site in
            var streams: [LoopbackConnection] = []
            for _ in 0..<3 {
                let stream = try LoopbackConnection(port: site.port)
                stream.send("GET /events HTTP/1.1\r\nHost: 127.0.0.1:\(site.port)\r\n\r\n")
                #expect(await stream.receive { $0.contains("event: snapshot") }.contains("event: hello"))
                streams.append(stream)
            }
            // The first was ended; reading it reaches the end.
            _ = await streams[0].receiveAll()
            #expect(try await site.get("/metrics").text.contains("brews_web_event_streams 2\n"))
            for _ in 0..<20 { #expect(try await site.get("/").status == 200) }
        }
    }

    @Test("G5: A kiosk that does not answer causes an error, and the connection ends")
    func deafKiosk() async throws {
        let clock = ManualClock()
        try await Site.with(clock: clock, { $0.answerDeadline = .seconds(5) }) { site in
            site.kiosk.becomeDeaf()
            async let answer = site.post("/action", #"{"start":{}}"#)
            _ = await site.kiosk.actions(1)
            // The beat of the streams sleeps as well.
            await clock.sleepers(2)
            clock.advance(by: .seconds(6))
            let status = try await answer.status
            #expect(status == 503)
            #expect(try await site.get("/").status == 200)
        }
    }

    @Test("Stopping while a kiosk does not answer and streams are open ends all of them")
    func stopUnderLoad() async throws {
        try await Site.with { site in
            let stream = try LoopbackConnection(port: site.port)
            stream.send("GET /events HTTP/1.1\r\nHost: 127.0.0.1:\(site.port)\r\n\r\n")
            _ = await stream.receive { $0.contains("snapshot") }
            site.kiosk.becomeDeaf()
            async let answer = site.post("/action", #"{"start":{}}"#)
            _ = await site.kiosk.actions(1)
            await site.server.stop()
            #expect(try await answer.status == 503)
            _ = await stream.receiveAll()
            #expect(throws: (any Error).self) { try LoopbackConnection(port: site.port) }
        }
    }

    @Test("A server can be restarted on its port repeatedly, each time with another token")
    func restarts() async throws {
        let menu = try MenuLoader.builtIn()
        let kiosk = ScriptedKiosk(menu: menu)
        var settings = KioskWebSettings()
        // Not a port that the kernel assigns: between two starts another test could receive it.
        let port = Int.random(in: 20_000..<30_000)
        settings.port = port
        var tokens: Set<String> = []
        let server = try KioskWebServer(service: kiosk, menu: menu, settings: settings)
        for _ in 0..<20 {
            #expect(try await server.start() == port)
            tokens.insert(try await Site(menu: menu, kiosk: kiosk, server: server, port: port).token())
            await server.stop()
            await server.stop()
        }
        #expect(tokens.count == 20)
    }

    @Test("A port in use, a second start, and settings out of range are errors with sentences")
    func errors() async throws {
        try await Site.with { site in
            var settings = KioskWebSettings()
            settings.port = site.port
            let second = try KioskWebServer(service: site.kiosk, menu: site.menu, settings: settings)
            await #expect(
                throws: KioskWebError.portUnavailable(
                    port: site.port, code: Int(EADDRINUSE), message: "Address already in use")
            ) {
                _ = try await second.start()
            }
            await #expect(throws: KioskWebError.alreadyRunning) { _ = try await site.server.start() }
            let wrong: [(inout KioskWebSettings) -> Void] = [
                { $0.port = -1 }, { $0.port = 65_536 }, { $0.connections = 3 }, { $0.eventStreams = 31 },
                { $0.eventStreams = 0 }, { $0.waitingConnections = 7 },
                { $0.requestSeconds = 0 }, { $0.staffCode = "123" }, { $0.staffCode = "12a4" }, { $0.staffCode = "" },
                { $0.answerDeadline = .zero },
            ]
            for change in wrong {
                var settings = KioskWebSettings()
                change(&settings)
                #expect(throws: KioskWebError.self) {
                    try KioskWebServer(service: site.kiosk, menu: site.menu, settings: settings)
                }
            }
            #expect(
                KioskWebError.portUnavailable(port: 8_117, code: 98, message: "Address already in use").reason
                    == "port 8117 of 127.0.0.1 cannot be used: Address already in use")
        }
    }
}
