import Foundation
import Ordering
internal import Speech
import TestSupport
import Testing

@testable import KioskWeb

@Suite(.timeLimit(.minutes(10)))
struct StrictHTTPTests {
    private static let host = "Host: 127.0.0.1:8117\r\n"

    /// A request and the status of its refusal.
    private static let bad: [(String, Int)] = [
        ("GET / HTTP/1.1\r\n\r\n", 400), ("GET / HTTP/1.1\r\n" + host + host + "\r\n", 400),
        ("GET / HTTP/1.0\r\n" + host + "\r\n", 505),
        ("GET / HTTP/2\r\n" + host + "\r\n", 505), ("GET  / HTTP/1.1\r\n" + host + "\r\n", 400),
        ("GET /\r\n" + host + "\r\n", 400),
        ("GET / HTTP/1.1 \r\n" + host + "\r\n", 400), (" GET / HTTP/1.1\r\n" + host + "\r\n", 400),
        ("\r\nGET / HTTP/1.1\r\n" + host + "\r\n", 400),
        ("GET http://127.0.0.1:8117/ HTTP/1.1\r\n" + host + "\r\n", 400), ("GET * HTTP/1.1\r\n" + host + "\r\n", 400),
        ("TRACE / HTTP/1.1\r\n" + host + "\r\n", 501),
        ("get / HTTP/1.1\r\n" + host + "\r\n", 501), ("GET /\u{e9} HTTP/1.1\r\n" + host + "\r\n", 400),
        ("GET / HTTP/1.1\n" + host + "\r\n", 400),
        ("GET / HTTP/1.1\r\nHost: 127.0.0.1:8117\n\r\n", 400), ("GET / HTTP/1.1\r\n" + host + "X: a\r b\r\n\r\n", 400),
        ("GET / HTTP/1.1\r\n" + host + "X: a\0b\r\n\r\n", 400),
        ("GET / HTTP/1.1\r\n" + host + " folded: yes\r\n\r\n", 400),
        ("GET / HTTP/1.1\r\n" + host + "X\t: y\r\n\r\n", 400), ("GET / HTTP/1.1\r\nHost : 127.0.0.1:8117\r\n\r\n", 400),
        ("GET / HTTP/1.1\r\n" + host + ": nameless\r\n\r\n", 400),
        ("GET / HTTP/1.1\r\n" + host + "no colon\r\n\r\n", 400),
        ("GET / HTTP/1.1\r\n" + host + "Content-Length: 5\r\n\r\nhello", 400),
        ("GET / HTTP/1.1\r\n" + host + "Transfer-Encoding: chunked\r\n\r\n0\r\n\r\n", 501),
        ("POST / HTTP/1.1\r\n" + host + "\r\n", 411),
        ("POST / HTTP/1.1\r\n" + host + "Content-Length: 2\r\nContent-Length: 2\r\n\r\n{}", 400),
        ("POST / HTTP/1.1\r\n" + host + "Content-Length: 2\r\nContent-Length: 40\r\n\r\n{}", 400),
        ("POST / HTTP/1.1\r\n" + host + "Content-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n{}", 501),
        ("POST / HTTP/1.1\r\n" + host + "Transfer-Encoding: chunked\r\nContent-Length: 2\r\n\r\n{}", 501),
        ("POST / HTTP/1.1\r\n" + host + "Transfer-Encoding : chunked\r\n\r\n", 400),
        ("POST / HTTP/1.1\r\n" + host + "transfer-encoding:\tidentity\r\n\r\n", 501),
        ("POST / HTTP/1.1\r\n" + host + "Content-Length: +2\r\n\r\n{}", 400),
        ("POST / HTTP/1.1\r\n" + host + "Content-Length: -2\r\n\r\n{}", 400),
        ("POST / HTTP/1.1\r\n" + host + "Content-Length: 0x2\r\n\r\n{}", 400),
        ("POST / HTTP/1.1\r\n" + host + "Content-Length: 2, 2\r\n\r\n{}", 400),
        ("POST / HTTP/1.1\r\n" + host + "Content-Length: \r\n\r\n{}", 400),
        ("POST / HTTP/1.1\r\n" + host + "Content-Length: 99999999999999999999\r\n\r\n{}", 400),
        ("POST / HTTP/1.1\r\n" + host + "Content-Length: 65537\r\n\r\n{}", 413),
        ("POST / HTTP/1.1\r\n" + host + "Content-Length: 2\r\nExpect: 100-continue\r\n\r\n{}", 417),
        ("GET / HTTP/1.1\r\n" + host + "Upgrade: h2c\r\n\r\n", 501),
        ("GET /" + String(repeating: "a", count: 20_000) + " HTTP/1.1\r\n" + host + "\r\n", 431),
        ("GET / HTTP/1.1\r\n" + host + String(repeating: "X: y\r\n", count: 4_000) + "\r\n", 431),
    ]

    @Test("G6: Ambiguous requests are refused", arguments: bad)
    func refusals(request: String, status: Int) {
        guard case .refused(let given, _) = RequestHead.read(Array(request.utf8)) else {
            Issue.record("was not refused: \(request)")
            return
        }
        #expect(given == status)
    }

    @Test(
        "G6: The whole server refuses the same, with its headers on the response, and nothing reaches the kiosk"
    )
    func refusedByServer() async throws {
        try await Site.with { site in
            for (request, status) in Self.bad {
                let reply = try await site.exchange(
                    request.replacingOccurrences(of: "127.0.0.1:8117", with: "127.0.0.1:\(site.port)"))
                #expect(reply?.status == status, "\(request.prefix(80))")
                #expect(reply?.header("x-content-type-options") == "nosniff")
            }
            #expect(site.kiosk.actions.isEmpty)
        }
    }

    @Test("G6: A request is complete at its last byte and not before, wherever it is split")
    func everyCut() {
        let request = Array(("POST /action HTTP/1.1\r\n" + Self.host + "Content-Length: 12\r\n\r\n{\"start\":{}}").utf8)
        for cut in 0..<request.count { #expect(RequestHead.read(request[..<cut]) == .incomplete, "\(cut)") }
        guard case .complete(let head) = RequestHead.read(request) else {
            Issue.record("not complete")
            return
        }
        #expect(head.headBytes + head.bodyBytes == request.count)
        #expect(head.target == "/action")
    }

    @Test("G6: Bytes after a request on its connection are ignored")
    func pipelined() async throws {
        try await Site.with { site in
            let one = "GET /healthz HTTP/1.1\r\nHost: 127.0.0.1:\(site.port)\r\n\r\n"
            let connection = try LoopbackConnection(port: site.port)
            connection.send(one + one + one)
            let text = String(decoding: await connection.receiveAll(), as: UTF8.self)
            #expect(text.components(separatedBy: "HTTP/1.1 ").count == 2)
        }
    }

    /// Rounds of random requests: a few thousand, or the number in `BREWS_WEB_FUZZ`.
    private static let rounds = ProcessInfo.processInfo.environment["BREWS_WEB_FUZZ"].flatMap(Int.init) ?? 20_000

    @Test("G6: Random and damaged requests trap neither reader nor router, and none reaches the kiosk")
    func fuzz() throws {
        let menu = try MenuLoader.builtIn()
        let kiosk = ScriptedKiosk(menu: menu)
        let time = MonotonicClock(ContinuousClock())
        let router = Router(
            guards: WebGuards(port: 8_117, token: Secret.random()),
            assets: Assets(boot: "0", token: "0", hasStaffPage: true, language: .en), menu: menu,
            menuDocument: MenuDocument(
                menu, wakePhrase: "Hey Brews", hasStaffPage: true, money: { "\($0.minorUnits)" }, term: { $0 }),
            welcome: WelcomeBoard(nil), money: { "\($0.minorUnits)" }, service: kiosk,
            staff: StaffEndpoint(code: "4711", service: nil, time: time),
            status: ServerStatus(time: time, streams: { 0 }, connections: { .init() }), time: time,
            answerDeadline: .seconds(1))
        var random = SeededGenerator(seed: 8_117)
        let seeds =
            Self.bad.map { Array($0.0.utf8.prefix(600)) } + [
                Array(
                    ("POST /action HTTP/1.1\r\n" + Self.host
                        + """
                        Origin: http://127.0.0.1:8117\r\nContent-Type: application/json\r\nContent-Length: \
                        12\r\n\r\n{\"start\":{}}
                        """)
                        .utf8)
            ]
        var complete = 0
        for _ in 0..<Self.rounds {
            var bytes = seeds.randomElement(using: &random) ?? []
            for _ in 0..<Int.random(in: 0...6, using: &random) where !bytes.isEmpty {
                let place = Int.random(in: 0..<bytes.count, using: &random)
                switch Int.random(in: 0..<4, using: &random) {
                case 0: bytes[place] = UInt8.random(in: 0...255, using: &random)
                case 1: bytes.remove(at: place)
                case 2: bytes.insert(UInt8.random(in: 0...255, using: &random), at: place)
                default:
                    bytes.insert(contentsOf: bytes[place...].prefix(Int.random(in: 1...40, using: &random)), at: place)
                }
            }
            guard case .complete(let head) = RequestHead.read(bytes) else { continue }
            complete += 1
            #expect(head.headBytes + head.bodyBytes <= bytes.count)
            let body = Array(bytes[head.headBytes..<head.headBytes + head.bodyBytes])
            if case .later = router.route(
                HTTPRequest(method: head.method, target: head.target, headers: head.headers, body: body))
            {
                #expect(head.target == "/healthz" || head.target == "/metrics")
            }
        }
        #expect(complete > Self.rounds / 200)
        #expect(kiosk.actions.isEmpty)
    }

    /// 200 paths to files outside.
    private static let traversals: [String] = {
        let steps = [
            "..", "%2e%2e", "%2E%2E", ".%2e", "..%00", "%c0%ae%c0%ae", "%252e%252e", "....", "..;", "%u002e%u002e",
        ]
        let slashes = ["/", "%2f", "%5c", "\\", "//"]
        let goals = ["etc/passwd", "page.html", "page.js", "proc/self/environ"]
        return steps.flatMap { step in slashes.flatMap { slash in goals.map { "/" + step + slash + step + slash + $0 } }
        }
    }()

    @Test("G7: 200 traversal paths, and paths that resemble a page's file, are not found")
    func traversal() async throws {
        #expect(Self.traversals.count == 200)
        try await Site.with({ $0.staffCode = nil }) { site in
            let nearly = [
                "/page.js/", "/page.js%00", "/page.js?", "/page.js?x=1", "/PAGE.JS", "/./page.js", "//page.js",
                "/page.html", "/index.html", "/Page/page.js", "/staff",
                "/staff/state",
            ]
            for path in Self.traversals + nearly {
                let reply = try #require(
                    try await site.exchange("GET \(path) HTTP/1.1\r\nHost: 127.0.0.1:\(site.port)\r\n\r\n"))
                #expect(reply.status == 404, "\(path): \(reply.status)")
                #expect(reply.text == "There is nothing here.\n")
            }
        }
    }

    @Test("G8: Every kind of answer carries the security headers, refusals as well")
    func headers() async throws {
        try await Site.with({ $0.staffCode = "4711" }) { site in
            let host = "Host: 127.0.0.1:\(site.port)\r\n"
            var replies: [LoopbackConnection.Reply] = []
            for path in [
                "/", "/page.js", "/base.css", "/mark.svg", "/menu.json", "/healthz", "/metrics", "/staff",
                "/staff/state", "/nothing",
            ] {
                replies.append(try await site.get(path))
            }
            replies.append(try await site.post("/action", #"{"start":{}}"#))
            replies.append(try await site.post("/action", "nonsense"))
            for bad in [
                "GET / HTTP/1.1\r\n\r\n", "GET / HTTP/1.1\r\nHost: evil.example\r\n\r\n",
                "PUT / HTTP/1.1\r\n" + host + "\r\n", "nonsense\r\n\r\n",
            ] {
                replies.append(try #require(try await site.exchange(bad)))
            }
            let events = try LoopbackConnection(port: site.port)
            events.send("GET /events HTTP/1.1\r\n" + host + "\r\n")
            replies.append(
                try #require(LoopbackConnection.Reply(Array(await events.receive { $0.contains("\r\n\r\n") }.utf8))))
            for reply in replies {
                for directive in [
                    "default-src 'none'", "script-src 'self'", "style-src 'self'", "connect-src 'self'",
                    "img-src 'self'", "frame-ancestors 'none'", "base-uri 'none'",
                    "form-action 'none'",
                ] {
                    #expect(
                        reply.header("content-security-policy")?.components(separatedBy: "; ").contains(directive)
                            == true, "\(reply.status)")
                }
                #expect(reply.header("x-content-type-options") == "nosniff")
                #expect(reply.header("x-frame-options") == "DENY")
                #expect(reply.header("cache-control") == "no-store")
                #expect(reply.header("cross-origin-resource-policy") == "same-origin")
                #expect(reply.header("referrer-policy") == "no-referrer")
                #expect(reply.header("connection") == "close")
                #expect(reply.header("access-control-allow-origin") == nil)
                #expect(reply.header("content-type") != nil)
            }
        }
    }

    @Test(
        "G8: The pages' files never parse text as markup, and have no inline script or style and no external resource"
    )
    func pageSources() throws {
        let folder = Repository.root.appendingPathComponent("Sources/KioskWeb/Page")
        let files = try FileManager.default.contentsOfDirectory(atPath: folder.path)
        #expect(files.count >= 20)
        let forbidden = [
            "innerHTML", "outerHTML", "insertAdjacentHTML", "document.write", "DOMParser", "srcdoc", "eval(",
            "new Function", "javascript:", "localStorage",
            "sessionStorage",
            "indexedDB", "document.cookie", "style=\"", "<style", "onclick=\"", "https://", "createContextualFragment",
            "setHTML",
        ]
        for file in files {
            let text = try String(contentsOf: folder.appendingPathComponent(file), encoding: .utf8)
            for word in forbidden { #expect(!text.contains(word), "\(file): \(word)") }
            if file.hasSuffix(".html") {
                #expect(
                    text.matches(of: /<script/).count
                        == text.matches(of: /<script type="module" src="\/[a-z]+\.js"><\/script>/).count)
                #expect(!text.contains("http://"))
            }
        }
    }
}
