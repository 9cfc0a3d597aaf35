/// A tax of the menu file.
public struct MenuTax: Equatable, Sendable {
    /// Its name, as receipts show it.
    public let name: String
    /// Rate in thousandths of a percent: 8875 for 8.875 %.
    public let rate: Int
    /// Whether the prices include it.
    public let isIncluded: Bool
    /// Ids of the items that it is on; with `categories` empty as well, every item.
    public let items: [String]
    /// The categories that it is on.
    public let categories: [String]
    /// The kind of order that it is on; `nil` for every one. An order of unknown kind counts as eaten here.
    public let service: ServiceKind?

    /// Whether the tax is on an item of an order.
    func isOn(_ item: MenuItem, _ kind: ServiceKind?) -> Bool {
        guard service == nil || service == kind ?? .eatHere else { return false }
        return items.isEmpty && categories.isEmpty || items.contains(item.id) || categories.contains(item.category)
    }

    /// The tax on or in a sum of prices, rounded half up.
    func amount(of base: Money) throws(MoneyOverflow) -> Money {
        try base.share(rate, of: isIncluded ? 100_000 + rate : 100_000)
    }
}

/// What guests are asked for at the end of an order.
public enum NameQuestion: String, CaseIterable, Equatable, Sendable {
    /// Nothing.
    case none
    /// Their name.
    case name
    /// The number of their table.
    case table
}
