internal import Ordering

/// How people order, filled with a menu's and a language's words. The weights are rough shares, set once on general
/// grounds and the same for every menu.
struct ClassGrammar {
    private(set) var net = PhraseClassModel()

    /// Whether a class joins the parts of one line: what was named before it counts after it.
    static func isWithinLine(_ name: String) -> Bool {
        ["with", "and", "amount", "measure", "without", "please"].contains(name)
    }

    /// Whether a class names what is ordered.
    static func isItem(_ name: String) -> Bool { ["item", "items"].contains(name) }

    /// The class of a group's options where they mostly stand. The colon keeps groups apart from the classes that are
    /// the same for every menu.
    static func options(_ group: String) -> String { "options:" + group }

    /// The class of a group whose options stand before the item now and then: "an oat latte", "a vanilla latte".
    static func early(_ group: String) -> String { "before:" + group }

    /// The class of a group whose options follow the item at once: "a latte large and iced".
    static func late(_ group: String) -> String { "after:" + group }

    /// The class of a group's options with how many of them: "two sugars".
    static func counted(_ group: String) -> String { "counted:" + group }

    /// How often an amount is said that a language's data names at this place: "a lot of" is first, "lots of" second,
    /// "extra" third.
    private static func amountWeight(_ rank: Int) -> Double {
        let most = [1, 1, 0.3, 0.1]
        return rank < most.count ? most[rank] : rank < 14 ? 0.03 : 0.003
    }

    /// "Two sugars", "two garlic dips", but never "three milks".
    private static func isCounted(_ group: OptionGroup) -> Bool {
        group.amounts && ([.sweetener, .syrup].contains(group.kind) || (group.select == .many && group.kind != .milk))
    }

    /// Every class of a group's options.
    static func classes(of group: String) -> [String] { [options(group), early(group), late(group), counted(group)] }

    /// Whether an article takes its form for vowels before a word.
    static func wantsVowelForm(_ word: String) -> Bool {
        guard let initial = word.first else { return false }
        return "aeiou".contains(initial) && !word.hasPrefix("one") && !word.hasPrefix("uni")
    }

    private let canHear: (String) -> Bool
    private let numbers: NumeralParser

    init(menu: Menu, language: Language, canHear: @escaping (String) -> Bool) {
        self.canHear = canHear
        numbers = NumeralParser(language.numbers)
        let before = menu.optionGroups.filter(\.kind.standsBeforeNoun)
        let after = menu.optionGroups.filter { !$0.kind.standsBeforeNoun }
        addClasses(menu, language, before: before, after: after)
        addArcs(before: before.map(\.id), after: after)
        addSharing(before: before.map(\.id), after: after)
        addQuestions(
            language, behind: ["item", "items"] + before.map { Self.late($0.id) } + after.map { Self.options($0.id) })
        addDiets(before: before.map(\.id))
        addElsewhere(OutOfMenuItems(menu: menu, language: language))
    }

    private mutating func addClasses(_ menu: Menu, _ language: Language, before: [OptionGroup], after: [OptionGroup]) {
        func phrases(_ texts: [String]) -> [(text: String, weight: Double)] {
            texts.compactMap { spoken($0).map { ($0, 1) } }
        }
        // What a language's data names first is what people say most; the rest is there for the parser.
        func intents(_ intents: [OrderIntent], common: Int) -> [(text: String, weight: Double)] {
            intents.flatMap { intent in
                (language.intents[intent.rawValue] ?? []).enumerated().compactMap { rank, text in
                    spoken(text).map { ($0, rank < common ? 1 : 0.02) }
                }
            }
        }
        net.addClass("ask", intents([.order, .add], common: 32))
        let another = phrases(["another", "one more"]).map { (text: $0.text, weight: 0.04) }
        net.addClass("article", phrases(Array(language.articles.prefix(1))) + counts(1...1, weight: 0.04) + another)
        net.addClass(
            "quantity",
            counts(2...6, weight: 1) + counts(7...12, weight: 0.1) + counts(13...50, weight: 0.01)
                + amountsInPhrases(language))
        net.addClass("definite", phrases(Array(language.definite.prefix(2))))
        net.addClass("with", phrases(Array(language.with.prefix(1))))
        net.addClass("and", phrases(Array(language.joins.prefix(1))))
        net.addClass("please", phrases(["please"]))
        let takingBack = Array(
            language.undo.prefix(3) + language.forget.prefix(3) + language.scratch.prefix(2)
                + language.restore.prefix(2))
        net.addClass(
            "command",
            intents([.confirm, .decline, .clear, .cancel, .readCart, .repeat, .help, .checkout], common: 5)
                + phrases(takingBack).map { ($0.text, 0.2) })
        net.addClass("edit", intents([.remove], common: 14) + phrases(["make it", "make that", "change the"]))
        func amounts(_ amounts: [OptionAmount]) -> [(text: String, weight: Double)] {
            amounts.flatMap { amount in
                (language.amounts[amount.rawValue] ?? []).enumerated().compactMap { rank, text in
                    spoken(text).map { ($0, Self.amountWeight(rank)) }
                }
            }
        }
        net.addClass("amount", amounts(OptionAmount.allCases.filter { $0 != .without }))
        net.addClass("without", amounts([.without]))
        let all = language.references.newestTwo.prefix(2) + language.references.all.prefix(2)
        net.addClass("shared", phrases(Array(all)))
        net.addClass("each", counts(1...4, weight: 1))
        net.addClass("plain", phrases(Array(language.plain.prefix(1))))
        net.addClass(
            "also",
            phrases(Array(language.joins.prefix(2)).flatMap { join in language.also.prefix(1).map { "\(join) \($0)" } })
        )
        let open = language.questions["open"] ?? [], contain = language.questions["contain"] ?? []
        net.addClass(
            "price", phrases(Array((language.questions["price"] ?? []).prefix(2)) + open.filter { $0.hasSuffix(" in") })
        )
        net.addClass("has", phrases(["does", "is"].filter(contain.contains)))
        net.addClass("is there", phrases(contain.filter { $0.hasSuffix(" there") }))
        net.addClass("have", phrases(["have", "contain"].filter(contain.contains)))
        let allergens = language.allergens.keys.sorted()
        net.addClass("content", phrases(allergens))
        let free = allergens.flatMap { [$0] + (language.allergens[$0] ?? []) }.flatMap { allergen in
            language.lacking.map { "\(allergen) \($0)" }
        }
        net.addClass("diet", phrases(free + language.diets))
        net.addClass("asked it", phrases(language.references.latest.prefix(2).filter { !$0.contains(" ") }))
        net.addClass("allergic", phrases(Array((language.questions["allergy"] ?? []).prefix(1))))
        net.addClass("in", phrases(Array(language.places.prefix(1))))
        net.addClass("asked the", phrases(Array(language.definite.prefix(1))))
        let families = ItemFamilies(menu: menu, language: language).all.compactMap {
            spoken($0.words.joined(separator: " ")).map { (text: $0, weight: 0.3) }
        }
        let items = menu.items.flatMap { named($0.name, $0.aliases) } + families
        net.addClass("item", items)
        net.addClass("asked", items)
        net.addClass(
            "items",
            items.compactMap { item in
                let plural = Lexicon.plurals(item.text.split(separator: " ").map(String.init)).first ?? []
                return plural.allSatisfy(canHear) ? (plural.joined(separator: " "), item.weight) : nil
            })
        for group in before + after {
            net.addClass(Self.options(group.id), group.options.flatMap { named($0.name, $0.aliases) })
        }
        for group in after { net.addClass(Self.early(group.id), group.options.flatMap { named($0.name, $0.aliases) }) }
        net.addClass("measure", measured(1...1, language) + measured(2...4, language))
        for group in after where Self.isCounted(group) {
            let names = group.options.compactMap {
                Lexicon.plurals($0.name.lowercased().split(separator: " ").map(String.init)).first
            }
            net.addClass(
                Self.counted(group.id),
                counts(2...4, weight: 1).flatMap { count in
                    names.compactMap { spoken(([count.text] + $0).joined(separator: " ")) }.map { ($0, 1) }
                })
        }
        for group in before { net.addClass(Self.late(group.id), group.options.flatMap { named($0.name, $0.aliases) }) }
    }

    private mutating func addArcs(before: [String], after: [OptionGroup]) {
        for (next, weight) in [
            ("ask", 0.8), ("command", 0.1), ("edit", 0.05), ("article", 0.12), ("item", 0.03), ("quantity", 0.02),
            ("without", 0.01),
        ] {
            net.addArc(PhraseClassModel.start, next, weight)
        }
        addOptions(after: PhraseClassModel.start, 0.03, before, [])
        for group in before + after.map(\.id) {
            net.addArc(PhraseClassModel.start, Self.options(group), 0.03 / Double(before.count + after.count))
        }
        addNoun(after: "ask", 1, before, after)
        for name in ["article", "quantity"] {
            addOptions(after: name, 0.6, before, after)
            net.addArc(name, name == "quantity" ? "items" : "item", 0.4)
        }
        for (name, group) in before.map({ (Self.options($0), $0) }) + after.map({ (Self.early($0.id), $0.id) }) {
            addOptions(after: name, 0.45, before.filter { $0 != group }, after.filter { $0.id != group })
            net.addArc(name, "item", 0.5)
            net.addArc(name, "items", 0.02)
            if before.contains(group) { net.addArc(name, PhraseClassModel.end, 0.03) }
        }
        for noun in ["item", "items"] {
            for (next, weight) in [
                ("with", 0.5), (PhraseClassModel.end, 0.4), ("and", 0.05), ("please", 0.06), ("without", 0.02),
            ] { net.addArc(noun, next, weight) }
        }
        for group in after {
            let share = 1 / Double(after.count)
            let options = Self.options(group.id)
            for (name, weight) in [("with", 1.0), ("and", 0.8)] {
                net.addArc(name, options, weight * share * (group.amounts ? 0.5 : 1))
                if group.amounts { net.addArc(name, "amount", weight * share * 0.5) }
            }
            if group.amounts { net.addArc("amount", options, 1) }
            for name in ["with", "and"] { net.addArc(name, Self.counted(group.id), 0.04 * share) }
            if Self.isCounted(group) {
                for name in ["with", "and"] { net.addArc(name, "measure", 0.04 * share) }
                net.addArc("measure", options, 1)
            }
            // "With lettuce tomato and onions".
            if group.select == .many {
                for other in after where other.select == .many {
                    net.addArc(options, Self.options(other.id), 0.2 * share)
                }
            }
            for (next, weight) in [(PhraseClassModel.end, 0.6), ("and", 0.3), ("please", 0.1)] {
                net.addArc(Self.counted(group.id), next, weight)
            }
            net.addArc("without", options, 1)
            for (next, weight) in [(PhraseClassModel.end, 0.5), ("and", 0.4), ("please", 0.06), ("without", 0.02)] {
                net.addArc(options, next, weight)
            }
            net.addArc("edit", options, 0.3 * share)
        }
        for name in ["with", "and"] { net.addArc(name, "without", 0.02) }
        addNoun(after: "and", 0.2, before, after)
        addNoun(after: "edit", 0.5, before, after)
        net.addArc("edit", "definite", 0.4)
        addOptions(after: "definite", 0.3, before, after)
        net.addArc("definite", "item", 0.6)
        for group in after { net.addArc("definite", Self.options(group.id), 0.1 / Double(after.count)) }
        for name in ["edit", "please", "command"] { net.addArc(name, PhraseClassModel.end, name == "edit" ? 0.2 : 1) }
    }

    /// What is said of several drinks at once, and of some of several: "a latte and a mocha, both iced", "two lattes,
    /// one with oat milk".
    private mutating func addSharing(before: [String], after: [OptionGroup]) {
        let named = ["item", "items"] + before.map(Self.late) + after.map { Self.options($0.id) }
        for name in named {
            net.addArc(name, "article", 0.02)
            net.addArc(name, "quantity", 0.005)
            net.addArc(name, "shared", 0.02)
            net.addArc(name, "each", name == "items" ? 0.05 : 0.006)
            net.addArc(name, "also", 0.005)
        }
        addLate(after: "item", 0.06, before)
        addLate(after: "items", 0.06, before)
        addLate(after: "and", 0.02, before)
        for group in before.map(Self.late) {
            for (next, weight) in [
                (PhraseClassModel.end, 0.4), ("with", 0.25), ("and", 0.15), ("please", 0.05), ("without", 0.02),
            ] { net.addArc(group, next, weight) }
            addLate(after: group, 0.1, before)
        }
        for group in after { addLate(after: Self.options(group.id), 0.02, before) }
        for name in ["shared", "each"] {
            net.addArc(name, "with", 0.55)
            addLate(after: name, 0.35, before)
        }
        net.addArc("each", "plain", 0.1)
        for (next, weight) in [(PhraseClassModel.end, 0.6), ("and", 0.2), ("each", 0.2)] {
            net.addArc("plain", next, weight)
        }
        net.addArc("and", "each", 0.03)
        net.addArc("also", "article", 0.8)
        net.addArc("also", "quantity", 0.2)
    }

    /// Questions about what can be ordered: the words of those are the menu's too. They may stand behind an order, and
    /// an order behind them.
    ///
    /// - Parameter named: the classes that end an order.
    private mutating func addQuestions(_ language: Language, behind named: [String]) {
        for (next, weight) in [("price", 0.01), ("has", 0.005), ("is there", 0.005)] {
            net.addArc(PhraseClassModel.start, next, weight)
        }
        for name in ["price", "has", "in"] { net.addArc(name, "asked the", 1) }
        net.addArc("asked the", "asked", 1)
        net.addArc("asked", PhraseClassModel.end, 0.6)
        net.addArc("asked", "have", 0.4)
        net.addArc("has", "asked it", 0.5)
        for (next, weight) in [("diet", 0.5), ("have", 0.5)] { net.addArc("asked it", next, weight) }
        net.addArc(PhraseClassModel.start, "allergic", 0.002)
        net.addArc("allergic", "content", 1)
        for name in named {
            net.addArc(name, "has", 0.003)
            net.addArc(name, "price", 0.002)
            net.addArc(name, "allergic", 0.002)
        }
        net.addArc("and", "has", 0.003)
        net.addArc("and", "ask", 0.01)
        for name in ["asked", "content"] {
            net.addArc(name, "and", 0.05)
            net.addArc(name, "ask", 0.05)
        }
        // What was just asked about is ordered without its name.
        net.addArc("ask", "asked it", 0.002)
        net.addArc("asked it", PhraseClassModel.end, 0.02)
        net.addArc("quantity", PhraseClassModel.end, 0.005)
        for name in ["have", "is there"] { net.addArc(name, "content", 1) }
        net.addArc("content", PhraseClassModel.end, 0.5)
        net.addArc("content", "in", 0.5)
    }

    /// "a gluten free bagel", "make it vegan": seldom said, and nothing to be missed.
    private mutating func addDiets(before: [String]) {
        let named = [("article", 0.01), ("quantity", 0.005), ("ask", 0.002), ("edit", 0.02)]
        for (name, weight) in named + before.map({ (Self.options($0), 0.005) }) { net.addArc(name, "diet", weight) }
        for (next, weight) in [("item", 0.75), ("items", 0.05), (PhraseClassModel.end, 0.1)] {
            net.addArc("diet", next, weight)
        }
        addOptions(after: "diet", 0.1, before, [])
    }

    /// "a coke", "do you have burgers": seldom said, so that only what is said clearly is heard so.
    private mutating func addElsewhere(_ elsewhere: OutOfMenuItems) {
        let forms = elsewhere.things.flatMap { [($0, 1.0)] + Lexicon.plurals($0).prefix(1).map { ($0, 0.3) } }
        let things = forms.compactMap { words, weight in
            spoken(words.joined(separator: " ")).map { (text: $0, weight: weight) }
        }
        guard !things.isEmpty else { return }
        net.addClass("elsewhere", things)
        for (name, weight) in [("article", 0.01), ("quantity", 0.01), ("ask", 0.002)] {
            net.addArc(name, "elsewhere", weight)
        }
        for (next, weight) in [(PhraseClassModel.end, 0.6), ("and", 0.25), ("please", 0.1), ("with", 0.05)] {
            net.addArc("elsewhere", next, weight)
        }
    }

    /// Options behind the item that mostly stand before it.
    private mutating func addLate(after name: String, _ weight: Double, _ before: [String]) {
        for group in before { net.addArc(name, Self.late(group), weight / Double(before.count)) }
    }

    /// The beginning of an item's phrase.
    private mutating func addNoun(after name: String, _ weight: Double, _ before: [String], _ after: [OptionGroup]) {
        net.addArc(name, "article", weight * 0.65)
        net.addArc(name, "quantity", weight * 0.05)
        addOptions(after: name, weight * 0.2, before, after)
        net.addArc(name, "item", weight * 0.1)
    }

    /// Options before the item: mostly those that belong there.
    private mutating func addOptions(after name: String, _ weight: Double, _ before: [String], _ after: [OptionGroup]) {
        let early = before.isEmpty ? 1 : after.isEmpty ? 0 : 0.15
        for group in before { net.addArc(name, Self.options(group), weight * (1 - early) / Double(before.count)) }
        for group in after { net.addArc(name, Self.early(group.id), weight * early / Double(after.count)) }
    }

    /// Numbers as they are spoken, all alike in weight.
    private func counts(_ numbers: ClosedRange<Int>, weight: Double) -> [(text: String, weight: Double)] {
        numbers.compactMap { number in
            self.numbers.spelled(number).flatMap { spoken($0.joined(separator: " ")) }.map { ($0, weight) }
        }
    }

    /// "one scoop of", "two packets of".
    private func measured(_ numbers: ClosedRange<Int>, _ language: Language) -> [(text: String, weight: Double)] {
        let units = language.units.filter { $0.hasSuffix("s") == (numbers.upperBound > 1) }.sorted()
        return counts(numbers, weight: 1).flatMap { count in
            units.flatMap { unit in
                language.of.prefix(1).compactMap { spoken("\(count.text) \(unit) \($0)") }.map { ($0, count.weight) }
            }
        }
    }

    /// "a dozen", "a couple of".
    private func amountsInPhrases(_ language: Language) -> [(text: String, weight: Double)] {
        language.numbers.phrases.filter { $0.value > 1 && $0.key.contains(" ") }.keys.sorted().compactMap {
            spoken($0).map { ($0, 0.05) }
        }
    }

    private func named(_ name: String, _ aliases: [String]) -> [(text: String, weight: Double)] {
        ([(name, 1.0)] + aliases.map { ($0, 0.3) }).compactMap { text, weight in spoken(text).map { ($0, weight) } }
    }

    /// A text as it is spoken, or `nil` when the recogniser cannot hear it.
    private func spoken(_ text: String) -> String? {
        let words = SpokenWords(text).words.flatMap { word in Int(word).flatMap(numbers.spelled) ?? [word] }
        return !words.isEmpty && words.allSatisfy(canHear) ? words.joined(separator: " ") : nil
    }
}
