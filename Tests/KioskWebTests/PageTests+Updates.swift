import Foundation
import KioskWeb
import Ordering
import TestSupport
import Testing

/// How the page changes while an order grows, and after a lost connection.
extension PageTests {
    @Test(
        "A card keeps its element while its text changes, and the page ignores an older snapshot"
    )
    func identity() async throws {
        try await Site.with { site in
            try await Browser.with(arguments: Browser.calm) { browser in
                try await Self.open(site, browser)
                func hear(_ options: [(String, String)], _ quantity: Int = 1) -> Int {
                    site.kiosk.show { snapshot in
                        snapshot.screen = .ordering
                        snapshot.session = "s"
                        snapshot.microphone.state = .listening
                        snapshot.preview = [
                            site.kiosk.item(4, "latte", quantity, options.map { .init(group: $0.0, id: $0.1) })
                        ].compactMap { $0 }
                    }
                }
                try await Self.arrive(hear([]), browser)
                try await browser.run(
                    """
                    window.card = document.querySelector('#preview [data-key=\"4\"]'); window.gone = 0; \
                    new MutationObserver((all) => all.forEach((each) => window.gone += \
                    each.removedNodes.length)).observe(document.getElementById('preview'), {childList: true});
                    """
                )
                for options in [
                    [("size", "large")], [("size", "large"), ("temperature", "iced")],
                    [("size", "large"), ("temperature", "iced"), ("milk", "oat")],
                ] {
                    try await Self.arrive(hear(options, options.count), browser)
                }
                #expect(
                    try await browser.evaluate(
                        """
                        return window.card === document.querySelector('#preview [data-key=\"4\"]') && window.gone === 0
                        """,
                        as: Bool.self))
                #expect(try await browser.text("#preview [data-key='4']").contains("3 × Latte"))
                // An old snapshot; the level after it shows that it has arrived.
                let revision = site.kiosk.snapshot.revision
                let caption = site.kiosk.snapshot.caption
                site.kiosk.show { snapshot in
                    snapshot.revision = 0
                    snapshot.caption = "from the past"
                    snapshot.preview = []
                }
                site.kiosk.send(level: -35)
                try await browser.wait(
                    for: "document.getElementById('talk').style.getPropertyValue('--level') === '0.500'")
                #expect(try await browser.evaluate("return window.gone", as: Int.self) == 0)
                try await Self.arrive(
                    site.kiosk.show { snapshot in
                        snapshot.revision = revision
                        snapshot.caption = caption
                    }, browser)
                #expect(try await browser.evaluate("return window.gone", as: Int.self) == 1)
            }
        }
    }

    @Test("Removing a line moves no other line")
    func removal() async throws {
        try await Site.with { site in
            try await Browser.with(arguments: Browser.calm) { browser in
                try await Self.open(site, browser)
                try await #require(PageState.all.first { $0.name == "cart" }).enter(site, browser)
                try await browser.run(
                    """
                    window.changes = { removed: 0, added: 0 };
                    new MutationObserver((all) => {
                      for (const each of all) {
                        window.changes.removed += each.removedNodes.length;
                        window.changes.added += each.addedNodes.length;
                      }
                    }).observe(document.getElementById("cart"), { childList: true });
                    """)
                try await Self.arrive(site.kiosk.show { $0.cart = Array($0.cart.dropFirst()) }, browser)
                #expect(
                    try await browser.evaluate("return window.changes", as: [String: Int].self) == [
                        "removed": 1, "added": 0,
                    ])
            }
        }
    }

    @Test(
        "The page reconnects after a restart of the server, with the new token, and its heartbeat continues"
    )
    func reconnect() async throws {
        try await Site.with(keepsCart: true) { site in
            try await Browser.with(arguments: Browser.calm) { browser in
                try await Self.open(site, browser)
                try await browser.click("#welcome-talk")
                try await browser.wait(for: "document.documentElement.dataset.screen === 'ordering'")
                #expect(try await site.get("/healthz").text.contains("secondsSinceHeartbeat"))
                let token = try await browser.evaluate(
                    "return document.querySelector('meta[name=brews-token]').content", as: String.self)
                await site.server.stop()
                try await browser.wait(for: "document.getElementById('away').checkVisibility()")
                var settings = KioskWebSettings()
                settings.port = site.port
                let again = try KioskWebServer(service: site.kiosk, menu: site.menu, settings: settings)
                _ = try await again.start()
                try await browser.wait(
                    for:
                        """
                        document.querySelector('meta[name=brews-token]').content !== arguments[0] && \
                        document.documentElement.dataset.screen === 'ordering'
                        """,
                    [token])
                try await browser.click("[data-category=cold]")
                try await browser.click("[data-item=water]")
                try await browser.wait(for: "document.querySelectorAll('#cart .card').length === 1")
                // The new server has the old one's port.
                #expect(try await site.get("/healthz").text.contains("secondsSinceHeartbeat"))
                await again.stop()
            }
        }
    }
}
