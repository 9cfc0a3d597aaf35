import Foundation
import TestSupport
import Testing

/// What the program says where the kiosk's sentences are in another language than the recogniser's.
struct LanguageCommandTests {
    @Test("menu check warns that guests must speak English, at the line of the menu's locale")
    func menuCheck() throws {
        let folder = try TemporaryFolder()
        func findings(_ locale: String) throws -> (code: Int32, objects: [[String: Any]]) {
            let text =
                """
                {
                 "store": {"name": "X", "currency": "EUR",
                  "locale": "\(locale)"},
                 "optionGroups": [],
                 "items": [{"id": "tea", "name": "Tea", "price": 1}]
                }
                """
            try Data(text.utf8).write(to: URL(fileURLWithPath: folder.path("menu.json")))
            let run = try Brews.run(["menu", "check", "--json", folder.path("menu.json")])
            return (run.code, run.objects)
        }
        let german = try findings("de-AT")
        #expect(german.code == 0 && german.objects.count == 1)
        #expect(german.objects.first?["severity"] as? String == "warning")
        #expect(german.objects.first?["key"] as? String == "store.locale")
        #expect(german.objects.first?["line"] as? Int == 3)
        #expect((german.objects.first?["reason"] as? String)?.contains("guests must speak English") == true)
        let british = try findings("en-GB")
        #expect(british.code == 0 && british.objects.isEmpty)
    }

    @Test(
        "doctor warns that guests must speak English where the sentences are in another language",
        arguments: [("en-GB", "ok"), ("de", "warning"), ("fr-CA", "warning"), ("es", "warning")])
    func doctor(_ locale: String, _ status: String) throws {
        let run = try Brews.run(["doctor", "--json", "--locale", locale])
        #expect(run.code == 0, "\(run.output)")
        let check = try #require(run.objects.first { $0["check"] as? String == "language" })
        #expect(check["status"] as? String == status)
        let detail = try #require(check["detail"] as? String)
        #expect(detail.contains("guests must speak English") == (status == "warning"), "\(detail)")
        #expect(detail.hasPrefix(locale.prefix(2)))
    }
}
