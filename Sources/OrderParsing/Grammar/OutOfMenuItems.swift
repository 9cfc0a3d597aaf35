package import Ordering

/// Common items that a menu does not sell. The guest is told so, and gets nothing that merely sounds similar.
package struct OutOfMenuItems {
    /// Names of items, in words.
    package let items: [[String]]
    /// Names of ingredients, in words.
    package let ingredients: [[String]]

    package init(menu: Menu, language: Language) {
        var names = menu.items.flatMap { [$0.name, $0.category] + $0.aliases }
        for group in menu.optionGroups { names += [group.name] + group.options.flatMap { [$0.name] + $0.aliases } }
        let spoken = Set(names.map { SpokenWords($0).words })
        // A chocolate chip cookie counts as a cookie but not as chips. As ingredients all its words count.
        items = Self.missing(language.outOfMenuItems, from: spoken, own: Set(spoken.flatMap(Self.headNouns))) {
            Array($0.suffix(1))
        }
        ingredients = Self.missing(language.outOfMenuIngredients, from: spoken, own: Set(spoken.joined())) { $0 }
    }

    /// The names of the families of which a menu sells nothing.
    ///
    /// - Parameter words: the words of a name that the menu must have for the name to count as sold.
    private static func missing(
        _ families: [[String]], from spoken: Set<[String]>, own: Set<String>, by words: ([String]) -> [String]
    ) -> [[String]] {
        families.map { $0.map { SpokenWords($0).words } }
            .filter { family in
                !family.contains { name in
                    guard !name.isEmpty else { return true }
                    return spoken.contains(name)
                        || words(name).allSatisfy { word in
                            own.contains { isKind($0, of: word) || isKind(word, of: $0) }
                        }
                }
            }
            .flatMap(\.self)
    }

    /// The head nouns of a name: the last word, and the last before "with", "and" and similar.
    private static func headNouns(_ name: [String]) -> [String] {
        let joints: Set = ["with", "and", "of", "in", "on", "n", "&", "or"]
        return name.split(whereSeparator: joints.contains).compactMap(\.last)
    }

    /// Whether two words are equal up to plural, or one is a compound of the other: "fries" and "fry", "cheeseburger"
    /// and "burger".
    private static func isKind(_ word: String, of other: String) -> Bool {
        let plural = Pluralizer.plural(other)
        return word == other || word == plural || Pluralizer.plural(word) == other
            || other.count > 3 && (word.hasSuffix(other) || word.hasSuffix(plural))
    }
}
