internal import Ordering

/// How people order, filled with a menu's and a language's words. The weights are rough shares, set once on general grounds
/// and the same for every menu.
struct OrderingNet {
    private(set) var net = PhraseNet()

    /// Whether a class joins the parts of one line: what was named before it counts after it.
    static func isWithinLine(_ name: String) -> Bool { ["with", "and", "amount", "without", "please"].contains(name) }

    /// The class of a group whose options stand before the item now and then: "an oat latte", "a vanilla latte".
    static func early(_ group: String) -> String { group + " before" }

    /// Whether an article takes its form for vowels before a word.
    static func wantsVowelForm(_ word: String) -> Bool {
        guard let initial = word.first else { return false }
        return "aeiou".contains(initial) && !word.hasPrefix("one") && !word.hasPrefix("uni")
    }

    private let canHear: (String) -> Bool
    private let numbers: NumberReader

    init(menu: Menu, language: Language, canHear: @escaping (String) -> Bool) {
        self.canHear = canHear
        numbers = NumberReader(language.numbers)
        let before = menu.optionGroups.filter(\.kind.standsBeforeNoun)
        let after = menu.optionGroups.filter { !$0.kind.standsBeforeNoun }
        addClasses(menu, language, before: before, after: after)
        addArcs(before: before.map(\.id), after: after)
    }

    private mutating func addClasses(_ menu: Menu, _ language: Language, before: [OptionGroup], after: [OptionGroup]) {
        func phrases(_ texts: [String]) -> [(text: String, weight: Double)] { texts.compactMap { spoken($0).map { ($0, 1) } } }
        // What a language's data names first is what people say most; the rest is there for the parser.
        func intents(_ intents: [OrderIntent], common: Int) -> [(text: String, weight: Double)] {
            intents.flatMap { intent in
                (language.intents[intent.rawValue] ?? []).enumerated().compactMap { rank, text in spoken(text).map { ($0, rank < common ? 1 : 0.02) } }
            }
        }
        net.addClass("ask", intents([.order, .add], common: 32))
        net.addClass("article", phrases(Array(language.articles.prefix(1))))
        net.addClass("quantity", phrases((2...6).compactMap { numbers.spelled($0)?.joined(separator: " ") } + ["another", "one more"]))
        net.addClass("definite", phrases(Array(language.definite.prefix(2))))
        net.addClass("with", phrases(Array(language.with.prefix(1))))
        net.addClass("and", phrases(Array(language.joins.prefix(1))))
        net.addClass("please", phrases(["please"]))
        net.addClass("command", intents([.confirm, .decline, .clear, .cancel, .readCart, .repeat, .help, .checkout], common: 5))
        net.addClass("edit", intents([.remove], common: 14) + phrases(["make it", "make that", "change the"]))
        func amounts(_ amounts: [OptionAmount]) -> [(text: String, weight: Double)] {
            amounts.flatMap { amount in
                (language.amounts[amount.rawValue] ?? []).enumerated().compactMap { rank, text in spoken(text).map { ($0, rank < 2 ? 1 : rank < 14 ? 0.15 : 0.01) } }
            }
        }
        net.addClass("amount", amounts(OptionAmount.allCases.filter { $0 != .without }))
        net.addClass("without", amounts([.without]))
        let items = menu.items.flatMap { named($0.name, $0.aliases) }
        net.addClass("item", items)
        net.addClass(
            "items",
            items.compactMap { item in
                let plural = Lexicon.plurals(item.text.split(separator: " ").map(String.init)).first ?? []
                return plural.allSatisfy(canHear) ? (plural.joined(separator: " "), item.weight) : nil
            })
        for group in before + after { net.addClass(group.id, group.options.flatMap { named($0.name, $0.aliases) }) }
        for group in after { net.addClass(Self.early(group.id), group.options.flatMap { named($0.name, $0.aliases) }) }
    }

    private mutating func addArcs(before: [String], after: [OptionGroup]) {
        for (next, weight) in [("ask", 0.8), ("command", 0.1), ("edit", 0.05), ("article", 0.08), ("item", 0.03), ("quantity", 0.01), ("without", 0.01)] {
            net.addArc(PhraseNet.start, next, weight)
        }
        for group in before + after.map(\.id) { net.addArc(PhraseNet.start, group, 0.03 / Double(before.count + after.count)) }
        addNoun(after: "ask", 1, before, after)
        for name in ["article", "quantity"] {
            addOptions(after: name, 0.6, before, after)
            net.addArc(name, name == "quantity" ? "items" : "item", 0.4)
        }
        for group in before + after.map({ Self.early($0.id) }) {
            addOptions(after: group, 0.45, before.filter { $0 != group }, after.filter { Self.early($0.id) != group })
            net.addArc(group, "item", 0.5)
            net.addArc(group, "items", 0.02)
            if before.contains(group) { net.addArc(group, PhraseNet.end, 0.03) }
        }
        for noun in ["item", "items"] {
            for (next, weight) in [("with", 0.5), (PhraseNet.end, 0.4), ("and", 0.05), ("please", 0.06), ("without", 0.02)] { net.addArc(noun, next, weight) }
        }
        for group in after {
            let share = 1 / Double(after.count)
            for (name, weight) in [("with", 1.0), ("and", 0.8)] {
                net.addArc(name, group.id, weight * share * (group.amounts ? 0.5 : 1))
                if group.amounts { net.addArc(name, "amount", weight * share * 0.5) }
            }
            if group.amounts { net.addArc("amount", group.id, 1) }
            net.addArc("without", group.id, 1)
            for (next, weight) in [(PhraseNet.end, 0.5), ("and", 0.4), ("please", 0.06), ("without", 0.02)] { net.addArc(group.id, next, weight) }
            net.addArc("edit", group.id, 0.3 * share)
        }
        for name in ["with", "and"] { net.addArc(name, "without", 0.02) }
        addNoun(after: "and", 0.2, before, after)
        addNoun(after: "edit", 0.5, before, after)
        net.addArc("edit", "definite", 0.4)
        addOptions(after: "definite", 0.3, before, after)
        net.addArc("definite", "item", 0.6)
        for group in after { net.addArc("definite", group.id, 0.1 / Double(after.count)) }
        for name in ["edit", "please", "command"] { net.addArc(name, PhraseNet.end, name == "edit" ? 0.2 : 1) }
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
        for group in before { net.addArc(name, group, weight * (1 - early) / Double(before.count)) }
        for group in after { net.addArc(name, Self.early(group.id), weight * early / Double(after.count)) }
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
