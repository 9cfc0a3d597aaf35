/// The words and phrases of a menu, with their plurals, for lookup.
package struct MenuSpelling: Sendable {
    /// Every phrase once, plurals after their singular, in the order of the menu.
    package let phrases: [[String]]
    /// All words of the phrases.
    package let words: Set<String>
    /// The phrases as a trie.
    package let trie: WordTrie<Bool>
    private let parts: Set<[String]>
    private let longestPart: Int

    /// - Parameter longestPart: Number of words of the longest phrase that `contains` is called with.
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

    /// Whether the words occur in this order in a phrase of the menu; false beyond `longestPart` words.
    package func contains(_ phrase: [String]) -> Bool {
        phrase.count == 1 ? phrase.first.map(words.contains) ?? false : parts.contains(phrase)
    }
}

/// Plural endings of a language. The longest ending that matches is replaced.
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
