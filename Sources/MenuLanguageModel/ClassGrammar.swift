internal import OrderParsing
internal import Ordering

/// The class-based grammar of spoken orders, filled with the words of a menu and a language. The weights are rough and
/// the same for every menu.
struct ClassGrammar {
    var model = PhraseClassModel()

    /// Whether a class stays within a line, so that the options named before still count.
    static func isWithinLine(_ name: String) -> Bool {
        ["with", "and", "amount", "measure", "without", "please"].contains(name)
    }

    /// Whether a class contains items.
    static func isItem(_ name: String) -> Bool { ["item", "items"].contains(name) }

    /// The class of a group's options in their usual position. The colon separates groups from the fixed classes.
    static func options(_ group: String) -> String { "options:" + group }

    /// The class of a group's options before the item: "an oat latte", "a vanilla latte".
    static func early(_ group: String) -> String { "before:" + group }

    /// The class of a group's options right after the item: "a latte large and iced".
    static func late(_ group: String) -> String { "after:" + group }

    /// The class of a group's options with a count: "two sugars".
    static func counted(_ group: String) -> String { "counted:" + group }

    /// The weight of an amount by its rank in the language data: "a lot of" is first, "lots of" second, "extra" third.
    private static func amountWeight(_ rank: Int) -> Double {
        let most = [1, 1, 0.3, 0.1]
        return rank < most.count ? most[rank] : rank < 14 ? 0.03 : 0.003
    }

    /// Whether options are counted: "two sugars", "two garlic dips", but never "three milks".
    private static func isCounted(_ group: OptionGroup) -> Bool {
        group.amounts && ([.sweetener, .syrup].contains(group.kind) || (group.select == .many && group.kind != .milk))
    }

    /// All classes of a group's options.
    static func classes(of group: String) -> [String] { [options(group), early(group), late(group), counted(group)] }

    /// Whether an article takes its vowel form before a word.
    static func wantsVowelForm(_ word: String) -> Bool {
        guard let initial = word.first else { return false }
        return "aeiou".contains(initial) && !word.hasPrefix("one") && !word.hasPrefix("uni")
    }

    private let canHear: (String) -> Bool
    private let numbers: NumeralParser

    init(menu: Menu, language: Language, canHear: @escaping (String) -> Bool) {
        self.canHear = canHear
        numbers = NumeralParser(language.numbers)
        if language.forms.isHeadFinal {
            addHeadFinal(menu, language)
            return
        }
        let before = menu.optionGroups.filter(\.kind.standsBeforeNoun)
        let after = menu.optionGroups.filter { !$0.kind.standsBeforeNoun }
        addClasses(menu, language, before: before, after: after)
        addArcs(before: before.map(\.id), after: after)
        addSharing(before: before.map(\.id), after: after)
        addQuestions(
            language, behind: ["item", "items"] + before.map { Self.late($0.id) } + after.map { Self.options($0.id) })
        addDiets(before: before.map(\.id))
        addOutOfMenuItems(OutOfMenuItems(menu: menu, language: language))
    }

    private mutating func addClasses(_ menu: Menu, _ language: Language, before: [OptionGroup], after: [OptionGroup]) {
        func phrases(_ texts: [String]) -> [(text: String, weight: Double)] {
            texts.compactMap { spoken($0).map { ($0, 1) } }
        }
        // The first phrases of the language data are the most frequent; the others serve the parser.
        func intents(_ intents: [OrderIntent], common: Int) -> [(text: String, weight: Double)] {
            intents.flatMap { intent in
                (language.intents[intent.rawValue] ?? []).enumerated().compactMap { rank, text in
                    spoken(text).map { ($0, rank < common ? 1 : 0.02) }
                }
            }
        }
        model.addClass("ask", intents([.order, .add], common: 32))
        let another = phrases(language.expected.another).map { (text: $0.text, weight: 0.04) }
        model.addClass("article", phrases(Array(language.articles.prefix(1))) + counts(1...1, weight: 0.04) + another)
        model.addClass(
            "quantity",
            counts(2...6, weight: 1) + counts(7...12, weight: 0.1) + counts(13...50, weight: 0.01)
                + amountsInPhrases(language))
        model.addClass("definite", phrases(Array(language.definite.prefix(2))))
        model.addClass("with", phrases(Array(language.with.prefix(1))))
        model.addClass("and", phrases(Array(language.conjunctions.prefix(1))))
        model.addClass("please", phrases(language.expected.polite))
        let takingBack = Array(
            language.undo.prefix(3) + language.forget.prefix(3) + language.scratch.prefix(2)
                + language.restore.prefix(2))
        model.addClass(
            "command",
            intents([.confirm, .decline, .clear, .cancel, .readCart, .repeat, .help, .checkout], common: 5)
                + phrases(takingBack).map { ($0.text, 0.2) })
        model.addClass("edit", intents([.remove], common: 14) + phrases(language.expected.changes))
        func amounts(_ amounts: [OptionAmount]) -> [(text: String, weight: Double)] {
            amounts.flatMap { amount in
                (language.amounts[amount.rawValue] ?? []).enumerated().compactMap { rank, text in
                    spoken(text).map { ($0, Self.amountWeight(rank)) }
                }
            }
        }
        model.addClass("amount", amounts(OptionAmount.allCases.filter { $0 != .without }))
        model.addClass("without", amounts([.without]))
        let all = language.references.newestTwo.prefix(2) + language.references.all.prefix(2)
        model.addClass("shared", phrases(Array(all)))
        model.addClass("each", counts(1...4, weight: 1))
        model.addClass("plain", phrases(Array(language.plain.prefix(1))))
        let alsoPhrases: [String] = language.conjunctions.prefix(2).flatMap { join in
            language.also.prefix(1).map { "\(join) \($0)" }
        }
        model.addClass("also", phrases(alsoPhrases))
        let open = language.questions["open"] ?? [], contain = language.questions["contain"] ?? []
        model.addClass(
            "price", phrases(Array((language.questions["price"] ?? []).prefix(2)) + open.filter { $0.hasSuffix(" in") })
        )
        model.addClass("has", phrases(["does", "is"].filter(contain.contains)))
        model.addClass("is there", phrases(contain.filter { $0.hasSuffix(" there") }))
        model.addClass("have", phrases(["have", "contain"].filter(contain.contains)))
        let allergens = language.allergens.keys.sorted()
        model.addClass("content", phrases(allergens))
        let free = allergens.flatMap { [$0] + (language.allergens[$0] ?? []) }.flatMap { allergen in
            language.privatives.map { "\(allergen) \($0)" }
        }
        model.addClass("diet", phrases(free + Diet.allCases.map(\.rawValue)))
        model.addClass("asked it", phrases(language.references.latest.prefix(2).filter { !$0.contains(" ") }))
        model.addClass("allergic", phrases(Array((language.questions["allergy"] ?? []).prefix(1))))
        model.addClass("in", phrases(Array(language.locatives.prefix(1))))
        model.addClass("asked the", phrases(Array(language.definite.prefix(1))))
        let families = ItemFamilies(menu: menu, language: language).all.compactMap {
            spoken($0.words.joined(separator: " ")).map { (text: $0, weight: 0.3) }
        }
        let items = menu.items.flatMap { named($0.name, $0.aliases) } + families
        model.addClass("item", items)
        model.addClass("asked", items)
        model.addClass(
            "items",
            items.compactMap { item in
                let plural = Pluralizer.plurals(item.text.split(separator: " ").map(String.init)).first ?? []
                return plural.allSatisfy(canHear) ? (plural.joined(separator: " "), item.weight) : nil
            })
        for group in before + after {
            model.addClass(Self.options(group.id), group.options.flatMap { named($0.name, $0.aliases) })
        }
        for group in after {
            model.addClass(Self.early(group.id), group.options.flatMap { named($0.name, $0.aliases) })
        }
        model.addClass("measure", measured(1...1, language) + measured(2...4, language))
        for group in after where Self.isCounted(group) {
            let names = group.options.compactMap {
                Pluralizer.plurals($0.name.lowercased().split(separator: " ").map(String.init)).first
            }
            model.addClass(
                Self.counted(group.id),
                counts(2...4, weight: 1).flatMap { count in
                    names.compactMap { spoken(([count.text] + $0).joined(separator: " ")) }.map { ($0, 1) }
                })
        }
        for group in before {
            model.addClass(Self.late(group.id), group.options.flatMap { named($0.name, $0.aliases) })
        }
    }

    private mutating func addArcs(before: [String], after: [OptionGroup]) {
        for (next, weight) in [
            ("ask", 0.8), ("command", 0.1), ("edit", 0.05), ("article", 0.12), ("item", 0.03), ("quantity", 0.02),
            ("without", 0.01),
        ] {
            model.addArc(PhraseClassModel.start, next, weight)
        }
        addOptions(after: PhraseClassModel.start, 0.03, before, [])
        for group in before + after.map(\.id) {
            model.addArc(PhraseClassModel.start, Self.options(group), 0.03 / Double(before.count + after.count))
        }
        addNoun(after: "ask", 1, before, after)
        for name in ["article", "quantity"] {
            addOptions(after: name, 0.6, before, after)
            model.addArc(name, name == "quantity" ? "items" : "item", 0.4)
        }
        for (name, group) in before.map({ (Self.options($0), $0) }) + after.map({ (Self.early($0.id), $0.id) }) {
            addOptions(after: name, 0.45, before.filter { $0 != group }, after.filter { $0.id != group })
            model.addArc(name, "item", 0.5)
            model.addArc(name, "items", 0.02)
            if before.contains(group) { model.addArc(name, PhraseClassModel.end, 0.03) }
        }
        for noun in ["item", "items"] {
            for (next, weight) in [
                ("with", 0.5), (PhraseClassModel.end, 0.4), ("and", 0.05), ("please", 0.06), ("without", 0.02),
            ] { model.addArc(noun, next, weight) }
        }
        for group in after {
            let share = 1 / Double(after.count)
            let options = Self.options(group.id)
            for (name, weight) in [("with", 1.0), ("and", 0.8)] {
                model.addArc(name, options, weight * share * (group.amounts ? 0.5 : 1))
                if group.amounts { model.addArc(name, "amount", weight * share * 0.5) }
            }
            if group.amounts { model.addArc("amount", options, 1) }
            for name in ["with", "and"] { model.addArc(name, Self.counted(group.id), 0.04 * share) }
            if Self.isCounted(group) {
                for name in ["with", "and"] { model.addArc(name, "measure", 0.04 * share) }
                model.addArc("measure", options, 1)
            }
            // "With lettuce tomato and onions".
            if group.select == .many {
                for other in after where other.select == .many {
                    model.addArc(options, Self.options(other.id), 0.2 * share)
                }
            }
            for (next, weight) in [(PhraseClassModel.end, 0.6), ("and", 0.3), ("please", 0.1)] {
                model.addArc(Self.counted(group.id), next, weight)
            }
            model.addArc("without", options, 1)
            for (next, weight) in [(PhraseClassModel.end, 0.5), ("and", 0.4), ("please", 0.06), ("without", 0.02)] {
                model.addArc(options, next, weight)
            }
            model.addArc("edit", options, 0.3 * share)
        }
        for name in ["with", "and"] { model.addArc(name, "without", 0.02) }
        addNoun(after: "and", 0.2, before, after)
        addNoun(after: "edit", 0.5, before, after)
        model.addArc("edit", "definite", 0.4)
        addOptions(after: "definite", 0.3, before, after)
        model.addArc("definite", "item", 0.6)
        for group in after { model.addArc("definite", Self.options(group.id), 0.1 / Double(after.count)) }
        for name in ["edit", "please", "command"] { model.addArc(name, PhraseClassModel.end, name == "edit" ? 0.2 : 1) }
    }

    /// Adds options shared by several items and splits: "a latte and a mocha, both iced", "two lattes, one with oat
    /// milk".
    private mutating func addSharing(before: [String], after: [OptionGroup]) {
        let named = ["item", "items"] + before.map(Self.late) + after.map { Self.options($0.id) }
        for name in named {
            model.addArc(name, "article", 0.02)
            model.addArc(name, "quantity", 0.005)
            model.addArc(name, "shared", 0.02)
            model.addArc(name, "each", name == "items" ? 0.05 : 0.006)
            model.addArc(name, "also", 0.005)
        }
        addLate(after: "item", 0.06, before)
        addLate(after: "items", 0.06, before)
        addLate(after: "and", 0.02, before)
        for group in before.map(Self.late) {
            for (next, weight) in [
                (PhraseClassModel.end, 0.4), ("with", 0.25), ("and", 0.15), ("please", 0.05), ("without", 0.02),
            ] { model.addArc(group, next, weight) }
            addLate(after: group, 0.1, before)
        }
        for group in after { addLate(after: Self.options(group.id), 0.02, before) }
        for name in ["shared", "each"] {
            model.addArc(name, "with", 0.55)
            addLate(after: name, 0.35, before)
        }
        model.addArc("each", "plain", 0.1)
        for (next, weight) in [(PhraseClassModel.end, 0.6), ("and", 0.2), ("each", 0.2)] {
            model.addArc("plain", next, weight)
        }
        model.addArc("and", "each", 0.03)
        model.addArc("also", "article", 0.8)
        model.addArc("also", "quantity", 0.2)
    }

    /// Adds questions about the menu. They may follow an order, and an order may follow them.
    ///
    /// - Parameter named: the classes that end an order.
    private mutating func addQuestions(_ language: Language, behind named: [String]) {
        for (next, weight) in [("price", 0.01), ("has", 0.005), ("is there", 0.005)] {
            model.addArc(PhraseClassModel.start, next, weight)
        }
        for name in ["price", "has", "in"] { model.addArc(name, "asked the", 1) }
        model.addArc("asked the", "asked", 1)
        model.addArc("asked", PhraseClassModel.end, 0.6)
        model.addArc("asked", "have", 0.4)
        model.addArc("has", "asked it", 0.5)
        for (next, weight) in [("diet", 0.5), ("have", 0.5)] { model.addArc("asked it", next, weight) }
        model.addArc(PhraseClassModel.start, "allergic", 0.002)
        model.addArc("allergic", "content", 1)
        for name in named {
            model.addArc(name, "has", 0.003)
            model.addArc(name, "price", 0.002)
            model.addArc(name, "allergic", 0.002)
        }
        model.addArc("and", "has", 0.003)
        model.addArc("and", "ask", 0.01)
        for name in ["asked", "content"] {
            model.addArc(name, "and", 0.05)
            model.addArc(name, "ask", 0.05)
        }
        // An item that was asked about is ordered by a pronoun.
        model.addArc("ask", "asked it", 0.002)
        model.addArc("asked it", PhraseClassModel.end, 0.02)
        model.addArc("quantity", PhraseClassModel.end, 0.005)
        for name in ["have", "is there"] { model.addArc(name, "content", 1) }
        model.addArc("content", PhraseClassModel.end, 0.5)
        model.addArc("content", "in", 0.5)
    }

    /// Adds diets: "a gluten free bagel", "make it vegan". They are rare but must not be missed.
    private mutating func addDiets(before: [String]) {
        let named = [("article", 0.01), ("quantity", 0.005), ("ask", 0.002), ("edit", 0.02)]
        for (name, weight) in named + before.map({ (Self.options($0), 0.005) }) { model.addArc(name, "diet", weight) }
        for (next, weight) in [("item", 0.75), ("items", 0.05), (PhraseClassModel.end, 0.1)] {
            model.addArc("diet", next, weight)
        }
        addOptions(after: "diet", 0.1, before, [])
    }

    /// Adds out-of-menu items: "a coke", "do you have burgers". They are rare, so only clear speech matches them.
    private mutating func addOutOfMenuItems(_ outOfMenu: OutOfMenuItems) {
        let forms = outOfMenu.items.flatMap { [($0, 1.0)] + Pluralizer.plurals($0).prefix(1).map { ($0, 0.3) } }
        let things = forms.compactMap { words, weight in
            spoken(words.joined(separator: " ")).map { (text: $0, weight: weight) }
        }
        guard !things.isEmpty else { return }
        model.addClass("out of menu", things)
        for (name, weight) in [("article", 0.01), ("quantity", 0.01), ("ask", 0.002)] {
            model.addArc(name, "out of menu", weight)
        }
        for (next, weight) in [(PhraseClassModel.end, 0.6), ("and", 0.25), ("please", 0.1), ("with", 0.05)] {
            model.addArc("out of menu", next, weight)
        }
    }

    /// Adds prenominal options after the item.
    private mutating func addLate(after name: String, _ weight: Double, _ before: [String]) {
        for group in before { model.addArc(name, Self.late(group), weight / Double(before.count)) }
    }

    /// Adds the beginning of an item phrase.
    private mutating func addNoun(after name: String, _ weight: Double, _ before: [String], _ after: [OptionGroup]) {
        model.addArc(name, "article", weight * 0.65)
        model.addArc(name, "quantity", weight * 0.05)
        addOptions(after: name, weight * 0.2, before, after)
        model.addArc(name, "item", weight * 0.1)
    }

    /// Adds options before the item, mostly prenominal ones.
    private mutating func addOptions(after name: String, _ weight: Double, _ before: [String], _ after: [OptionGroup]) {
        let early = before.isEmpty ? 1 : after.isEmpty ? 0 : 0.15
        for group in before { model.addArc(name, Self.options(group), weight * (1 - early) / Double(before.count)) }
        for group in after { model.addArc(name, Self.early(group.id), weight * early / Double(after.count)) }
    }

    /// Numbers in words, with equal weights.
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

    func named(_ name: String, _ aliases: [String]) -> [(text: String, weight: Double)] {
        ([(name, 1.0)] + aliases.map { ($0, 0.3) }).compactMap { text, weight in spoken(text).map { ($0, weight) } }
    }

    /// A text in spoken words, or `nil` if the recogniser's dictionary lacks one of them.
    func spoken(_ text: String) -> String? {
        let words = SpokenWords(text).words.flatMap { word in Int(word).flatMap(numbers.spelled) ?? [word] }
        return !words.isEmpty && words.allSatisfy(canHear) ? words.joined(separator: " ") : nil
    }
}
