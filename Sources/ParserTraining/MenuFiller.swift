internal import OrderParsing
internal import Ordering

/// Fills the slots of templates with phrases of a menu and a language.
struct MenuFiller: Sendable {
    /// Percentage of names that the menu does not have.
    private static let unknownItemPercent = 26, unknownOptionPercent = 10

    private let items: [String]
    private let plurals: [String]
    private let before: [String]
    private let after: [String]
    private let counted: [String]
    private let countedPlurals: [String]
    private let numbers: [String]
    private let units: (one: [String], many: [String])
    private let language: Language
    private let data: TrainingData

    init(menu: Menu, language: Language, data: TrainingData) {
        self.language = language
        self.data = data
        func phrases(_ name: String, _ aliases: [String]) -> [String] {
            // A name is more frequent than each of its aliases.
            [name, name, name] + aliases
        }
        func plural(_ phrase: String) -> String {
            Pluralizer.plurals(SpokenWords(phrase).words).last?.joined(separator: " ") ?? phrase
        }
        items = menu.items.flatMap { phrases($0.name, $0.aliases) }
        plurals = items.map(plural)
        func options(_ isWanted: (OptionGroup) -> Bool) -> [String] {
            menu.optionGroups.filter(isWanted).flatMap(\.options).flatMap { phrases($0.name, $0.aliases) }
        }
        before = options { $0.kind.standsBeforeNoun }
        after = options { !$0.kind.standsBeforeNoun }
        counted = options(\.amounts)
        countedPlurals = menu.optionGroups.filter(\.amounts).flatMap(\.options).map { plural($0.name) }
        let reader = NumeralParser(language.numbers)
        let spelled = [2, 2, 2, 2, 3, 3, 3, 4, 4, 5, 6, 7, 8, 9, 10, 11, 12, 15, 20].compactMap {
            reader.spelled($0)?.joined(separator: " ")
        }
        numbers = spelled + ["2", "3", "4", "12"] + language.numbers.phrases.keys.filter { $0 != "both" }.sorted()
        units = (language.units.filter { !$0.hasSuffix("s") }, language.units.filter { $0.hasSuffix("s") })
    }

    /// A phrase for a slot and the label of its words; `nil` if the menu has none or the slot is unknown.
    func fill(_ slot: String, _ random: inout TrainingRandom) -> (text: String, label: SpanLabel?)? {
        switch slot {
        case "item": named(items, data.unknownItems, Self.unknownItemPercent, &random).map { ($0, .item) }
        case "items":
            named(plurals, data.unknownItems.map { Pluralizer.plural($0) }, Self.unknownItemPercent, &random).map {
                ($0, .item)
            }
        case "before": named(before, data.unknownSizes, Self.unknownOptionPercent, &random).map { ($0, .option) }
        case "after": named(after, data.unknownOptions, Self.unknownOptionPercent, &random).map { ($0, .option) }
        case "option":
            named(random.chance(50) ? before : after, data.unknownOptions, Self.unknownOptionPercent, &random).map {
                ($0, .option)
            }
        case "counted": named(counted, data.unknownOptions, Self.unknownOptionPercent, &random).map { ($0, .option) }
        case "counteds":
            named(countedPlurals, data.unknownOptions.map { Pluralizer.plural($0) }, Self.unknownOptionPercent, &random)
                .map { ($0, .option) }
        case "plainItem": random.pick(random.chance(70) ? items : plurals).map { ($0, nil) }
        case "plainOption": random.pick(random.chance(50) ? before : after).map { ($0, nil) }
        case "unknown":
            random.pick(
                random.chance(50) ? data.otherWords : random.chance(50) ? data.unknownItems : data.unknownOptions
            ).map { ($0, nil) }
        case "number": random.pick(numbers).map { ($0, nil) }
        case "unit": random.pick(units.one).map { ($0, nil) }
        case "units": random.pick(units.many).map { ($0, nil) }
        case "none": amount(.without, &random)
        case "light": amount(.light, &random)
        case "regular": amount(.regular, &random)
        case "extra": amount(.extra, &random)
        case "ask": intent([.order], &random)
        case "add": intent([.add], &random)
        case "remove": intent([.remove], &random)
        case "intentOther":
            intent([.readCart, .repeat, .help, .confirm, .decline, .checkout, .clear, .cancel], &random)
        case "filler", "interjection": random.pick(data.interjections).map { ($0, nil) }
        default: nil
        }
    }

    private func named(_ phrases: [String], _ unknown: [String], _ percent: Int, _ random: inout TrainingRandom)
        -> String?
    {
        guard !phrases.isEmpty else { return nil }
        return random.pick(random.chance(percent) ? unknown : phrases)
    }

    private func amount(_ amount: OptionAmount, _ random: inout TrainingRandom) -> (text: String, label: SpanLabel?)? {
        random.pick(language.amounts[amount.rawValue] ?? []).map { ($0, nil) }
    }

    private func intent(_ intents: [OrderIntent], _ random: inout TrainingRandom) -> (text: String, label: SpanLabel?)?
    {
        random.pick(intents).flatMap { random.pick(language.intents[$0.rawValue] ?? []) }.map { ($0, nil) }
    }
}
