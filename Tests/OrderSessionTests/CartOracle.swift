@testable internal import Ordering

/// A second account of a cart, kept in 128 bits and by the words of the menu's rules alone: what a change must come to.
struct CartOracle {
    struct Option: Hashable {
        var index: Int
        var amount: OptionAmount?
        var count: Int?
    }

    struct Line: Hashable {
        var item: Int
        var options: Set<Option>
        var quantity: Int
    }

    /// A menu of numbers: prices of items and options, and the limits of an order.
    struct Prices {
        let items: [Int]
        /// The one at `counted` is a number by itself: it costs once, and no count of it is too many.
        let options: [Int]
        let counted = 2
        let perLine: Int
        let lines: Int
        let total: Int

        /// What a café sells.
        static let usual = Prices(
            items: [1, 99, 425, 575, 1_999], options: [0, 1, 70, 150], perLine: 20, lines: 6, total: 50_000)
        /// Prices to the end of 64 bits, which no file may ask for.
        static let extreme = Prices(
            items: [1, 425, 100_000_000, .max / 1_000, .max / 41, .max / 3, .max - 500, .max],
            options: [0, 70, 100_000_000, .max / 90, .max / 2, .max],
            perLine: .max, lines: 6, total: .max)

        var menu: Menu {
            let menuOptions = options.enumerated().map {
                MenuOption(
                    id: "o\($0)", name: "o", names: [:], aliases: [], price: Money(minorUnits: $1), allergens: [],
                    freeOf: [],
                    count: $0 == counted ? 3 : nil, line: 1)
            }
            let menuItems = items.enumerated().map {
                MenuItem(
                    id: "i\($0)", name: "i\($0)", names: [:], aliases: [], category: "", price: Money(minorUnits: $1),
                    groups: ["g"], defaults: [:], required: [], available: true,
                    allergens: [], touchOnly: false, maxQuantity: .max, line: 1)
            }
            return Menu(
                store: Store(name: "", currency: "USD", locale: ""),
                optionGroups: [
                    OptionGroup(
                        id: "g", name: "g", names: [:], kind: .free, select: .many, amounts: true, options: menuOptions)
                ], items: menuItems, rules: [],
                limits: OrderLimits(perLine: perLine, lines: lines, total: Money(minorUnits: total)),
                pronunciations: [:])
        }
    }

    let prices: Prices
    private var isUndone = false

    init(prices: Prices) { self.prices = prices }

    /// By the cart's ids.
    var lines: [Int: Line] = [:]
    /// The lines before each of the last changes.
    var history: [[Int: Line]] = []

    /// Higher than any total that 64 bits hold, and low enough to be added up.
    private static let beyond = Int128(Int.max) + 1

    private func price(_ line: Line, quantity: Int) -> Int128 {
        let unit = line.options.filter { $0.amount != .without }.reduce(Int128(prices.items[line.item])) {
            sum, option in
            sum + Int128(prices.options[option.index]) * Int128(option.index == prices.counted ? 1 : option.count ?? 1)
        }
        let (product, overflow) = unit.multipliedReportingOverflow(by: Int128(quantity))
        return overflow ? Self.beyond : min(product, Self.beyond)
    }

    func isOpen(_ line: Line) -> Bool { line.quantity < 1 || line.quantity > prices.perLine }

    /// The sum of lines that can be ordered.
    func total(_ lines: some Sequence<Line>) -> Int128 {
        lines.filter { !isOpen($0) }.reduce(0) { $0 + price($1, quantity: $1.quantity) }
    }

    /// Whether an order may become these lines: a line whose quantity is in question counts once.
    func allows(_ lines: [Line]) -> Bool {
        let isCounted = lines.allSatisfy { line in
            line.options.allSatisfy { $0.index == prices.counted || (1...20).contains($0.count ?? 1) }
        }
        return isCounted && lines.count <= prices.lines
            && lines.reduce(0) { $0 + price($1, quantity: isOpen($1) ? 1 : $1.quantity) } <= Int128(prices.total)
    }

    /// Keeps the lines from before a change, unless it was none or took another one back.
    mutating func remember(_ before: [Int: Line]) {
        defer { isUndone = false }
        guard before != lines, !isUndone else { return }
        history = (history + [before]).suffix(10)
    }

    /// An emptied cart can be had back, and nothing from before.
    mutating func clear() { (lines, history) = ([:], []) }

    /// - Parameters:
    ///   - order: ids of the lines, as they stand in the order.
    ///   - asked: the line of which something is asked.
    mutating func undo(order: [Int], asked: Int?) {
        isUndone = true
        guard let before = history.last else { return }
        let new = order.filter { before[$0] == nil }
        if !new.isEmpty, before.allSatisfy({ lines[$0] == $1 }) {
            lines[asked.flatMap { new.contains($0) ? $0 : nil } ?? new[new.count - 1]] = nil
        } else {
            lines = before
        }
        if lines == before { history.removeLast() }
    }

    /// Lines after one was put in place of others, or as they were where the order does not allow that.
    mutating func replace(_ id: Int, with new: [Line], nextId: Int) -> Bool {
        var after = lines
        after[id] = nil
        guard allows(after.values + new) else { return false }
        for (index, line) in new.enumerated() { after[index == 0 ? id : nextId + index - 1] = line }
        lines = after
        return true
    }
}
