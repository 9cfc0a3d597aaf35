import Foundation
import Ordering
import Synchronization
import TestSupport
import Testing

@testable import KioskWeb

/// A staff service for tests: fixed figures, and a microphone check controlled by the test.
final class ScriptedStaff: StaffService {
    private let state = Mutex(
        (
            status: StaffStatus(
                today: StaffFigures(
                    orders: 87, sessions: 96, ordersByVoice: 71, total: .init(minorUnits: 92_310, text: "$923.10"),
                    reasks: 9, corrections: 14, secondsPerOrder: 38.4),
                session: StaffSession(
                    state: "active", duration: "1:05", untilTimeout: "0:45", lastEnd: "completed",
                    ends: [.init(reason: "completed", count: 87), .init(reason: "timeout", count: 6)])),
            actions: [StaffAction]()
        ))

    var actions: [StaffAction] { state.withLock { $0.actions } }

    func set(callSeconds: Int?) { state.withLock { $0.status.callSeconds = callSeconds } }

    func set(check: MicrophoneCheck?) { state.withLock { $0.status.check = check } }

    func status() async -> StaffStatus { state.withLock { $0.status } }

    func perform(_ action: StaffAction) async -> KioskActionResult {
        state.withLock { state in
            state.actions.append(action)
            switch action {
            case .beginCheck: state.status.check = MicrophoneCheck(phase: .quiet, level: -61)
            case .endCheck: state.status.check = nil
            case .readAgain, .skipSentence: break
            case .answerCall: state.status.callSeconds = nil
            }
            return .done
        }
    }

    static let reading = MicrophoneCheck(
        phase: .reading, level: -31, noiseFloor: -58, speechLevel: -27, clippedShare: 0.002,
        sentence: "A large iced latte with oat milk, please.",
        readings: [
            .init(
                sentence: "Two blueberry muffins and a small hot chocolate.",
                heard: "two blueberry muffins and a small hot chocolate", isRight: true),
            .init(sentence: "Can I get a double espresso?", heard: "can i get a double express", isRight: false),
        ], advice: ["The room is quiet enough.", "Move the microphone a hand closer to the guest."])
}

/// The lock as a reference type, because expectations cannot change a value.
private final class LockOnTable {
    private var lock: StaffLock

    init(code: String) { lock = StaffLock(code: code) }

    func enter(_ code: String, at now: Duration, newKey: () -> String = Secret.random) -> StaffLock.Outcome {
        lock.enter(code, at: now, newKey: newKey)
    }
    func admits(_ key: String, at now: Duration) -> Bool { lock.admits(key, at: now) }
    func close() { lock.close() }
}

@Suite(.timeLimit(.minutes(10)))
struct StaffTests {
    @Test(
        "G13: Five wrong codes lock for 60 s, also for the right code; then there are five tries again"
    )
    func lock() {
        let lock = LockOnTable(code: "4711")
        for left in [4, 3, 2, 1] { #expect(lock.enter("0000", at: .zero) == .wrong(left: left)) }
        #expect(lock.enter("0000", at: .zero) == .locked(.seconds(60)))
        #expect(lock.enter("4711", at: .seconds(1)) == .locked(.seconds(59)))
        #expect(lock.enter("4711", at: .milliseconds(59_999)) == .locked(.milliseconds(1)))
        #expect(lock.enter("0000", at: .seconds(60)) == .wrong(left: 4))
        #expect(lock.enter("4711", at: .seconds(60), newKey: { "key" }) == .opened(key: "key"))
        #expect(lock.admits("key", at: .seconds(61)))
    }

    @Test("G13: A right code restores the five tries; wrong codes beside an open page count and lock it too")
    func lockWhileOpen() {
        let lock = LockOnTable(code: "4711")
        for _ in 0..<4 { _ = lock.enter("1", at: .zero) }
        #expect(lock.enter("4711", at: .zero, newKey: { "a" }) == .opened(key: "a"))
        for left in [4, 3, 2, 1] { #expect(lock.enter("1", at: .zero) == .wrong(left: left)) }
        #expect(lock.admits("a", at: .zero))
        #expect(lock.enter("1", at: .zero) == .locked(.seconds(60)))
        #expect(!lock.admits("a", at: .zero))
    }

    @Test("A key is valid for ten minutes after its last use, until the page is closed or another key is given")
    func keys() {
        let lock = LockOnTable(code: "4711")
        _ = lock.enter("4711", at: .zero, newKey: { "a" })
        #expect(lock.admits("a", at: .seconds(599)))
        #expect(lock.admits("a", at: .seconds(1_198)))
        #expect(!lock.admits("a", at: .seconds(1_798)))
        _ = lock.enter("4711", at: .seconds(2_000), newKey: { "b" })
        #expect(!lock.admits("a", at: .seconds(2_000)) && lock.admits("b", at: .seconds(2_000)))
        lock.close()
        #expect(!lock.admits("b", at: .seconds(2_000)))
    }

    @Test(
        "G13: Codes match only if every byte matches",
        arguments: ["", "4", "471", "47111", "4710", "5711", "47114711", "４７１１", "4711 ", "\0004711"])
    func comparison(wrong: String) {
        #expect(!Secret.matches(wrong, "4711"))
        #expect(Secret.matches("4711", "4711"))
        #expect(!Secret.matches("", ""))
    }

    @Test("G13: Over HTTP, too, five tries and then 60 s; without a key there are no figures and nothing is done")
    func overHTTP() async throws {
        let clock = ManualClock()
        let staff = ScriptedStaff()
        try await Site.with(staff: staff, clock: clock) { site in
            #expect(try await site.get("/staff/state").status == 401)
            #expect(try await site.get("/staff/state", ["X-Brews-Staff": "0"]).status == 401)
            #expect(try await site.post("/staff/action", #"{"beginCheck":{}}"#).status == 401)
            #expect(try await site.post("/staff/enter", #"{"code":4711}"#).status == 400)
            for left in [4, 3, 2, 1] {
                let reply = try await site.post("/staff/enter", #"{"code":"1234"}"#)
                #expect(reply.status == 401 && reply.text == "{\"left\":\(left)}")
            }
            #expect(try await site.post("/staff/enter", #"{"code":"1234"}"#).status == 429)
            clock.advance(by: .seconds(59))
            #expect(try await site.post("/staff/enter", #"{"code":"4711"}"#).text == #"{"seconds":1}"#)
            clock.advance(by: .seconds(1))
            let reply = try await site.post("/staff/enter", #"{"code":"4711"}"#)
            #expect(reply.status == 200)
            let key = try #require(reply.text.firstMatch(of: /"key":"([0-9a-f]{64})"/)).1
            let state = try await site.get("/staff/state", ["X-Brews-Staff": String(key)])
            #expect(state.text.contains("$923.10"))
            #expect(
                try await site.post("/staff/action", #"{"beginCheck":{}}"#, ["X-Brews-Staff": String(key)]).status
                    == 200)
            #expect(staff.actions == [.beginCheck])
            #expect(try await site.post("/staff/leave", "{}", ["X-Brews-Staff": String(key)]).status == 200)
            #expect(staff.actions == [.beginCheck, .endCheck], "a check does not outlive its page")
            #expect(try await site.get("/staff/state", ["X-Brews-Staff": String(key)]).status == 401)
        }
    }

    @Test("Without a code in the settings there is no staff page")
    func noCode() async throws {
        try await Site.with(staff: ScriptedStaff(), { $0.staffCode = nil }) { site in
            for path in ["/staff", "/staff.js", "/staff/state"] {
                let reply = try await site.get(path)
                #expect(reply.status == 404)
            }
            let entry = try await site.post("/staff/enter", #"{"code":"4711"}"#)
            #expect(entry.status == 404)
        }
    }

    @Test(
        "The staff page opens by code, shows parts, figures and the microphone check, and forgets its key when closed",
        .enabled(if: BrowserTests.isPossible, BrowserTests.reason), arguments: ScreenSize.all)
    func page(size: ScreenSize) async throws {
        let staff = ScriptedStaff()
        try await Site.with(staff: staff) { site in
            site.kiosk.set(
                health: KioskHealth(
                    parts: [
                        .init(
                            name: "microphone", state: .degraded,
                            detail: "The signal is clipped. Turn the gain down: alsamixer"),
                        .init(name: "recognition", state: .ok),
                        .init(name: "speech", state: .ok), .init(name: "store", state: .ok),
                    ], figures: ["brews_orders_total": 87]))
            try await Browser.with(arguments: Browser.calm) { browser in
                try await browser.resize(width: size.width, height: size.height)
                try await browser.open(site.address + "/staff")
                try await browser.wait(for: "document.querySelectorAll('#pad button').length === 12")
                func type(_ code: String) async throws {
                    for digit in code { try await browser.click("#pad [data-key='\(digit)']") }
                    try await browser.click("#pad .primary")
                }
                try await type("1234")
                try await browser.wait(
                    for: "document.getElementById('door-text').innerText === 'Wrong code. 4 tries left.'")
                #expect(try await PageAudit(browser).findings.isEmpty)
                try await Self.picture(browser, "\(size.name)-staff-door")
                try await type("4711")
                try await browser.wait(for: "document.querySelectorAll('#today dd').length === 7")
                #expect(try await browser.text("#parts").contains("Turn the gain down"))
                #expect(try await browser.text("#can-order") == "Guests can order")
                let session = try await browser.evaluate(
                    "return [...document.querySelectorAll('#session > *')].map((each) => each.innerText)",
                    as: [String].self)
                #expect(
                    session == [
                        "State", "A guest is ordering", "Duration", "1:05", "Until time-out", "0:45", "Last end",
                        "Order placed", "Order placed", "87", "Timed out", "6",
                    ])
                try await browser.click("[data-check=begin]")
                try await browser.wait(
                    for: "document.getElementById('check-phase').innerText === 'Please be quiet for a moment'")
                staff.set(check: ScriptedStaff.reading)
                try await browser.wait(
                    for: "document.getElementById('check-sentence').innerText.startsWith('A large iced latte')")
                #expect(try await browser.text("#check-facts").contains("31 dB"))
                site.kiosk.send(level: -31)
                try await browser.wait(for: "document.getElementById('meter-words').innerText === '-31 dB'")
                let findings = try await PageAudit(browser).findings
                #expect(findings.isEmpty)
                try await Self.picture(browser, "\(size.name)-staff")
                // No further level arrives: the microphone is gone, and the last level must not stay.
                try await browser.wait(for: "document.getElementById('meter-words').innerText === 'no level'")
                let level = "return document.getElementById('meter').style.getPropertyValue('--level')"
                #expect(try await browser.evaluate(level, as: String.self) == "0.000")
                try await browser.click("[data-check=skip]")
                try await browser.click("[data-check=end]")
                try await browser.wait(for: "document.querySelector('[data-check=begin]') !== null")
                #expect(staff.actions == [.beginCheck, .skipSentence, .endCheck])
                try await browser.click("#staff-leave")
                try await browser.wait(for: "document.getElementById('door').checkVisibility()")
                try await type("4711")
                try await browser.wait(for: "document.getElementById('board').checkVisibility()")
                try await browser.click("[data-check=begin]")
                try await browser.wait(for: "document.querySelector('[data-check=end]') !== null")
                try await browser.click("#staff-back")
                try await browser.wait(for: "document.documentElement.dataset.screen === 'welcome'")
                #expect(
                    await staff.status().check == nil && staff.actions.suffix(2) == [.beginCheck, .endCheck],
                    "a check does not outlive its page")
            }
        }
    }

    private static func picture(_ browser: Browser, _ name: String) async throws {
        guard let folder = ProcessInfo.processInfo.environment["BREWS_SCREENS"] else { return }
        try await browser.screenshot().write(to: URL(fileURLWithPath: folder).appendingPathComponent(name + ".png"))
    }
}
