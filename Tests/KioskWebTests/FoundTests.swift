import Ordering
import TestSupport
import Testing

/// Cards of the items that fit a wish.
@Suite(.timeLimit(.minutes(10)))
struct FoundTests {
    private static func show(_ site: Site, _ items: [String]) {
        site.kiosk.show { snapshot in
            snapshot.screen = .ordering
            snapshot.session = "session"
            snapshot.found = items.map {
                KioskSnapshot.Found(
                    itemId: $0, name: $0, description: "a \($0) with oat milk",
                    options: [.init(group: "milk", id: "oat")],
                    price: .init(minorUnits: 505, text: "$5.05"))
            }
        }
    }

    @Test(
        "Found items have a tab while the wish is answered; a touch adds one with the wanted options",
        .enabled(if: BrowserTests.isPossible, BrowserTests.reason))
    func cards() async throws {
        try await Site.with { site in
            try await Browser.with(arguments: Browser.calm) { browser in
                try await browser.open(site.address)
                Self.show(site, [])
                try await browser.wait(for: "document.querySelectorAll('.tab').length > 2")
                let categories = try await browser.evaluate(
                    "return document.querySelectorAll('.tab').length", as: Int.self)
                let first = try await browser.evaluate(
                    "return document.querySelector('.tab[aria-selected=true]').textContent", as: String.self)
                Self.show(site, ["latte", "flat-white", "no-such-item"])
                try await browser.wait(for: "document.getElementById('tab-/found')?.ariaSelected === 'true'")
                let tiles = try await browser.evaluate(
                    "return [...document.querySelectorAll('.tile')].map((each) => each.innerText)", as: [String].self)
                #expect(tiles.count == 2 && tiles[0].contains("a latte with oat milk") && tiles[0].contains("$5.05"))
                try await browser.click(".tile")
                let actions = await site.kiosk.actions(1)
                #expect(
                    actions.last == .add(itemId: "latte", quantity: 1, options: [.init(group: "milk", id: "oat")]))
                Self.show(site, [])
                try await browser.wait(for: "document.getElementById('tab-/found') === null")
                #expect(
                    try await browser.evaluate("return document.querySelectorAll('.tab').length", as: Int.self)
                        == categories)
                #expect(
                    try await browser.evaluate(
                        "return document.querySelector('.tab[aria-selected=true]').textContent", as: String.self)
                        == first)
            }
        }
    }
}
