internal import Feedback
internal import Foundation
internal import KioskWeb
internal import OrderParsing
internal import Ordering
internal import Speech
internal import Synchronization
internal import TestSupport
internal import Testing

@testable internal import KioskRuntime

/// One kiosk with its page in a browser, and three guests: one only speaks, one only touches, one only uses a keypad
/// and hears. Each places the same order of two items.
@Suite(.enabled(if: Browser.isAvailable, "needs Debian's packages chromium and chromium-driver"))
struct ThreeGuestsTests {
    /// A voice that says everything at once and remembers it.
    private final class RememberedVoice: GuestVoice {
        let makesSound = true
        private let state = Mutex(
            (texts: [String](), waiting: [(text: String, continuation: CheckedContinuation<Void, Never>)]()))

        func say(_ text: String) async -> Bool {
            let due = state.withLock { state in
                state.texts.append(text)
                let due = state.waiting.filter { text.contains($0.text) }
                state.waiting.removeAll { text.contains($0.text) }
                return due
            }
            for each in due { each.continuation.resume() }
            return true
        }

        /// Forgets what was said.
        func forget() { state.withLock { $0.texts = [] } }

        /// Returns once a text has been said that contains this one.
        func said(_ text: String) async {
            await withCheckedContinuation { continuation in
                let isSaid = state.withLock { state in
                    let isSaid = state.texts.contains { $0.contains(text) }
                    if !isSaid { state.waiting.append((text, continuation)) }
                    return isSaid
                }
                if isSaid { continuation.resume() }
            }
        }

        func stop() async {}
        func play(_ cue: FeedbackCue) async {}
        func shortcoming() async -> String? { nil }
    }

    private struct Kiosk {
        let orchestrator: KioskOrchestrator
        let parser: OrderParsingPipeline
        let voice: RememberedVoice
        let clock: MonotonicClock
        let browser: Browser
        let writer: PromptWriter

        func wait(_ screen: String) async throws {
            try await browser.wait(for: "document.documentElement.dataset.screen === arguments[0]", [screen])
        }

        /// An utterance as the recogniser would report it, a second after the kiosk has spoken.
        func says(_ text: String) async {
            let began = clock.now() + .seconds(1)
            await orchestrator.handle(
                .said(
                    .init(
                        text: text, parse: parser.parse(text), confidence: 0.95, began: began,
                        ended: began + .seconds(1))))
        }

        /// Moves with an arrow key until an element has the focus, hears its name, and presses Enter.
        func presses(_ selector: String, by key: String = "\u{E015}") async throws {
            for _ in 0..<120 where try await !isFocused(selector) { try await browser.press(key) }
            try #require(try await isFocused(selector), "the keypad does not reach \(selector)")
            let name: String = try await browser.evaluate(
                """
                const node = document.activeElement;
                return node.getAttribute("aria-label") ?? node.innerText.split("\\n")[0];
                """)
            await voice.said(writer.spoken(name))
            try await browser.wait(for: "!('held' in document.documentElement.dataset)")
            voice.forget()
            try await browser.press("\u{E007}")
        }

        private func isFocused(_ selector: String) async throws -> Bool {
            try await browser.evaluate("return document.activeElement.matches(arguments[0])", [selector])
        }
    }

    @Test(
        "A guest who only speaks, one who only touches and one at a keypad each place the same order of two items",
        .timeLimit(.minutes(5)), arguments: ["en", "de", "fr", "es"])
    func sameOrder(_ locale: String) async throws {
        let menu = try MenuLoader.builtIn(), store = MemoryOrderStore(), voice = RememberedVoice()
        let clock = MonotonicClock(ContinuousClock()), parser = try OrderParsingPipeline(menu: menu)
        var parts = KioskParts(
            voiceInput: .loaded(.init(input: EmptyInput(), service: ToneVoiceService())), voice: voice,
            store: store, clock: clock
        ) { UUID().uuidString.lowercased() }
        parts.log = { _ in }
        var times = KioskTimes()
        // A busy machine must not look like a guest who has left.
        (times.wipe, times.payment) = (.seconds(600), .seconds(60))
        let writer = try PromptWriter(menu: menu, locale: locale)
        let orchestrator = try KioskOrchestrator(
            menu: menu, parser: parser, writer: writer, menuDigest: "digest", times: times, parts: parts)
        var settings = KioskWebSettings()
        (settings.port, settings.locale) = (0, locale)
        let web = try KioskWebServer(service: orchestrator, menu: menu, money: { writer.money($0) }, settings: settings)
        let port = try await web.start()
        try await Browser.with(arguments: Browser.calm) { browser in
            try await browser.resize(width: 1_080, height: 1_920)
            try await browser.open("http://127.0.0.1:\(port)/")
            let kiosk = Kiosk(
                orchestrator: orchestrator, parser: parser, voice: voice, clock: clock, browser: browser,
                writer: writer)
            let guests = [Self.speaks, Self.touches, Self.usesKeypad]
            for (index, order) in guests.enumerated() {
                try await kiosk.wait("welcome")
                try await order(kiosk)
                try await browser.wait(
                    for: "document.getElementById('number').innerText === arguments[0]", ["\(index + 1)"])
                #expect(await orchestrator.perform(.dismiss) == .done)
            }
        }
        await web.stop()
        let orders = await store.orders
        #expect(orders.count == 3 && orders.first?.lines.map(\.itemId) == ["latte", "blueberry-muffin"])
        #expect(orders.first?.lines.first?.options.map(\.id) == ["large"])
        for order in orders { #expect(order.lines == orders[0].lines && order.total == orders[0].total) }
    }

    private static func speaks(_ kiosk: Kiosk) async throws {
        await kiosk.orchestrator.handle(.woke(session: UUID().uuidString.lowercased()))
        try await kiosk.wait("ordering")
        await kiosk.says("a large latte and a blueberry muffin")
        try await kiosk.browser.wait(for: "document.querySelectorAll('#cart .card').length === 2")
        await kiosk.says("that's all")
        try await kiosk.wait("confirmation")
        await kiosk.says("yes")
    }

    private static func touches(_ kiosk: Kiosk) async throws {
        let path = [
            "#welcome-touch", "[data-item=latte]", "[data-group=size] [data-option=large]", "#sheet-add",
            "[data-category=food]", "[data-item=blueberry-muffin]", "#sheet-add",
        ]
        for selector in path { try await kiosk.browser.click(selector) }
        try await kiosk.browser.wait(for: "document.querySelectorAll('#cart .card').length === 2")
        try await kiosk.browser.click("#checkout")
        try await kiosk.browser.click("#yes")
    }

    private static func usesKeypad(_ kiosk: Kiosk) async throws {
        let browser = kiosk.browser
        try await kiosk.presses("#welcome-touch")
        try await kiosk.wait("ordering")
        try await kiosk.presses("[data-item=latte]")
        try await kiosk.presses("[data-group=size] [data-option=large]")
        try await kiosk.presses("#sheet-add")
        try await browser.wait(for: "document.querySelectorAll('#cart .card').length === 1")
        // What has happened is heard, too.
        await kiosk.voice.said(kiosk.writer.spoken(await kiosk.orchestrator.captionBegin))
        // Back to the categories, and on to the food.
        try await kiosk.presses("[role=tab]", by: "\u{E013}")
        try await kiosk.presses("[data-category=food]", by: "\u{E014}")
        try await kiosk.presses("[data-item=blueberry-muffin]")
        try await kiosk.presses("#sheet-add")
        try await browser.wait(for: "document.querySelectorAll('#cart .card').length === 2")
        try await kiosk.presses("#checkout")
        try await kiosk.wait("confirmation")
        try await kiosk.presses("#yes")
    }
}

extension KioskOrchestrator {
    /// The first two words of the caption on the screen.
    fileprivate var captionBegin: String { machine.caption.split(separator: " ").prefix(2).joined(separator: " ") }
}
