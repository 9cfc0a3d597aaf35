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
        "Orders are understood in the language that the menu's guests speak",
        arguments: [
            (ForeignCafe.korean, "아메리카노 두 잔 주세요", "americano"),
            (.german, "zwei große Latte mit Hafermilch, bitte", "latte"),
        ])
    func understood(_ cafe: ForeignCafe, _ order: String, _ item: String) throws {
        let run = try Brews.run(["parse", "--json", "--menu", cafe.url.path, order])
        let items = try #require(run.objects.first?["items"] as? [[String: Any]])
        #expect(run.code == 0 && items.count == 1)
        #expect(items.first?["itemId"] as? String == item && items.first?["quantity"] as? Int == 2)
    }

    @Test("The sentences of a menu in a language without them are English, with the menu's English names")
    func withoutSentences() throws {
        let run = try Brews.run(["parse", "--menu", ForeignCafe.korean.url.path, "라떼 한 잔 주세요"])
        #expect(run.code == 0 && run.output.contains("라떼"), "\(run.output)")
        let language = try Brews.run(["doctor", "--json", "--menu", ForeignCafe.korean.url.path]).objects.first {
            $0["check"] as? String == "language"
        }
        let detail = try #require(language?["detail"] as? String)
        #expect(detail.hasPrefix("en, the kiosk's sentences; guests must speak Korean"), "\(detail)")
        #expect(detail.contains("the model brews-en hears en-US and not Korean"), "\(detail)")
    }

    @Test(
        "Speech goes to an order in Korean, through the official small model",
        .enabled(if: ForeignCafe.koreanModel != nil, "needs the Korean model: see ForeignCafe"),
        .timeLimit(.minutes(10)))
    func spoken() throws {
        let model = try #require(ForeignCafe.koreanModel)
        let run = try Brews.run([
            "order", "--json", "--engine", "vosk", "--vocabulary", "phrases", "--model", model, "--menu",
            ForeignCafe.korean.url.path, KoreanOrder.americanosAndCheesecake.url.path,
        ])
        let items = try #require(run.objects.first?["items"] as? [[String: Any]])
        #expect(run.code == 0 && items.map { $0["itemId"] as? String } == ["americano", "cheesecake"], "\(run.output)")
        #expect(items.map { $0["quantity"] as? Int } == [2, 1])
        #expect(
            run.objects.first?["reply"] as? String
                == "Added 2 americanos and a cheesecake. Your total is ₩15000. Anything else?")
        #expect(run.errors.contains("are not heard: 오트밀크;"), "\(run.errors)")
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
