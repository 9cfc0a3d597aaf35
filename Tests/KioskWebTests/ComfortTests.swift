import Foundation
import KioskWeb
import Ordering
import TestSupport
import Testing

/// What guests set for themselves on the welcome page: text, contrast, reach and the screen reader.
@Suite(.enabled(if: BrowserTests.isPossible, BrowserTests.reason), .timeLimit(.minutes(10)))
struct ComfortTests {
    private static func shot(_ name: String, _ size: ScreenSize, _ browser: Browser) async throws {
        guard let folder = ProcessInfo.processInfo.environment["BREWS_SCREENS"] else { return }
        let file = URL(fileURLWithPath: folder).appendingPathComponent("\(size.name)-\(name).png")
        try await browser.screenshot().write(to: file)
    }

    @Test("In high contrast every text of every state has 7 to 1, at every size", arguments: ScreenSize.all)
    func contrast(size: ScreenSize) async throws {
        try await Site.with { site in
            try await Browser.with(arguments: Browser.calm) { browser in
                try await browser.resize(width: size.width, height: size.height)
                try await PageTests.open(site, browser)
                if Axe.isInstalled { try await browser.run(Axe.script()) }
                for state in PageState.all {
                    try await PageTests.arrive(site.kiosk.wipe(), browser)
                    if try await browser.evaluate("return document.documentElement.dataset.contrast") != "high" {
                        try await browser.click("#contrast")
                    }
                    try await state.enter(site, browser)
                    let findings = try await PageAudit(browser).findings
                    #expect(findings.isEmpty, "\(size.name), \(state.name)")
                    if Axe.isInstalled {
                        let checked = try await Axe.findings(browser)
                        #expect(checked.isEmpty, "\(size.name), \(state.name)")
                    }
                    if ["welcome", "cart", "question", "confirmation"].contains(state.name) {
                        try await Self.shot("contrast-\(state.name)", size, browser)
                    }
                }
            }
        }
    }

    @Test("The audit finds text of less than 7 to 1 in high contrast")
    func contrastIsMeasured() async throws {
        try await Site.with { site in
            try await Browser.with(arguments: Browser.calm) { browser in
                try await PageTests.open(site, browser)
                try await browser.click("#contrast")
                #expect(try await PageAudit(browser).findings.isEmpty)
                // 5.7 to 1 on white: enough for AA.
                try await browser.run("document.getElementById('welcome-title').style.color = '#666666'")
                #expect(try await PageAudit(browser).findings.contains { $0.hasPrefix("contrast 5.7") })
            }
        }
    }

    @Test(
        "The row has its words where there is room, and all is as it was for the next guest", arguments: ScreenSize.all)
    func nextGuest(size: ScreenSize) async throws {
        try await Site.with(keepsCart: true) { site in
            try await Browser.with(arguments: Browser.calm) { browser in
                try await browser.resize(width: size.width, height: size.height)
                try await PageTests.open(site, browser)
                let isTall = size.height > size.width
                let names: [String] = try await browser.evaluate(
                    """
                    return [...document.querySelectorAll("body > .comfort button")]
                      .filter((each) => each.checkVisibility()).map((each) => each.ariaLabel);
                    """)
                #expect(
                    names == ["Text size: regular", "High contrast"] + (isTall ? ["Lower the screen"] : [])
                        + ["Screen reader"])
                try await Self.shot("comfort", size, browser)
                for id in ["text-size", "contrast", "reader"] + (isTall ? ["reach"] : []) {
                    try await browser.click("#\(id)")
                }
                let findings = try await PageAudit(browser).findings
                #expect(findings.isEmpty)
                try await Self.shot("comfort-all", size, browser)
                func settings() async throws -> [String] {
                    try await browser.evaluate(
                        """
                        const { text, contrast, reach } = document.documentElement.dataset;
                        return [text, contrast, reach, document.getElementById("reader").ariaPressed];
                        """)
                }
                let chosen = ["large", "high", isTall ? "low" : "full", "true"]
                #expect(try await settings() == chosen)
                try await browser.click("#welcome-touch")
                try await browser.wait(for: "document.documentElement.dataset.screen === 'ordering'")
                #expect(try await settings() == chosen, "a guest's settings last as long as the guest")
                site.kiosk.wipe()
                try await browser.wait(for: "document.documentElement.dataset.screen === 'welcome'")
                #expect(try await settings() == ["regular", "regular", "full", "false"])
            }
        }
    }

    /// The texts that the kiosk was asked to say.
    private static func announced(_ site: Site) -> [String] {
        site.kiosk.actions.compactMap { if case .announce(let text) = $0 { text } else { nil } }
    }

    @Test("With the screen reader every control is said when it has the focus, and Escape goes back")
    func reader() async throws {
        try await Site.with(keepsCart: true) { site in
            try await Browser.with(arguments: Browser.calm) { browser in
                try await browser.resize(width: 1_080, height: 1_920)
                try await PageTests.open(site, browser)
                func said(_ text: String) async throws {
                    // Announcements come after a pause in which others may join.
                    let clock = ContinuousClock(), end = clock.now + .seconds(60)
                    while !Self.announced(site).contains(where: { $0.contains(text) }), clock.now < end {
                        try await clock.sleep(for: .milliseconds(20))
                    }
                    #expect(Self.announced(site).contains { $0.contains(text) }, "\(text): \(Self.announced(site))")
                }
                try await browser.click("#reader")
                try await said("Screen reader on")
                // By Tab and by arrows, each control of the page in turn.
                for key in ["\u{E004}", "\u{E015}"] {
                    var seen: Set<String> = []
                    for _ in 0..<24 {
                        try await browser.press(key)
                        let name: String = try await browser.evaluate(
                            """
                            const node = document.activeElement;
                            return node.matches("button, a") ? node.ariaLabel ?? node.innerText.split("\\n")[0] : "";
                            """)
                        if !name.isEmpty, seen.insert(name).inserted { try await said(name) }
                    }
                    #expect(seen.count >= 8, "\(seen)")
                }
                // A touch does not end it.
                try await browser.click("#welcome-touch")
                try await browser.wait(for: "document.documentElement.dataset.screen === 'ordering'")
                try await said("What can I get you")
                let latte = try #require(site.kiosk.item(1, "latte", 1, []))
                site.kiosk.show { $0.cart = [latte] }
                try await browser.wait(for: "document.querySelector('#cart .card') !== null")
                try await browser.click("#checkout")
                try await browser.wait(for: "document.documentElement.dataset.screen === 'confirmation'")
                try await said("Is that right")
                try await browser.press("\u{E00C}")
                try await browser.wait(for: "document.documentElement.dataset.screen === 'ordering'")
                #expect(site.kiosk.actions.last == .reject)
                try await browser.press("\u{E00C}")
                _ = await site.kiosk.actions(site.kiosk.actions.count)
                try await browser.wait(for: "document.documentElement.dataset.screen === 'ordering'")
                site.kiosk.wipe()
                try await browser.wait(for: "document.documentElement.dataset.screen === 'welcome'")
                try await browser.wait(for: "document.getElementById('reader').ariaPressed === 'false'")
            }
        }
    }
}
