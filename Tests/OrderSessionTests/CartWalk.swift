internal import OrderSession
internal import Ordering
internal import TestSupport

/// Random changes made to a cart and to its oracle alike.
struct CartWalk {
    private var cart: CartCoordinator
    private var oracle: CartOracle
    private var random: SeededGenerator
    private var nextId = 1
    /// Changes that the order did not allow.
    private(set) var refused = 0
    private(set) var taken = 0
    private(set) var takenBack = 0
    /// Where cart and oracle part ways.
    private(set) var difference: String?

    private static let quantities = [1, 1, 1, 2, 2, 3, 5, 20, 21, 1_000, 0, -1, .max / 99, .max]
    private static let counts: [Int?] = [nil, nil, 1, 2, 20, 21, 100]

    init(prices: CartOracle.Prices, seed: UInt64) {
        cart = CartCoordinator(menu: prices.menu)
        oracle = CartOracle(prices: prices)
        random = SeededGenerator(seed: seed)
    }

    /// Makes one change and compares.
    ///
    /// - Returns: what was changed, for people.
    mutating func step() -> String {
        let name: String
        let kind = Int.random(in: 0..<15, using: &random)
        let before = oracle.lines
        if let id = cart.lines.randomElement(using: &random)?.id, kind > 2 {
            switch kind {
            case 3...4: name = set(id, pick(Self.quantities))
            case 5...6: name = modify(id, option())
            case 7: name = remove(id, pieces: nil)
            case 8: name = remove(id, pieces: pick([1, 2, 5, 980, .max / 2]))
            case 9: name = again(id)
            case 10: name = split(id)
            case 11: name = confirm()
            case 12: name = clear()
            default: name = undo()
            }
        } else {
            name = add()
        }
        oracle.remember(before)
        compare()
        return name
    }

    // MARK: Changes

    private mutating func add() -> String {
        let options = (0..<Int.random(in: 0...2, using: &random)).map { _ in option() }.reduce(into: [:]) {
            $0[$1.index] = $1
        }.values
        let line = CartOracle.Line(
            item: Int.random(in: 0..<oracle.prices.items.count, using: &random), options: Set(options),
            quantity: pick(Self.quantities))
        let item = ParsedOrderItem(
            itemId: "i\(line.item)", name: "i\(line.item)", quantity: line.quantity,
            options: line.options.map(selected), spoken: "", nameSpoken: "", confidence: 1)
        _ = cart.apply(.add([item]))
        put([line], in: nextId)
        return "add \(line)"
    }

    private mutating func set(_ id: Int, _ quantity: Int) -> String {
        _ = cart.apply(.setQuantity(of: id, to: quantity))
        change(id) { $0.quantity = quantity }
        return "\(quantity) of line \(id)"
    }

    private mutating func modify(_ id: Int, _ option: CartOracle.Option) -> String {
        _ = cart.apply(.setOption(selected(option), of: id))
        change(id) { line in line.options = line.options.filter { $0.index != option.index }.union([option]) }
        return "\(option) in line \(id)"
    }

    private mutating func again(_ id: Int) -> String {
        act(id, .copy(line: id, LineChange())) { .again($0, LineChange()) }
        if let line = oracle.lines[id], line.quantity > 0 {
            change(id) { $0.quantity = Int(clamping: Int128($0.quantity) * 2) }
        } else {
            // None of it twice is none of it: the line goes.
            oracle.lines[id] = nil
        }
        return "line \(id) again"
    }

    private mutating func remove(_ id: Int, pieces: Int?) -> String {
        if let pieces {
            act(id, .remove(lines: [id], pieces: pieces)) { .remove(.part(pieces, of: $0)) }
        } else {
            _ = cart.apply(.remove(line: id))
        }
        if let pieces, let line = oracle.lines[id], pieces < line.quantity {
            change(id) { $0.quantity -= pieces }
        } else {
            oracle.lines[id] = nil
        }
        return "\(pieces.map(String.init) ?? "all") of line \(id) away"
    }

    private mutating func split(_ id: Int) -> String {
        let parts = (0..<Int.random(in: 1...2, using: &random)).map { _ in
            (quantity: pick([1, 2, 10, nil]), option: option())
        }
        let changes = parts.map { LineChange(options: [selected($0.option)], quantity: $0.quantity) }
        act(id, .split(line: id, changes)) { .split($0, changes) }
        guard var line = oracle.lines[id] else { return "no line \(id) to split" }
        if parts.reduce(0, { $0 + ($1.quantity ?? 0) }) > line.quantity {
            // More pieces than there are: what is counted are the options.
            for part in parts {
                let option = CartOracle.Option(
                    index: part.option.index, amount: part.option.amount, count: part.quantity)
                line.options = line.options.filter { $0.index != option.index }.union([option])
            }
            put([line], in: id)
            return "options of line \(id) counted: \(line)"
        }
        guard line.quantity > 0 else { return "nothing of line \(id) split" }
        var left = line.quantity
        var pieces: [CartOracle.Line] = []
        var sharers = parts.count { $0.quantity == nil }
        for part in parts where left > 0 {
            var piece = line
            if let quantity = part.quantity {
                piece.quantity = min(quantity, left)
            } else {
                // Two that have no number have half each, the first the odd one.
                piece.quantity = sharers == 2 ? left - left / 2 : left
                sharers -= 1
            }
            piece.options = piece.options.filter { $0.index != part.option.index }.union([part.option])
            left -= piece.quantity
            pieces.append(piece)
        }
        if left > 0 { pieces.insert(CartOracle.Line(item: line.item, options: line.options, quantity: left), at: 0) }
        let merged = pieces.reduce(into: [CartOracle.Line]()) { lines, piece in
            if let same = lines.firstIndex(where: { $0.options == piece.options }) {
                lines[same].quantity += piece.quantity
            } else {
                lines.append(piece)
            }
        }
        put(merged, in: id)
        return "line \(id) split into \(merged)"
    }

    private mutating func confirm() -> String {
        _ = cart.apply(.confirm)
        if cart.pendingOrders.isEmpty { oracle.history = [] }
        return "confirm"
    }

    private mutating func clear() -> String {
        _ = cart.apply(.clear)
        oracle.clear()
        return "clear"
    }

    private mutating func undo() -> String {
        guard !oracle.history.isEmpty else { return "nothing to undo" }
        let order = cart.lines.map(\.id), asked = cart.pendingClarification?.line
        if Bool.random(using: &random) { say(.undo) } else { _ = cart.apply(.undo) }
        oracle.undo(order: order, asked: asked)
        takenBack += 1
        return "undo"
    }

    // MARK: Pieces

    private mutating func pick<T>(_ values: [T]) -> T { values[Int.random(in: 0..<values.count, using: &random)] }

    private mutating func option() -> CartOracle.Option {
        CartOracle.Option(
            index: Int.random(in: 0..<oracle.prices.options.count, using: &random),
            amount: pick([nil, nil, .extra, .without]), count: pick(Self.counts))
    }

    private func selected(_ option: CartOracle.Option) -> SelectedOption {
        SelectedOption(
            option: OptionReference(group: "g", option: "o\(option.index)"), amount: option.amount, count: option.count)
    }

    /// Changes a line by touch, or by words that name its place in the order.
    private mutating func act(_ id: Int, _ command: CartCommand, _ act: (LineReference) -> OrderAct) {
        guard let index = cart.lines.firstIndex(where: { $0.id == id }) else { return }
        if Bool.random(using: &random) {
            _ = cart.apply(command)
            return
        }
        // Of a line by itself "the first one" is one of its pieces.
        let line = cart.lines.count == 1 ? LineReference.latest : .nth(index + 1, of: .all)
        say(act(line))
    }

    private mutating func say(_ act: OrderAct) {
        _ = cart.apply(OrderParseResult(intent: .change, acts: [act], confidence: 1))
    }

    private mutating func change(_ id: Int, _ change: (inout CartOracle.Line) -> Void) {
        guard var line = oracle.lines[id] else { return }
        change(&line)
        put([line], in: id)
    }

    /// Lines in place of one; the ids of new lines count on.
    private mutating func put(_ lines: [CartOracle.Line], in id: Int) {
        let isNew = id == nextId
        guard oracle.replace(id, with: lines, nextId: isNew ? id + 1 : nextId) else {
            refused += 1
            return
        }
        nextId += isNew ? lines.count : lines.count - 1
        taken += 1
    }

    private mutating func compare() {
        let lines = cart.lines
        for line in lines {
            let options = line.options.map {
                CartOracle.Option(index: Int($0.option.option.dropFirst()) ?? -1, amount: $0.amount, count: $0.count)
            }
            let found = CartOracle.Line(
                item: Int(line.itemId.dropFirst()) ?? -1, options: Set(options), quantity: line.quantity)
            if oracle.lines[line.id] != found {
                difference = "\(found) in the cart, \(String(describing: oracle.lines[line.id])) by the oracle"
            }
        }
        if lines.count != oracle.lines.count {
            difference = "\(lines.count) lines, \(oracle.lines.count) by the oracle"
        }
        let total = oracle.total(oracle.lines.values),
            confirmed = oracle.total(cart.confirmedCart.compactMap { oracle.lines[$0.id] })
        if Int128(cart.total.minorUnits) != total { difference = "a total of \(cart.total), \(total) by the oracle" }
        if Int128(cart.confirmedTotal.minorUnits) != confirmed {
            difference = "a confirmed total of \(cart.confirmedTotal), \(confirmed) by the oracle"
        }
        if total > Int128(oracle.prices.total) { difference = "a total of \(total) is beyond the limit" }
    }
}
