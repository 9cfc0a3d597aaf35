internal import Feedback
internal import OrderParsing
internal import Ordering
internal import TestSupport
internal import Testing

@testable internal import KioskRuntime

/// Kiosks whose sentences are not in English, while guests are heard in English.
struct KioskLanguageTests {
    /// A language with its yes and no, and its read-back's question.
    struct Language: Sendable, CustomTestStringConvertible {
        let locale: String
        let yes: String
        let no: String
        let question: String

        var testDescription: String { locale }
    }

    static let languages = [
        Language(locale: "en", yes: "yes", no: "no", question: "Is that right?"),
        Language(locale: "de", yes: "ja", no: "nein", question: "Ist das richtig?"),
        Language(locale: "fr", yes: "oui", no: "non", question: "C'est bien ça\u{A0}?"),
        Language(locale: "es", yes: "sí", no: "no", question: "¿Es correcto?"),
    ]

    /// A menu in a language, whose names can be said in English.
    private static func menu(_ locale: String) throws -> Menu {
        try MenuLoader.load(
            Array(
                """
                {"store": {"name": "Café", "currency": "EUR", "locale": "\(locale)"},
                 "optionGroups": [{"id": "size", "name": "Size", "kind": "size", "options": [
                    {"id": "small", "name": "Small"}, {"id": "large", "name": "Large", "price": 50}]}],
                 "items": [{"id": "latte", "name": "Latte", "price": 400, "groups": ["size"], "required": ["size"]},
                    {"id": "croissant", "name": "Croissant", "price": 250}]}
                """.utf8))
    }

    @Test(
        "A spoken English order is taken to placed in every language, recogniser to store",
        .timeLimit(.minutes(10)), arguments: languages)
    func spoken(_ language: Language) async throws {
        let stand = try OrchestratorStand(
            service: OrchestratorStand.script([(1, "a croissant and a bagel"), (4, "that's all"), (8, "yes please")]),
            locale: language.locale)
        #expect(await stand.kiosk.perform(.start) == .done)
        #expect(await stand.waits { $0.screen == .confirmation }?.caption.hasSuffix(language.question) == true)
        #expect(await stand.waits { $0.placed != nil }?.placed?.number == 1)
        #expect(await stand.store.orders.map { $0.lines.map(\.itemId) } == [["croissant", "bagel"]])
        stand.running.cancel()
    }

    @Test(
        "So is an order from a menu in that language: size asked, changed at the read-back, placed",
        arguments: languages)
    func menuLanguage(_ language: Language) throws {
        var stand = try MachineStand(menu: Self.menu(language.locale))
        stand.wakes()
        stand.says("a latte please")
        #expect(stand.snapshot.question?.answers.map(\.value) == ["small", "large", "/never-mind"])
        stand.says("large")
        stand.says("that's all")
        #expect(stand.snapshot.caption.hasSuffix(language.question))
        stand.says("no")
        #expect(stand.order == nil && stand.snapshot.screen == .ordering)
        stand.says("and a croissant")
        #expect(stand.snapshot.caption.hasSuffix(language.question))
        stand.says("yes but make it two croissants")
        #expect(stand.snapshot.screen == .confirmation && stand.order == nil)
        stand.says("yes that's right")
        #expect(stand.order?.lines.map(\.itemId) == ["latte", "croissant"])
        #expect(stand.order?.lines.map(\.quantity) == [1, 2])
    }

    @Test("Guests of a Korean menu order, correct, finish and say yes in Korean, and are answered in English")
    func korean() throws {
        let menu = try MenuLoader.load(ForeignCafe.korean.bytes(), languages: ["en"])
        var stand = try MachineStand(menu: menu, locale: "en")
        stand.wakes()
        stand.says("아메리카노 두 잔 이랑 라떼 한 잔 주세요")
        #expect(stand.snapshot.cart.map(\.itemId) == ["americano", "latte"])
        #expect(stand.snapshot.caption.hasPrefix("Added 2 americanos and a latte."), "\(stand.snapshot.caption)")
        stand.says("라떼 를 두유 로 바꿔 주세요")
        stand.says("이게 다예요")
        #expect(stand.snapshot.caption.hasSuffix("Is that right?"), "\(stand.snapshot.caption)")
        stand.says("네 맞아요")
        #expect(stand.order?.lines.map(\.quantity) == [2, 1])
        #expect(stand.order?.lines.last?.options.map(\.id) == ["soy"])
    }

    @Test(
        "Page and caption write an amount the same way, from the first item to the order's number", arguments: languages
    )
    func amounts(_ language: Language) throws {
        var stand = try MachineStand(menu: Self.menu(language.locale))
        let writer = try PromptWriter(menu: Self.menu(language.locale))
        let price = writer.money(Money(minorUnits: 250))
        #expect(stand.snapshot.total.text == writer.money(.zero))
        stand.wakes()
        stand.says("a croissant")
        #expect(stand.snapshot.cart.map(\.price.text) == [price] && stand.snapshot.total.text == price)
        #expect(stand.snapshot.caption.contains(price))
        stand.touches(.confirm)
        stand.touches(.confirm)
        let order = try #require(stand.order)
        stand.handle(.stored(order: order.id, number: 5))
        #expect(stand.snapshot.placed?.total.text == price && stand.snapshot.caption.contains(price))
    }

    @Test("The yes and no of the kiosk's sentences count as well, also where --locale names them", arguments: languages)
    func ownAnswers(_ language: Language) throws {
        for menu in [try Self.menu(language.locale), try Self.menu("en")] {
            var stand = try MachineStand(menu: menu, locale: language.locale)
            stand.wakes()
            stand.says("a croissant")
            stand.says("that's all")
            stand.says(language.no)
            #expect(stand.snapshot.screen == .ordering && stand.order == nil)
            stand.says("that's all")
            stand.says(language.yes)
            #expect(stand.order?.lines.map(\.itemId) == ["croissant"])
        }
    }
}
