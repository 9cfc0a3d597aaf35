internal import TestSupport
internal import Testing

@testable internal import Ordering

struct SpeechCorrectionsTests {
    /// A menu that sells things of these names.
    private static func menu(_ names: [String]) throws -> Menu {
        let items = names.enumerated().map { "{\"id\": \"i\($0)\", \"name\": \"\($1)\", \"price\": 100}" }
        return try MenuFixture.load(
            """
            {"store": {"name": "T", "currency": "EUR"}, "optionGroups": [], \
            "items": [\(items.joined(separator: ",\n"))]}
            """
        )
    }

    private static func apply(_ text: String, _ names: [String]) throws -> String {
        try SpeechCorrections(menu: menu(names)).apply(SpokenWords(text).words).joined(separator: " ")
    }

    @Test(
        "What recognisers write becomes what was said",
        arguments: [
            ("a large expresso please", ["Espresso"], "a large espresso please"),
            ("ex presso", ["Espresso"], "espresso"),
            ("two expressos", ["Espresso"], "two espressos"),
            ("a small cap a chino", ["Cappuccino"], "a small cappuccino"), ("mock a", ["Mocha"], "mocha"),
            ("lah tay", ["Latte"], "latte"),
            ("a late", ["Latte"], "a latte"),
            ("a large chai late", ["Chai latte"], "a large chai latte"),
            ("with oh milk", ["Oat milk"], "with oat milk"),
            ("an ice latte", ["Iced latte"], "an iced latte"), ("an ice late", ["Iced latte"], "an iced latte"),
            ("croy sant", ["Croissant"], "croissant"),
            ("two bagles and a sand witch", ["Bagel", "Sandwich"], "two bagels and a sandwich"),
            ("a muffen", ["Muffin"], "a muffin"),
            ("catch up", ["Ketchup"], "ketchup"),
            ("may oh", ["Mayo"], "mayo"), ("halapeno", ["Jalapeño"], "jalapeno"),
            ("two case a dias", ["Quesadilla"], "two quesadillas"), ("geo za", ["Gyoza"], "gyoza"),
        ])
    func corrected(_ heard: String, _ names: [String], _ said: String) throws {
        #expect(try Self.apply(heard, names) == said)
    }

    @Test(
        "The menu's own words and phrases stay, and nothing becomes what the menu has not",
        arguments: [
            ("a late", ["Espresso"]), ("a late", ["Latte", "Late breakfast"]), ("expresso", ["Latte"]),
            ("expresso", ["Espresso", "Expresso Royal"]),
            ("an ice latte", ["Iced latte", "Ice latte"]), ("an ice latte", ["Latte"]), ("oh milk", ["Milk"]),
            ("a mock a la mode", ["Mocha", "Cake a la mode", "A la mode"]), ("oh milk tea", ["Oat milk", "Milk tea"]),
            ("pine apple juice", ["Apple juice", "Pine"]),
            ("how late are you open", ["Latte"]), ("am i too late for a muffin", ["Latte"]),
            ("", ["Latte"]), ("what", ["Latte"]),
        ])
    func kept(_ text: String, _ names: [String]) throws {
        #expect(try Self.apply(text, names) == text)
    }

    @Test(
        "Compounds of the menu are found joined and split",
        arguments: [
            ("oatmilk", ["Oat milk"], "oat milk"), ("oat milk", ["Oatmilk"], "oatmilk"),
            ("two blue berry muffins", ["Blueberry muffin"], "two blueberry muffins"),
            ("blue berries", ["Blueberry"], "blueberries"), ("a coldbrew", ["Cold brew"], "a cold brew"),
            ("cheese burgers", ["Cheeseburger"], "cheeseburgers"),
            ("coldbrew and cold brew", ["Cold brew", "Coldbrew"], "coldbrew and cold brew"),
            ("pine apple juice", ["Apple juice", "Pineapple juice"], "pineapple juice"),
            ("hot dog", ["Hotdog", "Hot soup"], "hotdog"),
        ])
    func compounds(_ heard: String, _ names: [String], _ said: String) throws {
        #expect(try Self.apply(heard, names) == said)
    }

    @Test(
        "A phrase of the menu has the spellings it may be heard in",
        arguments: [
            ("espresso", ["expresso", "ex presso"]), ("double espresso", ["double expresso", "double ex presso"]),
            ("oat milk", ["oh milk", "oatmilk"]),
            ("iced latte", ["ice latte", "iced late", "ice late"]),
        ])
    func variants(_ phrase: String, _ wanted: [String]) throws {
        let corrections = try SpeechCorrections(menu: Self.menu(["Double espresso", "Oat milk", "Iced latte"]))
        let variants = corrections.variants(of: SpokenWords(phrase).words).map { $0.joined(separator: " ") }
        #expect(Set(variants).isSuperset(of: wanted))
        #expect(!variants.contains(phrase))
        #expect(Set(variants).count == variants.count)
    }

    @Test("Every spelling of every phrase of the built-in menu is corrected to the phrase, and there are not too many")
    func variantsReturn() throws {
        let menu = try MenuLoader.builtIn()
        let corrections = try SpeechCorrections(menu: menu)
        var all = 0
        for phrase in menu.items.flatMap({ [$0.name] + $0.aliases }).map({ SpokenWords($0).words }) {
            let variants = corrections.variants(of: phrase)
            #expect(variants.allSatisfy { corrections.apply($0) == phrase })
            #expect(variants.count <= SpeechCorrections.mostVariants)
            all += variants.count
        }
        #expect(all > 300)
    }

    @Test("The data has 60 corrections and more, each as words, each once, and none that changes nothing")
    func data() throws {
        let data = try CorrectionData.english.get()
        #expect(data.listed.count >= 60)
        #expect(Set(data.listed.map(\.source)).count == data.listed.count)
        #expect(data.listed.allSatisfy { !$0.source.isEmpty && !$0.outcome.isEmpty && $0.source != $0.outcome })
        let outcomes = Set(data.listed.map { $0.outcome.joined(separator: " ") })
        #expect(
            outcomes.isSuperset(of: [
                "sandwich", "bagel", "muffin", "ketchup", "mayo", "jalapeno", "quesadilla", "gyoza",
            ]))
    }

    @Test("Every listed correction works in a menu that has nothing but its outcome")
    func eachAlone() throws {
        for (source, outcome) in try CorrectionData.english.get().listed {
            let corrected = try SpeechCorrections(menu: Self.menu([outcome.joined(separator: " ")])).apply(
                ["a"] + source + ["please"])
            #expect(corrected == ["a"] + outcome + ["please"])
        }
    }

    @Test("Applying twice is applying once, whatever the menu and the words", arguments: 0..<8)
    func idempotent(_ seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let data = try CorrectionData.english.get()
        let vocabulary =
            (data.listed.flatMap { $0.source + $0.outcome } + [
                "too", "how", "in", "late", "a", "an", "ice", "oat", "hot", "dog", "hotdog", "milk", "tea", "and",
            ])
        func phrase(_ length: ClosedRange<Int>) -> [String] {
            (0..<Int.random(in: length, using: &random)).map { _ in
                vocabulary[Int.random(in: 0..<vocabulary.count, using: &random)]
            }
        }
        for _ in 0..<25 {
            let outcomes = (0..<30).map { _ in
                data.listed[Int.random(in: 0..<data.listed.count, using: &random)].outcome.joined(separator: " ")
            }
            let corrections = try SpeechCorrections(
                menu: Self.menu(outcomes + (0..<10).map { _ in phrase(1...3).joined(separator: " ") }))
            for _ in 0..<40 {
                let words = phrase(0...20), once = corrections.apply(words)
                #expect(corrections.apply(once) == once, "\(words)")
            }
        }
    }

    @Test("Corrections that undo each other come to an end")
    func opposites() throws {
        let data = CorrectionData.File(
            locale: "en", plurals: [:], kept: [],
            corrections: [
                "hot dog": ["dog hot", "hot cat"], "dog hot": ["hot dog"], "cat hot": ["dog cat"],
                "dog cat": ["cat hot"],
            ])
        let corrections = SpeechCorrections(menu: try Self.menu(["Hot", "Dog", "Cat"]), data: CorrectionData(data))
        for words in [["dog", "hot"], ["hot", "dog"], ["cat", "hot"], ["hot", "cat", "hot", "dog", "cat"]] {
            let once = corrections.apply(words)
            #expect(corrections.apply(once) == once)
        }
    }

    @Test(
        "Twenty words are corrected within 20 µs",
        arguments: [
            "can i get a large iced latte with oat milk and two blueberry muffins and a small cappuccino please now",
            "a large ice late with oh milk and two blue berry muffins and a small cap a chino please now",
        ])
    func fast(_ text: String) throws {
        let corrections = try SpeechCorrections(menu: MenuLoader.builtIn())
        let words = SpokenWords(text).words
        #expect(words.count == 20)
        var count = 0
        let taken = ProcessorTime.least(of: 5) {
            for _ in 0..<200 { count += corrections.apply(words).count }
        }
        #expect(count > 0)
        #if DEBUG
            let bar = Duration.microseconds(60)
        #else
            let bar = Duration.microseconds(20)
        #endif
        #expect(taken / 200 <= bar, "\(taken / 200)")
    }

    @Test("The corrections of a menu of 2,000 items are ready within a second")
    func largeMenu() throws {
        var random = SeededGenerator(seed: 5)
        let names = (0..<2_000).map { _ in
            (0..<3).map { _ in String((0..<8).map { _ in "aeioubcdlmnrst".randomElement(using: &random) ?? "a" }) }
                .joined(separator: " ")
        }
        let menu = try Self.menu(names)
        var corrections: SpeechCorrections?
        let taken = ProcessorTime.least(of: 1) { corrections = try? SpeechCorrections(menu: menu) }
        #expect(corrections != nil)
        #if !DEBUG
            #expect(taken <= .seconds(1), "\(taken)")
        #else
            #expect(taken <= .seconds(5), "\(taken)")
        #endif
    }
}
