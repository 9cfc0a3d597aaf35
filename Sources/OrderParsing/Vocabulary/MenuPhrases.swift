public import Ordering

/// Phrases of a menu for a recogniser that estimates its language model from them at run time.
///
/// Such a recogniser keeps the counts of adjacent words and nothing else. So the counts are computed from a small model of
/// how people order (`PhraseNet`) and the menu's words, and the phrases are walks whose adjacent words have these counts:
/// no random sampling, the same phrases every time. Making them takes some ten milliseconds for a menu of forty items.
public struct MenuPhrases: Sendable {
    /// Words in all phrases together, about. More make rare pairs finer and the recogniser slower to make.
    private static let words = 12_000
    private static let longestPhrase = 200

    /// Lower-case words separated by single spaces.
    public let phrases: [String]

    /// - Parameters:
    ///   - canHear: whether the recogniser's dictionary holds a word; names with other words are left out.
    /// - Throws: a decoding error only if the built-in language data is damaged, which its test excludes.
    public init(menu: Menu, canHear: @escaping (String) -> Bool) throws {
        let language = try Language.english()
        let net = OrderingNet(menu: menu, language: language, canHear: canHear).net
        let vowels = language.articleBeforeVowel
        let counts = net.pairCounts { word, next in
            guard let form = vowels[word], let initial = next.first, "aeiou".contains(initial), !next.hasPrefix("one"), !next.hasPrefix("uni") else { return word }
            return form
        }
        phrases = Self.walks(counts)
    }

    /// Phrases whose adjacent words have the wanted counts, scaled to `words` in all. Each walk takes the successor that is
    /// most wanted still, from the start of an utterance first, then from wherever something is left.
    private static func walks(_ wanted: [WordPair: Double]) -> [String] {
        let total = wanted.values.reduce(0, +)
        guard total > 0 else { return [] }
        var successors: [String: [(word: String, left: Int)]] = [:]
        for pair in wanted.keys.sorted() {
            let count = max(1, Int(((wanted[pair] ?? 0) / total * Double(words)).rounded()))
            successors[pair.first, default: []].append((pair.second, count))
        }
        var phrases: [String] = []
        func walk(from start: String) -> [String] {
            var words = start == PhraseNet.start ? [] : [start]
            var word = start
            while words.count < longestPhrase,
                let next = successors[word]?.indices.max(by: { a, b in
                    let (left, right) = (successors[word]?[a].left ?? 0, successors[word]?[b].left ?? 0)
                    return left == right ? a > b : left < right
                }), let choice = successors[word]?[next], choice.left > 0
            {
                successors[word]?[next].left -= 1
                word = choice.word
                if word == PhraseNet.end { break }
                words.append(word)
            }
            return words
        }
        for start in [PhraseNet.start] + successors.keys.filter({ $0 != PhraseNet.start }).sorted() {
            while successors[start]?.contains(where: { $0.left > 0 }) ?? false {
                let words = walk(from: start)
                if !words.isEmpty { phrases.append(words.joined(separator: " ")) }
            }
        }
        return phrases
    }
}

/// How people order, filled with a menu's and a language's words. The weights are rough shares, set once on general grounds
/// and the same for every menu.
private struct OrderingNet {
    private(set) var net = PhraseNet()
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
        net.addClass("with", phrases(Array(language.with.prefix(1))))
        net.addClass("and", phrases(Array(language.joins.prefix(1))))
        net.addClass("please", phrases(["please"]))
        net.addClass("command", intents([.confirm, .decline, .clear, .cancel, .readCart, .repeat, .help, .checkout], common: 12))
        net.addClass("edit", intents([.remove], common: 14) + phrases(["make it", "make that", "change the"]))
        net.addClass(
            "amount",
            OptionAmount.allCases.flatMap { amount in
                (language.amounts[amount.rawValue] ?? []).enumerated().compactMap { rank, text in spoken(text).map { ($0, rank < 2 ? 1 : rank < 14 ? 0.15 : 0.01) } }
            })
        let items = menu.items.flatMap { named($0.name, $0.aliases) }
        net.addClass("item", items)
        net.addClass(
            "items",
            items.compactMap { item in
                let plural = Lexicon.plurals(item.text.split(separator: " ").map(String.init)).first ?? []
                return plural.allSatisfy(canHear) ? (plural.joined(separator: " "), item.weight) : nil
            })
        for group in before + after { net.addClass(group.id, group.options.flatMap { named($0.name, $0.aliases) }) }
    }

    private mutating func addArcs(before: [String], after: [OptionGroup]) {
        for (next, weight) in [("ask", 0.8), ("command", 0.1), ("edit", 0.05), ("article", 0.08), ("item", 0.03)] { net.addArc(PhraseNet.start, next, weight) }
        addNoun(after: "ask", 1, before)
        for name in ["article", "quantity"] {
            for group in before { net.addArc(name, group, 0.6 / Double(before.count)) }
            net.addArc(name, name == "quantity" ? "items" : "item", 0.4)
        }
        for group in before {
            for other in before where other != group { net.addArc(group, other, 0.45 / Double(max(1, before.count - 1))) }
            net.addArc(group, "item", 0.5)
            net.addArc(group, "items", 0.02)
            net.addArc(group, PhraseNet.end, 0.03)
        }
        for noun in ["item", "items"] {
            for (next, weight) in [("with", 0.5), (PhraseNet.end, 0.4), ("and", 0.05), ("please", 0.06)] { net.addArc(noun, next, weight) }
        }
        for group in after {
            let share = 1 / Double(after.count)
            for (name, weight) in [("with", 1.0), ("and", 0.8)] {
                net.addArc(name, group.id, weight * share * (group.amounts ? 0.5 : 1))
                if group.amounts { net.addArc(name, "amount", weight * share * 0.5) }
            }
            if group.amounts { net.addArc("amount", group.id, 1) }
            for (next, weight) in [(PhraseNet.end, 0.5), ("and", 0.4), ("please", 0.06)] { net.addArc(group.id, next, weight) }
            net.addArc("edit", group.id, 0.3 * share)
        }
        addNoun(after: "and", 0.2, before)
        addNoun(after: "edit", 0.5, before)
        for name in ["edit", "please", "command"] { net.addArc(name, PhraseNet.end, name == "edit" ? 0.2 : 1) }
    }

    /// The beginning of an item's phrase.
    private mutating func addNoun(after name: String, _ weight: Double, _ before: [String]) {
        net.addArc(name, "article", weight * 0.65)
        net.addArc(name, "quantity", weight * 0.05)
        for group in before { net.addArc(name, group, weight * 0.2 / Double(before.count)) }
        net.addArc(name, "item", weight * 0.1)
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
