/// A line of an order with the names and prices of its menu, ready to be shown.
public struct PricedLine: Equatable, Sendable, Identifiable {
    /// The line by the ids of its menu.
    public let line: OrderLine
    /// The menu's name of the item.
    public let name: String
    /// The chosen options as they are shown, in the order they were said: `large`, `no foam`, `2 × vanilla`.
    public let options: [String]
    /// Price of one piece with its options.
    public let unitPrice: Money
    /// Price of all pieces.
    public let total: Money

    /// Identity of the line; stays the same while the line changes.
    public var id: Int { line.id }
    /// Id of the menu item.
    public var itemId: String { line.itemId }
    /// Pieces, 1 or more.
    public var quantity: Int { line.quantity }
    /// Confidence of the item with its quantity and options, 0…1.
    public var confidence: Double { line.confidence }
}

/// Prices and names of order lines by a menu.
public struct PriceList: Sendable {
    let menu: Menu

    /// A price list of a menu.
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

    /// A line with its names and prices. Items and options that the menu lacks have their id for a name.
    ///
    /// - Throws: `MoneyOverflow`.
    public func priced(_ line: OrderLine) throws(MoneyOverflow) -> PricedLine {
        let unit = try unitPrice(of: line)
        return PricedLine(
            line: line, name: menu.item(line.itemId)?.name ?? line.itemId, options: line.options.map(text),
            unitPrice: unit, total: try unit.multiplied(by: line.quantity))
    }

    private func text(_ selected: SelectedOption) -> String {
        let option = menu.option(selected.option)
        let name = (option?.name ?? selected.option.option).lowercased()
        if let count = selected.count, option?.count == nil { return "\(count) × \(name)" }
        switch selected.amount {
        case .without: return "no \(name)"
        case .light: return "light \(name)"
        case .extra: return "extra \(name)"
        case .regular, nil: return name
        }
    }
}
