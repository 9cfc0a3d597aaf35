import KioskWeb
import Ordering
import TestSupport
import Testing

/// One item with its options: what is shown as chosen, and what the kiosk receives.
@Suite(.enabled(if: BrowserTests.isPossible, BrowserTests.reason), .timeLimit(.minutes(10)))
struct SheetTests {
    /// Toast with one default of several spreads.
    static func menu() throws -> Menu {
        try MenuLoader.load(
            Array(
                #"""
                {"store": {"name": "Brews", "currency": "USD", "locale": "en-US"},
                 "optionGroups": [{"id": "spread", "name": "Spread", "kind": "extra", "select": "many", "options": [
                   {"id": "butter", "name": "Butter", "allergens": ["milk"]}, {"id": "jam", "name": "Jam", "price": \#
                   60, "freeOf": ["gluten"]},
                   {"id": "nuts", "name": "Nut spread", "allergens": ["nuts", "milk"]}]}],
                 "items": [{"id": "toast", "name": "Toast", "category": "food", "price": 300, "groups": ["spread"], \#
                 "defaults": {"spread": "butter"}, "allergens": ["gluten"]}]}
                """#.utf8))
    }

    /// Shows the ordering screen with an order.
    private static func order(_ cart: [KioskSnapshot.Item], _ site: Site, _ browser: Browser) async throws {
        let revision = site.kiosk.show { snapshot in
            snapshot.screen = .ordering
            snapshot.session = "session"
            snapshot.microphone.state = .off
            snapshot.cart = cart
        }
        try await PageTests.arrive(revision, browser)
    }

    /// The touches so far, as soon as there are this many; "still here" does not count.
    private static func touched(_ count: Int, _ site: Site) async -> [KioskAction] {
        var least = count
        while true {
            let all = await site.kiosk.actions(least)
            let touched = all.filter { $0 != .stillHere }
            guard touched.count < count else { return touched }
            least = all.count + 1
        }
    }

    private static func isPressed(_ option: String, _ browser: Browser) async throws -> Bool {
        try await browser.evaluate(
            """
            return document.querySelector(`#groups [data-option=${arguments[0]}]`).getAttribute('aria-pressed') === \
            'true'
            """,
            [option])
    }

    private static func spread(_ id: String, _ amount: OptionAmount? = nil) -> KioskAction.Option {
        .init(group: "spread", id: id, amount: amount)
    }

    private static let change = "#cart .card:nth-child(1) .card-foot > .quiet:nth-child(2)"

    @Test(
        "A default of a multiple-choice group can be removed, kept beside other choices, and chosen again"
    )
    func defaults() async throws {
        try await Site.with(menu: Self.menu()) { site in
            try await Browser.with(arguments: Browser.calm) { browser in
                try await browser.resize(width: 1_920, height: 1_080)
                try await PageTests.open(site, browser)
                try await Self.order([], site, browser)
                func add(_ options: String...) async throws {
                    try await browser.click("[data-item=toast]")
                    for option in options { try await browser.click("#groups [data-option=\(option)]") }
                    try await browser.click("#sheet-add")
                }
                try await add()
                try await add("butter")
                try await add("jam")
                try await add("nuts", "butter")
                try await add("butter", "butter")
                let chosen: [[KioskAction.Option]] = [
                    [], [Self.spread("butter", .without)], [Self.spread("butter"), Self.spread("jam")],
                    [Self.spread("nuts"), Self.spread("butter", .without)], [],
                ]
                let added = chosen.map { KioskAction.add(itemId: "toast", quantity: 1, options: $0) }
                #expect(await Self.touched(5, site) == added)

                // On a line: an option that was left out is not pressed, and one touch adds it.
                let line = try #require(
                    site.kiosk.item(1, "toast", 1, [Self.spread("butter", .without), Self.spread("jam")]))
                try await Self.order([line], site, browser)
                try await browser.click(Self.change)
                #expect(try await !Self.isPressed("butter", browser))
                #expect(try await Self.isPressed("jam", browser))
                try await browser.click("#groups [data-option=butter]")
                #expect(try await Self.isPressed("butter", browser))
                try await browser.click("#sheet-add")
                let changed = KioskAction.setOptions(line: 1, options: [Self.spread("butter"), Self.spread("jam")])
                #expect(await Self.touched(6, site) == added + [changed])
            }
        }
    }

    @Test("The menu shows the allergens of an item with its defaults, and the sheet those of the choices")
    func allergens() async throws {
        try await Site.with(menu: Self.menu()) { site in
            try await Browser.with(arguments: Browser.calm) { browser in
                try await browser.resize(width: 1_920, height: 1_080)
                try await PageTests.open(site, browser)
                try await Self.order([], site, browser)
                #expect(try await browser.text("[data-item=toast] .tile-notes") == "Contains gluten, milk")
                try await browser.click("[data-item=toast]")
                #expect(try await browser.text("#sheet-notes") == "$3.00 · Contains gluten, milk")
                try await browser.click("#groups [data-option=butter]")
                #expect(try await browser.text("#sheet-notes") == "$3.00 · Contains gluten")
                try await browser.click("#groups [data-option=nuts]")
                #expect(try await browser.text("#sheet-notes") == "$3.00 · Contains gluten, nuts, milk")
                try await browser.click("#groups [data-option=jam]")
                #expect(try await browser.text("#sheet-notes") == "$3.00 · Contains nuts, milk")
            }
        }
    }

    @Test("A spoken number is kept when the amount is changed and changed back")
    func counts() async throws {
        try await Site.with { site in
            try await Browser.with(arguments: Browser.calm) { browser in
                try await browser.resize(width: 1_920, height: 1_080)
                try await PageTests.open(site, browser)
                let said: [KioskAction.Option] = [
                    .init(group: "size", id: "large"), .init(group: "syrup", id: "vanilla", count: 2),
                ]
                let line = try #require(site.kiosk.item(1, "latte", 1, said))
                try await Self.order([line], site, browser)
                try await browser.click(Self.change)
                for amount in ["light", "regular"] {
                    try await browser.click("[data-group=syrup] [aria-label='Vanilla syrup'] [data-amount=\(amount)]")
                }
                try await browser.click("#sheet-add")
                #expect(await Self.touched(1, site) == [.setOptions(line: 1, options: said)])
            }
        }
    }
}
