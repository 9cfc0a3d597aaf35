package import Ordering

/// Common head nouns of several items ("banh mi" of a pork and a tofu banh mi) that name no item by themselves.
package struct ItemFamilies: Sendable {
    /// The shared last words and the indices of their items, sorted by words.
    package let all: [(words: [String], items: [Int])]

    package init(menu: Menu, language: Language) {
        var members: [[String]: Set<Int>] = [:]
        let joining = Set(language.conjunctions + language.with + language.of + language.locatives)
        for (index, item) in menu.items.enumerated() {
            let words = SpokenWords(item.name).words
            // The last word of "fish and chips" is not its head noun.
            guard words.allSatisfy({ !joining.contains($0) }) else { continue }
            // A number distinguishes "6 piece nuggets" from "12 piece nuggets".
            for count in words.indices.dropFirst() where Int(words[words.count - count - 1]) == nil {
                members[Array(words.suffix(count)), default: []].insert(index)
            }
        }
        let options = menu.optionGroups.flatMap { group in group.options.flatMap { [$0.name] + $0.aliases } }
        let named = Set((menu.items.flatMap { [$0.name] + $0.aliases } + options).map { SpokenWords($0).words })
        let small = Set(language.units + language.fillers + language.proforms + language.measures)
        all = members.filter { words, items in
            items.count > 1 && !named.contains(words) && !words.contains(where: small.contains)
        }
        .map { ($0.key, $0.value.sorted()) }
        .sorted { $0.words.joined(separator: " ") < $1.words.joined(separator: " ") }
    }
}
