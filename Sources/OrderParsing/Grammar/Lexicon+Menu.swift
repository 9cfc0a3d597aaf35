internal import Ordering

/// Phrases derived from the names of the menu.
extension Lexicon {
    /// Adds synonyms of graded options: "easy on the ice" for an option "less ice".
    mutating func addGrades(_ phrase: String, option: OptionReference, _ language: Language) {
        let words = SpokenWords(phrase).words
        for amount in OptionAmount.allCases {
            for said in language.amounts[amount.rawValue] ?? [] {
                let said = SpokenWords(said).words
                guard words.count > said.count, words.starts(with: said), !languageWords.contains(words[said.count])
                else { continue }
                add(Array(words[said.count...]), .graded(amount, option))
            }
        }
    }

    /// Adds words that distinguish items of one name: "apple" of two juices.
    mutating func addHints(_ menu: Menu) {
        var sharers: [[String]: [Int]] = [:]
        for (index, item) in menu.items.enumerated() {
            for phrase in Set(([item.name] + item.aliases).map { SpokenWords($0).words }) {
                sharers[phrase, default: []].append(index)
            }
        }
        for (phrase, items) in sharers where items.count > 1 {
            for index in items {
                for name in [menu.items[index].name] + menu.items[index].aliases {
                    let words = SpokenWords(name).words
                    let rest = words.filter { !phrase.contains($0) }
                    if !rest.isEmpty, rest.count < words.count, isHint(rest) { add(rest, .hint(index)) }
                }
            }
        }
    }

    /// Adds exclusions by an option's own name: "no sugar" also excludes sugar from items without that option.
    mutating func addExcluded(_ menu: Menu, _ language: Language) {
        let refusals = (language.amounts[OptionAmount.without.rawValue] ?? []).map { SpokenWords($0).words }
        for (words, phrase) in spelled
        where senses(phrase).contains(where: { if case .option = $0 { true } else { false } }) {
            for refusal in refusals where words.count > refusal.count && words.starts(with: refusal) {
                let rest = Array(words[refusal.count...])
                forEachMatch(ids(rest), at: 0) { match in
                    guard match.count == rest.count else { return }
                    for option in senses(match.phrase).options where menu.group(option.group)?.amounts == true {
                        pending.append((words, .excluded(option)))
                    }
                }
            }
        }
        for (words, sense) in pending { add(words, sense) }
        pending = []
    }

    /// Adds short names that are unique on the menu: "the classic" for a classic burger.
    mutating func addShortNames(_ menu: Menu) {
        var owners: [[String]: Set<Int>] = [:]
        for (index, item) in menu.items.enumerated() {
            let words = SpokenWords(item.name).words
            guard words.count > 1 else { continue }
            owners[Array(words.dropLast()), default: []].insert(index)
            for count in 1..<words.count { owners[Array(words.suffix(count)), default: []].insert(index) }
        }
        for (words, items) in shortAliases(menu) where owners[words] == nil { owners[words] = items }
        for (words, items) in owners.sorted(by: { $0.key.joined(separator: " ") < $1.key.joined(separator: " ") })
        where items.count == 1 && (isHint(words) || isOption(words) || isUnit(words)) {
            for item in items {
                add(words, .shortName(item))
                let plural = words.dropLast() + [Pluralizer.plural(words[words.count - 1])]
                if isOption(Array(plural)) { add(Array(plural), .shortName(item)) }
            }
        }
    }

    /// Names without a word in the middle, and other names without the noun that the name ends in: "oatmeal cookie" of
    /// an oatmeal raisin cookie, "veggie" of a garden veggie pizza that is called a veggie pizza.
    private func shortAliases(_ menu: Menu) -> [[String]: Set<Int>] {
        var owners: [[String]: Set<Int>] = [:]
        for (index, item) in menu.items.enumerated() {
            let words = SpokenWords(item.name).words
            for alias in item.aliases.map({ SpokenWords($0).words }) where alias.count > 1 && alias.last == words.last {
                owners[Array(alias.dropLast()), default: []].insert(index)
            }
            // Of a name that ends in "garden veggie pizza" only what also is the name of an option: "a large veggie".
            for count in 1..<max(1, words.count - 1) where isOption(Array(words.dropLast().suffix(count))) {
                owners[Array(words.dropLast().suffix(count)), default: []].insert(index)
            }
            for middle in words.indices.dropFirst().dropLast() {
                owners[Array(words[..<middle] + words[(middle + 1)...]), default: []].insert(index)
            }
        }
        return owners
    }

    /// Adds common head nouns of several items (ambiguous), and the words that distinguish their items: "the pork one".
    mutating func addFamilies(_ menu: Menu, _ language: Language) {
        for (words, items) in ItemFamilies(menu: menu, language: language).all where isFamily(words) {
            for form in [words] + Pluralizer.plurals(words).filter(isFamily) {
                for item in items { add(form, .item(item)) }
            }
            let rests = items.map { ($0, Array(SpokenWords(menu.items[$0].name).words.dropLast(words.count))) }
            for (item, rest) in rests {
                let own = rest.filter { word in
                    rest.count > 1 && !rests.contains { $0.0 != item && $0.1.contains(word) }
                }.map { [$0] }
                for hint in [rest] + own where isHint(hint) { add(hint, .hint(item)) }
            }
        }
    }

    /// Whether words are a unit and nothing else: "sticks" of mozzarella sticks.
    private func isUnit(_ words: [String]) -> Bool { exact(words) == [.unit] }

    /// Whether words name nothing by themselves, except a category.
    private func isFamily(_ words: [String]) -> Bool {
        guard !words.contains(where: { languageWords.contains($0) || numberWords.contains($0) }) else { return false }
        var isFree = true
        forEachMatch(ids(words), at: 0) { match in
            if match.count == words.count,
                senses(match.phrase).contains(where: { if case .category = $0 { false } else { true } })
            {
                isFree = false
            }
        }
        return isFree
    }

    /// Whether words are free to stand for an item: no menu phrase, no number, no function word.
    func isHint(_ words: [String]) -> Bool {
        guard !words.contains(where: { languageWords.contains($0) || numberWords.contains($0) || $0.count < 3 }) else {
            return false
        }
        var isFree = true
        forEachMatch(ids(words), at: 0) { match in
            if match.count == words.count, senses(match.phrase).contains(where: \.isOfMenu) { isFree = false }
        }
        return isFree
    }
}
