import KioskWeb
import Ordering
import TestSupport
import Testing

/// What the page keeps and removes: from one guest to the next, and while the kiosk is not reachable.
@Suite(.enabled(if: BrowserTests.isPossible, BrowserTests.reason), .timeLimit(.minutes(10)))
struct HandoverTests {
    /// Exposes the page's timers (`window.timers`) and allows its connection to be cut (`window.isCut`).
    private static func watch(_ browser: Browser) async throws {
        try await browser.run(
            """
            const { setTimeout, EventSource } = window;
            window.timers = [];
            window.setTimeout = (run, wait, ...rest) => { window.timers.push({ run, wait }); return setTimeout(run, \
            wait, ...rest); };
            window.EventSource = function (path) { return new EventSource(window.isCut ? "/nothing" : path); };
            """)
    }

    /// Ends the page's stream, the only one that its server allows, and prevents another; returns when the page has
    /// covered itself.
    private static func cut(_ site: Site, _ browser: Browser) async throws {
        try await browser.run("window.timers = []; window.isCut = true")
        let other = try LoopbackConnection(port: site.port)
        other.send("GET /events HTTP/1.1\r\nHost: 127.0.0.1:\(site.port)\r\n\r\n")
        #expect(await other.receive { $0.contains("event: hello") }.contains("event: hello"))
        try await browser.wait(for: "document.getElementById('away').checkVisibility()")
    }

    private static func mend(_ browser: Browser) async throws {
        try await browser.run("window.isCut = false")
        try await browser.wait(for: "!document.getElementById('away').checkVisibility()")
    }

    private static func timers(_ milliseconds: Int, _ browser: Browser) async throws -> Int {
        try await browser.evaluate(
            "return window.timers.filter((each) => each.wait === Number(arguments[0])).length", [String(milliseconds)])
    }

    /// A guest's order with a canary word.
    private static func order(_ word: String, session: String?, _ site: Site, _ browser: Browser) async throws {
        let revision = site.kiosk.show { snapshot in
            snapshot.screen = .ordering
            snapshot.session = session
            snapshot.microphone.state = .listening
            snapshot.transcript.last = word
            snapshot.caption = word
            snapshot.cart = [site.kiosk.item(1, "latte", 1, [])].compactMap { $0 }
            snapshot.cart[0].name = word
            snapshot.cart[0].description = word
            snapshot.total.text = word
        }
        try await PageTests.arrive(revision, browser)
    }

    @Test(
        "A page without a connection covers itself after 1.5 s of attempts, and no dialog lies over the cover"
    )
    func cover() async throws {
        try await Site.with({ $0.eventStreams = 1 }) { site in
            try await Browser.with(arguments: Browser.calm) { browser in
                try await browser.resize(width: 1_920, height: 1_080)
                try await PageTests.open(site, browser)
                try await Self.watch(browser)
                for name in ["item", "correction", "idle"] {
                    try await #require(PageState.all.first { $0.name == name }).enter(site, browser)
                    try await Self.cut(site, browser)
                    #expect(try await Self.timers(1_500, browser) == 1, "\(name)")
                    let isCovered: Bool = try await browser.evaluate(
                        """
                        return !document.querySelector('dialog[open]') && \
                        document.getElementById('away').contains(document.elementFromPoint(innerWidth / 2, \
                        innerHeight / 2))
                        """
                    )
                    #expect(isCovered, "\(name)")
                    try await Self.mend(browser)
                }
                // The kiosk asks its open question again.
                try await browser.wait(for: "document.getElementById('idle').open")
            }
        }
    }

    @Test(
        "After one minute without a connection the page is empty; with the connection the order is shown again"
    )
    func forgets() async throws {
        try await Site.with({ $0.eventStreams = 1 }) { site in
            try await Browser.with(arguments: Browser.calm) { browser in
                try await browser.resize(width: 1_920, height: 1_080)
                try await PageTests.open(site, browser)
                try await Self.watch(browser)
                try await Self.order("canary", session: "session", site, browser)
                try await browser.click("#text-size")
                try await Self.cut(site, browser)
                #expect(try await HostileTextTests.finds("canary", browser))
                #expect(try await Self.timers(60_000, browser) == 1)
                try await browser.run("window.timers.find((each) => each.wait === 60000).run()")
                #expect(try await !HostileTextTests.finds("canary", browser))
                #expect(try await PageTests.text(browser) == "regular")
                #expect(
                    try await browser.evaluate(
                        "return document.getElementById('away').checkVisibility()", as: Bool.self))
                try await Self.mend(browser)
                try await browser.wait(for: "document.documentElement.dataset.screen === 'ordering'")
                #expect(try await HostileTextTests.finds("canary", browser))
            }
        }
    }

    @Test(
        """
        A guest's input on the page is removed with the next guest's first snapshot, also without a welcome in between
        """)
    func nextGuest() async throws {
        try await Site.with { site in
            try await Browser.with(arguments: Browser.calm) { browser in
                try await browser.resize(width: 1_920, height: 1_080)
                try await PageTests.open(site, browser)
                try await Self.order("canary", session: "first", site, browser)
                try await browser.click("#text-size")
                try await browser.click("#correct")
                // Further words of the same guest do not change what is open.
                try await Self.order("another", session: "first", site, browser)
                #expect(try await HostileTextTests.finds("canary", browser))
                try await Self.order("else", session: "second", site, browser)
                #expect(try await !HostileTextTests.finds("canary", browser))
                #expect(
                    try await browser.evaluate("return document.querySelector('dialog[open]') === null", as: Bool.self))
                #expect(try await PageTests.text(browser) == "regular")
            }
        }
    }

    @Test(
        "Large text chosen on the welcome page lasts until the end of the order, and not for the next guest"
    )
    func largeText() async throws {
        try await Site.with { site in
            try await Browser.with(arguments: Browser.calm) { browser in
                try await browser.resize(width: 1_920, height: 1_080)
                try await PageTests.open(site, browser)
                // There was a guest before.
                try await Self.order("latte", session: "first", site, browser)
                try await PageTests.arrive(site.kiosk.wipe(), browser)
                try await browser.click("#text-size")
                try await PageTests.arrive(
                    site.kiosk.show { $0.microphone = .init(state: .unavailable, reason: .microphone) }, browser)
                #expect(try await PageTests.text(browser) == "large")
                try await Self.order("latte", session: "second", site, browser)
                #expect(try await PageTests.text(browser) == "large")
                // The session ends with the order, and its number must still be readable.
                let paying = site.kiosk.show { snapshot in
                    snapshot.screen = .payment
                    snapshot.session = nil
                    snapshot.placed = .init(number: 1, total: snapshot.total, payment: .counter)
                }
                try await PageTests.arrive(paying, browser)
                #expect(try await PageTests.text(browser) == "large")
                try await PageTests.arrive(site.kiosk.wipe(), browser)
                #expect(try await PageTests.text(browser) == "regular")
            }
        }
    }
}
