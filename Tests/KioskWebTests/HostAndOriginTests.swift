import Foundation
import KioskWeb
import Ordering
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(10)))
struct HostAndOriginTests {
    /// Listening sockets with a port, as the kernel lists them: addresses in hexadecimal.
    private static func listeners(on port: Int) throws -> [String] {
        try ["/proc/net/tcp", "/proc/net/tcp6"].flatMap { path in
            // Foundation's other ways to read a file take the first short read of such a list as its end.
            let list = try FileHandle(forReadingFrom: URL(fileURLWithPath: path)).readToEnd() ?? Data()
            return String(decoding: list, as: UTF8.self).split(separator: "\n").dropFirst().compactMap { line in
                let fields = line.split(separator: " ")
                let local = fields[1].split(separator: ":")
                return fields[3] == "0A" && Int(local[1], radix: 16) == port ? String(local[0]) : nil
            }
        }
    }

    @Test("G1: The server listens on 127.0.0.1 only")
    func loopbackOnly() async throws {
        try await Site.with { site in
            // The kernel returns the list in pieces while other tests open and close sockets, and may miss a line; so
            // several readings are combined.
            var listeners: Set<String> = []
            for _ in 0..<5 { listeners.formUnion(try Self.listeners(on: site.port)) }
            #expect(listeners == ["0100007F"])
        }
    }

    @Test("G2: Of 40 values of Host, the four that name this server are served and all others refused")
    func hostMatrix() async throws {
        try await Site.with { site in
            let port = site.port
            let right = ["127.0.0.1:\(port)", "localhost:\(port)", " 127.0.0.1:\(port)", "\t127.0.0.1:\(port)"]
            let wrong = [
                "", "127.0.0.1", "localhost", "127.0.0.1:80", "127.0.0.1:\(port + 1)", "127.0.0.1:\(port)0",
                "127.0.0.1:0\(port)", "127.0.0.1:", "evil.example",
                "evil.example:\(port)", "127.0.0.1.evil.example:\(port)", "localhost.evil.example:\(port)",
                "evil.localhost:\(port)", "0.0.0.0:\(port)", "0:\(port)",
                "127.1:\(port)", "127.0.0.2:\(port)", "2130706433:\(port)", "0x7f000001:\(port)", "0177.0.0.1:\(port)",
                "[::1]:\(port)", "[::ffff:127.0.0.1]:\(port)",
                "LOCALHOST:\(port)", "localhost.:\(port)", "127.0.0.1:\(port).", "user@127.0.0.1:\(port)",
                "127.0.0.1:\(port)/", "127.0.0.1:\(port),evil.example",
                "127.0.0.1:\(port) evil.example", "127.0.0.1:\(port)#", "127.0.0.1:\(port)?",
                "http://127.0.0.1:\(port)", "//127.0.0.1:\(port)", "kiosk", "*",
                "127.0.0.1:+\(port)",
            ]
            #expect(right.count + wrong.count == 40)
            for host in right {
                #expect(try await site.exchange("GET / HTTP/1.1\r\nHost: \(host)\r\n\r\n")?.status == 200, "\(host)")
            }
            for host in wrong {
                let status = try await site.exchange("GET / HTTP/1.1\r\nHost: \(host)\r\n\r\n")?.status
                #expect(status == 421 || status == 400, "\(host): \(String(describing: status))")
            }
            #expect(try await site.exchange("GET / HTTP/1.1\r\n\r\n")?.status == 400)
            #expect(
                try await site.exchange("GET / HTTP/1.1\r\nHost: 127.0.0.1:\(port)\r\nHost: 127.0.0.1:\(port)\r\n\r\n")?
                    .status == 400)
            #expect(
                try await site.exchange("GET / HTTP/1.1\r\nHost: 127.0.0.1:\(port)\r\nhost: evil.example\r\n\r\n")?
                    .status == 400)
        }
    }

    @Test("G3: A change requested by the page is made; 60 forged ones are refused and do not reach the kiosk")
    func forgedChanges() async throws {
        try await Site.with { site in
            #expect(try await site.post("/action", #"{"start":{}}"#).status == 200)
            #expect(
                try await site.post("/action", #"{"start":{}}"#, ["Content-Type": "application/json; charset=utf-8"])
                    .status == 200)
            #expect(site.kiosk.actions == [.start, .start])

            let token = try await site.token()
            let origins = [
                "", "null", "http://evil.example", "http://127.0.0.1", "http://127.0.0.1:\(site.port + 1)",
                "https://127.0.0.1:\(site.port)",
                "http://localhost:\(site.port)", "http://0.0.0.0:\(site.port)", "http://127.0.0.1:\(site.port)/",
                "HTTP://127.0.0.1:\(site.port)",
            ]
            let tokens = [
                "", "0", String(token.dropLast()), token + "0", token.uppercased(), String(token.reversed()),
                String(repeating: "0", count: 64), "{{token}}",
                token + "," + token, "null",
            ]
            let types = [
                "", "text/plain", "application/x-www-form-urlencoded", "multipart/form-data",
                "application/json, text/plain", "application/jsonp",
            ]
            let sites = ["cross-site", "same-site", "", "same-origin, cross-site"]
            var refused = 0
            func refuse(_ path: String, _ headers: [String: String]) async throws {
                let status = try await site.post(path, #"{"start":{}}"#, headers).status
                #expect([400, 403, 415].contains(status), "\(path) \(headers): \(status)")
                refused += 1
            }
            for path in ["/action", "/heartbeat"] {
                for origin in origins { try await refuse(path, ["Origin": origin]) }
                for each in tokens { try await refuse(path, ["X-Brews-Token": each]) }
                for type in types { try await refuse(path, ["Content-Type": type]) }
            }
            for each in sites where !each.isEmpty { try await refuse("/action", ["Sec-Fetch-Site": each]) }
            // A repeated header counts as wrong.
            let head =
                """
                POST /action HTTP/1.1\r\nHost: 127.0.0.1:\(site.port)\r\nContent-Type: \
                application/json\r\nContent-Length: 12\r\n
                """
            for double in [
                "Origin: \(site.address)\r\nOrigin: \(site.address)\r\nX-Brews-Token: \(token)\r\n",
                "Origin: \(site.address)\r\nX-Brews-Token: \(token)\r\nX-Brews-Token: \(token)\r\n",
                "Origin: \(site.address)\r\nX-Brews-Token: \(token)\r\nContent-Type: text/plain\r\n",
                "Origin: \(site.address)\r\nOrigin: http://evil.example\r\nX-Brews-Token: \(token)\r\n",
                "Origin: http://evil.example\r\nOrigin: \(site.address)\r\nX-Brews-Token: \(token)\r\n",
            ] {
                let status = try await site.exchange(head + double + "\r\n{\"start\":{}}")?.status
                #expect(status == 403 || status == 415, "\(double)")
                refused += 1
            }
            #expect(refused == 60)
            #expect(site.kiosk.actions.count == 2)
        }
    }

    @Test(
        "G3: No GET changes anything: the paths of changes accept POST only",
        arguments: ["/action", "/heartbeat", "/quote", "/staff/enter", "/staff/action", "/staff/leave"])
    func getChangesNothing(path: String) async throws {
        try await Site.with({ $0.staffCode = "4711" }) { site in
            for method in ["GET", "PUT", "DELETE", "OPTIONS", "PATCH", "HEAD"] {
                let reply = try #require(
                    try await site.exchange("\(method) \(path) HTTP/1.1\r\nHost: 127.0.0.1:\(site.port)\r\n\r\n"))
                #expect(reply.status == 405, "\(method)")
            }
            #expect(site.kiosk.actions.isEmpty)
            #expect(try await site.get("/healthz").text.contains("secondsSinceHeartbeat") == false)
        }
    }

    @Test("G4: No other page can open the events, and there is no protocol upgrade: 20 attempts refused")
    func foreignStreams() async throws {
        try await Site.with { site in
            let host = "Host: 127.0.0.1:\(site.port)\r\n"
            var attempts: [String] = []
            for origin in [
                "http://evil.example", "null", "https://127.0.0.1:\(site.port)", "http://127.0.0.1:\(site.port + 1)",
                "http://localhost:\(site.port)",
            ] {
                attempts.append(host + "Origin: \(origin)\r\n")
                attempts.append(host + "Origin: \(origin)\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n")
            }
            for from in ["cross-site", "same-site", "none, cross-site", "SAME-ORIGIN"] {
                attempts.append(host + "Sec-Fetch-Site: \(from)\r\n")
            }
            attempts += [
                host
                    + """
                    Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: \
                    AAAAAAAAAAAAAAAAAAAAAA==\r\n
                    """,
                host + "Upgrade: h2c\r\n", "Host: evil.example:\(site.port)\r\n", host + host, "",
                host + "Transfer-Encoding: chunked\r\n",
            ]
            #expect(attempts.count == 20)
            for attempt in attempts {
                let connection = try LoopbackConnection(port: site.port)
                connection.send("GET /events HTTP/1.1\r\n" + attempt + "\r\n")
                // Only the head: a stream that is opened by mistake has no end.
                let head = await connection.receive { $0.contains("\r\n\r\n") }
                #expect(head.hasPrefix("HTTP/1.1 4") || head.hasPrefix("HTTP/1.1 501"), "\(attempt)")
                #expect(!head.contains("event-stream"))
            }
            #expect(try await site.get("/metrics").text.contains("brews_web_event_streams 0\n"))
        }
    }
}
