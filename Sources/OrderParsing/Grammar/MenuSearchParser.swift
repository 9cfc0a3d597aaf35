import EmbeddedFiles
internal import Foundation
internal import Ordering

/// Reads wishes that name no item: "anything with oat milk under five dollars", "what's cheapest", "a warm drink that
/// is not coffee".
///
/// Strict: every word of the utterance must belong to the wish, so that no order is taken for one. English only; the
/// words are in `menu-search-en.json`.
struct MenuSearchParser: Sendable {
    private struct File: Decodable {
        let openings: [String], any: [String], heads: [String], drinks: [String], foods: [String]
        let drinkWords: Set<String>
        let with: [String], without: [String], free: [String], not: [String], that: [String]
        let under: [String], upTo: [String], money: Set<String>, cents: Set<String>
        let cheapest: [String], dearest: [String], warm: [String], cold: [String]
    }

    private enum Word: Sendable {
        case opening, any, head, drinks, foods, with, without, free, not, that, under, upTo, cheapest, dearest, warm,
            cold
        case option(OptionReference)
        case allergen(String)
        case category(String)
    }

    private let menu: Menu
    private let words: WordTrie<[Word]>
    private let numbers: NumeralParser
    private let money: Set<String>
    private let cents: Set<String>
    /// Categories of drinks.
    private let drinks: Set<String>

    /// - Throws: a decoding error if the built-in data is damaged; a test excludes that.
    init(menu: Menu, language: Language, numbers: NumeralParser) throws {
        let file = try JSONDecoder().decode(File.self, from: Data(EmbeddedFile.menuSearchEnglish.bytes))
        self.menu = menu
        self.numbers = numbers
        (money, cents) = (file.money, file.cents)
        var words = WordTrie<[Word]>()
        func add(_ phrases: [String], _ word: Word) {
            for phrase in phrases {
                let split = SpokenWords(phrase).words
                guard !split.isEmpty else { continue }
                words[split] = (words[split] ?? []) + [word]
            }
        }
        let phrases: [([String], Word)] = [
            (file.heads, .head), (file.openings, .opening), (file.any, .any), (file.drinks, .drinks),
            (file.foods, .foods), (file.with, .with), (file.without, .without), (file.free, .free), (file.not, .not),
            (file.that, .that), (file.under, .under), (file.upTo, .upTo), (file.cheapest, .cheapest),
            (file.dearest, .dearest), (file.warm, .warm), (file.cold, .cold),
        ]
        for (phrases, word) in phrases { add(phrases, word) }
        for group in menu.optionGroups {
            for option in group.options {
                add([option.name] + option.aliases, .option(OptionReference(group: group.id, option: option.id)))
            }
        }
        for (id, names) in language.allergens { add([id] + names, .allergen(id)) }
        for category in Set(menu.items.map(\.category)) {
            let names = [category, menu.name(ofCategory: category)]
            add(names + names.map { $0 + "s" }, .category(category))
        }
        self.words = words
        let counts = Dictionary(grouping: menu.items, by: \.category)
        drinks = Set(
            counts.filter { category, items in
                let named = items.filter { item in
                    !file.drinkWords.isDisjoint(with: SpokenWords(item.name).words)
                }
                return file.drinkWords.contains(category) || named.count * 3 >= items.count
            }.keys)
    }

    /// What has been read of a wish.
    private struct Draft {
        var search = MenuSearch()
        var isOpen = false, isDrinks = false, isFoods = false, isWarm = false, isCold = false
        var categories: Set<String> = []

        /// Whether it says more than "something".
        var hasCriterion: Bool {
            search.highestPrice != nil || search.order != nil || !search.options.isEmpty || !search.without.isEmpty
                || !search.excluded.isEmpty || isWarm || isCold
        }
    }

    /// The question in an utterance; `nil` where a word belongs to no wish, or nothing limits it.
    func question(_ said: [String]) -> MenuQuestion? {
        var draft = Draft(), index = 0
        while index < said.count {
            guard let count = read(said, at: index, &draft) else { return nil }
            index += count
        }
        guard draft.isOpen, draft.hasCriterion else { return nil }
        var search = draft.search
        // Of allergens alone there is a question of its own.
        var bare = search
        bare.without = []
        if bare == MenuSearch(), !draft.isWarm, !draft.isCold, !draft.isDrinks, !draft.isFoods,
            draft.categories.count < 2, let allergen = search.without.first, search.without.count == 1
        {
            return .suitable(without: allergen, category: draft.categories.first)
        }
        let kept = menu.items.filter { item in
            (draft.categories.isEmpty || draft.categories.contains(item.category))
                && (!draft.isDrinks || drinks.contains(item.category))
                && (!draft.isFoods || !drinks.contains(item.category))
                && (!draft.isWarm || isServed(item, .warm)) && (!draft.isCold || isServed(item, .cold))
        }
        if kept.count < menu.items.count { search.among = kept.map(\.id) }
        return .search(search)
    }

    private enum Temperature { case warm, cold }

    /// Whether an item comes or can be had warm or cold, as far as the menu says.
    private func isServed(_ item: MenuItem, _ wanted: Temperature) -> Bool {
        func says(_ text: String) -> Temperature? {
            for word in SpokenWords(text).words {
                for sense in words[[word]] ?? [] {
                    switch sense {
                    case .warm: return .warm
                    case .cold: return .cold
                    default: break
                    }
                }
            }
            return nil
        }
        let options = item.groups.compactMap(menu.group).filter { $0.kind == .temperature }.flatMap(\.options)
        return ([item.name, item.category] + options.map(\.name)).contains { says($0) == wanted }
    }

    /// Reads the phrase at a word.
    ///
    /// - Returns: how many words it takes; `nil` for a word that belongs to no wish.
    private func read(_ said: [String], at index: Int, _ draft: inout Draft) -> Int? {
        for (senses, count) in words.matches(said, from: index).reversed() {
            for sense in senses {
                if let more = take(sense, said, after: index + count, isFirst: index == 0, &draft) {
                    return count + more
                }
            }
        }
        return nil
    }

    /// Takes a phrase in one of its senses.
    ///
    /// - Returns: how many words behind it belong to it; `nil` if the sense does not fit.
    private func take(_ sense: Word, _ said: [String], after index: Int, isFirst: Bool, _ draft: inout Draft) -> Int? {
        switch sense {
        case .opening, .any, .that: return 0
        case .head: draft.isOpen = true
        case .drinks: (draft.isOpen, draft.isDrinks) = (true, true)
        case .foods: (draft.isOpen, draft.isFoods) = (true, true)
        case .cheapest: (draft.isOpen, draft.search.order) = (true, .cheapest)
        case .dearest: (draft.isOpen, draft.search.order) = (true, .dearest)
        case .warm: draft.isWarm = true
        case .cold: draft.isCold = true
        case .category(let category):
            // "a coffee" is an order.
            guard draft.isOpen else { return nil }
            draft.categories.insert(category)
        case .with: return options(said, at: index, &draft)
        case .without:
            guard let (allergen, count) = allergen(said, at: index) else { return nil }
            draft.search.without.append(allergen)
            return count
        case .allergen(let allergen):
            guard
                case (.free, let count)? = first(said, at: index, where: { if case .free = $0 { true } else { false } })
            else { return nil }
            draft.search.without.append(allergen)
            return count
        case .not: return exclusion(said, at: index, &draft)
        case .under, .upTo:
            guard let (price, count) = price(said, at: index) else { return nil }
            draft.search.highestPrice = price
            if case .upTo = sense { draft.search.isBelow = false }
            return count
        case .option, .free: return nil
        }
        return 0
    }

    private func first(_ said: [String], at index: Int, where fits: (Word) -> Bool) -> (word: Word, count: Int)? {
        for (senses, count) in words.matches(said, from: index).reversed() {
            if let word = senses.first(where: fits) { return (word, count) }
        }
        return nil
    }

    /// "oat milk", "oat milk and vanilla".
    private func options(_ said: [String], at start: Int, _ draft: inout Draft) -> Int? {
        var index = start
        while let (word, count) = first(said, at: index, where: { if case .option = $0 { true } else { false } }),
            case .option(let option) = word
        {
            draft.search.options.append(option)
            index += count
            guard index + 1 < said.count, said[index] == "and",
                first(said, at: index + 1, where: { if case .option = $0 { true } else { false } }) != nil
            else { break }
            index += 1
        }
        return index == start ? nil : index - start
    }

    private func allergen(_ said: [String], at index: Int) -> (String, Int)? {
        guard let (word, count) = first(said, at: index, where: { if case .allergen = $0 { true } else { false } }),
            case .allergen(let allergen) = word
        else { return nil }
        return (allergen, count)
    }

    /// "coffee", "a latte": a category, and the items whose names have the words.
    private func exclusion(_ said: [String], at start: Int, _ draft: inout Draft) -> Int? {
        var index = start
        while index < said.count, said[index] == "a" || said[index] == "an" || said[index] == "any" { index += 1 }
        guard index < said.count else { return nil }
        for count in (1...min(3, said.count - index)).reversed() {
            let wanted = Array(said[index..<index + count])
            let singular =
                wanted.dropLast() + [wanted.last.map { $0.hasSuffix("s") ? String($0.dropLast()) : $0 } ?? ""]
            let found = menu.items.filter { item in
                let names = ([item.name, menu.name(ofCategory: item.category), item.category] + item.aliases)
                    .map { SpokenWords($0).words }
                return names.contains { $0.containsRun(wanted) || $0.containsRun(Array(singular)) }
            }
            guard !found.isEmpty else { continue }
            draft.search.excluded += found.map(\.id)
            return index + count - start
        }
        return nil
    }

    /// "five dollars", "four fifty", "five dollars and fifty cents", "fifty cents", "4.50".
    private func price(_ said: [String], at start: Int) -> (Money, Int)? {
        let factor = (0..<Currency.minorDigits(menu.store.currency)).reduce(1) { product, _ in product * 10 }
        func number(_ index: Int) -> (value: Int, count: Int)? {
            guard index < said.count else { return nil }
            if let value = Int(said[index]), 0...100_000 ~= value { return (value, 1) }
            return numbers.wholeNumber(said, at: index).flatMap { 0...100_000 ~= $0.value ? $0 : nil }
        }
        func word(_ index: Int) -> String { index < said.count ? said[index] : "" }
        func money(_ units: Int, _ minor: Int, _ count: Int) -> (Money, Int) {
            (Money(minorUnits: units * factor + minor), count)
        }
        let parts = word(start).split(separator: ".")
        if parts.count == 2, let units = Int(parts[0]), let minor = Int(parts[1]), factor == 100, parts[1].count == 2 {
            return money(units, minor, self.money.contains(word(start + 1)) ? 2 : 1)
        }
        guard let (units, count) = number(start) else { return nil }
        var next = start + count
        if cents.contains(word(next)) { return money(0, units, count + 1) }
        let isNamed = self.money.contains(word(next))
        if isNamed { next += 1 }
        let joint = isNamed && word(next) == "and" ? next + 1 : next
        guard factor == 100, let (minor, more) = number(joint), 10...99 ~= minor else {
            return money(units, 0, next - start)
        }
        let end = joint + more
        return money(units, minor, end - start + (cents.contains(word(end)) ? 1 : 0))
    }
}

extension [String] {
    /// Whether the words stand next to each other somewhere.
    fileprivate func containsRun(_ words: [String]) -> Bool {
        guard !words.isEmpty, words.count <= count else { return false }
        return (0...count - words.count).contains { Array(self[$0..<$0 + words.count]) == words }
    }
}
