/// Resolution of references to lines of an order: "it", "the second one", "the iced latte".
///
///     let resolver = LineResolver(menu: menu)
///     resolver.resolve(.nth(2, of: .all), in: items, latest: nil)   // .lines([1], pieces: nil)
public struct LineResolver: Sendable {
    /// The result of a resolution.
    public enum Outcome: Equatable, Sendable {
        /// Ascending positions of the lines; with `pieces`, only so many of their quantity.
        case lines([Int], pieces: Int?)
        /// Positions of several lines that fit equally well.
        case ambiguous([Int])
        /// No line fits.
        case nothing
    }

    private let menu: Menu
    /// The words of each item's name and aliases.
    private let names: [String: [[String]]]

    /// Creates a resolver for a menu.
    public init(menu: Menu) {
        self.menu = menu
        names = Dictionary(
            menu.items.map { item in (item.id, ([item.name] + item.aliases).map { SpokenWords($0).words }) },
            uniquingKeysWith: { first, _ in first })
    }

    /// Finds the lines that a reference means.
    ///
    /// - Parameters:
    ///   - items: The lines of the order, in their sequence.
    ///   - latest: Position of the line that was said or changed last; `nil` for the last of the order.
    public func resolve(_ reference: LineReference, in items: [ParsedOrderItem], latest: Int?) -> Outcome {
        guard !items.isEmpty else { return .nothing }
        switch reference {
        case .gone, .nothing: return .nothing
        case .latest: return .lines([latest ?? items.count - 1], pieces: nil)
        case .nth(let position, let inner):
            let among = positions(inner, in: items, latest: latest)
            // "The first latte" of a line of two lattes.
            if case .described(let ids, _) = inner, !ids.isEmpty, among.count == 1,
                case let count = items[among[0]].quantity, count > 1, abs(position) <= count
            {
                return .lines(among, pieces: 1)
            }
            let index = position > 0 ? position - 1 : among.count + position
            return among.indices.contains(index) ? .lines([among[index]], pieces: nil) : .nothing
        case .other:
            guard items.count > 1 else { return .nothing }
            let others = items.indices.filter { $0 != latest ?? items.count - 1 }
            return others.count == 1 ? .lines(others, pieces: nil) : .ambiguous(others)
        case .newest(let count):
            if let last = items.last, items.count < count || last.quantity == count && items.count == 1 {
                return .lines(Array(items.indices), pieces: nil)
            }
            return .lines(Array(items.indices.suffix(count)), pieces: nil)
        case .all: return .lines(Array(items.indices), pieces: nil)
        case .every(let inner):
            let all = positions(inner, in: items, latest: latest)
            return all.isEmpty ? .nothing : .lines(all, pieces: nil)
        case .described:
            let fitting = positions(reference, in: items, latest: latest)
            guard let first = fitting.first else { return .nothing }
            let isOneKind = fitting.allSatisfy {
                items[$0].itemId == items[first].itemId
                    && Set(items[$0].options.map(\.option)) == Set(items[first].options.map(\.option))
            }
            return isOneKind ? .lines([fitting[fitting.count - 1]], pieces: nil) : .ambiguous(fitting)
        case .except(let others, let inner):
            let kept = positions(inner, in: items, latest: latest).filter {
                !positions(others, in: items, latest: latest).contains($0)
            }
            return kept.isEmpty ? .nothing : .lines(kept, pieces: nil)
        case .part(let count, let inner):
            let whole = resolve(inner, in: items, latest: latest)
            guard case .lines(let lines, _) = whole else { return whole }
            // For the guest, lines of one kind are one line.
            if case .described = inner {
                return part(count, of: positions(inner, in: items, latest: latest), in: items)
            }
            return part(count, of: lines, in: items)
        }
    }

    /// As many pieces of the newest line that has enough, or else the newest lines that have as many together.
    private func part(_ count: Int, of lines: [Int], in items: [ParsedOrderItem]) -> Outcome {
        guard lines.count > 1 else { return .lines(lines, pieces: count) }
        if let line = lines.last(where: { items[$0].quantity >= count }) { return .lines([line], pieces: count) }
        var left = count
        var whole: [Int] = []
        for line in lines.reversed() where left > 0 {
            left -= max(0, items[line].quantity)
            whole.append(line)
        }
        return left < 0 ? .ambiguous(lines) : .lines(whole.reversed(), pieces: nil)
    }

    private func positions(_ reference: LineReference, in items: [ParsedOrderItem], latest: Int?) -> [Int] {
        guard case .described(let ids, let options) = reference else {
            guard case .lines(let lines, _) = resolve(reference, in: items, latest: latest) else { return [] }
            return lines
        }
        let named = items.indices.filter { ids.isEmpty || ids.contains(items[$0].itemId) }
        let candidates = named.isEmpty ? items.indices.filter { isCalled(items[$0].itemId, by: ids) } : named
        let exact = candidates.filter { index in
            options.allSatisfy { option in
                items[index].options.contains { $0.option == option && $0.amount != .without }
            }
        }
        // "The hot latte": hot is the default of a latte without a temperature.
        let byDefault = candidates.filter { index in
            options.allSatisfy { option in
                let item = items[index]
                return item.options.contains { $0.option == option && $0.amount != .without }
                    || !item.options.contains { $0.option.group == option.group }
                        && menu.item(item.itemId)?.defaults[option.group] == option.option
            }
        }
        return !exact.isEmpty ? exact : byDefault
    }

    /// Whether a shorter name of another item can mean an item: "the macchiato" for a caramel macchiato.
    private func isCalled(_ id: String, by others: [String]) -> Bool {
        guard let words = names[id]?.first else { return false }
        return others.contains { other in
            (names[other] ?? []).contains { said in
                // "The burger" for a cheeseburger.
                said.allSatisfy(words.contains)
                    || said.count == 1 && said[0].count > 3 && words.contains { $0.hasSuffix(said[0]) }
            }
        }
    }
}
