internal import Testing

@testable internal import Ordering

struct ConstraintEngineTests {
    /// Soup must have a size; small bowls must not have chili; ramen needs a broth, which is pork in a large one, and
    /// pork takes no chili either.
    private static func engine(total: Int = 10_000) throws -> ConstraintEngine {
        ConstraintEngine(
            menu: try MenuFixture.load(
                """
                {"store": {"name": "Rules", "currency": "USD"},
                 "limits": {"perLine": 10, "lines": 3, "total": \(total)},
                 "optionGroups": [
                   {"id": "size", "name": "Size", "options": [{"id": "small", "name": "Small"},
                       {"id": "large", "name": "Large", "price": 200}]},
                   {"id": "broth", "name": "Broth", "options": [{"id": "miso", "name": "Miso"},
                       {"id": "pork", "name": "Pork"}]},
                   {"id": "sauce", "name": "Sauce", "select": "many", "amounts": true, "options": [{"id": "chili",
                       "name": "Chili"}, {"id": "soy", "name": "Soy", "price": 10}]},
                   {"id": "set", "name": "Set", "options": [{"id": "pair", "name": "Pair", "count": 50}]}
                 ],
                 "items": [
                   {"id": "soup", "name": "Soup", "category": "bowl", "price": 500, "groups": ["size", "sauce", "set"],
                       "required": ["size"], "maxQuantity": 4},
                   {"id": "ramen", "name": "Ramen", "category": "bowl", "price": 900, "groups": ["size", "broth",
                       "sauce"], "required": ["size", "broth"], "defaults": {"size": "small"}},
                   {"id": "rice", "name": "Rice", "category": "side", "price": 200, "groups": ["sauce"],
                       "maxQuantity": 100},
                   {"id": "cake", "name": "Cake", "price": 300, "available": false, "groups": ["size"],
                       "required": ["size"]}
                 ],
                 "rules": [
                   {"when": {"items": ["soup", "ramen"], "options": ["size/small"]},
                       "then": {"forbid": ["sauce/chili"]}, "say": "No chili in a small bowl."},
                   {"when": {"categories": ["side"], "options": ["sauce/chili", "sauce/soy"]},
                       "then": {"forbid": ["sauce/soy"]}},
                   {"when": {"items": ["ramen"], "options": ["size/large"]},
                       "then": {"default": ["broth/pork", "set/pair"]}},
                   {"when": {"items": ["ramen"], "options": ["broth/pork"]}, "then": {"forbid": ["sauce/chili"]},
                       "say": "No chili in pork broth."},
                   {"when": {"items": ["ramen"], "options": ["broth/miso"]}, "then": {"default": ["size/large"]}},
                   {"when": {"categories": ["bowl"], "options": ["sauce/soy"]}, "then": {"require": ["broth"]}}
                 ]}
                """))
    }

    private static func line(_ item: String, _ quantity: Int = 1, _ options: [SelectedOption] = []) -> OrderLine {
        OrderLine(
            id: 7,
            item: ParsedOrderItem(
                itemId: item, name: item, quantity: quantity, options: options, spoken: "", nameSpoken: "",
                confidence: 1))
    }

    private static func option(_ group: String, _ id: String, _ amount: OptionAmount? = nil, count: Int? = nil)
        -> SelectedOption
    {
        SelectedOption(option: OptionReference(group: group, option: id), amount: amount, count: count)
    }

    @Test(
        "A line the menu allows has no violations",
        arguments: [
            line("rice"), line("soup", 4, [option("size", "large"), option("sauce", "chili")]),
            line("ramen", 1, [option("broth", "miso")]),
            line("soup", 1, [option("size", "small"), option("sauce", "chili", .without)]),
            line("rice", 10, [option("sauce", "soy", count: 20)]),
            line("soup", 1, [option("size", "small"), option("set", "pair", count: 50)]),
        ])
    func allowed(_ line: OrderLine) throws {
        #expect(try Self.engine().violations(of: line).isEmpty)
    }

    @Test(
        "Each thing the menu does not allow, or still wants to know, is a violation of its own",
        arguments: [
            (line("soup"), [.missing(line: 7, group: "size")]),
            (line("ramen"), [.missing(line: 7, group: "broth")]),
            (line("cake", 0), [.unavailable(line: 7)]),
            (line("pizza"), [.unavailable(line: 7)]),
            (line("rice", 0), [.quantity(line: 7, asked: 0, limit: 10)]),
            (line("rice", -1), [.quantity(line: 7, asked: -1, limit: 10)]),
            (line("rice", 11), [.quantity(line: 7, asked: 11, limit: 10)]),
            (line("rice", .max), [.quantity(line: 7, asked: .max, limit: 10)]),
            (line("soup", 5, [option("size", "large")]), [.quantity(line: 7, asked: 5, limit: 4)]),
            (
                line("rice", 1, [option("size", "large")]),
                [.forbidden(line: 7, option: OptionReference(group: "size", option: "large"), say: nil)]
            ),
            (
                line("rice", 1, [option("sauce", "soy", count: 21)]),
                [.optionCount(line: 7, option: OptionReference(group: "sauce", option: "soy"), asked: 21, limit: 20)]
            ),
            (
                line("rice", 1, [option("sauce", "soy", count: -2)]),
                [.optionCount(line: 7, option: OptionReference(group: "sauce", option: "soy"), asked: -2, limit: 20)]
            ),
            (
                line("soup", 1, [option("size", "small"), option("sauce", "chili")]),
                [
                    .forbidden(
                        line: 7, option: OptionReference(group: "sauce", option: "chili"),
                        say: "No chili in a small bowl.")
                ]
            ),
            // A default counts as chosen: ramen is small unless the guest says otherwise.
            (
                line("ramen", 1, [option("broth", "miso"), option("sauce", "chili", .extra)]),
                [
                    .forbidden(
                        line: 7, option: OptionReference(group: "sauce", option: "chili"),
                        say: "No chili in a small bowl.")
                ]
            ),
            (
                line("rice", 1, [option("sauce", "chili"), option("sauce", "soy")]),
                [.forbidden(line: 7, option: OptionReference(group: "sauce", option: "soy"), say: nil)]
            ),
        ] as [(OrderLine, [OrderViolation])])
    func violations(_ line: OrderLine, _ violations: [OrderViolation]) throws {
        #expect(try Self.engine().violations(of: line) == violations)
    }

    @Test("A rule's default answers a required group; without the rule it is asked")
    func defaultRule() throws {
        let engine = try Self.engine()
        #expect(engine.violations(of: Self.line("ramen", 1, [Self.option("size", "large")])).isEmpty)
        #expect(
            engine.violations(of: Self.line("ramen", 1, [Self.option("size", "small")])) == [
                .missing(line: 7, group: "broth")
            ])
    }

    @Test(
        "A rule's default counts as chosen for other rules; options that were said and the item's default go first"
    )
    func chosenByRule() throws {
        let engine = try Self.engine()
        let large = Self.option("size", "large"), chili = Self.option("sauce", "chili")
        func refusal(_ say: String) -> [OrderViolation] { [.forbidden(line: 7, option: chili.option, say: say)] }
        #expect(engine.violations(of: Self.line("ramen", 1, [large, chili])) == refusal("No chili in pork broth."))
        #expect(engine.violations(of: Self.line("ramen", 1, [large, Self.option("broth", "miso"), chili])).isEmpty)
        #expect(
            engine.violations(of: Self.line("ramen", 1, [Self.option("broth", "miso"), chili]))
                == refusal("No chili in a small bowl."))
    }

    @Test("A rule may require a group, but only of items that take it")
    func requireRule() throws {
        let engine = try Self.engine()
        let soy = Self.option("sauce", "soy")
        #expect(engine.violations(of: Self.line("ramen", 1, [soy])) == [.missing(line: 7, group: "broth")])
        #expect(
            engine.violations(of: Self.line("soup", 1, [Self.option("size", "large"), soy])).isEmpty,
            "Soup has no broth to ask about.")
    }

    @Test("A condition on options holds only when all of them are taken, and a declined one is not")
    func allOptions() throws {
        let engine = try Self.engine()
        let chili = Self.option("sauce", "chili")
        #expect(engine.violations(of: Self.line("rice", 1, [chili, Self.option("sauce", "soy", .without)])).isEmpty)
        #expect(engine.violations(of: Self.line("rice", 1, [chili])).isEmpty)
    }

    @Test("A line may break several rules at once, most important first")
    func several() throws {
        let line = Self.line("soup", 9, [Self.option("broth", "miso"), Self.option("sauce", "chili", count: 99)])
        #expect(
            try Self.engine().violations(of: line) == [
                .quantity(line: 7, asked: 9, limit: 4),
                .forbidden(line: 7, option: OptionReference(group: "broth", option: "miso"), say: nil),
                .optionCount(line: 7, option: OptionReference(group: "sauce", option: "chili"), asked: 99, limit: 20),
                .missing(line: 7, group: "size"),
            ])
    }

    @Test("An order may have so many lines and cost so much, and not a cent more")
    func orderLimits() throws {
        let rice = Self.line("rice")
        #expect(try Self.engine().violations(ofOrder: [rice, rice, rice]).isEmpty)
        #expect(try Self.engine().violations(ofOrder: [rice, rice, rice, rice]) == [.tooManyLines(limit: 3)])
        #expect(try Self.engine(total: 600).violations(ofOrder: [rice, rice, rice]).isEmpty)
        #expect(
            try Self.engine(total: 599).violations(ofOrder: [rice, rice, rice]) == [
                .totalTooHigh(limit: Money(minorUnits: 599))
            ])
        #expect(
            try Self.engine(total: 599).violations(ofOrder: [rice, rice, rice, rice]) == [
                .tooManyLines(limit: 3), .totalTooHigh(limit: Money(minorUnits: 599)),
            ])
    }

    @Test("A total beyond counting is too high, never a trap")
    func overflow() throws {
        #expect(
            try Self.engine().violations(ofOrder: [Self.line("rice", .max), Self.line("soup", .max)]) == [
                .totalTooHigh(limit: Money(minorUnits: 10_000))
            ])
    }

    @Test("The built-in menu keeps foam off an iced cappuccino, with its sentence")
    func builtInRule() throws {
        let engine = ConstraintEngine(menu: try MenuLoader.builtIn())
        let iced = [Self.option("size", "large"), Self.option("temperature", "iced")]
        #expect(
            engine.violations(of: Self.line("cappuccino", 1, iced + [Self.option("topping", "foam")])) == [
                .forbidden(
                    line: 7, option: OptionReference(group: "topping", option: "foam"),
                    say: "Foam does not hold on an iced cappuccino. Shall I leave it out?")
            ])
        #expect(
            engine.violations(of: Self.line("cappuccino", 1, iced + [Self.option("topping", "foam", .without)])).isEmpty
        )
        #expect(engine.violations(of: Self.line("latte", 1, iced + [Self.option("topping", "foam")])).isEmpty)
    }
}
