internal import Ordering
internal import Testing

@testable internal import OrderParsing

struct PipelineTests {
    private static let menu = Result { try MenuLoader.builtIn() }

    private func pipeline(_ strategy: ParsingStrategy) throws -> OrderParsingPipeline {
        try OrderParsingPipeline(menu: Self.menu.get(), strategy: strategy)
    }

    @Test(
        "Each strategy says which parser it asked",
        arguments: [
            (ParsingStrategy.rulesOnly, ParseSource.rules), (.rulesFirst, .rules), (.learnedOnly, .learned),
            (.learnedFirst, .learned),
            (.hybrid, .hybrid),
        ])
    func sources(_ strategy: ParsingStrategy, _ source: ParseSource) throws {
        let result = try pipeline(strategy).parse("two large iced lattes with oat milk")
        #expect(result.source == source)
        #expect(result.items.map(\.quantity) == [2] && result.items.first?.options.count == 3)
    }

    @Test("Where both agree the result is surer than either")
    func agreement() throws {
        let text = "a large latte with oat milk"
        let rules = try pipeline(.rulesOnly).parse(text), learned = try pipeline(.learnedOnly).parse(text),
            both = try pipeline(.hybrid).parse(text)
        #expect(both.source == .hybrid && both.confidence >= max(rules.confidence, learned.confidence))
        let plain = try pipeline(.hybrid).parse("a large latte")
        #expect(plain.source == .hybrid && plain.confidence > 0.99)
    }

    @Test(
        "What is not on the menu keeps its options, and is named to the guest",
        arguments: ["could you whip me up a large iced franchino and a croissant"])
    func strangeItems(_ text: String) throws {
        let rules = try pipeline(.rulesOnly).parse(text), both = try pipeline(.hybrid).parse(text)
        #expect(rules.warnings.contains { $0.contains("large") }, "The rules give the size to the croissant.")
        #expect(both.source == .learned)
        #expect(both.items.map(\.itemId) == ["croissant"] && both.items.first?.options.isEmpty == true)
        #expect(both.warnings == ["not on the menu: franchino"])
        #expect(both.acts.contains(.ask(.missing(nil))), "A word that the kiosk does not know is not said back.")
    }

    @Test("What other houses have is told by its name, and words that sound nearly like the menu's stay the menu's")
    func outOfMenu() throws {
        let parser = try pipeline(.hybrid)
        #expect(parser.parse("can i get a pepsi").acts == [.ask(.missing("pepsi"))])
        #expect(parser.parse("a hot dog and a large latte").acts.first == .ask(.missing("hot dog")))
        #expect(parser.parse("a large latte with ketchup").acts.last == .ask(.missing("ketchup")))
        #expect(!parser.parse("a large latte without ketchup").acts.contains(.ask(.missing("ketchup"))))
        #expect(parser.parse("a blueberry muffin").items.map(\.itemId) == ["blueberry-muffin"])
        // Another menu's own words are its own: the noodle house has no lattes.
        #expect(try Parsers.noodleHouse.get().parse("a latte").acts == [.ask(.missing("latte"))])
    }

    @Test("Where the first parser understands nothing the second is asked, and says so")
    func fallback() throws {
        let result = try pipeline(.rulesFirst).parse("how lovely weather we have")
        #expect(result.intent == .unknown && result.source == .rules)
        let sure = try pipeline(.learnedFirst).parse("that's all")
        #expect(sure.intent == .checkout)
    }

    @Test("Options come from the parser that found them")
    func provenance() throws {
        let result = try pipeline(.learnedOnly).parse("a large latte with oaty milk")
        #expect(result.items.first?.source == .learned)
        #expect(result.items.first?.options.allSatisfy { $0.source == .learned } == true)
        #expect(result.items.first?.options.last.map { $0.confidence < 1 } == true, "Heard by its sound alone.")
    }

    @Test(
        "Of several readings the first that makes sense counts; one that makes more sense replaces a weak one",
        arguments: [
            (["a large latte with oat milk", "a large mocha with oat milk"], "latte"),
            (["a large zebra with oat stilts", "a large mocha with oat milk"], "mocha"),
            (["zebra", "purple", "a cookie"], "chocolate-chip-cookie"),
        ])
    func hypotheses(_ texts: [String], _ item: String) throws {
        let hypotheses = texts.enumerated().map { RecognitionHypothesis(text: $1, confidence: 0.6 - 0.1 * Double($0)) }
        #expect(try pipeline(.hybrid).parse(hypotheses).items.map(\.itemId) == [item])
        #expect(try pipeline(.hybrid).parse([RecognitionHypothesis]()).intent == .unknown)
    }

    @Test("The explanation gives every word a role")
    func explanation() throws {
        let phrases = try pipeline(.rulesOnly).explain(
            "can i get a large no wait a small expresso with two pumps of vanilla please")
        #expect(
            phrases.map { "\($0.words): \($0.role)" } == [
                "can i get: intent", "a: article", "large: option", "no wait: repair", "a: article", "small: option",
                "expresso: item", "with: preposition",
                "two pumps of vanilla: option", "please: filler",
            ])
        #expect(phrases[8].sense == "2 × syrup/vanilla")
        #expect(try pipeline(.hybrid).explain("").isEmpty)
    }
}
