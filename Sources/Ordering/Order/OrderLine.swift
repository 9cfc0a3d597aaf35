/// One line of an order.
public struct OrderLine: Equatable, Sendable, Identifiable {
    /// Stays the same while the line changes.
    public let id: Int
    /// What is ordered; its quantity is 1…`maxQuantity` once the line has been accepted, and defaults are not among its
    /// options.
    public var item: ParsedOrderItem

    public init(id: Int, item: ParsedOrderItem) {
        self.id = id
        self.item = item
    }

    public var itemId: String { item.itemId }
    public var quantity: Int { item.quantity }
    public var options: [SelectedOption] { item.options }
    public var confidence: Double { item.confidence }

    /// The option chosen in a group, or the first of several.
    public func option(in group: String) -> SelectedOption? { options.first { $0.option.group == group } }
}

/// Prices of lines by the menu.
public struct PriceList: Sendable {
    private let menu: Menu

    public init(menu: Menu) { self.menu = menu }

    /// The price of one piece of a line: the item, plus each option once or once a count. An option the guest declined
    /// is free.
    ///
    /// - Throws: `MoneyOverflow`.
    public func unitPrice(of line: OrderLine) throws(MoneyOverflow) -> Money {
        var price = menu.item(line.itemId)?.price ?? .zero
        for selected in line.options where selected.amount != .without {
            guard let option = menu.option(selected.option) else { continue }
            // An option that is a number by itself ("double shot") is priced as such; other options cost once a count.
            let times = option.count == nil ? selected.count ?? 1 : 1
            price = try price.adding(try option.price.multiplied(by: times))
        }
        return price
    }

    /// - Throws: `MoneyOverflow`.
    public func total(of lines: [OrderLine]) throws(MoneyOverflow) -> Money {
        var total = Money.zero
        for line in lines { total = try total.adding(try unitPrice(of: line).multiplied(by: line.quantity)) }
        return total
    }
}
