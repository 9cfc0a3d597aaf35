import Foundation
import KioskWeb
import Ordering
import TestSupport
import Testing

/// A guest's call for the staff on both pages, and the order's number kept on the screen.
@Suite(.timeLimit(.minutes(10)))
struct StaffCallTests {
    @Test("A call is in the health report and in the metrics")
    func health() async throws {
        try await Site.with { site in
            let before = try await site.get("/healthz").text
            #expect(before.contains(#""needsStaff":false"#))
            site.kiosk.set(health: KioskHealth(parts: [], figures: [:], needsStaff: true))
            let (health, metrics) = (try await site.get("/healthz").text, try await site.get("/metrics").text)
            #expect(health.contains(#""needsStaff":true"#) && metrics.contains("brews_needs_staff 1\n"))
        }
    }

    @Test(
        "A guest calls the staff on every page without a dialog, sees whether somebody comes, and takes the call back",
        .enabled(if: BrowserTests.isPossible, BrowserTests.reason))
    func guest() async throws {
        try await Site.with { site in
            try await Browser.with(arguments: Browser.calm) { browser in
                try await browser.resize(width: 800, height: 480)
                try await PageTests.open(site, browser)
                let dialogs = ["idle", "item", "correction"]
                for state in PageState.all where !dialogs.contains(state.name) && !state.name.hasPrefix("staff-") {
                    try await PageTests.arrive(site.kiosk.wipe(), browser)
                    try await state.enter(site, browser)
                    let calls = site.kiosk.actions.count { $0 == .callStaff }
                    try await browser.click("#call-staff")
                    while site.kiosk.actions.count(where: { $0 == .callStaff }) == calls {
                        _ = await site.kiosk.actions(site.kiosk.actions.count + 1)
                    }
                }
                for (state, text) in [
                    (KioskSnapshot.StaffCall.called, "Staff have been called. Please wait here."),
                    (.coming, "Somebody is on the way to you."),
                ] {
                    try await PageTests.arrive(site.kiosk.show { $0.staffCall = state }, browser)
                    #expect(try await browser.text("#staff-call-text") == text)
                    #expect(
                        try await browser.evaluate("return document.getElementById('call-staff').hidden", as: Bool.self)
                    )
                }
                try await browser.click("#staff-call-cancel")
                while !site.kiosk.actions.contains(.cancelStaffCall) {
                    _ = await site.kiosk.actions(site.kiosk.actions.count + 1)
                }
            }
        }
        try await Site.with({ $0.staffCode = nil }) { site in
            try await Browser.with(arguments: Browser.calm) { browser in
                try await PageTests.open(site, browser)
                #expect(
                    try await browser.evaluate("return document.getElementById('call-staff').hidden", as: Bool.self),
                    "nobody would see a call")
            }
        }
    }

    @Test(
        "The staff page shows a call at once and rings until it is answered, also before the code is entered",
        .enabled(if: BrowserTests.isPossible, BrowserTests.reason))
    func staff() async throws {
        let staff = ScriptedStaff()
        try await Site.with(staff: staff) { site in
            try await Browser.with(arguments: Browser.calm) { browser in
                try await browser.resize(width: 1_280, height: 800)
                try await browser.open(site.address + "/staff")
                try await browser.wait(for: "document.querySelectorAll('#pad button').length === 12")
                // Counts the tones; and the repetition comes at once instead of after three seconds.
                try await browser.run(
                    """
                    window.tones = 0;
                    const start = OscillatorNode.prototype.start;
                    OscillatorNode.prototype.start = function (...all) { window.tones += 1; start.apply(this, all); };
                    const [set, clear] = [window.setInterval, window.clearInterval];
                    window.ring = null;
                    window.setInterval = (run, wait) => wait === 3000 ? (window.ring = run, 4711) : set(run, wait);
                    window.clearInterval = (id) => id === 4711 ? (window.ring = null) : clear(id);
                    """)
                site.kiosk.show { $0.needsStaff = true }
                try await browser.wait(for: "document.getElementById('call-title').checkVisibility()")
                #expect(try await browser.text("#call-title") == "A guest needs help")
                #expect(try await browser.text("#call-text") == "Enter the code to answer.")
                #expect(try await browser.evaluate("return window.tones", as: Int.self) == 2)
                let tones: Int = try await browser.evaluate(
                    "window.ring(); return window.tones"
                )
                #expect(tones == 4)
                staff.set(callSeconds: 42)
                for digit in "4711" { try await browser.click("#pad [data-key='\(digit)']") }
                try await browser.click("#pad .primary")
                try await browser.wait(for: "document.getElementById('call-text').innerText === 'Waiting for 42 s'")
                #expect(try await PageAudit(browser).findings.isEmpty)
                try await browser.click("#call-answer")
                try await browser.wait(for: "document.getElementById('call-text').innerText === ''")
                #expect(staff.actions == [.answerCall])
                site.kiosk.show { $0.needsStaff = false }
                try await browser.wait(for: "document.getElementById('call').hidden && window.ring === null")
            }
        }
    }

    @Test(
        "A touch anywhere keeps the order's number, and so does its button; the second tap on “Yes” does not",
        .enabled(if: BrowserTests.isPossible, BrowserTests.reason))
    func number() async throws {
        try await Site.with { site in
            try await Browser.with(arguments: Browser.calm) { browser in
                try await browser.resize(width: 1_080, height: 1_920)
                try await PageTests.open(site, browser)
                let counter = try #require(PageState.all.first { $0.name == "payment-counter" })
                try await counter.enter(site, browser)
                try await browser.wait(for: "!('held' in document.documentElement.dataset)")
                let touch = """
                    document.getElementById('number').dispatchEvent(new PointerEvent('pointerdown', { bubbles: true }))
                    """
                try await browser.run(
                    "document.documentElement.dataset.held = ''; \(touch); delete document.documentElement.dataset.held"
                )
                #expect(site.kiosk.actions.isEmpty)
                try await browser.run(touch)
                #expect(await site.kiosk.actions(1) == [.stillHere])
                try await PageTests.arrive(site.kiosk.show { $0.placed?.isKept = true }, browser)
                #expect(try await browser.text("#moment-choices").contains("Kept on screen"))
                try await PageTests.arrive(site.kiosk.wipe(), browser)
                try await counter.enter(site, browser)
                try await browser.click("#moment-choices .secondary")
                #expect(await site.kiosk.actions(2).allSatisfy { $0 == .stillHere })
            }
        }
    }
}
