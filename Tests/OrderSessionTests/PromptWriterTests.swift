internal import Feedback
internal import Ordering
internal import Testing

struct PromptWriterTests {
    private static let menu = Result { try MenuLoader.builtIn() }

    /// A menu of names that are hard to put into a sentence.
    private static let hardNames = Result {
        try MenuLoader.load(
            Array(
                """
                {
                  "store": {"name": "Words", "currency": "GBP"},
                  "optionGroups": [
                    {"id": "size", "name": "Size", "kind": "size", "options": [{"id": "a", "name": "Ample"},
                        {"id": "b", "name": "XL"}]},
                    {"id": "fill", "name": "Filling", "kind": "extra", "select": "many", "amounts": true,
                     "options": [{"id": "a", "name": "A"}, {"id": "b", "name": "B"}, {"id": "c", "name": "C"},
                         {"id": "d", "name": "D"}, {"id": "e", "name": "E"}, {"id": "cherry", "name": "Cherry"}]}
                  ],
                  "items": [
                    {"id": "blt", "name": "BLT", "price": 500, "groups": ["size", "fill"]},
                    {"id": "eclair", "name": "Eclair", "price": 300, "groups": ["size"]},
                    {"id": "peach", "name": "Peach", "price": 100}, {"id": "pastry", "name": "Pastry", "price": 250},
                        {"id": "fries", "name": "Fries", "price": 250},
                    {"id": "glass", "name": "Glass of milk", "price": 150},
                        {"id": "swiss", "name": "Swiss", "price": 150}, {"id": "toy", "name": "Toy", "price": 150}
                  ]
                }
                """.utf8))
    }

    private static func line(_ item: String, _ quantity: Int = 1, _ options: [SelectedOption] = []) -> OrderLine {
        OrderLine(
            id: 1,
            item: ParsedOrderItem(
                itemId: item, name: item, quantity: quantity, options: options, spoken: "", nameSpoken: "",
                confidence: 1))
    }

    private static func option(_ group: String, _ id: String, _ amount: OptionAmount? = nil, count: Int? = nil)
        -> SelectedOption
    {
        SelectedOption(option: OptionReference(group: group, option: id), amount: amount, count: count)
    }

    private static func money(_ minorUnits: Int) -> Money { Money(minorUnits: minorUnits) }

    static let sentences: [(Prompt, String)] = [
        (.added([line("water")]), "Added a bottled water."),
        (.accepted([line("water")]), "A bottled water."),
        (.accepted([line("latte", 2, [option("size", "large")]), line("bagel")]), "2 large lattes and a bagel."),
        (.accepted([line("water"), line("scone"), line("bagel")]), "A bottled water, a scone and a bagel."),
        (.anythingElse(total: money(425)), "Your total is $4.25. Anything else?"),
        (
            .question(Clarification(line: 1, itemId: "latte", topic: .option(group: "size"))),
            "Which size for the latte: small, medium or large?"
        ),
        (
            .question(Clarification(line: 1, itemId: "latte", topic: .option(group: "milk"))),
            "Which milk for the latte?"
        ),
        (
            .question(Clarification(line: 1, itemId: "latte", topic: .option(group: "gone"))),
            "What would you like with the latte?"
        ),
        (
            .question(Clarification(line: 1, itemId: "latte", topic: .quantity(asked: 50, limit: 20))),
            "I can take up to 20 lattes. How many would you like?"
        ),
        (
            .question(Clarification(line: 1, itemId: "latte", topic: .quantity(asked: 0, limit: 20))),
            "How many lattes would you like?"
        ),
        (.refused(.unavailable(line: 1), itemId: "frappe"), "Sorry, the frappe is not available right now."),
        (.refused(.unavailable(line: 1), itemId: nil), "Sorry, that is not available right now."),
        (
            .refused(
                .forbidden(line: 1, option: OptionReference(group: "milk", option: "oat"), say: nil), itemId: "bagel"),
            "Sorry, the bagel does not come with oat milk."
        ),
        (
            .refused(
                .forbidden(line: 1, option: OptionReference(group: "topping", option: "foam"), say: "No foam today."),
                itemId: "latte"), "No foam today."
        ),
        (
            .refused(
                .optionCount(line: 1, option: OptionReference(group: "syrup", option: "vanilla"), asked: 99, limit: 20),
                itemId: "latte"),
            "I can add up to 20 of the vanilla syrup."
        ),
        (
            .refused(.quantity(line: 1, asked: 50, limit: 20), itemId: "water"),
            "I can take up to 20 bottled waters."
        ),
        (.refused(.missing(line: 1, group: "size"), itemId: "latte"), "The latte needs a size."),
        (
            .refused(.tooManyLines(limit: 40), itemId: "latte"),
            "An order can have up to 40 different items. Please ask our staff for more."
        ),
        (
            .refused(.totalTooHigh(limit: money(50_000)), itemId: "latte"),
            "I can take orders up to $500.00. Please ask our staff for more."
        ),
        (.removed([line("water", 2)]), "I took away 2 bottled waters."),
        (.notInOrder, "That is not in your order."),
        (.cleared, "Your order is empty again."),
        (.cart([line("water")], total: money(200)), "You have a bottled water. Your total is $2.00."),
        (
            .confirm([line("water"), line("espresso", 2)], total: money(750)),
            "That is a bottled water and 2 espressos. Your total is $7.50. Is that right?"
        ),
        (
            .confirmAgain([line("water"), line("espresso", 2)], total: money(750)),
            "Once more: a bottled water and 2 espressos. Your total is $7.50. Please say yes or no."
        ),
        (.useTouch, "Please confirm your order on the screen."),
        (.confirmed(total: money(750)), "Thank you. Your total is $7.50."),
        (.declined, "All right. What shall I change?"),
        (.whatElse, "What else would you like?"),
        (
            .help,
            "Say what you would like, for example: a large latte. Say read it back to hear your order, "
                + "or that's all when you are done."
        ),
        (.cancelled, "Your order is cancelled."),
        (.notUnderstood, "Sorry, I did not get that. Please say it again."),
        (.cartIsEmpty, "Your order is empty. What would you like?"),
    ]

    @Test("Every prompt is a sentence", arguments: sentences)
    func sentence(_ prompt: Prompt, _ sentence: String) throws {
        #expect(try PromptWriter(menu: Self.menu.get()).sentence(prompt) == sentence)
    }

    @Test("Prompts follow each other as one reply")
    func reply() throws {
        let writer = try PromptWriter(menu: Self.menu.get())
        #expect(
            writer.reply([.added([Self.line("water")]), .anythingElse(total: Self.money(200))])
                == "Added a bottled water. Your total is $2.00. Anything else?")
        #expect(writer.reply([]) == "")
    }

    @Test(
        "A line reads as people say it: size and temperature before the item, the rest after it",
        arguments: [
            (
                line(
                    "latte", 2,
                    [
                        option("milk", "oat"), option("topping", "foam", .without), option("temperature", "iced"),
                        option("size", "large"),
                    ]),
                "2 large iced lattes with oat milk and no foam"
            ),
            (line("latte", 1, [option("temperature", "iced")]), "an iced latte"),
            (line("espresso", 1, [option("shots", "double", count: 2)]), "a double shot espresso"),
            (line("latte", 1, [option("syrup", "vanilla", count: 2)]), "a latte with 2 vanilla syrups"),
            (
                line("latte", 1, [option("syrup", "vanilla", count: 1), option("sweetener", "sugar", count: 3)]),
                "a latte with 1 vanilla syrup and 3 sugars"
            ),
            (line("latte", 1, [option("sweetener", "brown-sugar", .light)]), "a latte with light brown sugar"),
            (line("latte", 1, [option("topping", "foam", .extra)]), "a latte with extra foam"),
            (line("latte", 1, [option("topping", "foam", .regular)]), "a latte with foam"),
            (
                line("bagel", 1, [option("bread", "toasted"), option("spread", "butter")]),
                "a toasted bagel with butter"
            ),
            (line("earl-grey", 1), "an earl grey"),
            (line("gone", 3), "gone"),
            (line("latte", 1, [option("size", "gone")]), "a latte"),
        ])
    func describe(_ line: OrderLine, _ words: String) throws {
        #expect(try PromptWriter(menu: Self.menu.get()).describe(line) == words)
    }

    @Test(
        "Articles and plurals fit the name",
        arguments: [
            (line("blt"), "a BLT"), (line("blt", 2), "2 BLTs"), (line("eclair"), "an eclair"),
            (line("eclair", 1, [option("size", "a")]), "an ample eclair"),
            (line("eclair", 2, [option("size", "b")]), "2 XL eclairs"),
            (line("peach", 3), "3 peaches"), (line("pastry", 2), "2 pastries"), (line("toy", 2), "2 toys"),
            (line("fries", 2), "2 fries"),
            (line("glass", 2), "2 glasses of milk"), (line("swiss", 2), "2 swisses"),
            (line("blt", 1, [option("fill", "cherry", count: 2)]), "a BLT with 2 cherries"),
        ])
    func words(_ line: OrderLine, _ words: String) throws {
        #expect(try PromptWriter(menu: Self.hardNames.get()).describe(line) == words)
    }

    @Test("A question lists up to five choices, and prices follow the menu's currency")
    func choices() throws {
        let writer = try PromptWriter(menu: Self.hardNames.get())
        #expect(
            writer.sentence(.question(Clarification(line: 1, itemId: "blt", topic: .option(group: "size"))))
                == "Which size for the BLT: ample or XL?")
        #expect(
            writer.sentence(.question(Clarification(line: 1, itemId: "blt", topic: .option(group: "fill"))))
                == "Which filling for the BLT?")
        #expect(writer.sentence(.confirmed(total: Self.money(205))) == "Thank you. Your total is £2.05.")
    }

    @Test("The menu's pronunciations reach the synthesiser and not the screen")
    func pronunciations() throws {
        let writer = try PromptWriter(menu: Self.menu.get())
        #expect(writer.spoken("A macchiato, and 2 matcha lattes.") == "A mah kee ah toe, and 2 match a lattes.")
        #expect(writer.spoken("A tea, please.") == "A tea, please.")
    }
}
