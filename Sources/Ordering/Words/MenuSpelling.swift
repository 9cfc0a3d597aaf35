/// The words and phrases of a menu, with their plurals, as sets to look into.
package struct MenuSpelling: Sendable {
    /// Every phrase once, plurals after their singular, in the order of the menu.
    package let phrases: [[String]]
    package let words: Set<String>
    /// The phrases as a trie.
    package let trie: WordTrie<Bool>
    private let parts: Set<[String]>
    private let longestPart: Int

    /// - Parameter longestPart: most words of a part of a phrase that `contains` is asked for.
    init(menu: Menu, plurals: PluralEndings, longestPart: Int) {
        let names =
            menu.items.map { [$0.name] + $0.aliases }
            + menu.optionGroups.flatMap { $0.options.map { [$0.name] + $0.aliases } }
        var phrases: [[String]] = [], seen: Set<[String]> = []
        var trie = WordTrie<Bool>()
        for text in names.joined() {
            let singular = SpokenWords(text).words
            guard !singular.isEmpty else { continue }
            for phrase in [singular, plurals.plural(of: singular)] where seen.insert(phrase).inserted {
                phrases.append(phrase)
                trie[phrase] = true
            }
        }
        self.phrases = phrases
        self.trie = trie
        self.longestPart = longestPart
        words = Set(phrases.joined())
        var parts: Set<[String]> = []
        for phrase in phrases where phrase.count > 1 {
            for start in phrase.indices.dropLast() {
                for end in start + 2..<min(phrase.count, start + longestPart) + 1 {
                    parts.insert(Array(phrase[start..<end]))
                }
            }
        }
        self.parts = parts
    }

    /// Whether the words stand like this in a phrase of the menu; longer ones than asked for at the beginning do not.
    package func contains(_ phrase: [String]) -> Bool {
        phrase.count == 1 ? phrase.first.map(words.contains) ?? false : parts.contains(phrase)
    }
}

/// How a language makes plurals: endings and what they become, the longest that fits counts.
struct PluralEndings: Sendable {
    private let endings: [(ending: String, plural: String)]

    init(_ endings: [String: String]) {
        self.endings = endings.map { ($0.key, $0.value) }.sorted {
            ($1.ending.count, $0.ending) < ($0.ending.count, $1.ending)
        }
    }

    /// The phrase with its last word in the plural.
    func plural(of phrase: [String]) -> [String] {
        guard let last = phrase.last, let rule = endings.first(where: { last.hasSuffix($0.ending) }) else {
            return phrase
        }
        return phrase.dropLast() + [last.dropLast(rule.ending.count) + rule.plural]
    }
}
