internal import Ordering
internal import TestSupport
internal import Testing

@testable internal import OrderParsing

/// Orders in other languages than English: the words are data, and so is their order.
struct ForeignLanguageTests {
    /// An utterance with what is understood: its intent, and lines as "2 latte iced none:sugar".
    struct Case: Sendable, CustomTestStringConvertible {
        let text: String
        let intent: OrderIntent
        let lines: [String]
        var testDescription: String { text }

        init(_ text: String, _ lines: String..., intent: OrderIntent = .order) {
            (self.text, self.lines, self.intent) = (text, lines, intent)
        }
    }

    private static let korean = Result { try parser(.korean) }
    private static let german = Result { try parser(.german) }

    private static func parser(_ cafe: ForeignCafe) throws -> OrderParsingPipeline {
        try OrderParsingPipeline(menu: MenuLoader.load(cafe.bytes(), languages: ["en", "de"]))
    }

    private static func line(_ item: ParsedOrderItem) -> String {
        (["\(item.quantity)", item.itemId]
            + item.options.map { option in
                let amount =
                    option.amount == nil || option.amount == .regular ? "" : "\(option.amount?.rawValue ?? ""):"
                return amount + option.option.option + (option.count.map { "×\($0)" } ?? "")
            }).joined(separator: " ")
    }

    private static func check(_ expected: Case, _ parser: OrderParsingPipeline) {
        let result = parser.parse(expected.text)
        #expect(result.intent == expected.intent, "\(expected.text): \(result.acts)")
        #expect(result.items.map(line) == expected.lines, "\(expected.text): \(result.acts)")
        #expect(result.unread.isEmpty, "\(expected.text): \(result.unread)")
    }

    static let koreanOrders: [Case] = [
        Case("아메리카노 두 잔 주세요", "2 americano"),
        Case("아메리카노 두 잔이랑 라떼 한 잔 주세요", "2 americano", "1 latte"),
        Case("아메리카노 두 잔 이랑 라떼 한 잔 주세요", "2 americano", "1 latte"),
        Case("아메리카노두잔주세요", "2 americano"),
        Case("아메리카노 2잔 주세요", "2 americano"),
        Case("아메리카노를 네 잔 부탁드려요", "4 americano"),
        Case("라떼 하나 카푸치노 둘이요", "1 latte", "2 cappuccino"),
        Case(
            "아이스 아메리카노 한 잔하고 따뜻한 카페 라떼 두 잔 주세요",
            "1 americano iced", "2 latte hot"),
        Case("치즈케이크 하나랑 녹차 세 잔 주문할게요", "1 cheesecake", "3 green-tea"),
        Case("라떼 한 잔 두유로 주세요", "1 latte soy"),
        Case("큰 라떼 한 잔에 시럽 추가해 주세요", "1 latte large syrup", intent: .add),
        Case("휘핑 없이 모카 한 잔", "1 mocha none:cream"),
        Case("모카 두 잔 휘핑크림 빼고 주세요", "2 mocha none:cream"),
        Case("라떼 말고 모카 주세요", "1 mocha", intent: .replace),
        Case("샷 두 번 추가한 모카 한 잔 주세요", "1 mocha shot×2"),
        Case("아메리카노 취소해 주세요", "1 americano", intent: .remove),
        Case("라떼 빼 주세요", "1 latte", intent: .remove),
        Case("라떼를 두유로 바꿔 주세요", intent: .change),
        Case("따뜻한 걸로 주세요", intent: .change),
        Case("이게 다예요", intent: .checkout), Case("네", intent: .confirm), Case("아니요", intent: .decline),
        Case("처음부터 다시 할게요", intent: .clear), Case("전부 취소해 주세요", intent: .clear),
        Case("라떼 얼마예요", intent: .question), Case("두유 있어요", intent: .question),
        Case("안녕하세요", intent: .greeting), Case("감사합니다", intent: .thanks),
    ]

    @Test(
        "Korean orders are understood: verbs, numbers and particles behind what they belong to", arguments: koreanOrders
    )
    func korean(_ expected: Case) throws { try Self.check(expected, Self.korean.get()) }

    @Test(
        "Talk in Korean orders nothing",
        arguments: ["오늘 날씨 좋네요", "여기 자리 있나 봐요", "어제 라떼 마셨어요"])
    func koreanTalk(_ text: String) throws {
        let result = try Self.korean.get().parse(text)
        #expect(result.items.isEmpty, "\(result.acts)")
    }

    @Test(
        "A Korean guest's allergy is noted, and a question about an allergen orders nothing",
        arguments: [
            ("우유 알레르기가 있어요", OrderAct.avoid(["milk"])),
            ("제 아이가 땅콩 알레르기가 있어요", .avoid(["peanuts"])),
            ("라떼에 우유 들어가요", .ask(.allergens("milk", itemIds: ["latte"], options: []))),
            (
                "치즈 케이크에 뭐가 들어 있어요",
                .ask(.allergens(nil, itemIds: ["cheesecake"], options: []))
            ),
        ])
    func koreanAllergy(_ text: String, _ act: OrderAct) throws {
        #expect(try Self.korean.get().parse(text).acts == [act])
    }

    @Test("An order in Korean after an allergy keeps both")
    func koreanAllergyAndOrder() throws {
        let result = try Self.korean.get().parse("우유 알레르기 있는데 라떼 주세요")
        #expect(result.items.map(\.itemId) == ["latte"] && result.acts.last == .avoid(["milk"]), "\(result.acts)")
    }

    @Test("An option put into a thing changes the line that there is")
    func koreanPlace() throws {
        for text in ["라떼에 시럽 추가해 주세요", "라떼에 시럽 넣어 주세요"] {
            let result = try Self.korean.get().parse(text)
            guard case .change(.described(let items, _), let change)? = result.acts.first else {
                Issue.record("\(text): \(result.acts)")
                continue
            }
            #expect(items == ["latte"] && change.options.map(\.option.option) == ["syrup"])
        }
    }

    static let germanOrders: [Case] = [
        Case("zwei große Latte mit Hafermilch, bitte", "2 latte large oat"),
        Case("ich hätte gern einen großen Cappuccino und ein Käsebrötchen", "1 cappuccino large", "1 roll"),
        Case("einen kleinen Kaffee ohne Zucker bitte", "1 coffee small none:sugar"),
        Case("drei Tee und zwei Stück Apfelkuchen", "3 tea", "2 cake"),
        Case("Können wir zwei Latte und einen Tee bekommen", "2 latte", "1 tea"),
        Case("einundzwanzig Käsebrötchen", "21 roll"),
        Case("ich möchte einen Milchkaffee mit viel Schaum und Zimt", "1 latte extra:foam cinnamon"),
        Case("einen Cappuccino, nein warte, einen Latte", "1 latte"),
        Case("einen Latte statt dem Cappuccino", "1 latte", intent: .replace),
        Case("ich nehme noch ein Käsebrötchen dazu", "1 roll", intent: .add),
        Case("streichen sie den Tee", "1 tea", intent: .remove),
        Case("das ist alles", intent: .checkout), Case("ja genau", intent: .confirm), Case("nein", intent: .decline),
        // What is to be left out is never put in, also where the sentence is not understood.
        Case("den Zucker im Kaffee weglassen", intent: .unknown),
        Case("einen Kaffee, den Zucker bitte weglassen", intent: .unknown),
        Case("was kostet ein Cappuccino", intent: .question), Case("guten Tag", intent: .greeting),
    ]

    @Test("Plain German orders are understood, with inflected adjectives", arguments: germanOrders)
    func german(_ expected: Case) throws { try Self.check(expected, Self.german.get()) }

    @Test(
        "A German guest's allergy is noted, and a question about an allergen orders nothing",
        arguments: [
            ("ich bin allergisch gegen Milch", OrderAct.avoid(["milk"])),
            ("ist Milch in der Latte", .ask(.allergens("milk", itemIds: ["latte"], options: []))),
            ("enthält die Latte Milch", .ask(.allergens("milk", itemIds: ["latte"], options: []))),
        ])
    func germanAllergy(_ text: String, _ act: OrderAct) throws {
        #expect(try Self.german.get().parse(text).acts == [act])
    }

    @Test(
        "Every language has its data, and English words mean nothing in the others", arguments: SpokenLanguage.allCases)
    func data(_ language: SpokenLanguage) throws {
        let data = try Language.builtIn(language)
        #expect(data.locale == language.rawValue)
        for intent in [OrderIntent.order, .add, .remove, .clear, .checkout, .confirm, .decline] {
            #expect(data.intents[intent.rawValue]?.isEmpty == false, "\(intent)")
        }
        if language != .english {
            #expect(!data.conjunctions.contains("and") && !data.intents.values.joined().contains("please"))
        }
    }

    @Test("A preview of a growing Korean order ends as the whole is understood")
    func preview() throws {
        let parser = try Self.korean.get()
        var memory = ParsingMemory(), said = "", last: OrderParseResult?
        for word in ["아메리카노", "두", "잔", "이랑", "라떼", "한", "잔", "주세요"] {
            said += said.isEmpty ? word : " " + word
            last = parser.preview(said, memory: &memory)
            #expect(last == parser.parse(said), "\(said)")
        }
        #expect(last?.items.map(Self.line) == ["2 americano", "1 latte"])
    }
}
