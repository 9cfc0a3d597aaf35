import Foundation
import KioskWeb
import Ordering
import Synchronization
import TestSupport
import Testing

/// Voices that a test scripts.
final class ScriptedVoices: VoiceChoice {
    private let state = Mutex(
        (
            list: VoiceList(
                voices: [
                    .init(
                        voice: "en-us", name: "English (America)", language: "en-us", engine: "espeak-ng",
                        isHidden: false),
                    .init(
                        voice: "en-gb", name: "English (Great Britain)", language: "en-gb", engine: "espeak-ng",
                        isHidden: false),
                    .init(voice: "piper:joe", name: "joe", language: "en-US", engine: "piper", isHidden: false),
                    .init(voice: "de", name: "German", language: "de", engine: "espeak-ng", isHidden: false),
                ], current: VoiceTuning(voice: "en-us", rate: 165, pitch: 50, volume: 100), isStandard: true,
                language: "en-US", ranges: .init(rate: 80...450, pitch: 0...99, volume: 0...200)),
            actions: [VoiceAction]()
        ))

    var actions: [VoiceAction] { state.withLock { $0.actions } }

    func voices() async -> VoiceList { state.withLock { $0.list } }

    func perform(_ action: VoiceAction) async -> KioskActionResult {
        state.withLock { state in
            state.actions.append(action)
            switch action {
            case .play(let tuning): return tuning.voice == "piper:joe" ? .refused("a guest is ordering") : .done
            case .use(let tuning): (state.list.current, state.list.isStandard) = (tuning, false)
            case .reset:
                state.list.current = VoiceTuning(voice: "en-us", rate: 165, pitch: 50, volume: 100)
                state.list.isStandard = true
            case .mute(let isMuted): state.list.isMuted = isMuted
            case .hide(let voice, let isHidden):
                guard let index = state.list.voices.firstIndex(where: { $0.voice == voice }) else {
                    return .refused("there is no such voice")
                }
                state.list.voices[index].isHidden = isHidden
            }
            return .done
        }
    }
}

/// The choice of the voice on the staff page.
struct StaffVoicesTests {
    @Test("Voices need the staff's key; a kiosk that does not speak has none")
    func overHTTP() async throws {
        let voices = ScriptedVoices()
        try await Site.with(staff: ScriptedStaff(), voices: voices) { site in
            #expect(try await site.get("/staff/voices").status == 401)
            #expect(try await site.post("/staff/voice", #"{"reset":{}}"#).status == 401)
            let headers = try await Self.headers(site)
            let list = try await site.get("/staff/voices", headers)
            #expect(list.status == 200 && list.text.contains(#""voice":"piper:joe""#))
            #expect(try await site.post("/staff/voice", #"{"hide":{"voice":"de"}}"#, headers).status == 400)
            let hide = try await site.post("/staff/voice", #"{"hide":{"voice":"de","isHidden":true}}"#, headers)
            #expect(hide.status == 200 && voices.actions == [.hide(voice: "de", isHidden: true)])
        }
        try await Site.with(staff: ScriptedStaff()) { site in
            let headers = try await Self.headers(site)
            #expect(try await site.get("/staff/voices", headers).status == 404)
            #expect(try await site.post("/staff/voice", #"{"reset":{}}"#, headers).status == 404)
        }
    }

    private static func headers(_ site: Site) async throws -> [String: String] {
        let entry = try await site.post("/staff/enter", #"{"code":"4711"}"#)
        return ["X-Brews-Staff": String(try #require(entry.text.firstMatch(of: /"key":"([0-9a-f]{64})"/)).1)]
    }

    @Test(
        "Staff listen to voices, change speed, use one, hide one, and return to the default",
        .enabled(if: BrowserTests.isPossible, BrowserTests.reason), arguments: ScreenSize.all)
    func page(size: ScreenSize) async throws {
        let voices = ScriptedVoices()
        try await Site.with(staff: ScriptedStaff(), voices: voices) { site in
            try await Browser.with(arguments: Browser.calm) { browser in
                try await browser.resize(width: size.width, height: size.height)
                try await browser.open(site.address + "/staff")
                try await browser.wait(for: "document.querySelectorAll('#pad button').length === 12")
                for digit in "4711" { try await browser.click("#pad [data-key='\(digit)']") }
                try await browser.click("#pad .primary")
                try await browser.wait(for: "document.getElementById('staff-tabs').checkVisibility()")
                try await browser.click("#tab-voices")
                // Those of the kiosk's language are shown first.
                try await browser.wait(for: "document.querySelectorAll('.voice-row').length === 3")
                try await browser.click("[data-key='en-gb'] .voice-play")
                try await browser.wait(
                    for: "document.getElementById('tuning-name').innerText.includes('Great Britain')")
                _ = try await browser.evaluate(
                    "const s = document.getElementById('voice-rate'); s.value = 200; "
                        + "s.dispatchEvent(new Event('input')); return true", as: Bool.self)
                #expect(try await browser.text(".slider output") == "200 words a minute")
                #expect(try await PageAudit(browser).findings.isEmpty)
                if let folder = ProcessInfo.processInfo.environment["BREWS_SCREENS"] {
                    let file = URL(fileURLWithPath: folder).appendingPathComponent("\(size.name)-staff-voices.png")
                    try await browser.screenshot().write(to: file)
                }
                try await browser.click("[data-voice-action=use]")
                try await browser.wait(
                    for: "document.getElementById('tuning-note').innerText === 'The kiosk speaks like this.'")
                let chosen = VoiceTuning(voice: "en-gb", rate: 200, pitch: 50, volume: 100)
                #expect(
                    voices.actions == [
                        .play(tuning: .init(voice: "en-gb", rate: 165, pitch: 50, volume: 100)), .use(tuning: chosen),
                    ])
                try await browser.click("[data-key='piper:joe'] .voice-play")
                try await browser.wait(
                    for: "document.getElementById('voices-alert').innerText === 'a guest is ordering'")
                #expect(
                    try await browser.evaluate("return document.getElementById('voice-pitch').disabled", as: Bool.self))
                try await browser.click("[data-key='en-us'] .voice-hide")
                try await browser.wait(for: "document.querySelectorAll('.voice-row').length === 2")
                try await browser.click("#voices-all")
                try await browser.wait(for: "document.querySelectorAll('.voice-row').length === 3")
                try await browser.click("[data-voice-action=mute]")
                try await browser.wait(
                    for: "document.getElementById('tuning-note').innerText.startsWith('The kiosk is muted')")
                let muted = try await PageAudit(browser).findings
                #expect(muted.isEmpty)
                if let folder = ProcessInfo.processInfo.environment["BREWS_SCREENS"] {
                    let file = URL(fileURLWithPath: folder).appendingPathComponent("\(size.name)-staff-muted.png")
                    try await browser.screenshot().write(to: file)
                }
                try await browser.click("[data-voice-action=mute]")
                try await browser.wait(
                    for: "!document.getElementById('tuning-note').innerText.startsWith('The kiosk is muted')")
                #expect(voices.actions.suffix(2) == [.mute(isMuted: true), .mute(isMuted: false)])
                try await browser.click("[data-voice-action=reset]")
                try await browser.wait(for: "!document.querySelector('[data-voice-action=reset]').checkVisibility()")
                #expect(voices.actions.last == .reset)
                try await browser.click("#tab-board")
                try await browser.wait(for: "document.getElementById('board').checkVisibility()")
            }
        }
    }
}
