import Foundation
import KioskWeb
import Ordering
import TestSupport
import Testing

/// The end of an order on the page: eat here or to go, name, tip, sums and the code; and the welcome's favourites.
@Suite(.enabled(if: BrowserTests.isPossible, BrowserTests.reason), .timeLimit(.minutes(10)))
struct EndingPageTests {
    private static func amount(_ cents: Int) -> KioskSnapshot.Amount {
        KioskSnapshot.Amount(Money(minorUnits: cents), currency: "USD")
    }

    private static var ending: KioskSnapshot.Ending {
        KioskSnapshot.Ending(
            services: [
                .init(id: .eatHere, label: "Eat here", isChosen: false),
                .init(id: .toGo, label: "To go", isChosen: true),
            ], asksFor: "name", name: "",
            tips: [10, 15, 20].map { .init(percent: $0, amount: amount($0 * 4), isChosen: false) },
            sums: [
                .init(label: "Subtotal", amount: amount(425)), .init(label: "Sales tax 8.875%", amount: amount(38)),
            ])
    }

    private static func shot(_ name: String, _ size: ScreenSize, _ browser: Browser) async throws {
        guard let folder = ProcessInfo.processInfo.environment["BREWS_SCREENS"] else { return }
        let file = URL(fileURLWithPath: folder).appendingPathComponent("\(size.name)-\(name).png")
        try await browser.screenshot().write(to: file)
    }

    @Test("Guests choose the kind of order, a tip and a name before they pay", arguments: ScreenSize.all)
    func terms(size: ScreenSize) async throws {
        try await Site.with(menu: try OwnerCafe.menu(), keepsCart: true) { site in
            try await Browser.with(arguments: Browser.calm) { browser in
                try await browser.resize(width: size.width, height: size.height)
                try await browser.open(site.address)
                _ = site.kiosk.show { snapshot in
                    snapshot.screen = .confirmation
                    snapshot.session = "s"
                    snapshot.cart = [site.kiosk.item(1, "latte", 1, [])].compactMap(\.self)
                    snapshot.total = Self.amount(463)
                    snapshot.caption = "That is a latte. Your total is $4.63. Is that right?"
                    snapshot.ending = Self.ending
                }
                try await browser.wait(for: "document.querySelectorAll('#terms .term').length === 7")
                #expect(try await browser.text("#terms [aria-pressed=true]") == "To go")
                #expect(try await browser.text("#confirmation-sums").contains("$0.38"))
                let findings = try await PageAudit(browser).findings
                #expect(findings.isEmpty)
                try await Self.shot("ending", size, browser)
                try await browser.click("#terms [data-key=service] [data-key=eat-here]")
                try await browser.click("#terms [data-key=tip] [data-key='15']")
                try await browser.click("#terms [data-key=name] .term")
                try await browser.wait(for: "document.getElementById('naming').open")
                let dialog = try await PageAudit(browser).findings
                #expect(dialog.isEmpty)
                try await Self.shot("naming", size, browser)
                // By the page's keyboard: the first key of the third row is an a.
                try await browser.click("#naming-keyboard .keys:nth-child(3) .key:first-child")
                try await browser.wait(for: "document.getElementById('naming-text').value === 'a'")
                try await browser.type("na", into: "#naming-text")
                try await browser.click("#naming-keep")
                try await browser.wait(
                    for: "document.querySelector('#terms [data-key=name]').innerText.includes('ana')")
                #expect(site.kiosk.actions.contains(.service(kind: .eatHere)))
                #expect(site.kiosk.actions.contains(.tip(percent: 15)))
                #expect(site.kiosk.actions.contains(.name(text: "ana")))
                try await browser.click("#yes")
                try await browser.wait(for: "document.documentElement.dataset.screen === 'payment'")
                _ = site.kiosk.show { snapshot in
                    snapshot.placed?.code = KioskSnapshot.Code(side: 29, path: "M4 4h7v1h-7z")
                }
                try await browser.wait(for: "document.querySelector('#code svg path') !== null")
                let placed = try await PageAudit(browser).findings
                #expect(placed.isEmpty)
                try await Self.shot("code", size, browser)
            }
        }
    }

    @Test(
        "Best sellers, and an order to say, are on the welcome page where nothing is featured",
        arguments: ScreenSize.all)
    func bestSellers(size: ScreenSize) async throws {
        let content = WelcomeContent(
            favourites: [
                "latte", "blueberry-muffin", "caramel-macchiato", "croissant", "iced-tea", "gone", "cold-brew",
            ],
            example: "a large latte and a blueberry muffin")
        try await Site.with(welcome: content) { site in
            try await Browser.with(arguments: Browser.calm) { browser in
                try await browser.resize(width: size.width, height: size.height)
                try await PageTests.open(site, browser)
                let said = try await browser.text("#welcome-example")
                #expect(said == "Just say: “Hey Brews, a large latte and a blueberry muffin”")
                let ids: [String] = try await browser.evaluate(
                    "return [...document.querySelectorAll('.favourite')].map((each) => each.dataset.favourite)")
                #expect(ids == content.favourites.filter { site.menu.item($0) != nil })
                for text in ["regular", "large", "largest"] {
                    let findings = try await PageAudit(browser).findings
                    #expect(findings.isEmpty, "\(size.name), \(text)")
                    try await Self.shot("welcome-\(text)", size, browser)
                    try await browser.click("#text-size")
                }
                // Without a microphone nothing is suggested to say.
                _ = site.kiosk.show { $0.microphone.state = .off }
                try await browser.wait(for: "!document.getElementById('welcome-example').checkVisibility()")
            }
        }
    }

    @Test(
        "Tile and sheet show calories where the menu gives them, in the form of the language", arguments: ["en", "fr"])
    func calories(_ locale: String) async throws {
        let wanted = "190\u{A0}" + (locale == "en" ? "Cal" : "kcal")
        try await Site.with(menu: try OwnerCafe.menu(), keepsCart: true, { $0.locale = locale }) { site in
            try await Browser.with(arguments: Browser.calm) { browser in
                try await PageTests.open(site, browser)
                try await browser.click("#welcome-touch")
                try await browser.wait(for: "document.querySelector('#tiles [data-item=latte]')?.checkVisibility()")
                #expect(try await browser.text("#tiles [data-item=latte] .tile-notes") == wanted)
                #expect(try await browser.text("#tiles [data-item=tea] .tile-notes").isEmpty)
                try await browser.click("#tiles [data-item=latte]")
                try await browser.wait(for: "document.getElementById('sheet').open")
                #expect(try await browser.text("#sheet-notes").contains(wanted))
            }
        }
    }

    @Test("The welcome page shows favourites, and a plain page while the kiosk is paused", arguments: ScreenSize.all)
    func welcome(size: ScreenSize) async throws {
        try await Site.with(menu: try OwnerCafe.menu(), keepsCart: true) { site in
            try await Browser.with(arguments: Browser.calm) { browser in
                try await browser.resize(width: size.width, height: size.height)
                try await browser.open(site.address)
                try await browser.wait(for: "document.documentElement.dataset.screen === 'welcome'")
                #expect(
                    try await browser.evaluate(
                        "return document.querySelectorAll('.favourite').length", as: Int.self) == 2)
                let findings = try await PageAudit(browser).findings
                #expect(findings.isEmpty)
                try await Self.shot("favourites", size, browser)
                _ = site.kiosk.show { $0.closed = "This kiosk is taking a break. Please order at the counter." }
                try await browser.wait(for: "document.getElementById('welcome-closed').checkVisibility()")
                #expect(try await !browser.evaluate("return document.getElementById('welcome-talk').checkVisibility()"))
                let closed = try await PageAudit(browser).findings
                #expect(closed.isEmpty)
                try await Self.shot("closed", size, browser)
                for sentence in ["We open at 7:00\u{A0}AM.", "Nous ouvrons demain à 7\u{A0}h\u{A0}30."] {
                    _ = site.kiosk.show { $0.closed = sentence }
                    try await browser.wait(for: "document.getElementById('welcome-closed').innerText.includes('7')")
                    let hours = try await PageAudit(browser).findings
                    #expect(hours.isEmpty)
                }
                try await Self.shot("opens", size, browser)
                _ = site.kiosk.show { $0.closed = nil }
                try await browser.wait(for: "document.getElementById('welcome-talk').checkVisibility()")
                if try await browser.evaluate("return document.querySelector('.favourite').checkVisibility()") {
                    try await browser.click(".favourite[data-favourite=cookie]")
                    try await browser.wait(for: "document.documentElement.dataset.screen !== 'connecting'")
                    #expect(site.kiosk.actions.contains(.add(itemId: "cookie", quantity: 1, options: [])))
                }
            }
        }
    }
}
