internal import OrderParsing
internal import Ordering
internal import Speech
internal import TestSupport
internal import Testing

@testable internal import Transcription

struct LiveOrderPreviewTests {
    /// A preview at the built-in café that reads whole texts.
    private struct Preview {
        let cafe: Cafe
        var generator: LiveOrderPreviewGenerator
        var time = 0

        init() throws {
            cafe = try Cafe.open()
            generator = try LiveOrderPreviewGenerator(menu: cafe.menu)
        }

        @discardableResult
        mutating func hears(_ text: String) -> [LiveOrderItem] {
            time += 1
            let words = SpokenWords(text).words
            return generator.generatePreview(
                cafe.parser.parse(text).items, words: words, at: SamplePosition(seconds: Double(time)))
        }

        /// Item and identity: "latte#1".
        mutating func ids(_ text: String) -> [String] { hears(text).map { "\($0.menuItemId)#\($0.id)" } }
    }

    @Test(
        "Items keep their identity while the guest goes on",
        arguments: [
            (["latte", "iced latte", "large iced latte", "large iced latte with oat milk"], ["latte#1"]),
            (["a", "a latte", "a vanilla latte"], ["vanilla-latte#1"]),
            (["coffee", "iced coffee"], ["iced-coffee#1"]), (["a green tea", "a green tea latte"], ["matcha-latte#1"]),
            (["a latte", "a mocha"], ["mocha#1"]),
            (
                ["a latte", "a latte and", "a latte and a latte", "a latte and a latte and a latte"],
                ["latte#1", "latte#2", "latte#3"]
            ),
            (
                ["a latte", "a latte and a muffin", "a large latte and a muffin", "two large lattes and a muffin"],
                ["latte#1", "blueberry-muffin#2"]
            ),
            (["a latte and a muffin", "a muffin"], ["blueberry-muffin#2"]),
            (["a muffin", "a latte and a muffin"], ["latte#2", "blueberry-muffin#1"]),
            // Gone for a moment.
            (["a latte", "a", "a latte"], ["latte#1"]), (["a latte", "", "", "", "a latte"], ["latte#1"]),
            (["a latte", "", "", "", "", "a latte"], ["latte#2"]),
            (["a latte and a muffin", "and a muffin", "a latte and a muffin"], ["latte#1", "blueberry-muffin#2"]),
            (["a latte and a muffin", "a latte", "a latte and a muffin"], ["latte#1", "blueberry-muffin#2"]),
            (["a latte", "", "a mocha"], ["mocha#2"]),
            (["a latte and a mocha", "a latte", "a latte and a bagel"], ["latte#1", "bagel#3"]),
        ])
    func identity(_ texts: [String], _ last: [String]) throws {
        var preview = try Preview()
        for text in texts.dropLast() { preview.hears(text) }
        #expect(preview.ids(texts.last ?? "") == last)
    }

    @Test("Menus where a word is an item by itself: a longer name is the same item")
    func growingName() throws {
        let cafe = try Cafe(menu: Cafe.menu(["Vanilla", "Vanilla latte", "Vanilla latte royal", "Tea"]))
        var generator = try LiveOrderPreviewGenerator(menu: cafe.menu)
        var seen: [[String]] = []
        for text in [
            "vanilla", "vanilla latte", "vanilla latte royal", "vanilla latte royal and tea",
            "vanilla latte royal and tea and vanilla",
        ] {
            seen.append(
                generator.generatePreview(cafe.parser.parse(text).items, at: .zero).map { "\($0.menuItemId)#\($0.id)" })
        }
        #expect(seen == [["i0#1"], ["i1#1"], ["i2#1"], ["i2#1", "i3#2"], ["i2#1", "i3#2", "i0#3"]])
    }

    @Test("A live item tells what a display shows")
    func contents() throws {
        var preview = try Preview()
        preview.hears("can i get two lattes")
        let item = try #require(
            preview.hears(
                "can i get two large iced lattes with oat milk two pumps of vanilla no foam extra ice and a double shot"
            ).first)
        #expect(item.id == 1)
        #expect(item.label == "Latte")
        #expect(item.menuItemId == "latte")
        #expect(item.quantity == 2)
        #expect(item.detectedAt == SamplePosition(seconds: 1))
        #expect(item.matchIndex == 6)
        #expect(item.confidence > 0.8)
        #expect(
            item.modifiers == [
                LiveModifier(type: .size, label: "Large", icon: "arrow.up.left.and.arrow.down.right"),
                LiveModifier(type: .temperature, label: "Iced", icon: "snowflake"),
                LiveModifier(type: .milk, label: "Oat milk", icon: "drop"),
                LiveModifier(type: .syrup, label: "2 × Vanilla syrup", icon: "drop.fill"),
                LiveModifier(type: .topping, label: "No foam", icon: "minus.circle"),
                LiveModifier(type: .topping, label: "Extra ice", icon: "snowflake"),
                LiveModifier(type: .shots, label: "Double shot", icon: "cup.and.saucer"),
            ])
    }

    @Test("Every kind of option has a symbolic name for its picture")
    func icons() throws {
        for kind in OptionGroup.Kind.allCases {
            let menu = try MenuLoader.load(
                Array(
                    """
                    {"store": {"name": "T", "currency": "EUR"},
                     "optionGroups": [{"id": "g", "name": "G", "kind": "\(kind.rawValue)", "options": [{"id": "o", \
                     "name": "Odd"}]}],
                     "items": [{"id": "i", "name": "Tea", "price": 1, "groups": ["g"]}]}
                    """.utf8))
            var generator = try LiveOrderPreviewGenerator(menu: menu)
            let odd = ParsedOrderItem(
                itemId: "i", name: "Tea", quantity: 1,
                options: [
                    SelectedOption(option: OptionReference(group: "g", option: "o")),
                    SelectedOption(option: OptionReference(group: "gone", option: "o")),
                ],
                spoken: "odd tea", nameSpoken: "tea", confidence: 1)
            let modifiers = try #require(generator.generatePreview([odd], at: .zero).first).modifiers
            #expect(modifiers.map(\.type) == [kind])
            #expect(modifiers.allSatisfy { !$0.icon.isEmpty && $0.icon.allSatisfy { $0.isASCII } })
        }
    }

    @Test("The next utterance has new items with new ids")
    func reset() throws {
        var preview = try Preview()
        preview.hears("a latte")
        preview.generator.reset()
        #expect(preview.generator.items.isEmpty)
        #expect(preview.ids("a latte") == ["latte#2"])
    }

    @Test(
        "Appending words never reorders, never takes an id away from an earlier item, and never uses one twice",
        arguments: 0..<20)
    func growing(_ seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let cafe = try Cafe.open()
        let vocabulary =
            cafe.menu.items.flatMap { SpokenWords($0.name).words }
            + cafe.menu.optionGroups.flatMap { $0.options.flatMap { SpokenWords($0.name).words } }
            + ["a", "two", "and", "with", "no", "please", "um"] * 6
        for _ in 0..<8 {
            var preview = try Preview()
            var words: [String] = []
            var before: [LiveOrderItem] = [], beforeParsed: [ParsedOrderItem] = [], gone: [Int: Int] = [:], newest = 0
            for update in 0..<25 {
                words.append(vocabulary.randomElement(using: &random) ?? "a")
                let text = words.joined(separator: " ")
                let parsed = cafe.parser.parse(text).items
                let items = preview.hears(text)
                let ids = items.map(\.id)
                #expect(items.map(\.menuItemId) == parsed.map(\.itemId))
                #expect(Set(ids).count == ids.count)
                // What was there and still is stands in the same order.
                let common = ids.filter { id in before.contains { $0.id == id } }
                #expect(common == before.map(\.id).filter(ids.contains), "\(text)")
                // What did not change at the beginning keeps its id.
                let same = zip(beforeParsed, parsed).prefix { $0 == $1 }.count
                #expect(ids.prefix(same) == before.map(\.id).prefix(same)[...], "\(text)")
                for id in ids where !before.contains(where: { $0.id == id }) {
                    if let since = gone[id] {
                        #expect(update - since <= LiveOrderPreviewGenerator.mostMissedUpdates)
                    } else {
                        #expect(id > newest)
                    }
                    newest = max(newest, id)
                }
                for item in before where !ids.contains(item.id) { gone[item.id] = update }
                (before, beforeParsed) = (items, parsed)
            }
        }
    }

    @Test("Any sequence of items, however wild, keeps order and gives each item one id", arguments: 0..<4)
    func wild(_ seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        var generator = try LiveOrderPreviewGenerator(menu: Cafe.open().menu)
        var last: [Int] = []
        for _ in 0..<1_500 {
            let parsed = (0..<Int.random(in: 0...6, using: &random)).map { _ in
                let id = ["latte", "mocha", "muffin"].randomElement(using: &random) ?? "latte"
                return ParsedOrderItem(
                    itemId: id, name: id, quantity: 1, options: [],
                    spoken: Bool.random(using: &random) ? id : "large \(id)", nameSpoken: id, confidence: 1)
            }
            let ids = generator.generatePreview(
                parsed, words: parsed.map(\.spoken).joined(separator: " ").split(separator: " ").map(String.init),
                at: .zero
            ).map(\.id)
            #expect(Set(ids).count == ids.count)
            #expect(ids.filter(last.contains) == last.filter(ids.contains))
            last = ids
        }
    }

    @Test("An update of ten items takes 20 µs", arguments: [true, false])
    func fast(_ isGrowing: Bool) throws {
        let cafe = try Cafe.open()
        let text =
            """
            a large latte and two iced mochas with oat milk and a bagel and a scone and a tea and a cookie and a \
            brownie and a frappe and an americano and a muffin
            """
        let words = SpokenWords(text).words
        let full = cafe.parser.parse(text).items
        #expect(full.count == 10)
        var other = full
        if isGrowing {
            other[9].spoken = "muffin please"
            other[9].quantity = 2
        } else {
            other[0].spoken = "large iced latte"
            other.remove(at: 4)
        }
        var generator = try LiveOrderPreviewGenerator(menu: cafe.menu)
        var count = 0
        let taken = ProcessorTime.least(of: 5) {
            for index in 0..<200 {
                count += generator.generatePreview(index % 2 == 0 ? full : other, words: words, at: .zero).count
            }
        }
        #expect(count > 0)
        #if DEBUG
            let bar = Duration.microseconds(400)
        #else
            let bar = Duration.microseconds(20)
        #endif
        #expect(taken / 200 <= bar, "\(taken / 200)")
    }
}

private func * (words: [String], count: Int) -> [String] { Array(repeating: words, count: count).flatMap { $0 } }
