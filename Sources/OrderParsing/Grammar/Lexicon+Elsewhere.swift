internal import Ordering

/// What other houses sell: a guest who asks for it hears that it is not had here, and gets nothing that only sounds like it.
extension Lexicon {
    mutating func addElsewhere(_ menu: Menu, _ language: Language) {
        let own = Self.words(of: menu)
        func isOwn(_ name: String) -> Bool {
            guard let last = SpokenWords(name).words.last else { return true }
            return own.contains { Self.isKind($0, of: last) || Self.isKind(last, of: $0) }
        }
        var found: [([String], Meaning)] = []
        for (families, meaning) in [(language.elsewhere, Meaning.elsewhere), (language.flavorsElsewhere, .flavorElsewhere)] {
            for words in families.filter({ !$0.contains(where: isOwn) }).joined().map({ SpokenWords($0).words }) {
                found += ([words] + Self.plurals(words).prefix(1)).filter { !isKnown($0) }.map { ($0, meaning) }
            }
        }
        for (words, meaning) in found { add(words, meaning) }
    }

    /// Every word that a menu names anything with.
    private static func words(of menu: Menu) -> Set<String> {
        var names = menu.items.flatMap { [$0.name, $0.category] + $0.aliases }
        for group in menu.optionGroups { names += [group.name] + group.options.flatMap { [$0.name] + $0.aliases } }
        return Set(names.flatMap { SpokenWords($0).words })
    }

    /// Whether two words are one, or one of them is a kind of the other: "fries" and "fry", "cheeseburger" and "burger".
    private static func isKind(_ word: String, of other: String) -> Bool {
        word == other || plural(word) == other || plural(other) == word || other.count > 3 && (word.hasSuffix(other) || word.hasSuffix(plural(other)))
    }

    private func isKnown(_ words: [String]) -> Bool {
        var isKnown = false
        forEachMatch(ids(words), at: 0) { match in if match.count == words.count { isKnown = true } }
        return isKnown
    }
}
