/// What a guest wants of a menu without naming an item: "a warm drink that is not coffee, under four dollars".
///
/// Pure: the menu's data alone decide. Allergens are those that the menu lists.
public struct MenuSearch: Equatable, Sendable, Codable {
    /// Which end of the prices comes first.
    public enum Order: String, Equatable, Sendable, Codable {
        /// Cheapest first.
        case cheapest
        /// Most expensive first.
        case dearest
    }

    /// An item that fits.
    public struct Match: Equatable, Sendable {
        /// Id of the item.
        public let itemId: String
        /// Price with the wanted options, in the cheapest variant.
        public let price: Money
    }

    /// Ids of items that are meant at all; `nil` for all of the menu.
    public var among: [String]?
    /// Options that the item must take, at most one of a group.
    public var options: [OptionReference]
    /// Allergens that must not be listed for the item.
    public var without: [String]
    /// Ids of items that are not wanted.
    public var excluded: [String]
    /// Highest price, with the options.
    public var highestPrice: Money?
    /// Whether `highestPrice` itself is too much: "under five dollars".
    public var isBelow: Bool
    /// Order of the matches; the menu's where it is `nil`.
    public var order: Order?

    /// A search without criteria, which all items match.
    public init(
        among: [String]? = nil, options: [OptionReference] = [], without: [String] = [], excluded: [String] = [],
        highestPrice: Money? = nil, isBelow: Bool = true, order: Order? = nil
    ) {
        self.among = among
        self.options = options
        self.without = without
        self.excluded = excluded
        self.highestPrice = highestPrice
        self.isBelow = isBelow
        self.order = order
    }

    /// The available items that fit.
    public func matches(in menu: Menu) -> [Match] {
        let chosen = options.map { SelectedOption(option: $0) }, prices = PriceList(menu: menu)
        let found = menu.items.compactMap { item -> Match? in
            guard item.available, among.map({ $0.contains(item.id) }) ?? true, !excluded.contains(item.id),
                options.allSatisfy({ item.groups.contains($0.group) && menu.option($0)?.available != false })
            else { return nil }
            let allergens = menu.allergens(of: item, with: chosen)
            guard !without.contains(where: allergens.contains) else { return nil }
            let line = OrderLine(
                id: 0,
                item: ParsedOrderItem(
                    itemId: item.id, name: item.name, quantity: 1, options: chosen, spoken: item.name,
                    nameSpoken: item.name, confidence: 1))
            guard let price = try? prices.unitPrice(of: line) else { return nil }
            if let highestPrice, isBelow ? price >= highestPrice : price > highestPrice { return nil }
            return Match(itemId: item.id, price: price)
        }
        // `sorted` is stable: equal prices stay in the order of the menu.
        switch order {
        case nil: return found
        case .cheapest: return found.sorted { $0.price < $1.price }
        case .dearest: return found.sorted { $1.price < $0.price }
        }
    }

    /// Allergens of the search that the menu lists nowhere, so that it cannot say what is without them.
    public func unlisted(in menu: Menu) -> [String] {
        without.filter { allergen in
            !menu.items.contains { $0.allergens.contains(allergen) }
                && !menu.optionGroups.contains { $0.options.contains { $0.allergens.contains(allergen) } }
        }
    }
}
