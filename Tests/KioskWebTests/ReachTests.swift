import Foundation
import KioskWeb
import Ordering
import TestSupport
import Testing

/// Whether guests find and reach everything: all categories on the screen, seated reach, and the accessibility checker.
@Suite(.enabled(if: BrowserTests.isPossible, BrowserTests.reason), .timeLimit(.minutes(10)))
struct ReachTests {
    private static let texts = ["regular", "large", "largest"]

    /// The built-in menu in twelve categories.
    private static func wideMenu() throws -> Menu {
        let names = [
            "hot-drinks", "iced-coffee", "tea", "smoothies", "breakfast", "sandwiches", "salads", "soups", "pastries",
            "desserts", "gluten-free", "kids-menu",
        ]
        let file = Repository.root.appendingPathComponent("Sources/Ordering/Menu/BuiltIn/cafe.json")
        var next = 0
        let text = try String(contentsOf: file, encoding: .utf8).replacing(/"category": "[a-z]+"/) { _ in
            next += 1
            return "\"category\": \"\(names[next % names.count])\""
        }
        return try MenuLoader.load(Array(text.utf8))
    }

    @Test(
        "No category is out of sight, with twelve of them, at every size and in all text sizes",
        arguments: ScreenSize.all)
    func categories(size: ScreenSize) async throws {
        try await Site.with(menu: try Self.wideMenu()) { site in
            try await Browser.with(arguments: Browser.calm) { browser in
                try await browser.resize(width: size.width, height: size.height)
                try await PageTests.open(site, browser)
                let names = ["ordering-empty", "cart", "question", "touch-only", "staff-called", "staff-unanswered"]
                for text in Self.texts {
                    for state in PageState.all where names.contains(state.name) {
                        try await PageTests.arrive(site.kiosk.wipe(), browser)
                        try await PageTests.choose(text: text, browser)
                        try await state.enter(site, browser)
                        let seen: [String] = try await browser.evaluate(
                            """
                            return [...document.querySelectorAll("[role=tab]")].filter((tab) => {
                              const box = tab.getBoundingClientRect();
                              const [x, y] = [(box.left + box.right) / 2, (box.top + box.bottom) / 2];
                              const sides = [[box.left + 4, y], [box.right - 4, y], [x, box.top + 4], \
                              [x, box.bottom - 4]];
                              return box.left >= 0 && box.top >= 0 && box.right <= innerWidth \
                              && box.bottom <= innerHeight && sides.every(([x, y]) => \
                              tab.contains(document.elementFromPoint(x, y)));
                            }).map((tab) => tab.innerText);
                            """)
                        #expect(Set(seen).count == 12, "\(size.name), \(text), \(state.name): \(seen)")
                        let findings = try await PageAudit(browser).findings
                        #expect(findings.isEmpty, "\(size.name), \(text), \(state.name)")
                    }
                }
            }
        }
    }

    @Test("Seated reach lowers everything to touch into the bottom 55 % of a tall screen, for this guest only")
    func seated() async throws {
        try await Site.with { site in
            try await Browser.with(arguments: Browser.calm) { browser in
                try await browser.resize(width: 1_080, height: 1_920)
                try await PageTests.open(site, browser)
                func reach() async throws -> String {
                    try await browser.evaluate("return document.documentElement.dataset.reach")
                }
                for text in ["regular", "largest"] {
                    for state in PageState.all {
                        // A welcome page after a welcome page is the same guest's.
                        if try await PageTests.arrive(site.kiosk.wipe(), browser) != text {
                            try await PageTests.choose(text: text, browser)
                        }
                        if try await reach() != "low" { try await browser.click("#reach") }
                        try await state.enter(site, browser)
                        let high: [String] = try await browser.evaluate(
                            """
                            return [...document.querySelectorAll("button, textarea")].filter((node) => \
                            node.checkVisibility({visibilityProperty: true}) \
                            && (!document.querySelector("dialog[open]") \
                            || node.closest("dialog[open]"))).filter((node) => {
                              const box = node.getBoundingClientRect();
                              // What a list has scrolled away is not there to touch.
                              const list = node.parentElement.closest(".lines, .tiles, .groups, .summary, .speech");
                              const top = Math.max(box.top, list?.getBoundingClientRect().top ?? 0);
                              return box.width > 0 && box.bottom > top && top < innerHeight * 0.45 - 1;
                            }).map((node) => node.id || node.className);
                            """)
                        #expect(high.isEmpty, "\(state.name), \(text): \(high)")
                        let findings = try await PageAudit(browser).findings
                        #expect(findings.isEmpty, "\(state.name), \(text)")
                    }
                }
                try await #require(PageState.all.first { $0.name == "cart" }).enter(site, browser)
                #expect(try await reach() == "low")
                #expect(
                    try await browser.evaluate(
                        "return document.getElementById('reach').ariaPressed === 'true'", as: Bool.self))
                try await PageTests.arrive(site.kiosk.wipe(), browser)
                #expect(try await reach() == "full", "not for the next guest")
                // A wide screen has nothing out of reach.
                try await browser.resize(width: 1_920, height: 1_080)
                try await browser.wait(for: "document.getElementById('reach').hidden")
            }
        }
    }

    @Test(
        "axe-core finds nothing against WCAG 2.2 AA on any page of the guest, on a tall and on the smallest screen",
        .enabled(if: Axe.isInstalled, Axe.reason), arguments: ["portrait", "small"])
    func checker(_ name: String) async throws {
        let size = try #require(ScreenSize.all.first { $0.name == name })
        try await Site.with { site in
            try await Browser.with(arguments: Browser.calm) { browser in
                try await browser.resize(width: size.width, height: size.height)
                try await PageTests.open(site, browser)
                try await browser.run(Axe.script())
                for state in PageState.all {
                    let text = try await PageTests.arrive(site.kiosk.wipe(), browser)
                    if text == "regular", name == "small" { try await PageTests.choose(text: "large", browser) }
                    try await state.enter(site, browser)
                    let findings = try await Axe.findings(browser)
                    #expect(findings.isEmpty, "\(name), \(state.name)")
                }
            }
        }
    }

    @Test(
        "axe-core finds nothing against WCAG 2.2 AA on the staff page: at the door, with a call, a check, and voices",
        .enabled(if: Axe.isInstalled, Axe.reason))
    func staffChecker() async throws {
        let staff = ScriptedStaff()
        try await Site.with(staff: staff, voices: ScriptedVoices()) { site in
            site.kiosk.set(
                health: KioskHealth(
                    parts: [.init(name: "microphone", state: .degraded, detail: "The signal is clipped.")],
                    figures: ["brews_orders_total": 87]))
            try await Browser.with(arguments: Browser.calm) { browser in
                try await browser.resize(width: 1_280, height: 800)
                try await browser.open(site.address + "/staff")
                try await browser.wait(for: "document.querySelectorAll('#pad button').length === 12")
                try await browser.run(Axe.script())
                #expect(try await Axe.findings(browser).isEmpty)
                site.kiosk.show { $0.needsStaff = true }
                try await browser.wait(for: "document.getElementById('call').checkVisibility()")
                #expect(try await Axe.findings(browser).isEmpty)
                for digit in "4711" { try await browser.click("#pad [data-key='\(digit)']") }
                try await browser.click("#pad .primary")
                try await browser.wait(for: "document.querySelectorAll('#today dd').length === 7")
                staff.set(check: ScriptedStaff.reading)
                try await browser.wait(for: "document.getElementById('check-sentence').innerText !== ''")
                #expect(try await Axe.findings(browser).isEmpty)
                try await browser.click("#tab-voices")
                try await browser.wait(for: "document.querySelectorAll('.voice-row').length === 3")
                #expect(try await Axe.findings(browser).isEmpty)
            }
        }
    }

    @Test("The accessibility checker finds what is wrong", .enabled(if: Axe.isInstalled, Axe.reason))
    func checkerSees() async throws {
        try await Site.with { site in
            try await Browser.with(arguments: Browser.calm) { browser in
                try await PageTests.open(site, browser)
                try await browser.run(Axe.script())
                try await browser.run(
                    """
                    const size = document.getElementById('text-size'); size.removeAttribute('aria-label'); \
                    size.replaceChildren()
                    """)
                #expect(try await Axe.findings(browser).contains { $0.hasPrefix("button-name") })
            }
        }
    }
}

/// The accessibility checker axe-core, injected into a page.
enum Axe {
    private static let file = Repository.root.appendingPathComponent(".build/axe/axe.min.js")
    static let isInstalled = FileManager.default.isReadableFile(atPath: file.path)
    static let reason: Comment = "axe-core is not installed; scripts/setup --training installs it"

    static func script() throws -> String { try String(contentsOf: file, encoding: .utf8) }

    /// Expects no violations on a page that may not have the checker yet; nothing where it is not installed.
    static func expectNothing(_ browser: Browser, sourceLocation: SourceLocation = #_sourceLocation) async throws {
        guard isInstalled else { return }
        if try await browser.evaluate("return window.axe === undefined") { try await browser.run(script()) }
        let findings = try await findings(browser)
        #expect(findings.isEmpty, "\(findings)", sourceLocation: sourceLocation)
    }

    /// Violations of WCAG 2.0 to 2.2, levels A and AA, as "rule: element".
    static func findings(_ browser: Browser) async throws -> [String] {
        // A result of a run is an object, which counts as true also without findings.
        try await browser.run(
            """
            window.axeFindings = undefined;
            axe.run(document, {
              runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"], resultTypes: ["violations"],
            }).then((result) => { window.axeFindings = result.violations.flatMap((each) => each.nodes.map((node) => \
            each.id + ": " + node.target.join(" "))); }, (error) => { window.axeFindings = ["error: " + error]; });
            """)
        return try await browser.value(of: "window.axeFindings")
    }
}
