import Foundation
import TestSupport
import Testing

@testable import KioskWeb

/// The pages' own text in each language.
struct LanguageTests {
    @Test(
        "A language is found by its tag; English is used if there is no text in it",
        arguments: [
            ("de-AT", PageLanguage.de), ("ES", .es), ("fr_CA", .fr), ("en-GB", .en), ("it", .en), ("", .en), ("-", .en),
        ])
    func tags(_ tag: String, _ language: PageLanguage) {
        #expect(PageLanguage(locale: tag) == language)
    }

    @Test(
        "Each language has every text, of the same type and with the same placeholders, and a page in it",
        .enabled(if: BrowserTests.isPossible, BrowserTests.reason),
        arguments: ["de", "es", "fr"])
    func words(_ language: String) async throws {
        // Each text with its path: a string, or a function with the same number of placeholders.
        let shape = """
            const shape = (value, path) =>
              typeof value === "function" ? [`${path}(${value.length})`] :
              typeof value === "string" ? [`${path}${value === "" ? " empty" : ""}`] :
              Object.keys(value).sort().flatMap((key) => shape(value[key], `${path}.${key}`));
            return { shape: shape(window.words, ""), order: [window.words.order.title], lang: \
            [document.documentElement.lang] };
            """
        func read(_ locale: String, _ browser: Browser) async throws -> [String: [String]] {
            try await Site.with({ $0.locale = locale }) { site in
                try await browser.open(site.address)
                try await browser.wait(for: "document.documentElement.dataset.screen === 'welcome'")
                try await browser.run("import('/words.js').then((file) => { window.words = file.words; })")
                try await browser.wait(for: "window.words !== undefined")
                return try await browser.evaluate(shape, as: [String: [String]].self)
            }
        }
        let (english, other) = try await Browser.with(arguments: Browser.calm) { browser in
            (try await read("en", browser), try await read(language, browser))
        }
        #expect(try #require(english["shape"]).count > 100)
        #expect(other["shape"] == english["shape"])
        #expect(other["order"] != english["order"])
        #expect(other["lang"] == [language])
    }
}
