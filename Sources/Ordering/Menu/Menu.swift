/// Everything a café sells and every word for it: the one document that drives parsing, preview, recogniser vocabulary,
/// prompts, screen and prices. A value is always valid; `MenuLoader` is the only way to make one from text.
public struct Menu: Equatable, Sendable {
    public let store: Store
    public let optionGroups: [OptionGroup]
    public let items: [MenuItem]
    public let rules: [MenuRule]
    public let limits: OrderLimits
    /// How the synthesiser should say a word, by the word in lower case.
    public let pronunciations: [String: String]

    private let groupIndex: [String: Int]
    private let itemIndex: [String: Int]

    init(
        store: Store, optionGroups: [OptionGroup], items: [MenuItem], rules: [MenuRule], limits: OrderLimits,
        pronunciations: [String: String]
    ) {
        self.store = store
        self.optionGroups = optionGroups
        self.items = items
        self.rules = rules
        self.limits = limits
        self.pronunciations = pronunciations
        groupIndex = Dictionary(optionGroups.enumerated().map { ($1.id, $0) }, uniquingKeysWith: { first, _ in first })
        itemIndex = Dictionary(items.enumerated().map { ($1.id, $0) }, uniquingKeysWith: { first, _ in first })
    }

    public func group(_ id: String) -> OptionGroup? { groupIndex[id].map { optionGroups[$0] } }

    public func item(_ id: String) -> MenuItem? { itemIndex[id].map { items[$0] } }

    public func option(_ option: OptionReference) -> MenuOption? { group(option.group)?.option(option.option) }

    /// What an item contains: its own allergens but for those an option frees it of, then those of its options in the
    /// order of its groups, each once.
    ///
    /// - Parameter options: chosen ones; of a group without any it has its default.
    public func allergens(of item: MenuItem, with options: [SelectedOption] = []) -> [String] {
        let taken = taken(by: item, with: options)
        let freeOf = taken.flatMap(\.freeOf)
        var seen: Set<String> = []
        return (item.allergens.filter { !freeOf.contains($0) } + taken.flatMap(\.allergens)).filter {
            seen.insert($0).inserted
        }
    }

    /// The chosen option by which an item contains an allergen; `nil` where the item contains it as it comes, or not at
    /// all.
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

    /// What the options of an item free it of.
    public func freeOf(_ item: MenuItem, with options: [SelectedOption]) -> [String] {
        taken(by: item, with: options).flatMap(\.freeOf)
    }

    /// Whether an item, or any item, comes with an option that can be left out: a dip or a sauce, but no size,
    /// temperature or milk.
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

/// Who sells, in which money and language.
public struct Store: Equatable, Sendable {
    public let name: String
    /// ISO 4217 code, three capital letters.
    public let currency: String
    /// BCP 47 tag, for example `en-US`.
    public let locale: String
}

/// A set of options of one kind, such as sizes or milks.
public struct OptionGroup: Equatable, Sendable {
    /// What the options mean, which decides where people put their words.
    public enum Kind: String, CaseIterable, Equatable, Sendable {
        case size, temperature, milk, syrup, roast, shots, sweetener, topping, extra, free

        /// Whether people put the words of this kind before the item: "a large iced latte", but "a latte with oat
        /// milk".
        public var standsBeforeNoun: Bool {
            switch self {
            case .size, .temperature, .roast, .shots: true
            case .milk, .syrup, .sweetener, .topping, .extra, .free: false
            }
        }
    }

    /// How many options of the group one item may carry.
    public enum Select: String, CaseIterable, Equatable, Sendable {
        case one, many
    }

    public let id: String
    public let name: String
    public let kind: Kind
    public let select: Select
    /// Whether options may be light, extra, none or counted.
    public let amounts: Bool
    public let options: [MenuOption]

    /// Whether its options are ways to have a thing, of which it has one: a way that is not wanted is no longer chosen,
    /// while a topping is left out.
    public var isOfWays: Bool { select == .one && !amounts }

    public func option(_ id: String) -> MenuOption? { options.first { $0.id == id } }
}

/// One value of a group.
public struct MenuOption: Equatable, Sendable {
    public let id: String
    public let name: String
    /// Other words for it, in lower case or not; matching ignores case.
    public let aliases: [String]
    /// Added to the item's price, once, or once a count where counted.
    public let price: Money
    public let allergens: [String]
    /// Allergens of the item itself that go with it, and that who takes it does not want: those of a gluten free bun.
    public let freeOf: [String]
    /// What the option counts for by itself: 2 for "double shot"; `nil` where it is no number.
    public let count: Int?
    /// 1-based line of the menu file.
    public let line: Int
}

extension MenuOption {
    /// The numbers in its names: 25 of "25% sugar".
    public var numbers: [Int] { ([name] + aliases).flatMap { $0.split { !$0.isNumber }.compactMap { Int($0) } } }
}

/// Something the menu sells.
public struct MenuItem: Equatable, Sendable {
    public let id: String
    public let name: String
    public let aliases: [String]
    public let category: String
    public let price: Money
    /// Ids of the groups whose options it takes, in the order they are asked and read back.
    public let groups: [String]
    /// Group id to option id, taken without being said.
    public let defaults: [String: String]
    /// Groups that must be answered before the item can be ordered.
    public let required: [String]
    public let available: Bool
    public let allergens: [String]
    /// Whether an order with it is confirmed by touch, never by voice alone: alcohol, age limits, severe allergens.
    public let touchOnly: Bool
    /// Most of it in one line of an order, 1 or more.
    public let maxQuantity: Int
    /// 1-based line of the menu file.
    public let line: Int
}

/// A group and one of its options.
public struct OptionReference: Hashable, Sendable, Codable {
    public let group: String
    public let option: String

    public init(group: String, option: String) {
        self.group = group
        self.option = option
    }
}

/// When a line matches, what must or must not be with it, and the sentence to say.
public struct MenuRule: Equatable, Sendable {
    /// A line matches when it fits every condition that is given.
    public struct Condition: Equatable, Sendable {
        /// Item ids, any of them; empty for every item.
        public let items: [String]
        /// Categories, any of them; empty for every category.
        public let categories: [String]
        /// Options, all of them.
        public let options: [OptionReference]
    }

    public enum Consequence: Equatable, Sendable {
        /// A group must be answered.
        case require(group: String)
        /// An option must not be taken.
        case forbid(OptionReference)
        /// A group takes this option when the guest says nothing.
        case setDefault(OptionReference)
    }

    public let when: Condition
    public let then: [Consequence]
    /// What to tell a guest who meets the rule; `nil` for a sentence of our own.
    public let say: String?
}

/// What one order may hold.
public struct OrderLimits: Equatable, Sendable {
    /// Most of one item in a line.
    public let perLine: Int
    /// Most lines.
    public let lines: Int
    /// Highest total.
    public let total: Money

    public static let standard = OrderLimits(perLine: 20, lines: 40, total: Money(minorUnits: 50_000))
}
