/// One line of an order.
public struct OrderLine: Equatable, Sendable, Identifiable {
    /// Id of the line, which stays the same while the line changes.
    public let id: Int
    /// The ordered item. Default options are not listed. A quantity outside 1…`maxQuantity` is in question.
    public var item: ParsedOrderItem

    /// Creates a line.
    public init(id: Int, item: ParsedOrderItem) {
        self.id = id
        self.item = item
    }

    /// Id of the menu item.
    public var itemId: String { item.itemId }
    /// How many of the item.
    public var quantity: Int { item.quantity }
    /// The chosen options.
    public var options: [SelectedOption] { item.options }
    /// Confidence of the item, 0…1.
    public var confidence: Double { item.confidence }

    /// The first option of a group.
    public func option(in group: String) -> SelectedOption? { options.first { $0.option.group == group } }
}

/// Prices of lines and orders.
public struct PriceList: Sendable {
    private let menu: Menu

    /// Creates the prices of a menu.
    public init(menu: Menu) { self.menu = menu }

    /// The price of one piece of a line: the item, and each option once or once per count. A declined option is free.
    ///
    /// - Throws: `MoneyOverflow` when the price does not fit.
    public func unitPrice(of line: OrderLine) throws(MoneyOverflow) -> Money {
        var price = menu.item(line.itemId)?.price ?? .zero
        for selected in line.options where selected.amount != .without {
            guard let option = menu.option(selected.option) else { continue }
            // An option that stands for a number ("double shot") has one price; other options cost once per count.
            let times = option.count == nil ? selected.count ?? 1 : 1
            price = try price.adding(try option.price.multiplied(by: times))
        }
        return price
    }

    /// The price of all pieces of all lines.
    ///
    /// - Throws: `MoneyOverflow` when the total does not fit.
    public func total(of lines: [OrderLine]) throws(MoneyOverflow) -> Money {
        var total = Money.zero
        for line in lines { total = try total.adding(try unitPrice(of: line).multiplied(by: line.quantity)) }
        return total
    }
}
