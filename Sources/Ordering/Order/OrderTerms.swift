/// Whether an order is eaten here or taken away. As text in menus, the store and exports.
public enum ServiceKind: String, CaseIterable, Hashable, Sendable, Codable {
    /// Eaten in the store.
    case eatHere = "eat-here"
    /// Taken away.
    case toGo = "to-go"
}

/// What a guest chooses for the order as a whole.
public struct OrderTerms: Equatable, Sendable, Codable {
    /// Eat here or to go; `nil` for a guest who has not said so.
    public var service: ServiceKind?
    /// The guest's name or table, at most `longestName` characters; `nil` without one.
    public var name: String?
    /// Tip in percent of the lines; `nil` for none.
    public var tipPercent: Int?

    /// Longest name or table in characters.
    public static let longestName = 30

    /// Terms; nothing is chosen by default.
    public init(service: ServiceKind? = nil, name: String? = nil, tipPercent: Int? = nil) {
        self.service = service
        self.name = name
        self.tipPercent = tipPercent
    }

    /// Whether nothing is chosen.
    public var isEmpty: Bool { self == OrderTerms() }

    /// A name as it is kept: on one line, without spaces around it, cut to `longestName`; `nil` for a blank one.
    public static func plainName(_ text: String) -> String? {
        let plain = text.unicodeScalars.map { $0.properties.generalCategory == .control ? " " : String($0) }.joined()
        let words = plain.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        let cut = String(words.prefix(longestName))
        // A card's or phone's number is no name.
        return cut.isEmpty || cut.count(where: \.isNumber) > 6 ? nil : cut
    }
}

/// A tax of an order.
public struct OrderTax: Equatable, Sendable, Codable {
    /// Name of the tax in the menu.
    public var name: String
    /// Rate in thousandths of a percent: 8875 for 8.875 %.
    public var rate: Int
    /// Whether the prices include it.
    public var isIncluded: Bool
    /// The prices that it is on; with the tax where they include it.
    public var base: Money
    /// The tax.
    public var amount: Money

    /// A tax of an order.
    public init(name: String, rate: Int, isIncluded: Bool, base: Money, amount: Money) {
        self.name = name
        self.rate = rate
        self.isIncluded = isIncluded
        self.base = base
        self.amount = amount
    }

    /// The rate as people write it: `8.875`, `19`.
    ///
    /// - Parameter point: the decimal separator.
    public func percent(point: String = ".") -> String {
        let (whole, rest) = rate.quotientAndRemainder(dividingBy: 1_000)
        guard rest != 0 else { return "\(whole)" }
        var digits = String(String(1_000 + rest).dropFirst())
        while digits.hasSuffix("0") { digits.removeLast() }
        return "\(whole)\(point)\(digits)"
    }
}

/// What an order comes to.
public struct OrderSums: Equatable, Sendable {
    /// Sum of the lines.
    public var lines: Money
    /// Taxes in the menu's order, without those on nothing.
    public var taxes: [OrderTax]
    /// The tip.
    public var tip: Money
    /// What is to be paid: lines, taxes that the prices do not include, and tip.
    public var total: Money

    /// The sums of an order without lines.
    public init(lines: Money = .zero, taxes: [OrderTax] = [], tip: Money = .zero, total: Money = .zero) {
        self.lines = lines
        self.taxes = taxes
        self.tip = tip
        self.total = total
    }
}

/// What a placed order has beside its lines.
public struct OrderDetails: Equatable, Sendable, Codable {
    /// Eat here or to go; `nil` for an unknown one.
    public var service: ServiceKind?
    /// The guest's name or table.
    public var name: String?
    /// The taxes.
    public var taxes: [OrderTax]
    /// The tip, zero for none.
    public var tip: Money

    /// Details of an order.
    public init(service: ServiceKind? = nil, name: String? = nil, taxes: [OrderTax] = [], tip: Money = .zero) {
        self.service = service
        self.name = name
        self.taxes = taxes
        self.tip = tip
    }

    /// Whether the order has nothing beside its lines.
    public var isEmpty: Bool { self == OrderDetails() }

    /// What the details add to the sum of the lines.
    ///
    /// - Throws: `MoneyOverflow`.
    public func added() throws(MoneyOverflow) -> Money {
        var sum = tip
        for tax in taxes where !tax.isIncluded { sum = try sum.adding(tax.amount) }
        return sum
    }
}

extension NewOrder {
    /// Sum of the lines.
    ///
    /// - Throws: `MoneyOverflow`.
    public func linesTotal() throws(MoneyOverflow) -> Money {
        var sum = Money.zero
        for line in lines { sum = try sum.adding(line.unitPrice.multiplied(by: line.quantity)) }
        return sum
    }
}

extension PriceList {
    /// What lines come to with taxes and tip.
    ///
    /// A tax is computed once an order from the sum of the lines that it is on, and rounded half up to the minor unit.
    /// So is the tip, from the sum of all lines.
    ///
    /// - Throws: `MoneyOverflow`.
    public func sums(of lines: [OrderLine], terms: OrderTerms = OrderTerms()) throws(MoneyOverflow) -> OrderSums {
        var bases = [Money](repeating: .zero, count: menu.taxes.count)
        let kind = menu.kind(of: terms)
        var sums = OrderSums()
        for line in lines {
            let price = try unitPrice(of: line).multiplied(by: line.quantity)
            sums.lines = try sums.lines.adding(price)
            guard let item = menu.item(line.itemId),
                let index = menu.taxes.firstIndex(where: { $0.isOn(item, kind) })
            else { continue }
            bases[index] = try bases[index].adding(price)
        }
        sums.total = sums.lines
        for (tax, base) in zip(menu.taxes, bases) where base > .zero {
            let amount = try tax.amount(of: base)
            sums.taxes.append(
                OrderTax(name: tax.name, rate: tax.rate, isIncluded: tax.isIncluded, base: base, amount: amount))
            if !tax.isIncluded { sums.total = try sums.total.adding(amount) }
        }
        if let percent = terms.tipPercent {
            sums.tip = try sums.lines.share(percent, of: 100)
            sums.total = try sums.total.adding(sums.tip)
        }
        return sums
    }
}

extension Menu {
    /// The kind of an order: the chosen one, or the only one of the store; `nil` where nobody has said so.
    public func kind(of terms: OrderTerms) -> ServiceKind? {
        terms.service ?? (store.services.count == 1 ? store.services.first : nil)
    }
}

extension Money {
    /// A share of the amount, rounded half up. The amount and both numbers are 0 or more.
    ///
    /// - Throws: `MoneyOverflow`.
    func share(_ part: Int, of whole: Int) throws(MoneyOverflow) -> Money {
        let product = try multiplied(by: part).multiplied(by: 2)
        return Money(minorUnits: (product.minorUnits + whole) / (2 * whole))
    }
}
