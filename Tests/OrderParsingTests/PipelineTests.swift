internal import Ordering
internal import Testing

@testable internal import OrderParsing

struct PipelineTests {
    @Test("What other houses have is told by its name, and words that sound nearly like the menu's stay the menu's")
    func outOfMenu() throws {
        let parser = try Parsers.cafe.get()
        #expect(parser.parse("can i get a pepsi").acts == [.ask(.missing("pepsi"))])
        #expect(parser.parse("a hot dog and a large latte").acts.first == .ask(.missing("hot dog")))
        #expect(parser.parse("a large latte with ketchup").acts.last == .ask(.missing("ketchup")))
        #expect(!parser.parse("a large latte without ketchup").acts.contains(.ask(.missing("ketchup"))))
        #expect(parser.parse("a blueberry muffin").items.map(\.itemId) == ["blueberry-muffin"])
        // Another menu's own words are its own: the noodle house has no lattes.
        #expect(try Parsers.noodleHouse.get().parse("a latte").acts == [.ask(.missing("latte"))])
    }

    @Test("An option heard by its sound alone is less sure")
    func soundAlone() throws {
        let result = try Parsers.cafe.get().parse("a large latte with oaty milk")
        #expect(result.items.first?.options.last?.option == OptionReference(group: "milk", option: "oat"))
        #expect(result.items.first?.options.last.map { $0.confidence < 1 } == true)
    }

    @Test(
        "Of several readings the first that makes sense counts; one that makes more sense replaces a weak one",
        arguments: [
            (["a large latte with oat milk", "a large mocha with oat milk"], "latte"),
            (["a large zebra with oat stilts", "a large mocha with oat milk"], "mocha"),
            (["zebra", "purple", "a cookie"], "chocolate-chip-cookie"),
        ])
    func hypotheses(_ texts: [String], _ item: String) throws {
        let parser = try Parsers.cafe.get()
        let hypotheses = texts.enumerated().map { RecognitionHypothesis(text: $1, confidence: 0.6 - 0.1 * Double($0)) }
        #expect(parser.parse(hypotheses).items.map(\.itemId) == [item])
        #expect(parser.parse([RecognitionHypothesis]()).intent == .unknown)
    }

    @Test("The explanation gives every word a role")
    func explanation() throws {
        let parser = try Parsers.cafe.get()
        let phrases = parser.explain("can i get a large no wait a small expresso with two pumps of vanilla please")
        #expect(
            phrases.map { "\($0.words): \($0.role)" } == [
                "can i get: intent", "a: article", "large: option", "no wait: repair", "a: article", "small: option",
                "expresso: item", "with: preposition",
                "two pumps of vanilla: option", "please: filler",
            ])
        #expect(phrases[8].sense == "2 × syrup/vanilla")
        #expect(parser.explain("").isEmpty)
    }
}
