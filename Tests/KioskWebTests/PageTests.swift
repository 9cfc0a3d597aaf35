import Foundation
import KioskWeb
import Ordering
import TestSupport
import Testing

@Suite(.enabled(if: BrowserTests.isPossible, BrowserTests.reason), .timeLimit(.minutes(10)))
struct PageTests {
    /// Opens the page and waits for its first snapshot.
    static func open(_ site: Site, _ browser: Browser) async throws {
        try await browser.open(site.address)
        try await browser.wait(for: "document.documentElement.dataset.revision !== undefined")
    }

    /// Returns when the page shows this snapshot or a later one, with the text size.
    @discardableResult
    static func arrive(_ revision: Int, _ browser: Browser) async throws -> String {
        try await browser.value(
            of:
                """
                Number(document.documentElement.dataset.revision) >= Number(arguments[0]) \
                && document.documentElement.dataset.text
                """, [String(revision)])
    }

    /// The text size according to the document.
    static func text(_ browser: Browser) async throws -> String {
        try await browser.evaluate("return document.documentElement.dataset.text")
    }

    /// Text sizes and typefaces: Inter, and the fallback.
    private static let looks = [("regular", ""), ("large", ""), ("largest", ""), ("regular", "DejaVu Sans")]

    /// Chooses a text size, 1, 1.5 or 2 times, on a page that shows the regular one.
    static func choose(text: String, _ browser: Browser) async throws {
        for _ in 0..<(["regular", "large", "largest"].firstIndex(of: text) ?? 0) {
            try await browser.click("#text-size")
        }
    }

    @Test(
        "Every state is complete, readable and touchable at every size, in all text sizes, and in another typeface",
        arguments: ScreenSize.all)
    func everyState(size: ScreenSize) async throws {
        try await Site.with { site in
            try await Browser.with(arguments: Browser.calm) { browser in
                try await browser.resize(width: size.width, height: size.height)
                try await Self.open(site, browser)
                for (wanted, typeface) in Self.looks {
                    try await browser.run("document.documentElement.style.fontFamily = arguments[0]", [typeface])
                    for state in PageState.all {
                        let text = try await Self.arrive(site.kiosk.wipe(), browser)
                        if text != wanted { try await Self.choose(text: wanted, browser) }
                        try await state.enter(site, browser)
                        let audit = try await PageAudit(browser)
                        #expect(audit.text == wanted, "\(size.name), \(state.name)")
                        #expect(
                            audit.findings.isEmpty, "\(size.name), \(state.name), \(wanted) text \(typeface)")
                    }
                }
            }
        }
    }

    @Test(
        "In every language every state is complete, readable and touchable on the smallest and the tallest screen",
        arguments: ["de", "es", "fr"])
    func everyLanguage(_ language: String) async throws {
        try await Site.with({ $0.locale = language }) { site in
            try await Browser.with(arguments: Browser.calm) { browser in
                for size in [ScreenSize.all.min { $0.width < $1.width }, ScreenSize.all.max { $0.height < $1.height }]
                    .compactMap({ $0 })
                {
                    try await browser.resize(width: size.width, height: size.height)
                    try await Self.open(site, browser)
                    for state in PageState.all {
                        try await Self.arrive(site.kiosk.wipe(), browser)
                        try await state.enter(site, browser)
                        let findings = try await PageAudit(browser).findings
                        #expect(findings.isEmpty, "\(language), \(size.name), \(state.name)")
                        // What stands in the document is larger for the same state.
                        try await browser.run("document.documentElement.dataset.text = 'largest'")
                        let large = try await PageAudit(browser).findings
                        #expect(large.isEmpty, "\(language), \(size.name), \(state.name), largest text")
                        try await browser.run("document.documentElement.dataset.text = 'regular'")
                    }
                }
            }
        }
    }

    @Test("The page audit detects defects: low contrast, small, cut off, outside, covered, unnamed, scrolling")
    func auditSees() async throws {
        let faults = [
            ("contrast", "document.getElementById('empty').style.color = '#aaa'"),
            ("text of", "document.getElementById('empty').style.fontSize = '9px'"),
            (
                "cut off",
                """
                const tile = document.querySelector('.order-title'); tile.style.cssText = 'width: 30px; overflow: \
                hidden; white-space: nowrap'
                """
            ),
            ("outside", "document.querySelector('.brand').style.cssText = 'position: fixed; left: -90px'"),
            (
                "covered",
                """
                document.getElementById('toast').style.cssText = 'visibility: visible; inset: 0; pointer-events: auto; \
                width: auto; max-width: none'
                """
            ),
            ("too small", "document.getElementById('checkout').style.cssText = 'min-height: 20px; height: 20px'"),
            ("without a name", "document.getElementById('checkout').textContent = ''"),
            (
                "words leave",
                "document.getElementById('checkout').style.cssText = 'width: 60px; min-width: 0; white-space: nowrap'"
            ),
            ("the page scrolls", "document.body.style.cssText = 'height: 3000px'"),
            ("microphone's state", "document.getElementById('microphone-state').hidden = true"),
        ]
        try await Site.with { site in
            try await Browser.with(arguments: Browser.calm) { browser in
                try await browser.resize(width: 1_920, height: 1_080)
                for (finding, fault) in faults {
                    try await Self.open(site, browser)
                    try await #require(PageState.all.first { $0.name == "ordering-empty" }).enter(site, browser)
                    try await browser.run(fault)
                    let findings = try await PageAudit(browser).findings
                    #expect(findings.contains { $0.contains(finding) }, "\(finding): \(findings)")
                }
            }
        }
    }

    @Test("A guest orders by touch only, from the welcome page to the order number")
    func touchOrder() async throws {
        try await Site.with(keepsCart: true) { site in
            try await Browser.with(arguments: Browser.calm) { browser in
                try await browser.resize(width: 1_080, height: 1_920)
                try await Self.open(site, browser)
                try await browser.click("#welcome-touch")
                try await browser.click("[data-item=latte]")
                // Without a size the sheet says what is missing and stays open.
                try await browser.click("#sheet-add")
                try await browser.wait(
                    for: "document.getElementById('sheet-alert').innerText === 'Please choose: Size'")
                try await browser.click("[data-group=size] [data-option=large]")
                try await browser.click("[data-group=milk] [data-option=oat]")
                try await browser.click("[data-group=sweetener] [data-option=brown-sugar]")
                try await browser.click("[data-group=sweetener] [aria-label='Brown sugar'] [data-amount=light]")
                try await browser.click("#sheet-quantity [data-step=more]")
                try await browser.wait(for: "document.getElementById('sheet-add').innerText === 'Add · $11.90'")
                try await browser.click("#sheet-add")
                try await browser.wait(for: "document.querySelectorAll('#cart .card').length === 1")
                // An item without options is added at once.
                try await browser.click("[data-category=cold]")
                try await browser.run(
                    """
                    window.said = []; new MutationObserver(() => \
                    window.said.push(document.getElementById('toast').innerText)).\
                    observe(document.getElementById('toast'), {childList: true})
                    """
                )
                try await browser.click("[data-item=water]")
                try await browser.wait(for: "document.querySelectorAll('#cart .card').length === 2")
                try await browser.click("#cart .card:nth-child(2) .step:nth-child(3)")
                try await browser.wait(
                    for: "document.querySelector('#cart .card:nth-child(2) .quantity').innerText === '2'")
                // Only the order shows that an item was added: the answer to an action only confirms that it arrived.
                #expect(try await browser.evaluate("return window.said", as: [String].self).isEmpty)
                try await browser.click("#checkout")
                try await browser.wait(for: "document.getElementById('confirmation-total').innerText === '$15.90'")
                #expect(try await browser.text("#summary").contains("Light brown sugar"))
                try await browser.click("#yes")
                try await browser.wait(for: "document.getElementById('number').innerText === '42'")
                try await browser.click("#moment-choices .primary")
                try await browser.wait(for: "document.documentElement.dataset.screen === 'welcome'")
                let made = site.kiosk.actions.filter { $0 != .stillHere }
                let latte = KioskAction.add(
                    itemId: "latte", quantity: 2,
                    options: [
                        .init(group: "size", id: "large"), .init(group: "milk", id: "oat"),
                        .init(group: "sweetener", id: "brown-sugar", amount: .light),
                    ])
                #expect(
                    made == [
                        .startSilently, latte, .add(itemId: "water", quantity: 1, options: []),
                        .setQuantity(line: 2, quantity: 2), .checkout, .confirm, .dismiss,
                    ])
            }
        }
    }

    @Test(
        "Every button works: start, mute, hush, answer, change, remove, no, correct, still here, start over, try again"
    )
    func everyButton() async throws {
        try await Site.with { site in
            try await Browser.with(arguments: Browser.calm) { browser in
                try await browser.resize(width: 1_920, height: 1_080)
                try await Self.open(site, browser)
                func state(_ name: String) async throws {
                    try await #require(PageState.all.first { $0.name == name }).enter(site, browser)
                }
                var count = 0
                func expect(_ actions: KioskAction..., line: SourceLocation = #_sourceLocation) async {
                    let all = await site.kiosk.actions(count + actions.count).filter {
                        $0 != .stillHere || actions.contains(.stillHere)
                    }
                    #expect(Array(all.suffix(actions.count)) == actions, sourceLocation: line)
                    count = site.kiosk.actions.count
                }
                try await browser.click("#welcome-talk")
                await expect(.start)
                try await state("listening")
                try await browser.click("#talk")
                await expect(.listen(isOn: false))
                try await state("question")
                try await browser.click("#talk")
                await expect(.hush)
                try await browser.click("#answers button:nth-child(2)")
                await expect(.answer(value: "medium"))
                try await state("cart")
                try await browser.click("#cart .card:nth-child(1) .card-foot > .quiet:nth-child(2)")
                try await browser.click("[data-group=size] [data-option=small]")
                try await browser.wait(for: "document.getElementById('sheet-add').innerText.startsWith('Save')")
                try await browser.click("#sheet-add")
                await expect(
                    .setOptions(
                        line: 1,
                        options: [
                            .init(group: "size", id: "small"), .init(group: "temperature", id: "iced"),
                            .init(group: "milk", id: "oat"),
                            .init(group: "sweetener", id: "brown-sugar", amount: .light),
                        ]))
                try await browser.click("#cart .card:nth-child(2) .card-foot > .quiet:nth-child(3)")
                await expect(.remove(line: 2))
                try await browser.click("#correct")
                try await browser.click("#keyboard .wide")
                for key in ["t", "e", "a"] {
                    try await browser.run(
                        """
                        [...document.querySelectorAll('.key')].find((each) => each.innerText === arguments[0]).click()
                        """,
                        [key])
                }
                try await browser.click("#correction-send")
                await expect(.say(text: "tea", replacesLast: true, replaces: site.kiosk.snapshot.transcript.last))
                // Speech heard meanwhile is not undone instead of what is corrected.
                try await browser.click("#correct")
                try await Self.arrive(site.kiosk.show { $0.transcript.last = "lovely weather" }, browser)
                try await browser.click("#correction-send")
                try await browser.wait(for: "document.getElementById('toast').innerText.includes('meanwhile')")
                #expect(site.kiosk.actions.count { if case .say = $0 { true } else { false } } == 1)
                try await state("confirmation")
                try await browser.click("#no")
                await expect(.reject)
                try await state("confirmation-countdown")
                #expect(try await browser.text("#countdown-text") == "Your order will be placed in 5 s.")
                try await Self.arrive(site.kiosk.show { $0.confirmSecondsLeft = 4 }, browser)
                #expect(try await browser.text("#countdown-text") == "Your order will be placed in 4 s.")
                let waits = site.kiosk.actions.count { $0 == .stillHere }
                try await browser.click("#wait")
                await expect(.stillHere)
                #expect(site.kiosk.actions.count { $0 == .stillHere } > waits)
                try await Self.arrive(site.kiosk.show { $0.confirmSecondsLeft = nil }, browser)
                let isCounting = "return document.getElementById('countdown').checkVisibility()"
                #expect(try await browser.evaluate(isCounting, as: Bool.self) == false)
                try await state("idle")
                try await browser.click("#idle-here")
                await expect(.stillHere)
                try await state("idle")
                try await browser.click("#idle-over")
                await expect(.startOver)
                try await state("failure")
                try await browser.click("#moment-choices .primary")
                await expect(.confirm)
                try await state("cart")
                try await browser.click("#start-over")
                await expect(.startOver)
                site.kiosk.refuse("That is sold out today.")
                try await browser.click("#checkout")
                try await browser.wait(for: "document.getElementById('toast').innerText === 'That is sold out today.'")
            }
        }
    }

    @Test(
        "The second touch of a double tap, and a touch while the order changes, confirm no order"
    )
    func doubleTap() async throws {
        try await Site.with { site in
            try await Browser.with(arguments: Browser.calm) { browser in
                try await browser.resize(width: 1_920, height: 1_080)
                try await Self.open(site, browser)
                try await #require(PageState.all.first { $0.name == "cart" }).enter(site, browser)
                // A stopped clock, so that the touches are as fast as possible; and a finger on "Yes" as soon as the
                // page holds touches back.
                try await browser.run(
                    """
                    performance.now = () => 5000;
                    const root = document.documentElement;
                    window.held = 0;
                    new MutationObserver(() => { if ("held" in root.dataset) { window.held += 1; \
                    document.getElementById("yes").click(); } })
                        .observe(root, { attributes: true, attributeFilter: ["data-held"] });
                    document.getElementById("checkout").click();
                    """)
                func isHeld(_ times: Int) async throws {
                    try await browser.wait(
                        for: "window.held === Number(arguments[0]) && !('held' in document.documentElement.dataset)",
                        [String(times)])
                }
                try await #require(PageState.all.first { $0.name == "confirmation" }).enter(site, browser)
                try await isHeld(1)
                let revision = site.kiosk.show { snapshot in snapshot.cart = snapshot.cart.dropLast() }
                try await Self.arrive(revision, browser)
                try await isHeld(2)
                try await browser.click("#yes")
                while !site.kiosk.actions.contains(.confirm) {
                    _ = await site.kiosk.actions(site.kiosk.actions.count + 1)
                }
                #expect(site.kiosk.actions.filter { $0 == .confirm || $0 == .checkout } == [.checkout, .confirm])
            }
        }
    }

    @Test("The correction dialog closes when the order is placed, and stays open while it is read back")
    func correctionCloses() async throws {
        try await Site.with { site in
            try await Browser.with(arguments: Browser.calm) { browser in
                try await browser.resize(width: 1_920, height: 1_080)
                try await Self.open(site, browser)
                func state(_ name: String) async throws {
                    try await #require(PageState.all.first { $0.name == name }).enter(site, browser)
                }
                func isOpen() async throws -> Bool {
                    try await browser.evaluate("return document.getElementById('correction').open", as: Bool.self)
                }
                for name in ["placing", "payment-counter", "thanks", "failure"] {
                    try await state("correction")
                    try await state("confirmation")
                    #expect(try await isOpen(), "\(name)")
                    try await state(name)
                    #expect(try await !isOpen(), "\(name)")
                }
            }
        }
    }

    @Test("The keyboard reaches every button in a sensible order, and the focus is visible")
    func keys() async throws {
        try await Site.with { site in
            try await Browser.with(arguments: Browser.calm) { browser in
                try await browser.resize(width: 1_920, height: 1_080)
                try await Self.open(site, browser)
                try await #require(PageState.all.first { $0.name == "question" }).enter(site, browser)
                var seen: [String] = []
                for _ in 0..<48 {
                    try await browser.press("\u{E004}")
                    seen.append(
                        try await browser.evaluate(
                            """
                            const node = document.activeElement; return (node.id || node.className || node.tagName) + \
                            (node !== document.body && getComputedStyle(node).outlineStyle === 'none' ? ' unseen' : '')
                            """
                        ))
                }
                #expect(!seen.contains { $0.hasSuffix(" unseen") }, "\(seen)")
                let round = Array(seen[(seen.firstIndex(of: "text-size") ?? 0)...])
                let order = [
                    "text-size", "start-over", "talk", "answer", "correct", "tab-coffee", "tile", "step", "checkout",
                ].compactMap { round.firstIndex(of: $0) }
                #expect(order.count == 9 && order == order.sorted(), "\(round)")
                let live: [String: String] = try await browser.evaluate(
                    """
                    return {transcript: document.getElementById('transcript').ariaLive, question: \
                    document.getElementById('question').ariaLive, toast: document.getElementById('toast').ariaLive}
                    """
                )
                #expect(live == ["transcript": "polite", "question": "assertive", "toast": "assertive"])
            }
        }
    }
}
