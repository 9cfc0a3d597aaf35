internal import Ordering

/// What several things of a menu are called by their last words ("banh mi" of a pork and a tofu banh mi), where the
/// menu calls nothing so by itself.
struct ItemFamilies: Sendable {
    /// The words and the positions of the items that end in them, in the order of the words.
    let all: [(words: [String], items: [Int])]

    init(menu: Menu, language: Language) {
        var members: [[String]: Set<Int>] = [:]
        let joining = Set(language.joins + language.with + language.of + language.places)
        for (index, item) in menu.items.enumerated() {
            let words = SpokenWords(item.name).words
            // "fish and chips" are no chips.
            guard words.allSatisfy({ !joining.contains($0) }) else { continue }
            // "6 piece nuggets" and "12 piece nuggets" are told apart by a number.
            for count in words.indices.dropFirst() where Int(words[words.count - count - 1]) == nil {
                members[Array(words.suffix(count)), default: []].insert(index)
            }
        }
        let options = menu.optionGroups.flatMap { group in group.options.flatMap { [$0.name] + $0.aliases } }
        let named = Set((menu.items.flatMap { [$0.name] + $0.aliases } + options).map { SpokenWords($0).words })
        let small = Set(language.units + language.fillers + language.nouns + language.measures)
        all = members.filter { words, items in
            items.count > 1 && !named.contains(words) && !words.contains(where: small.contains)
        }
        .map { ($0.key, $0.value.sorted()) }
        .sorted { $0.words.joined(separator: " ") < $1.words.joined(separator: " ") }
    }
}
