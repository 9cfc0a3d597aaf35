import Foundation
import KioskWeb
import Ordering
import TestSupport
import Testing

/// Screenshots of every state at every size, written to the folder in `BREWS_SCREENS`.
@Suite(
    .enabled(if: ProcessInfo.processInfo.environment["BREWS_SCREENS"] != nil, "BREWS_SCREENS names no folder"),
    .enabled(if: BrowserTests.isPossible, BrowserTests.reason), .timeLimit(.minutes(10)))
struct ScreenshotTests {
    @Test("Screenshots of every state at every size")
    func pictures() async throws {
        let folder = URL(fileURLWithPath: try #require(ProcessInfo.processInfo.environment["BREWS_SCREENS"]))
        let scale = ProcessInfo.processInfo.environment["BREWS_SCREEN_SCALE"].flatMap(Double.init) ?? 1
        let only = ProcessInfo.processInfo.environment["BREWS_SCREEN_STATES"]?.split(separator: ",").map(String.init)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        try await Site.with { site in
            try await Browser.with(arguments: Browser.calm) { browser in
                for size in ScreenSize.all {
                    for state in PageState.all where only?.contains(state.name) ?? true {
                        let isTall = size.height > size.width
                        for look in ["", "-largest"] + (isTall ? ["-seated"] : []) {
                            site.kiosk.wipe()
                            try await browser.resize(width: size.width, height: size.height, scale: scale)
                            try await browser.open(site.address)
                            try await browser.wait(for: "document.documentElement.dataset.screen === 'welcome'")
                            if look == "-largest" { try await PageTests.choose(text: "largest", browser) }
                            if look == "-seated" { try await browser.click("#reach") }
                            try await state.enter(site, browser)
                            try await browser.screenshot().write(
                                to: folder.appendingPathComponent("\(size.name)-\(state.name)\(look).png"))
                        }
                    }
                }
            }
        }
    }
}
