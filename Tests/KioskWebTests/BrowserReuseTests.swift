import TestSupport
import Testing

/// Tests share browsers without sharing state.
@Suite(.enabled(if: BrowserTests.isPossible, BrowserTests.reason), .timeLimit(.minutes(10)))
struct BrowserReuseTests {
    @Test("A reused browser opens a new page without the storage, cookies, name and size of the page before")
    func renewed() async throws {
        try await Site.with { site in
            func open(_ browser: Browser) async throws {
                try await browser.open(site.address)
                try await browser.wait(for: "document.documentElement.dataset.screen === 'welcome'")
            }
            // More often than the pool has browsers, so that at least one is reused.
            for _ in 0...Browser.mostAtOnce {
                try await Browser.with(arguments: Browser.calm) { browser in
                    try await open(browser)
                    let left: [String] = try await browser.evaluate(
                        """
                        return [String(localStorage.getItem('left')), document.cookie, window.name, \
                        String(innerWidth)]
                        """
                    )
                    #expect(left.prefix(3) == ["null", "", ""] && left.last != "333", "\(left)")
                    try await browser.resize(width: 333, height: 444)
                    try await browser.run(
                        "localStorage.setItem('left', '1'); document.cookie = 'left=1'; window.name = 'left'")
                    let found: [String] = try await browser.evaluate(
                        "return [localStorage.getItem('left'), document.cookie, window.name, String(innerWidth)]")
                    #expect(found == ["1", "left=1", "left", "333"], "the test leaves something")
                }
            }
        }
    }
}
