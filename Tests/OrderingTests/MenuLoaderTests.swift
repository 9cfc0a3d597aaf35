internal import TestSupport
internal import Testing

@testable internal import Ordering

struct MenuLoaderTests {
    @Test("The built-in menu loads: about 40 items of coffee, tea, cold and food, each with a price and a name")
    func builtIn() throws {
        let menu = try MenuLoader.builtIn()
        #expect((38...48).contains(menu.items.count))
        #expect(Set(menu.items.map(\.category)) == ["coffee", "tea", "cold", "food"])
        #expect(menu.store == Store(name: "Brews Café", currency: "USD", locale: "en-US", localeLine: 3))
        #expect(menu.limits == OrderLimits(perLine: 20, lines: 40, total: Money(minorUnits: 50_000)))
        #expect(menu.items.allSatisfy { $0.price > .zero && !SpokenWords($0.name).words.isEmpty })
        #expect(Set(menu.items.map(\.name)).count == menu.items.count)
    }

    @Test(
        "The built-in menu has every kind of option a café has, and looks items, groups and options up by id",
        arguments: [
            ("size", OptionGroup.Kind.size, "large"), ("temperature", .temperature, "iced"), ("milk", .milk, "oat"),
            ("syrup", .syrup, "vanilla"),
            ("roast", .roast, "decaf"), ("shots", .shots, "double"), ("sweetener", .sweetener, "brown-sugar"),
            ("topping", .topping, "foam"),
            ("spread", .extra, "butter"),
        ])
    func builtInGroups(_ group: String, _ kind: OptionGroup.Kind, _ option: String) throws {
        let menu = try MenuLoader.builtIn()
        #expect(menu.group(group)?.kind == kind)
        #expect(menu.option(OptionReference(group: group, option: option))?.id == option)
        #expect(menu.option(OptionReference(group: group, option: "nothing")) == nil)
        #expect(menu.item("nothing") == nil && menu.group("nothing") == nil)
        #expect(menu.items.contains { $0.groups.contains(group) })
    }

    @Test("Fields that are left out take the values the format promises")
    func defaults() throws {
        let menu = try MenuFixture.load(
            """
            {"store": {"name": "Small", "currency": "EUR"},
             "optionGroups": [{"id": "milk", "name": "Milk", "options": [{"id": "oat", "name": "Oat"}]}],
             "items": [{"id": "tea", "name": "Tea", "price": 1}]}
            """)
        #expect(menu.limits == .standard)
        #expect(menu.store.locale == "en-US")
        let group = try #require(menu.group("milk"))
        #expect(group.kind == .free && group.select == .one && !group.amounts)
        #expect(group.options[0].price == .zero && group.options[0].count == nil && group.options[0].aliases.isEmpty)
        let item = try #require(menu.item("tea"))
        #expect(
            item.available && item.groups.isEmpty && item.required.isEmpty && item.defaults.isEmpty
                && item.category == "other")
        #expect(!item.touchOnly)
        #expect(item.maxQuantity == OrderLimits.standard.perLine && item.line == 3)
        #expect(menu.rules.isEmpty && menu.pronunciations.isEmpty)
    }

    @Test(
        "An item is confirmed by touch only when its menu says so",
        arguments: [(", \"touchOnly\": true", true), (", \"touchOnly\": false", false), ("", false)])
    func touchOnly(_ written: String, _ isTouchOnly: Bool) throws {
        let menu = try MenuFixture.load(MenuFixture.with("\"price\": 200", "\"price\": 200\(written)"))
        #expect(menu.item("rice")?.touchOnly == isTouchOnly && menu.item("soup")?.touchOnly == false)
        #expect(
            try MenuLoader.builtIn().items.allSatisfy { !$0.touchOnly }, "The built-in café sells nothing of the kind.")
    }

    @Test("Every field of a menu arrives")
    func everyField() throws {
        let menu = try MenuFixture.load(MenuFixture.sound)
        let soup = try #require(menu.item("soup"))
        #expect(
            soup.price == Money(minorUnits: 500) && soup.groups == ["size", "sauce"] && soup.required == ["size"]
                && soup.defaults == ["sauce": "chili"])
        #expect(soup.aliases == ["broth"] && soup.allergens == ["soy"] && soup.maxQuantity == 4 && soup.line == 14)
        let chili = try #require(menu.option(OptionReference(group: "sauce", option: "chili")))
        #expect(
            chili.count == 2 && chili.price == Money(minorUnits: 30) && chili.allergens == ["celery"]
                && chili.freeOf == ["fish"] && chili.line == 10)
        let rule = try #require(menu.rules.first)
        #expect(
            rule.when
                == .init(items: ["soup"], categories: [], options: [OptionReference(group: "size", option: "small")]))
        #expect(
            rule.then == [.forbid(OptionReference(group: "sauce", option: "chili"))]
                && rule.say == "No chili in a small soup.")
        #expect(menu.pronunciations == ["soup": "soop"])
    }

    @Test(
        "Comments, a byte order mark and any line ends are read over, and lines are still counted right",
        arguments: [
            "// first\n/* second\n third */ ", "\u{FEFF}\n\n\n", "\r\n\r\n// \u{1F35C}\r\n",
            "/**//* * / **/\n//\n//*/\n",
        ])
    func comments(_ start: String) throws {
        let text =
            start + MenuFixture.sound.split(separator: "\n").joined(separator: " // \"price\": 0\r\n") + "\n// the end"
        #expect(try MenuFixture.load(text).items.count == 2)
        let shift = start.utf8.count { $0 == UInt8(ascii: "\n") }
        let broken = text.replacing("\"price\": 200", with: "\"price\": -1")
        #expect(MenuFixture.findings(broken).map(\.line) == [19 + shift])
    }

    @Test("Slashes inside strings are no comments")
    func slashes() throws {
        let menu = try MenuFixture.load(MenuFixture.with("\"Rice\"", "\"Rice // with /* egg */\""))
        #expect(menu.item("rice")?.name == "Rice // with /* egg */")
    }

    @Test(
        "Escapes in strings mean what JSON says, surrogate pairs included",
        arguments: [
            (#"\"Rice\""#, "\"Rice\""), (#"R\u0069ce"#, "Rice"), (#"Riz \u00e0 l'\u00C9t\u00e9"#, "Riz à l'Été"),
            (#"\ud83c\udf5c \uD83C\uDF5C"#, "🍜 🍜"),
            (#"\ud800\udc00"#, "\u{10000}"),
            (#"\udbff\udfff x"#, "\u{10FFFF} x"), (#"a\/b\\c"#, "a/b\\c"), ("寿司 🍣", "寿司 🍣"), (#"e\u0301"#, "é"),
        ])
    func escapes(_ written: String, _ name: String) throws {
        let menu = try MenuFixture.load(MenuFixture.with("\"Rice\"", "\"\(written)\""))
        #expect(menu.item("rice")?.name == name)
    }

    @Test(
        "Escaped control characters are read as JSON, and then refused in a name",
        arguments: [#"\n"#, #"\t"#, #"\r"#, #"\b"#, #"\f"#, #"\u0000"#, #"\u007f"#])
    func escapedControls(_ escape: String) {
        let findings = MenuFixture.findings(MenuFixture.with("\"Rice\"", "\"Ri\(escape)ce\""))
        #expect(findings.map(\.key) == ["items[1].name"])
        #expect(findings.first?.reason.contains("no control characters") == true)
    }

    @Test(
        "A file that is not UTF-8 is refused in one sentence",
        arguments: [[0xFF, 0xFE, 0x7B, 0x00], [0x7B, 0x22, 0xC3, 0x28, 0x22, 0x7D], [0xED, 0xA0, 0x80], [0x80]]
            as [[UInt8]])
    func notText(_ bytes: [UInt8]) {
        #expect(MenuFixture.findings(bytes).map(\.reason) == ["the file is not UTF-8 text"])
    }
}

/// Fault E5, as far as the loader meets it: what a power cut leaves behind.
struct HalfWrittenMenuTests {
    @Test("A file of zero bytes is refused with a finding")
    func zeroBytes() {
        #expect(MenuFixture.findings([]).map(\.reason) == ["the file is empty"])
    }

    @Test("A file of nothing but NUL bytes is refused with a finding", arguments: [1, 512, 4096])
    func onlyZeros(_ count: Int) {
        #expect(MenuFixture.findings([UInt8](repeating: 0, count: count)).count == 1)
    }

    @Test("The built-in menu, cut at 50 places, is refused 50 times with one finding", arguments: 0..<50)
    func cut(_ place: Int) throws {
        let whole = MenuLoader.builtInFile
        let end = try #require(whole.lastIndex(of: UInt8(ascii: "}")))
        // The last cut takes only the closing brace.
        let length = place == 49 ? end : end * place / 49 + 1
        let findings = MenuFixture.findings(Array(whole[..<length]))
        #expect(findings.count == 1)
        #expect(findings.allSatisfy { $0.severity == .error && $0.line >= 1 && !$0.reason.isEmpty })
    }

    @Test("The built-in menu with a block of it zeroed or repeated is refused, never trusted", arguments: 1..<20)
    func torn(_ place: Int) {
        let whole = MenuLoader.builtInFile
        let start = whole.count * place / 20
        var zeroed = whole
        for index in start..<start + 512 { zeroed[index] = 0 }
        #expect(!MenuFixture.findings(zeroed).isEmpty)
        let repeated = Array(whole[..<(start + 512)] + whole[start...])
        #expect(!MenuFixture.findings(repeated).isEmpty)
    }

    @Test("Ten thousand damaged bytes in the menu never end the process")
    func flippedBytes() {
        var random = SeededGenerator(seed: 0xE5)
        var refused = 0
        let whole = Array(MenuFixture.sound.utf8)
        for _ in 0..<10_000 {
            var damaged = whole
            damaged[Int.random(in: 0..<whole.count, using: &random)] = UInt8.random(in: 0...255, using: &random)
            if !MenuFixture.findings(damaged).isEmpty { refused += 1 }
        }
        // What is left hits spaces and letters of names, where a menu stays a menu.
        #expect(refused > 4_000)
    }
}

/// Fault E4: limits.
struct MenuLimitTests {
    private static func menu(items: Int) -> String {
        let list = (0..<items).map {
            """
            {"id": "item-\($0)", "name": "Dish number \($0)", "category": "food", "price": \(100 + $0), \
            "groups": ["size"], "required": ["size"]}
            """
        }
        return """
            {"store": {"name": "Large", "currency": "USD"},
             "optionGroups": [{"id": "size", "name": "Size", "kind": "size", "options": [{"id": "small",
                 "name": "Small"}, {"id": "large", "name": "Large", "price": 100}]}],
             "items": [\(list.joined(separator: ",\n"))]}
            """
    }

    private static func nested(_ depth: Int) -> String {
        String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
    }

    @Test("5,000 items load")
    func mostItems() throws {
        let menu = try MenuFixture.load(Self.menu(items: 5_000))
        #expect(menu.items.count == 5_000)
        #expect(menu.item("item-4999")?.price == Money(minorUnits: 5_099))
    }

    static let tooLarge: [(name: String, bytes: [UInt8], key: String, reason: String)] = [
        ("5,001 items", Array(menu(items: 5_001).utf8), "items", "5000"),
        (
            "one byte more than 2 MiB",
            Array(MenuFixture.sound.utf8)
                + [UInt8](repeating: UInt8(ascii: " "), count: (2 << 20) + 1 - MenuFixture.sound.utf8.count), "",
            "2097152"
        ),
        ("10 MB", [UInt8](repeating: UInt8(ascii: "["), count: 10_000_000), "", "2097152"),
        (
            "2 MiB of empty items", Array(("{\"items\": [" + String(repeating: "{},", count: 690_000) + "{}]}").utf8),
            "items", "5000"
        ),
        (
            "2 MiB of opening brackets", [UInt8](repeating: UInt8(ascii: "["), count: 2 << 20),
            String(repeating: "[0]", count: 16), "deeper than 16"
        ),
        ("17 levels", Array(nested(17).utf8), String(repeating: "[0]", count: 16), "deeper than 16"),
        (
            "17 levels inside a menu", Array(MenuFixture.with("[\"soy\"]", nested(14)).utf8),
            "items[0].allergens" + String(repeating: "[0]", count: 13), "deeper than 16"
        ),
    ]

    @Test("A menu past a limit is refused within 200 ms, naming the limit", arguments: tooLarge.indices)
    func pastALimit(_ index: Int) {
        let (name, bytes, key, reason) = Self.tooLarge[index]
        var findings: [MenuFinding] = []
        let taken = ProcessorTime.least { findings = MenuFixture.findings(bytes) }
        #expect(taken <= .milliseconds(200), "\(name) took \(taken)")
        #expect(findings.contains { $0.key == key && $0.reason.contains(reason) }, "\(findings.prefix(3))")
    }

    @Test("16 levels are read: what is wrong with them is that they are no menu")
    func deepest() {
        let findings = MenuFixture.findings(MenuFixture.with("[\"soy\"]", Self.nested(13)))
        #expect(findings.map(\.key) == ["items[0].allergens[0]"])
        #expect(findings.map(\.reason) == ["must be text in quotes"])
    }

    @Test("2 MiB exactly load")
    func largestFile() throws {
        let padding = [UInt8](repeating: UInt8(ascii: " "), count: (2 << 20) - MenuFixture.sound.utf8.count)
        #expect(try MenuLoader.load(Array(MenuFixture.sound.utf8) + padding).items.count == 2)
    }
}
