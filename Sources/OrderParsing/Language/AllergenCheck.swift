public import Ordering

/// A check that guests can name the allergens of a menu.
///
/// An allergen under a name that the parser does not know is not found when a guest says what they are allergic to.
public struct AllergenCheck: Sendable {
    private let known: [String: [String]]
    private let kinds: [String: [String]]

    /// Creates a check with the allergens that guests can name in a language.
    ///
    /// - Throws: a decoding error if the built-in language file is damaged.
    public init(_ language: SpokenLanguage = .english) throws {
        let language = try Language.builtIn(language)
        (known, kinds) = (language.allergens, language.allergenKinds)
    }

    /// An error for each item and option with an unknown allergen, in the file's order.
    public func findings(_ menu: Menu) -> [MenuFinding] {
        let items = menu.items.map { ("items.\($0.id)", $0.line, $0.allergens) }
        let options = menu.optionGroups.flatMap { group in
            group.options.map { ("optionGroups.\(group.id).\($0.id)", $0.line, $0.allergens + $0.freeOf) }
        }
        return (options + items).flatMap { key, line, allergens in
            allergens.filter { !isKnown($0) && !isCovered($0, by: allergens) }.map {
                MenuFinding(severity: .error, line: line, key: key, reason: reason($0))
            }
        }
    }

    /// The parser compares as written: a guest who names milk is not warned of "Dairy" with a capital.
    private func isKnown(_ allergen: String) -> Bool {
        known.contains { name, others in name == allergen || others.contains(allergen) }
    }

    /// Whether the allergen that a word is a kind of stands beside it: "almonds" beside "nuts".
    private func isCovered(_ allergen: String, by allergens: [String]) -> Bool {
        kind(of: allergen.lowercased()).map(allergens.contains) ?? false
    }

    private func kind(of word: String) -> String? {
        kinds.first { $0.value.contains(word) || $0.value.contains(word + "s") }?.key
    }

    private func reason(_ allergen: String) -> String {
        let word = allergen.lowercased()
        let problem = "not every guest who must avoid '\(allergen)' is warned: "
        if isKnown(word) { return problem + "write '\(word)'" }
        if let kind = kind(of: word) { return problem + "write '\(kind)'" }
        return problem + "write one of " + known.keys.sorted().joined(separator: ", ")
    }
}
