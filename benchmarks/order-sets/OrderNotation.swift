public import Ordering

/// An order line as the sets write it: `2 latte size/large milk/oat syrup/vanilla*2 topping/foam:none`.
public struct OrderNotation: Hashable, Sendable, CustomStringConvertible {
    public let quantity: Int
    public let item: String
    /// `group/option[:amount][*count]`, sorted.
    public let options: [String]

    /// - Returns: `nil` where the text is not in the notation.
    public init?(_ text: String) {
        var parts = text.split(separator: " ").map(String.init)
        quantity = parts.first.flatMap(Int.init) ?? 1
        if parts.first.flatMap({ Int($0) }) != nil { parts.removeFirst() }
        guard let item = parts.first else { return nil }
        self.item = item
        options = parts.dropFirst().sorted()
    }

    public init(_ line: OrderLine, menu: Menu) {
        quantity = line.quantity
        item = line.itemId
        options = line.options.map { selected in
            let own = menu.option(selected.option)?.count
            let count = selected.count.flatMap { $0 == own ? nil : "*\($0)" } ?? ""
            return "\(selected.option.group)/\(selected.option.option)"
                + (selected.amount.map { ":\($0.rawValue)" } ?? "") + count
        }.sorted()
    }

    public var description: String {
        ((quantity == 1 ? [] : ["\(quantity)"]) + [item] + options).joined(separator: " ")
    }
}
