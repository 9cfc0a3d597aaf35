internal import Ordering

/// Other names of items and options than those of the menu file: plurals, short forms, parts of names, general nouns.
extension Lexicon {
    /// Adds the plurals of all names. A name that the menu gives keeps its senses: "mushrooms" is the option of that
    /// name and no plural of another one, "Mushroom".
    mutating func addPlurals() {
        let given = Dictionary(grouping: names, by: \.words).mapValues { $0.map(\.sense) }
        for (words, sense) in names {
            for plural in Pluralizer.plurals(words) {
                let isGiven = given[plural]?.contains { $0.isItem == sense.isItem && $0.isOfMenu } ?? false
                if !isGiven || !sense.isOfMenu { add(plural, sense) }
            }
        }
    }

    /// Adds inflected forms of names: "große" and "großen" of "Groß".
    mutating func addInflections(_ endings: [String]) {
        for (words, sense) in names where sense.isOfMenu {
            guard let last = words.last else { continue }
            for ending in endings { add(words.dropLast() + [last + ending], sense) }
        }
    }

    /// Adds names with public short forms of food words ("mayo" for "mayonnaise") unless they have a sense already.
    ///
    /// - Parameter synonyms: nouns that may stand for each other at the end of an item's name: "sandwich", "sub".
    mutating func addShortForms(_ forms: ShortForms, _ synonyms: [[String]]) {
        for (words, sense) in names where sense.isOfMenu {
            let nouns = sense.isItem && words.count > 1 ? synonyms.filter { $0.contains(words[words.count - 1]) } : []
            let renamed = nouns.joined().map { Array(words.dropLast()) + [$0] }
            for variant in forms.variants(of: words) + renamed where !isPhrase(variant) || isAllergen(variant) {
                add(variant, sense)
                names.append((variant, sense))
            }
        }
    }

    /// Adds parts of option names that only one option has and that name nothing else: "vinegar" for "Brown rice
    /// vinegar", "sesame" for "Toasted sesame". Of several options with a word, the one that ends in it is meant.
    mutating func addShortOptionNames(_ menu: Menu, _ language: Language) {
        var found: [[String]: [(name: [String], sense: Sense)]] = [:]
        for group in menu.optionGroups {
            for option in group.options {
                let name = SpokenWords(option.name).words
                guard name.count > 1 else { continue }
                let sense = Sense.option(OptionReference(group: group.id, option: option.id))
                for part in Set([Array(name.dropLast())] + name.map { [Pluralizer.singular($0) ?? $0] }) {
                    found[part, default: []].append((name, sense))
                }
            }
        }
        let units = Set(language.units + language.measures)
        let groups = menu.optionGroups.flatMap { SpokenWords($0.name).words.map { Pluralizer.singular($0) ?? $0 } }
        for (part, all) in found.sorted(by: { $0.key.joined(separator: " ") < $1.key.joined(separator: " ") }) {
            guard
                part.count > 1
                    || !Self.qualities.contains(part[0]) && !units.contains(part[0]) && !groups.contains(part[0])
            else { continue }
            let ending = all.filter { Pluralizer.singular($0.name[$0.name.count - 1]) ?? $0.name.last == part.last }
            let owners = Set(all.map(\.name)).count == 1 ? all : part.count == 1 ? ending : []
            let isOne = Set(owners.map(\.name)).count == 1
            guard !owners.isEmpty, isOne || isHeadNoun(owners.map(\.sense)) else { continue }
            let plural = part.dropLast() + [Pluralizer.plural(part[part.count - 1])]
            for form in [part, Array(plural)] where isFree(form) {
                for owner in owners { add(form, owner.sense) }
            }
        }
    }

    /// Adds the imperatives of participles with a particle: "warm up" for "warmed up".
    mutating func addImperatives(_ language: Language) {
        for (words, sense) in names where words.count == 2 && words[0].hasSuffix("ed") && !sense.isItem {
            let imperative = [String(words[0].dropLast(2)), words[1]]
            if language.particles.contains(words[1]), !isPhrase(imperative) { add(imperative, sense) }
        }
    }

    /// Adds the general nouns of food with the items whose names end in them or a synonym.
    mutating func addGenericNouns(_ menu: Menu, _ language: Language) {
        let outOfMenu = Set(OutOfMenuItems(menu: menu, language: language).items)
        for family in language.genericNouns {
            let items = menu.items.indices.filter { index in
                ([menu.items[index].name] + menu.items[index].aliases).contains { name in
                    SpokenWords(name).words.last.map(family.contains) ?? false
                }
            }
            for noun in family where !items.isEmpty || !outOfMenu.contains([noun]) {
                add([noun], .genericNoun(items))
                add([Pluralizer.plural(noun)], .genericNoun(items))
            }
        }
    }

    /// Adds the head nouns of a category with their synonyms: "sandwich" and "sub" for "Sandwiches".
    mutating func addHypernyms(of category: String, _ language: Language) {
        guard let last = SpokenWords(category).words.last else { return }
        for family in language.genericNouns
        where family.contains(where: { $0 == last || Pluralizer.plural($0) == last }) {
            for noun in family {
                add([noun], .category(category))
                add([Pluralizer.plural(noun)], .category(category))
            }
        }
        if let singular = Pluralizer.singular(last), singular != last { add([singular], .category(category)) }
    }

    /// Whether words name an option and nothing else: "hawaiian" of a half, which also names a pizza.
    func isOption(_ words: [String]) -> Bool {
        let senses = exact(words)
        return !senses.isEmpty && senses.allSatisfy { if case .option = $0 { true } else { false } }
    }

    /// Whether options with one head noun are of one group: "mustard" of a yellow and a honey mustard. The first one is
    /// meant by it.
    func isHeadNoun(_ senses: [Sense]) -> Bool {
        let options = senses.options
        return options.count == senses.count && Set(options.map(\.group)).count == 1
    }

    /// Adjectives that stand for no option by themselves: "hot" of "hot fudge".
    private static let qualities: Set = [
        "hot", "cold", "red", "big", "new", "raw", "dry", "old", "extra", "light", "fresh",
    ]

    /// Whether words name nothing on the menu yet but a part of an item's name or an allergen.
    func isFree(_ words: [String]) -> Bool {
        guard
            isHint(words) || words.count == 1 && !languageWords.contains(words[0]) || isAllergen(words)
                || exact(words).contains(where: { if case .diet = $0 { true } else { false } })
        else {
            return false
        }
        return exact(words).allSatisfy { sense in
            switch sense {
            // "gluten free" of gluten free bread
            case .shortName, .allergen, .diet: true
            default: false
            }
        }
    }

    func isAllergen(_ words: [String]) -> Bool {
        let senses = exact(words)
        return !senses.isEmpty && senses.allSatisfy { if case .allergen = $0 { true } else { false } }
    }
}
