internal import Feedback
internal import OrderParsing
internal import OrderSession
internal import Ordering
internal import Testing

/// Options that are sold out, in the dialogue.
struct SoldOutTests {
    private let menu: Menu
    private let parser: OrderParsingPipeline
    private let writer: PromptWriter
    private var cart: CartCoordinator

    init() throws {
        menu = try MenuLoader.builtIn().changed(by: MenuChanges(soldOut: ["milk/oat": .init()]))
        parser = try OrderParsingPipeline(menu: menu)
        writer = try PromptWriter(menu: menu)
        cart = CartCoordinator(menu: menu)
    }

    private mutating func says(_ text: String) -> String { writer.reply(cart.apply(parser.parse(text), said: text)) }

    @Test("An order with it is offered without it, and is added after a yes")
    mutating func offered() {
        #expect(says("a large oat latte") == "Sorry, we are out of oat milk right now. Shall I leave it out?")
        #expect(cart.lines.isEmpty)
        _ = says("yes")
        #expect(cart.lines.map(\.itemId) == ["latte"])
        #expect(cart.lines.first?.options.contains { $0.option.option == "oat" } == false)
    }

    @Test("After a no nothing is added; another milk can be ordered")
    mutating func declined() {
        _ = says("a large oat latte")
        _ = says("no")
        #expect(cart.lines.isEmpty)
        _ = says("a large latte with soy milk")
        #expect(cart.lines.first?.options.contains { $0.option.option == "soy" } == true)
    }

    @Test("Questions about it are answered truly")
    mutating func questions() {
        #expect(!says("what milks do you have").contains("oat"))
        #expect(says("do you have oat milk") == "Sorry, we are out of oat milk right now.")
    }

    @Test("The sentence is there in every language", arguments: ["de", "en", "es", "fr"])
    func languages(_ locale: String) throws {
        var cart = CartCoordinator(menu: menu)
        let writer = try PromptWriter(menu: menu, locale: locale)
        let reply = writer.reply(cart.apply(parser.parse("a large oat latte"), said: "a large oat latte"))
        #expect(reply.lowercased().contains("oat") && !reply.contains("{"))
    }
}
