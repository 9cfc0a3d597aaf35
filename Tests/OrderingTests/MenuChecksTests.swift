internal import Testing

@testable internal import Ordering

/// Faults E3 and C7: what makes a sound menu hard to order from by voice.
struct MenuChecksTests {
    /// Everything is heard, and every phrase sounds as it is written unless the test says otherwise.
    private static func findings(_ menu: Menu, unheard: Set<String> = [], sounds: [String: String] = [:])
        -> [MenuFinding]
    {
        MenuChecks(canHear: { !unheard.contains($0) }, pronounce: { sounds[$0] ?? $0 }).findings(menu)
    }

    /// A menu of items given as name and aliases; each stands on its own line, the first on line 3.
    private static func menu(
        items: [(name: String, aliases: [String])], options: [(name: String, aliases: [String])] = []
    ) throws -> Menu {
        func quoted(_ texts: [String]) -> String { texts.map { "\"\($0)\"" }.joined(separator: ", ") }
        func entries(_ things: [(name: String, aliases: [String])], _ id: String, _ more: String) -> String {
            things.enumerated().map {
                "{\"id\": \"\(id)\($0)\", \"name\": \"\($1.name)\", \"aliases\": [\(quoted($1.aliases))]\(more)}"
            }.joined(separator: ",\n")
        }
        let group = "{\"id\": \"g\", \"name\": \"G\", \"options\": [\n\(entries(options, "o", ""))]}"
        return try MenuFixture.load(
            """
            {"store": {"name": "Checks", "currency": "USD"},
             "items": [
            \(entries(items, "i", ", \"price\": 100"))
            ],
             "optionGroups": [\(options.isEmpty ? "" : group)]}
            """)
    }

    @Test("A menu of plainly different names gives no findings")
    func quiet() throws {
        #expect(
            try Self.findings(
                Self.menu(
                    items: [("Espresso", []), ("Ramen", ["noodle soup"])],
                    options: [("Large", []), ("Oat milk", ["oat"])])
            ).isEmpty)
    }

    @Test("An item that costs more than an order may come to is listed")
    func unaffordable() throws {
        let menu = try MenuFixture.load(
            """
            {"store": {"name": "Checks", "currency": "HUF"},
             "items": [
            {"id": "coffee", "name": "Coffee", "price": 85000},
            {"id": "water", "name": "Water", "price": 50000}
            ], "optionGroups": []}
            """)
        let findings = Self.findings(menu)
        #expect(
            findings.map(\.key) == ["items.coffee"] && findings.first?.severity == .error && findings.first?.line == 3)
        #expect(
            findings.first?.reason.contains("850") == true && findings.first?.reason.contains("limits.total") == true)
    }

    @Test(
        "An alias of two items is listed with both, whatever its case and accents",
        arguments: ["house special", "House Special", "Höuse spécial!"])
    func sharedAlias(_ alias: String) throws {
        let findings = try Self.findings(Self.menu(items: [("Ramen", ["house special"]), ("Espresso", [alias])]))
        let finding = try #require(findings.first)
        #expect(findings.count == 1)
        #expect(finding.severity == .warning && finding.line == 4 && finding.key == "items.i1")
        #expect(finding.reason.contains("'house special' also means items.i0 (line 3)"))
    }

    @Test("A name that is another item's alias is listed, and so are two options of one group")
    func sharedNames() throws {
        let menu = try Self.menu(
            items: [("Ramen", []), ("Noodle soup", ["ramen"])], options: [("Regular", []), ("Medium", ["regular"])])
        #expect(Self.findings(menu).map(\.key) == ["items.i1", "optionGroups.g.o1"])
    }

    @Test("An item and an option may share their word: the warning says how each is understood")
    func itemAndOption() throws {
        let findings = try Self.findings(Self.menu(items: [("Chai", [])], options: [("Chai", [])]))
        #expect(findings.count == 1 && findings.allSatisfy { $0.severity == .warning })
        #expect(findings.first?.reason.contains("after 'with' and in a list of options it is the option") == true)
    }

    @Test(
        "An alias without any word is no name, and an item with no other is listed as unspeakable",
        arguments: ["!!!", "…", "☕️", "\u{200B}"])
    func emptyAlias(_ name: String) throws {
        let findings = try Self.findings(Self.menu(items: [(name, []), ("Ramen", [name])]))
        #expect(findings.map(\.key) == ["items.i0"])
        #expect(findings.map(\.severity) == [.error])
    }

    @Test(
        "Two items that sound the same are listed with their pair",
        arguments: [
            ("flour", "flower"), ("pear", "pair"), ("leek", "leak"), ("time", "thyme"), ("mousse", "moose"),
            ("sauce", "source"), ("steak", "stake"), ("dough", "doe"),
        ])
    func soundAlike(_ first: String, _ second: String) throws {
        let findings = try Self.findings(
            Self.menu(items: [(first, []), ("Espresso", []), (second, [])]),
            sounds: [first: "s@Und", second: "s @ Und"])
        let finding = try #require(findings.first)
        #expect(findings.count == 1)
        #expect(finding.severity == .warning && finding.line == 5 && finding.key == "items.i2")
        #expect(finding.reason == "'\(second)' sounds like '\(first)' of items.i0 (line 3)")
    }

    @Test(
        "Names that differ in one phoneme of six or more sound alike; shorter ones must be the same",
        arguments: [
            ("mokatSino", "mokatSina", true), ("latte", "latti", false), ("abcdef", "abcdeg", true),
            ("abcde", "abcdf", false), ("abcdefghijkl", "abcdefghijxy", true),
            ("abcdefghijkl", "abcdefghixyz", false),
            ("abcdef", "abcdefg", true), ("abcdef", "abcdefgh", false), ("ab cd ef", "abcdeg", true),
            ("tea", "tea", true), ("", "", false), ("", "a", false),
        ])
    func near(_ first: String, _ second: String, _ alike: Bool) throws {
        let findings = try Self.findings(
            Self.menu(items: [("one", []), ("two", [])]), sounds: ["one": first, "two": second])
        #expect(findings.isEmpty == !alike)
        #expect(
            try Self.findings(Self.menu(items: [("one", []), ("two", [])]), sounds: ["one": second, "two": first])
                .isEmpty == !alike, "The order does not matter.")
    }

    @Test("A pair is listed once, however many of its aliases sound alike")
    func onePair() throws {
        let menu = try Self.menu(items: [("red", ["crimson"]), ("blue", ["azure"])])
        #expect(
            Self.findings(menu, sounds: ["red": "same", "blue": "same", "crimson": "other", "azure": "other"]).count
                == 1)
    }

    @Test("In a menu too large for comparing every pair, names of one sound are still listed")
    func largeMenu() throws {
        let names = (0..<500).map { "dish \($0)" }
        let menu = try Self.menu(items: names.map { ($0, []) })
        let sounds = Dictionary(
            uniqueKeysWithValues: names.enumerated().map { ($1, $0 == 499 ? "sound 7" : "sound \($0)") })
        let findings = Self.findings(menu, sounds: sounds)
        #expect(findings.map(\.key) == ["items.i499"])
        #expect(findings.first?.reason == "'dish 499' sounds like 'dish 7' of items.i7 (line 10)")
    }

    @Test("Every word the recogniser does not know is listed with its item or option")
    func unheard() throws {
        let menu = try Self.menu(
            items: [("Ristretto", ["short one"]), ("Kopi luwak", []), ("Ramen", ["tonkotsu"])],
            options: [("Yuzu", []), ("Large", ["venti"])])
        let findings = Self.findings(menu, unheard: ["ristretto", "kopi", "luwak", "tonkotsu", "yuzu", "venti"])
        #expect(findings.map(\.key) == ["items.i0", "items.i1", "items.i2", "optionGroups.g.o0", "optionGroups.g.o1"])
        #expect(
            findings.map(\.severity) == [.warning, .error, .warning, .error, .warning],
            "An error where no name is left that can be said.")
        #expect(findings[1].reason.contains("(kopi, luwak)"))
        #expect(findings[2].reason.contains("'tonkotsu'"))
        #expect(findings.map(\.line) == [3, 4, 5, 8, 9])
    }

    @Test("Digits in names are spoken as words and need no entry in the dictionary")
    func digits() throws {
        let menu = try Self.menu(items: [("7 up", [])])
        #expect(Self.findings(menu, unheard: ["7"]).isEmpty)
        #expect(Self.findings(menu, unheard: ["up"]).count == 1)
    }

    @Test("Every token of the built-in menu that is not in the dictionary is listed")
    func everyTokenOfTheBuiltInMenu() throws {
        let menu = try MenuLoader.builtIn()
        let checks = MenuChecks(canHear: { _ in false }, pronounce: { _ in "" })
        let keys = Set(checks.findings(menu).filter { $0.severity == .error }.map(\.key))
        let expected =
            menu.items.map { "items.\($0.id)" }
            + menu.optionGroups.flatMap { group in group.options.map { "optionGroups.\(group.id).\($0.id)" } }
        #expect(keys == Set(expected))
    }
}
