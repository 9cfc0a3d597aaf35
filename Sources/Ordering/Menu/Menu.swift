/// A validated menu: what a store sells, the words for it, and the rules of an order.
///
/// The parsers, the recogniser's vocabulary, prompts, prices and the screen are all derived from it. `MenuLoader` reads
/// one from a file:
///
///     let menu = try MenuLoader.load(Array(data))
///     let price = menu.item("latte")?.price
public struct Menu: Equatable, Sendable {
    /// The store, with its currency and language.
    public internal(set) var store: Store
    /// Groups of options, in the file's order.
    public internal(set) var optionGroups: [OptionGroup]
    /// Items, in the file's order.
    public internal(set) var items: [MenuItem]
    /// Rules that combine items and options.
    public internal(set) var rules: [MenuRule]
    /// Limits of one order.
    public let limits: OrderLimits
    /// Pronunciations for the synthesiser, by the word in lower case.
    public let pronunciations: [String: String]
    /// Taxes; of those on an item the first one counts.
    public internal(set) var taxes: [MenuTax] = []
    /// Tips that guests can choose, in percent; empty for none.
    public internal(set) var tips: [Int] = []

    /// Names of categories by language code; empty for a category that is named by its id.
    let categoryNames: [String: [String: String]]
    private let groupIndex: [String: Int]
    private let itemIndex: [String: Int]

    init(
        store: Store, optionGroups: [OptionGroup], items: [MenuItem], rules: [MenuRule], limits: OrderLimits,
        pronunciations: [String: String], categoryNames: [String: [String: String]] = [:]
    ) {
        self.store = store
        self.optionGroups = optionGroups
        self.items = items
        self.rules = rules
        self.limits = limits
        self.pronunciations = pronunciations
        self.categoryNames = categoryNames
        groupIndex = Dictionary(optionGroups.enumerated().map { ($1.id, $0) }, uniquingKeysWith: { first, _ in first })
        itemIndex = Dictionary(items.enumerated().map { ($1.id, $0) }, uniquingKeysWith: { first, _ in first })
    }

    /// Whether two different groups offer the same options, as the halves of a pizza do.
    public func areTwins(_ first: String, _ second: String) -> Bool {
        guard first != second, let first = group(first), let second = group(second) else { return false }
        return first.options.map(\.name) == second.options.map(\.name)
    }

    /// The group with an id.
    public func group(_ id: String) -> OptionGroup? { groupIndex[id].map { optionGroups[$0] } }

    /// The item with an id.
    public func item(_ id: String) -> MenuItem? { itemIndex[id].map { items[$0] } }

    /// The option of a group.
    public func option(_ option: OptionReference) -> MenuOption? { group(option.group)?.option(option.option) }

    /// The allergens of an item: its own, except those that an option removes, then those of its options. Each is
    /// listed once.
    ///
    /// - Parameter options: The chosen options. A group without one has its default.
    public func allergens(of item: MenuItem, with options: [SelectedOption] = []) -> [String] {
        let taken = taken(by: item, with: options)
        let freeOf = taken.flatMap(\.freeOf)
        var seen: Set<String> = []
        return (item.allergens.filter { !freeOf.contains($0) } + taken.flatMap(\.allergens)).filter {
            seen.insert($0).inserted
        }
    }

    /// The chosen option that brings an allergen into an item; `nil` where the item contains it anyway, or not at all.
    public func source(of allergen: String, in item: MenuItem, with options: [SelectedOption]) -> OptionReference? {
        let freeOf = taken(by: item, with: options).flatMap(\.freeOf)
        guard freeOf.contains(allergen) || !item.allergens.contains(allergen) else { return nil }
        return options.first { selected in
            guard selected.amount != .without, item.groups.contains(selected.option.group),
                item.defaults[selected.option.group] != selected.option.option
            else {
                return false
            }
            return option(selected.option)?.allergens.contains(allergen) == true
        }?.option
    }

    /// The allergens that an item's options remove.
    public func freeOf(_ item: MenuItem, with options: [SelectedOption]) -> [String] {
        taken(by: item, with: options).flatMap(\.freeOf)
    }

    /// Whether an item, or any item, has a default option that can be left out, such as a dip or a sauce. A size,
    /// temperature or milk cannot.
    public func comesWith(_ option: OptionReference, _ itemId: String?) -> Bool {
        guard let group = group(option.group), !group.kind.standsBeforeNoun, group.kind != .milk else { return false }
        let items = itemId.map { item($0).map { [$0] } ?? [] } ?? items
        return items.contains { $0.defaults[option.group] == option.option && !$0.required.contains(option.group) }
    }

    private func taken(by item: MenuItem, with options: [SelectedOption]) -> [MenuOption] {
        item.groups.flatMap { group -> [MenuOption] in
            let chosen = options.filter { $0.option.group == group }
            guard chosen.isEmpty else {
                return chosen.filter { $0.amount != .without }.compactMap { option($0.option) }
            }
            return item.defaults[group].flatMap { option(OptionReference(group: group, option: $0)) }.map { [$0] } ?? []
        }
    }
}

/// The store, with its currency and language.
public struct Store: Equatable, Sendable {
    /// The store's name.
    public let name: String
    /// ISO 4217 code, three capital letters.
    public let currency: String
    /// BCP 47 tag, for example `en-US`.
    public internal(set) var locale: String
    /// The language in which guests order.
    public let spoken: SpokenLanguage
    /// The kinds of order that guests are asked for before they pay; empty for a store that does not ask.
    public internal(set) var services: [ServiceKind] = []
    /// Whether guests may give a name or table.
    public internal(set) var nameQuestion = NameQuestion.none
    /// 1-based line of the menu file with the locale, or with the store where it names none.
    public let localeLine: Int

    init(
        name: String, currency: String, locale: String, spoken: SpokenLanguage = .english, localeLine: Int = 1
    ) {
        self.name = name
        self.currency = currency
        self.locale = locale
        self.spoken = spoken
        self.localeLine = localeLine
    }
}

/// A set of options of one kind, such as sizes or milks.
public struct OptionGroup: Equatable, Sendable {
    /// The meaning of the options, which decides where their words stand in a phrase.
    public enum Kind: String, CaseIterable, Equatable, Sendable {
        /// A kind with a word order of its own.
        case size, temperature, milk, syrup, roast, shots, sweetener, topping, extra
        /// Any other kind.
        case free

        /// Whether words of this kind stand before the item: "a large iced latte", but "a latte with oat milk".
        public var standsBeforeNoun: Bool {
            switch self {
            case .size, .temperature, .roast, .shots: true
            case .milk, .syrup, .sweetener, .topping, .extra, .free: false
            }
        }
    }

    /// How many options of the group one item may carry.
    public enum Select: String, CaseIterable, Equatable, Sendable {
        /// One option: a new one replaces the old one.
        case one
        /// Any number of options.
        case many
    }

    /// Unique id.
    public let id: String
    /// Name in the menu's language.
    public private(set) var name: String
    /// Names for displays and prompts in other languages, by language code.
    let names: [String: String]
    /// The meaning of the options.
    public let kind: Kind
    /// How many options one item may carry.
    public let select: Select
    /// Whether options may be light, extra, none or counted.
    public let amounts: Bool
    /// The options, in the file's order.
    public private(set) var options: [MenuOption]

    /// The options that can be ordered now, in the file's order.
    public var availableOptions: [MenuOption] { options.filter(\.available) }

    /// Whether the options exclude each other and have no amounts. "Not decaf" then removes the choice, while "no foam"
    /// leaves the foam out.
    public var isOfWays: Bool { select == .one && !amounts }

    /// The option with an id.
    public func option(_ id: String) -> MenuOption? { options.first { $0.id == id } }

    /// Changes every option.
    mutating func change(_ body: (_ group: String, inout MenuOption) -> Void) {
        for index in options.indices { body(id, &options[index]) }
    }

    /// The same with its name in a language, where it has one.
    func named(in language: String) -> Self {
        var copy = self
        copy.name = names[language] ?? name
        copy.options = options.map { $0.named(in: language) }
        return copy
    }
}

/// One option of a group.
public struct MenuOption: Equatable, Sendable {
    /// Id, unique in its group.
    public let id: String
    /// Name in the menu's language.
    public private(set) var name: String
    /// Names for displays and prompts in other languages, by language code.
    let names: [String: String]
    /// Other names. Matching ignores case.
    public let aliases: [String]
    /// Price added to the item's, once or once per count.
    public internal(set) var price: Money
    /// Whether the option can be ordered now; false for one that is sold out.
    public internal(set) var available = true
    /// Allergens that the option brings.
    public let allergens: [String]
    /// Allergens of the item that the option removes: those of the bun that a gluten free one replaces.
    public let freeOf: [String]
    /// The number that the option stands for: 2 for "double shot"; `nil` where it is no number.
    public let count: Int?
    /// 1-based line of the menu file.
    public let line: Int

    /// The same with its name in a language, where it has one.
    func named(in language: String) -> Self {
        var copy = self
        copy.name = names[language] ?? name
        return copy
    }
}

extension MenuOption {
    /// The numbers in the option's names: 25 of "25% sugar".
    public var numbers: [Int] { ([name] + aliases).flatMap { $0.split { !$0.isNumber }.compactMap { Int($0) } } }
}

/// An item of the menu.
public struct MenuItem: Equatable, Sendable {
    /// Unique id.
    public let id: String
    /// Name in the menu's language.
    public private(set) var name: String
    /// Names for displays and prompts in other languages, by language code.
    let names: [String: String]
    /// Other names. Matching ignores case.
    public let aliases: [String]
    /// Category, `other` where the file names none.
    public let category: String
    /// Price of one, without options.
    public internal(set) var price: Money
    /// Ids of the option groups, in the order they are asked and read back.
    public let groups: [String]
    /// Option ids by group id, for groups of which nothing is said.
    public internal(set) var defaults: [String: String]
    /// Groups that need an answer before the item can be ordered.
    public internal(set) var required: [String]
    /// Whether the item can be ordered now; false for one that is sold out.
    public internal(set) var available: Bool
    /// Allergens of the item itself.
    public let allergens: [String]
    /// A sentence about the item for the page; `nil` without one.
    public internal(set) var about: String?
    /// Its kilocalories without options; `nil` where the file does not say.
    public internal(set) var calories: Int?
    /// File name of its picture beside the menu file; `nil` without one.
    public internal(set) var picture: String?
    /// Whether the welcome page shows it.
    public internal(set) var isFeatured = false
    /// Ids of items that are suggested to guests who order it, at most one an order.
    public internal(set) var suggests: [String] = []
    /// Whether an order with the item is confirmed by touch only: alcohol, age limits, severe allergens.
    public let touchOnly: Bool
    /// Largest quantity of one line, 1 or more.
    public let maxQuantity: Int
    /// 1-based line of the menu file.
    public let line: Int

    /// The same with its name in a language, where it has one.
    func named(in language: String) -> Self {
        var copy = self
        copy.name = names[language] ?? name
        return copy
    }
}

/// An option, named by the ids of its group and itself.
public struct OptionReference: Hashable, Sendable, Codable {
    /// Id of the group.
    public let group: String
    /// Id of the option in the group.
    public let option: String

    /// Creates a reference, which need not be on a menu.
    public init(group: String, option: String) {
        self.group = group
        self.option = option
    }
}

/// A rule for lines that match a condition, with the sentence to say.
public struct MenuRule: Equatable, Sendable {
    /// A condition. A line matches if every part that is given matches.
    public struct Condition: Equatable, Sendable {
        /// Item ids, any of them; empty for every item.
        public let items: [String]
        /// Categories, any of them; empty for every category.
        public let categories: [String]
        /// Options, all of them; empty for none.
        public let options: [OptionReference]
    }

    /// What holds for a line that matches.
    public enum Consequence: Equatable, Sendable {
        /// The group needs an answer.
        case require(group: String)
        /// The option is not allowed.
        case forbid(OptionReference)
        /// The option is the group's default.
        case setDefault(OptionReference)
    }

    /// The condition.
    public let when: Condition
    /// What holds for lines that match.
    public let then: [Consequence]
    /// The sentence for the guest; `nil` for a general one.
    public private(set) var say: String?
    /// The sentence in other languages, by language code.
    let says: [String: String]

    /// The same rule with its sentence in a language, where it has one.
    func said(in language: String) -> Self {
        var copy = self
        copy.say = says[language] ?? say
        return copy
    }
}

/// Limits of one order.
public struct OrderLimits: Equatable, Sendable {
    /// Largest quantity of one line.
    public let perLine: Int
    /// Largest number of lines.
    public let lines: Int
    /// Highest total.
    public let total: Money

    /// Limits of a menu that names none: 20 per line, 40 lines, 500.00.
    public static let standard = OrderLimits(perLine: 20, lines: 40, total: Money(minorUnits: 50_000))
}
