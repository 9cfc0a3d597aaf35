import Foundation
import Ordering
import TestSupport
import Testing

@testable import KioskWeb

@Suite(.timeLimit(.minutes(10)))
struct EventTests {
    private static func snapshot(_ revision: Int, caption: String = "") -> KioskUpdate {
        var snapshot = KioskSnapshot(microphone: .init(state: .armed), currency: "USD")
        snapshot.revision = revision
        snapshot.caption = caption
        return .snapshot(snapshot)
    }

    /// What a reader receives that takes a few bytes at a time.
    private static func read(_ stream: EventStream, pieces: Int = 64) -> String {
        var all: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: pieces)
        while true {
            let count = buffer.withUnsafeMutableBytes { stream.read(into: $0) }
            // Without a connection to suspend, the stream reports its end.
            guard let count, count > 0 else { return String(decoding: all, as: UTF8.self) }
            all += buffer.prefix(count)
        }
    }

    @Test(
        "G5: For a reader that stalls, one greeting, the newest snapshot, the newest level and a beat are kept",
        arguments: [1, 7, 64, 65_536])
    func bounded(pieces: Int) throws {
        let hub = EventHub(boot: "b", mostStreams: 8)
        let stream = try #require(hub.open())
        for revision in 1...10_000 {
            hub.publish(Self.snapshot(revision))
            hub.publish(.level(-Double(revision % 90)))
            hub.beat()
        }
        let text = Self.read(stream, pieces: pieces)
        #expect(text.components(separatedBy: "event: ").count == 5)
        #expect(text.hasPrefix("event: hello\n"))
        #expect(text.contains("id: 10000\n"))
        #expect(text.contains("event: level\ndata: -10.0\n\n"))
        #expect(stream.dropped == 9_999 * 2)
    }

    @Test("A snapshot is sent completely before a newer one begins")
    func wholeSnapshots() throws {
        let hub = EventHub(boot: "b", mostStreams: 8)
        let stream = try #require(hub.open())
        hub.publish(Self.snapshot(1, caption: String(repeating: "long ", count: 4_000)))
        var buffer = [UInt8](repeating: 0, count: 100)
        let first = buffer.withUnsafeMutableBytes { stream.read(into: $0) }
        hub.publish(Self.snapshot(2))
        let text = String(decoding: buffer.prefix(first ?? 0), as: UTF8.self) + Self.read(stream)
        let lines = text.components(separatedBy: "\n").filter { $0.hasPrefix("data: {\"") }
        for line in lines {
            #expect(throws: Never.self) { try JSONSerialization.jsonObject(with: Data(line.dropFirst(6).utf8)) }
        }
        #expect(text.contains("id: 1\n") && text.contains("id: 2\n"))
    }

    @Test(
        "One page too many ends the oldest; a page that opens gets the newest snapshot at once; a closed hub opens none"
    )
    func openings() throws {
        let hub = EventHub(boot: "b", mostStreams: 2)
        hub.publish(Self.snapshot(7))
        let streams = try (0..<3).map { _ in try #require(hub.open()) }
        #expect(hub.streamCount == 2)
        #expect(Self.read(streams[2]).contains("id: 7\n"))
        hub.publish(Self.snapshot(8))
        #expect(!Self.read(streams[0]).contains("id: 8\n"))
        #expect(Self.read(streams[1]).contains("id: 8\n"))
        hub.close()
        #expect(hub.open() == nil)
        #expect(hub.streamCount == 0)
    }

    @Test(
        "A level that is not a number is silence, and levels have one decimal",
        arguments: [(-22.04, "-22.0"), (.nan, "-120.0"), (-.infinity, "-120.0"), (5, "0.0"), (-200, "-120.0")])
    func levels(decibels: Double, text: String) {
        #expect(String(decoding: PageEvent.level(decibels), as: UTF8.self) == "event: level\ndata: \(text)\n\n")
    }

    @Test("G5: A reader that stalls delays neither the others nor the kiosk")
    func slowReader() async throws {
        try await Site.with { site in
            let slow = try LoopbackConnection(port: site.port)
            slow.send("GET /events HTTP/1.1\r\nHost: 127.0.0.1:\(site.port)\r\n\r\n")
            let quick = try LoopbackConnection(port: site.port)
            quick.send("GET /events HTTP/1.1\r\nHost: 127.0.0.1:\(site.port)\r\n\r\n")
            _ = await quick.receive { $0.contains("event: snapshot") }
            let caption = String(repeating: "x", count: 50_000)
            for _ in 0..<200 { site.kiosk.show { $0.caption = caption } }
            let last = site.kiosk.show { $0.caption = "the end" }
            let text = await quick.receive { $0.contains("the end") }
            #expect(text.contains("id: \(last)\n"))
            #expect(try await site.get("/").status == 200)
        }
    }

    @Test("G10: The page's heartbeat is received, and its age is reported")
    func heartbeat() async throws {
        let clock = ManualClock()
        try await Site.with(clock: clock) { site in
            #expect(try await site.get("/healthz").text.contains("secondsSinceHeartbeat") == false)
            #expect(try await site.post("/heartbeat", "{}").status == 200)
            #expect(try await site.get("/healthz").text.contains("\"secondsSinceHeartbeat\":0,"))
            clock.advance(by: .seconds(10))
            let health = try await site.get("/healthz").text
            #expect(health.contains("\"secondsSinceHeartbeat\":10"))
            #expect(health.contains(#"{"detail":"","name":"display","state":"ok"}"#))
            clock.advance(by: .seconds(1))
            #expect(
                try await site.get("/healthz").text.contains(
                    #"""
                    {"detail":"no page has answered for 11 s; restart the browser","name":"display",\#
                    "state":"degraded"}
                    """#
                ))
        }
    }

    @Test("Health is 200 while guests can order and 503 when they cannot; metrics are Prometheus' text")
    func health() async throws {
        try await Site.with { site in
            site.kiosk.set(
                health: KioskHealth(
                    parts: [
                        .init(name: "microphone", state: .failed, detail: "not connected"),
                        .init(name: "store", state: .ok),
                    ],
                    figures: [
                        "brews_orders_total": 12, "brews_reask_share": 0.25, "not a name": 1, "brews_nothing": .nan,
                    ]))
            let well = try await site.get("/healthz")
            #expect(well.status == 200)
            #expect(well.header("content-type") == "application/json")
            let metrics = try await site.get("/metrics").text
            for line in [
                "# TYPE brews_orders_total counter\nbrews_orders_total 12\n",
                "# TYPE brews_reask_share gauge\nbrews_reask_share 0.25\n", "brews_nothing NaN\n",
                "brews_part_state{part=\"microphone\"} 2\n", "brews_part_state{part=\"store\"} 0\n",
                "brews_can_order 1\n",
            ] {
                #expect(metrics.contains(line), "\(line)")
            }
            #expect(!metrics.contains("not a name"))
            site.kiosk.set(
                health: KioskHealth(parts: [.init(name: "store", state: .failed, detail: "disk full")], figures: [:]))
            let ill = try await site.get("/healthz")
            #expect(ill.status == 503)
            #expect(ill.text.contains("disk full"))
        }
    }

    @Test("The menu document has what the page shows, with prices as text, and a quote equals the price list")
    func menuAndQuote() async throws {
        try await Site.with { site in
            struct Document: Decodable {
                struct Item: Decodable {
                    struct Price: Decodable { var text: String }
                    var id: String
                    var price: Price
                    var required: [String]
                    var allergens: [String]
                }
                struct Category: Decodable { var name: String }
                var wakePhrase: String
                var categories: [Category]
                var items: [Item]
            }
            let document = try JSONDecoder().decode(Document.self, from: Data(try await site.get("/menu.json").body))
            #expect(document.wakePhrase == "Hey Brews")
            #expect(document.categories.map(\.name) == ["Coffee", "Cold", "Tea", "Food"])
            #expect(document.items.count == site.menu.items.count)
            let latte = try #require(document.items.first { $0.id == "latte" })
            #expect(latte.price.text == "$4.25" && latte.required == ["size"] && latte.allergens == ["milk"])

            let quote = try await site.post(
                "/quote",
                #"""
                {"add":{"itemId":"latte","quantity":2,"options":[{"group":"size","id":"large"},\#
                {"group":"milk","id":"oat","amount":"none"}]}}
                """#
            )
            #expect(quote.text == #"{"text":"$10.50"}"#)
            for bad in [
                #"{"add":{"itemId":"none","quantity":1,"options":[]}}"#,
                #"{"add":{"itemId":"latte","quantity":0,"options":[]}}"#, #"{"checkout":{}}"#, "", "[]",
                #"{"add":{"itemId":"latte","quantity":9223372036854775807,"options":[]}}"#,
                String(repeating: "[", count: 60_000),
            ] {
                #expect(try await site.post("/quote", bad).status == 400, "\(bad.prefix(40))")
            }
            #expect(site.kiosk.actions.isEmpty)
        }
    }

    @Test("Menu and quote write amounts as the kiosk's sentences do")
    func amounts() async throws {
        try await Site.with(money: { "\($0.minorUnits) ct" }) { site in
            let menu = try await site.get("/menu.json").text
            #expect(menu.contains(#""text":"425 ct""#) && !menu.contains("$"))
            let quote = try await site.post("/quote", #"{"add":{"itemId":"latte","quantity":2,"options":[]}}"#)
            #expect(quote.text == #"{"text":"850 ct"}"#)
        }
    }

    @Test("The menu document has the allergens of an item with its defaults, and the item's own")
    func allergens() throws {
        let items = MenuDocument(
            try SheetTests.menu(), wakePhrase: "", hasStaffPage: false, money: { "\($0.minorUnits)" }, term: { $0 }
        ).items
        #expect(items.map(\.allergens) == [["gluten", "milk"]])
        #expect(items.map(\.ownAllergens) == [["gluten"]])
    }

    @Test("A refusal of the kiosk has its reason; what is not an action never reaches the kiosk")
    func actions() async throws {
        try await Site.with { site in
            site.kiosk.refuse("We have no more of it.")
            let refused = try await site.post("/action", #"{"checkout":{}}"#)
            #expect(refused.status == 200)
            #expect(refused.text.contains("We have no more of it.") && refused.text.contains("\"done\":false"))
            for bad in [
                "", "{}", "null", #"{"buy":{}}"#, #"{"start":{},"confirm":{}}"#, #"{"remove":{"line":"1"}}"#,
                String(repeating: "{\"a\":", count: 10_000),
            ] {
                #expect(try await site.post("/action", bad).status == 400, "\(bad.prefix(40))")
            }
            #expect(site.kiosk.actions == [.checkout])
        }
    }
}
