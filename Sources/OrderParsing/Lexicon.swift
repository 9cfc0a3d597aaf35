internal import Ordering

/// Every phrase that means something, of the menu and of the language, in one trie over words; built once per menu.
struct Lexicon: Sendable {
    enum Meaning: Hashable, Sendable {
        /// Index into `Menu.items`.
        case item(Int)
        case option(OptionReference)
        case amount(OptionAmount)
        case intent(OrderIntent)
        case unit
        case article
        case join
        case with
        case of
        case filler
    }

    struct Match: Equatable, Sendable {
        var meanings: [Meaning]
        /// Words it takes, 1 or more.
        var count: Int

        /// Whether the menu gave the phrase, not the language.
        var isOfMenu: Bool {
            meanings.contains { meaning in
                switch meaning {
                case .item, .option: true
                case .amount, .intent, .unit, .article, .join, .with, .of, .filler: false
                }
            }
        }
    }

    private struct Node: Sendable {
        var children: [String: Int] = [:]
        var meanings: [Meaning] = []
    }

    private var nodes = [Node()]

    init(menu: Menu, language: Language, numbers: NumberReader) {
        for (index, item) in menu.items.enumerated() {
            for phrase in [item.name] + item.aliases { addThing(phrase, .item(index), numbers) }
        }
        for group in menu.optionGroups {
            for option in group.options {
                let meaning = Meaning.option(OptionReference(group: group.id, option: option.id))
                for phrase in [option.name] + option.aliases { addThing(phrase, meaning, numbers) }
            }
        }
        for (name, phrases) in language.intents {
            guard let intent = OrderIntent(rawValue: name) else { continue }
            for phrase in phrases { add(phrase, .intent(intent)) }
        }
        for (name, phrases) in language.amounts {
            guard let amount = OptionAmount(rawValue: name) else { continue }
            for phrase in phrases { add(phrase, .amount(amount)) }
        }
        let kinds: [([String], Meaning)] = [
            (language.units, .unit), (language.articles, .article), (language.joins, .join), (language.with, .with),
            (language.of, .of), (language.fillers, .filler),
        ]
        for (phrases, meaning) in kinds {
            for phrase in phrases { add(phrase, meaning) }
        }
    }

    /// All phrases that begin at `start`, shortest first.
    func matches(_ words: [String], at start: Int) -> [Match] {
        var matches: [Match] = []
        var node = 0
        var end = start
        while end < words.count, let next = nodes[node].children[words[end]] {
            node = next
            end += 1
            if !nodes[node].meanings.isEmpty { matches.append(Match(meanings: nodes[node].meanings, count: end - start)) }
        }
        return matches
    }

    /// A menu phrase with its plural, and with its digits in words.
    private mutating func addThing(_ phrase: String, _ meaning: Meaning, _ numbers: NumberReader) {
        let words = SpokenWords(phrase).words
        let spelled = words.flatMap { word in Int(word).flatMap(numbers.spelled) ?? [word] }
        for form in Set([words, spelled]) {
            add(form, meaning)
            for plural in Self.plurals(form) { add(plural, meaning) }
        }
    }

    private mutating func add(_ phrase: String, _ meaning: Meaning) { add(SpokenWords(phrase).words, meaning) }

    private mutating func add(_ words: [String], _ meaning: Meaning) {
        guard !words.isEmpty else { return }
        var node = 0
        for word in words {
            if let next = nodes[node].children[word] {
                node = next
            } else {
                nodes.append(Node())
                nodes[node].children[word] = nodes.count - 1
                node = nodes.count - 1
            }
        }
        if !nodes[node].meanings.contains(meaning) { nodes[node].meanings.append(meaning) }
    }

    /// "muffin" → "muffins"; "bagel with cream cheese" → "bagels with cream cheese" too.
    static func plurals(_ words: [String]) -> [[String]] {
        var plurals: [[String]] = []
        if let last = words.last { plurals.append(words.dropLast() + [plural(last)]) }
        if let preposition = words.firstIndex(where: { ["with", "of", "and", "on"].contains($0) }), preposition > 0 {
            var inner = words
            inner[preposition - 1] = plural(words[preposition - 1])
            plurals.append(inner)
        }
        return plurals
    }

    static func plural(_ word: String) -> String {
        if word.hasSuffix("s") || word.hasSuffix("x") || word.hasSuffix("ch") || word.hasSuffix("sh") { return word + "es" }
        if word.hasSuffix("y"), let before = word.dropLast().last, !"aeiou".contains(before) { return word.dropLast() + "ies" }
        return word + "s"
    }
}
