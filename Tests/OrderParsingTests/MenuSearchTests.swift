internal import OrderParsing
internal import Ordering
internal import Testing

struct MenuSearchTests {
    private static let cafe = Result {
        try (menu: MenuLoader.builtIn(), parser: OrderParsingPipeline(menu: MenuLoader.builtIn()))
    }

    /// The names of the items that fit, in order; `nil` where the utterance is no search.
    private static func found(_ text: String) throws -> [String]? {
        let (menu, parser) = try cafe.get()
        guard case .ask(.search(let search))? = parser.parse(text).acts.first else { return nil }
        return search.matches(in: menu).compactMap { menu.item($0.itemId)?.name }
    }

    @Test("Oat milk and a price: every result takes it and costs less with it")
    func optionAndPrice() throws {
        let (menu, _) = try Self.cafe.get()
        for text in [
            "anything with oat milk under five dollars", "do you have anything with oat milk under five dollars",
            "what do you have with oat milk under 5 dollars", "something with oat milk for less than five bucks please",
        ] {
            let names = try #require(try Self.found(text), "\(text)")
            #expect(names.count > 3 && names.contains("Latte"), "\(text): \(names)")
            for item in menu.items where names.contains(item.name) {
                let oat = try #require(menu.group("milk")?.option("oat"))
                #expect(item.groups.contains("milk") && item.price.minorUnits + oat.price.minorUnits < 500)
            }
        }
    }

    @Test("A warm drink that is not coffee: teas, and nothing with coffee in its name")
    func warmDrink() throws {
        let names = try #require(try Self.found("a warm drink that is not coffee"))
        #expect(names.contains("Black tea") && names.contains("Hot chocolate"))
        #expect(!names.contains { $0.lowercased().contains("coffee") } && !names.contains("Latte"), "\(names)")
        #expect(!names.contains("Lemonade") && !names.contains("Croissant"))
    }

    @Test("The cheapest: by price, of all or of a kind")
    func cheapest() throws {
        #expect(try Self.found("what's cheapest")?.first == "Bottled water")
        #expect(try Self.found("what is the cheapest thing")?.first == "Bottled water")
        #expect(try Self.found("what's the cheapest coffee")?.first == "Espresso")
        #expect(try Self.found("the most expensive thing you have")?.first == "Turkey sandwich")
        #expect(try Self.found("what's the cheapest food")?.first == "Chocolate chip cookie")
    }

    @Test("Without an allergen: nothing that the menu lists it for")
    func without() throws {
        let (menu, parser) = try Self.cafe.get()
        #expect(parser.parse("something without nuts").acts == [.ask(.suitable(without: "nuts", category: nil))])
        let names = try #require(try Self.found("something to eat without nuts under four dollars"))
        #expect(!names.isEmpty && !names.contains("Brownie") && !names.contains("Banana bread"))
        #expect(names.allSatisfy { name in menu.items.contains { $0.name == name && $0.category == "food" } })
        #expect(try Self.found("anything nut free and gluten free under four dollars")?.contains("Bagel") == false)
    }

    @Test(
        "Prices as they are said",
        arguments: [
            ("anything under four fifty", 450), ("anything under four dollars and fifty cents", 450),
            ("anything under 4.50", 450), ("anything under $4", 400), ("anything below three dollars", 300),
        ])
    func prices(_ text: String, _ limit: Int) throws {
        let (menu, _) = try Self.cafe.get()
        let expected = menu.items.filter { $0.available && $0.price.minorUnits < limit }.map(\.name)
        #expect(try Self.found(text) == expected)
        #expect(try Self.found("anything for at most three dollars")?.contains("Bagel") == true)
    }

    @Test(
        "Orders and other questions are none",
        arguments: [
            "a latte with oat milk", "a coffee", "something", "anything else", "a warm croissant", "no nuts",
            "not coffee",
            "a latte under five dollars", "the cheapest latte with a muffin", "something sweet", "i want a drink",
            "how much is a latte", "what do you have", "with oat milk", "without milk", "make it hot", "",
        ])
    func others(_ text: String) throws { #expect(try Self.found(text) == nil) }
}
