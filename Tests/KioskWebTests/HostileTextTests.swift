import Foundation
import KioskWeb
import Ordering
import TestSupport
import Testing

@Suite(.enabled(if: BrowserTests.isPossible, BrowserTests.reason), .timeLimit(.minutes(10)))
struct HostileTextTests {
    /// 100 texts that would run a script in some context.
    private static let payloads: [String] = {
        let run = "window.ran=(window.ran||0)+1"
        let handlers = [
            "onerror", "onload", "onclick", "onfocus", "onmouseover", "onanimationstart", "ontoggle", "onpointerenter",
            "onbegin", "onpageshow",
        ]
        let tags = [
            "img src=x", "svg", "body", "input autofocus", "details open", "video src=x", "iframe", "marquee", "style",
        ]
        var all = tags.flatMap { tag in handlers.map { "<\(tag) \($0)=\(run)>" } }
        all += [
            "<script>\(run)</script>", "</script><script>\(run)</script>", "<script src=/page.js></script>",
            "javascript:\(run)", "\"><script>\(run)</script>",
            "'-\(run)-'", "${\(run)}", "{{constructor.constructor('\(run)')()}}",
            "<a href=javascript:\(run) autofocus>x</a>",
            "<iframe srcdoc='<script>parent.\(run)</script>'></iframe>",
        ]
        return all
    }()

    @Test(
        "G8: 100 payloads as names, transcripts, captions and other texts run no script and are shown as text"
    )
    func payloads() async throws {
        #expect(Self.payloads.count == 100)
        let menu = try Self.menu(names: Self.payloads)
        try await Site.with(menu: menu) { site in
            try await Browser.with(arguments: Browser.calm) { browser in
                try await browser.open(site.address)
                try await browser.wait(for: "document.querySelectorAll('.tile').length === 100")
                let names: [String] = try await browser.evaluate(
                    "return [...document.querySelectorAll('.tile-name')].map((each) => each.textContent)")
                #expect(names == Self.payloads)
                for (index, payload) in Self.payloads.enumerated() {
                    let revision = site.kiosk.show { snapshot in
                        snapshot.screen = KioskSnapshot.Screen.allShown[index % KioskSnapshot.Screen.allShown.count]
                        snapshot.session = payload
                        snapshot.microphone = .init(state: .unavailable, reason: .microphone)
                        snapshot.transcript = .init(stable: payload, volatile: payload, last: payload)
                        snapshot.caption = payload
                        snapshot.failure = payload
                        snapshot.question = .init(
                            text: payload, line: nil, answers: [.init(label: payload, value: payload)])
                        snapshot.total.text = payload
                        let item = KioskSnapshot.Item(
                            id: index, itemId: payload, name: payload, quantity: 2,
                            options: [.init(group: payload, id: payload, name: payload, amount: .extra, count: 2)],
                            description: payload,
                            price: .init(minorUnits: 1, text: payload))
                        snapshot.preview = [item]
                        snapshot.cart = [item]
                        snapshot.placed = .init(
                            number: 1, total: .init(minorUnits: 1, text: payload), payment: .counter)
                    }
                    try await browser.wait(
                        for: "document.documentElement.dataset.revision === arguments[0]", [String(revision)])
                }
                #expect(try await browser.evaluate("return window.ran ?? 0", as: Int.self) == 0)
                #expect(
                    try await browser.evaluate("return document.querySelectorAll('script').length", as: Int.self) == 1)
                #expect(
                    try await browser.evaluate(
                        "return document.querySelectorAll('iframe, video, marquee, details, style').length",
                        as: Int.self) == 0)
                // Control: a script that runs is detected.
                try await browser.run("window.ran = (window.ran ?? 0) + 1")
                #expect(try await browser.evaluate("return window.ran", as: Int.self) == 1)
            }
        }
    }

    private static func menu(names: [String]) throws -> Menu {
        struct Item: Encodable {
            var id: String
            var name: String
            var category = "coffee"
            var price = 100
        }
        let items = String(
            decoding: try JSONEncoder().encode(names.enumerated().map { Item(id: "item-\($0)", name: $1) }),
            as: UTF8.self)
        return try MenuLoader.load(
            Array(
                #"{"store":{"name":"Brews","currency":"USD","locale":"en-US"},"optionGroups":[],"items":\#(items)}"#
                    .utf8))
    }

    /// Guests one after another: a few, or the number in `BREWS_WEB_GUESTS`.
    private static let guests = ProcessInfo.processInfo.environment["BREWS_WEB_GUESTS"].flatMap(Int.init) ?? 4

    @Test(
        "G12: After each guest nothing of theirs is left in the page, its fields, its storage or the server"
    )
    func wiped() async throws {
        try await Site.with { site in
            try await Browser.with(arguments: Browser.calm) { browser in
                try await browser.open(site.address)
                try await browser.wait(for: "document.documentElement.dataset.screen === 'welcome'")
                for guest in 0..<Self.guests {
                    let canary = "canary\(guest)x"
                    for screen in KioskSnapshot.Screen.allShown {
                        let revision = site.kiosk.show { snapshot in
                            snapshot.screen = screen
                            snapshot.session = canary
                            snapshot.microphone.state = .listening
                            let isLive = screen != .ordering || !guest.isMultiple(of: 2)
                            snapshot.transcript = .init(
                                stable: isLive ? canary : "", volatile: isLive ? canary : "", last: canary)
                            snapshot.caption = canary
                            snapshot.failure = canary
                            snapshot.question = .init(
                                text: canary, line: nil, answers: [.init(label: canary, value: canary)])
                            snapshot.cart = [site.kiosk.item(1, "latte", 3, [])].compactMap { $0 }
                            snapshot.cart[0].name = canary
                            snapshot.cart[0].description = canary
                            snapshot.preview = snapshot.cart
                            snapshot.placed = .init(
                                number: 7_531, total: .init(minorUnits: 1, text: canary), payment: .counter)
                            snapshot.total.text = canary
                        }
                        try await browser.wait(
                            for: "document.documentElement.dataset.revision === arguments[0]", [String(revision)])
                        guard screen == .ordering else { continue }
                        // What the guest leaves on the page itself.
                        if guest.isMultiple(of: 2) {
                            try await browser.click("#correct")
                            try await browser.type(canary, into: "#correction-text")
                        } else {
                            try await browser.click("[data-item=latte]")
                            try await browser.click("[data-group=size] [data-option=large]")
                        }
                        #expect(try await Self.finds(canary, browser), "the search sees what is there")
                    }
                    let revision = site.kiosk.wipe()
                    try await browser.wait(
                        for: "document.documentElement.dataset.revision === arguments[0]", [String(revision)])
                    #expect(try await !Self.finds(canary, browser), "guest \(guest)")
                    #expect(try await !Self.finds("7531", browser))
                    #expect(
                        try await browser.evaluate(
                            """
                            return document.querySelector('dialog[open]') === null && \
                            document.querySelectorAll('#sheet .option').length === 0
                            """,
                            as: Bool.self))
                    let events = try LoopbackConnection(port: site.port)
                    events.send("GET /events HTTP/1.1\r\nHost: 127.0.0.1:\(site.port)\r\n\r\n")
                    let told = await events.receive {
                        $0.contains("event: snapshot") && $0.components(separatedBy: "}\n\n").count > 2
                    }
                    #expect(!told.contains(canary))
                    for path in ["/metrics", "/healthz", "/menu.json", "/"] {
                        let text = try await site.get(path).text
                        #expect(!text.contains(canary))
                    }
                }
            }
        }
    }

    /// Whether a text is anywhere that the next guest, or a curious one, could find it.
    static func finds(_ text: String, _ browser: Browser) async throws -> Bool {
        try await browser.evaluate(
            """
            const fields = [...document.querySelectorAll("input, textarea")].map((each) => each.value);
            const stores = [JSON.stringify({...localStorage}), JSON.stringify({...sessionStorage}), document.cookie, \
            location.href, JSON.stringify(history.state), document.title];
            return [document.documentElement.outerHTML, ...fields, \
            ...stores].some((each) => each.includes(arguments[0]));
            """, [text])
    }
}

extension KioskSnapshot.Screen {
    /// The screens of an order; the last is the one with most input on the page itself.
    static let allShown: [KioskSnapshot.Screen] = [.confirmation, .placing, .payment, .thanks, .failure, .ordering]
}
