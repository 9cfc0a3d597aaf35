internal import Ordering

/// What other houses sell and a menu names nowhere: a guest who asks for it hears that it is not had here, and gets
/// nothing that only sounds like it.
struct OutOfMenuItems {
    /// Names in words.
    let things: [[String]]
    /// What is put into things.
    let flavors: [[String]]

    init(menu: Menu, language: Language) {
        var names = menu.items.flatMap { [$0.name, $0.category] + $0.aliases }
        for group in menu.optionGroups { names += [group.name] + group.options.flatMap { [$0.name] + $0.aliases } }
        let spoken = Set(names.map { SpokenWords($0).words })
        // A chocolate chip cookie is a cookie, and no chips; but who has it has chocolate.
        things = Self.missing(language.elsewhere, from: spoken, own: Set(spoken.flatMap(Self.heads)))
        flavors = Self.missing(language.flavorsElsewhere, from: spoken, own: Set(spoken.joined()))
    }

    /// The names of families of which a menu has none.
    private static func missing(_ families: [[String]], from spoken: Set<[String]>, own: Set<String>) -> [[String]] {
        families.map { $0.map { SpokenWords($0).words } }
            .filter { family in
                !family.contains { name in
                    guard let last = name.last else { return true }
                    return spoken.contains(name) || own.contains { isKind($0, of: last) || isKind(last, of: $0) }
                }
            }
            .flatMap(\.self)
    }

    /// The words that say what kind of thing something is: the last, and the last before "with", "and" and the like.
    private static func heads(_ name: [String]) -> [String] {
        let joints: Set = ["with", "and", "of", "in", "on", "n", "&", "or"]
        return name.split(whereSeparator: joints.contains).compactMap(\.last)
    }

    /// Whether two words are one, or one of them is a kind of the other: "fries" and "fry", "cheeseburger" and
    /// "burger".
    private static func isKind(_ word: String, of other: String) -> Bool {
        let plural = Lexicon.plural(other)
        return word == other || word == plural || Lexicon.plural(word) == other
            || other.count > 3 && (word.hasSuffix(other) || word.hasSuffix(plural))
    }
}
