internal import Ordering

/// Items that are named again, and lines that are meant without their name.
extension CartCoordinator {
    /// The lines beside those that the guest wants only: "just the latte".
    ///
    /// - Returns: `nil` where an item is not said to be the only one, is not in the order or may be one of several
    ///   lines.
    func linesBesides(_ items: [ParsedOrderItem]) -> [Int]? {
        var kept: Set<Int> = []
        for item in items {
            guard item.relation == .only, item.alternatives.isEmpty,
                case .lines(let ids, _) = resolve(
                    .described(items: [item.itemId], options: item.options.map(\.option)))
            else { return nil }
            kept.formUnion(ids)
        }
        let others = lines.map(\.id).filter { !kept.contains($0) }
        return kept.isEmpty ? nil : others
    }

    /// Whether a line of an item is in the order.
    func isInOrder(_ item: ParsedOrderItem) -> Bool { lines.contains { $0.itemId == item.itemId } }

    /// Changes the line that an item is more of, or that it restates.
    ///
    /// - Parameter isAlone: whether nothing else is named; only then is an item said again.
    /// - Returns: `nil` where the item is a new one.
    mutating func changeOfRelatedLine(_ item: ParsedOrderItem, isAlone: Bool) -> Outcome? {
        guard item.alternatives.isEmpty, item.refused.isEmpty, item.diets.isEmpty else { return nil }
        switch item.relation {
        case .more:
            guard let line = lines.last(where: { $0.itemId == item.itemId && $0.item.hasOptions(of: item) }) else {
                return nil
            }
            return execute(.change(lines: [line.id], LineChange(more: item.quantity)))
        case .restated:
            guard isAlone, pendingClarification == nil, let id = latest,
                let line = pendingOrders.first(where: { $0.id == id }),
                line.itemId == item.itemId, line.quantity == item.quantity, !item.options.isEmpty,
                item.options.allSatisfy({ completes($0, line) })
            else { return nil }
            return execute(.change(lines: [id], LineChange(options: item.options)))
        case .only, .kept, nil: return nil
        }
    }

    /// Whether an option is a choice that a line leaves open.
    private func completes(_ option: SelectedOption, _ line: OrderLine) -> Bool {
        rules.menu.group(option.option.group)?.select == .one
            && !line.options.contains { $0.option.group == option.option.group }
    }

    /// The line whose name ends in a word that the guest does not want, where no line has or takes such an option: "I
    /// don't need the rice" of a side of brown rice.
    func lineCalled(by change: LineChange) -> OrderLine? {
        guard change.options.count == 1, let option = change.options.first, option.amount == .without,
            change == LineChange(options: change.options), !lines.contains(where: { takesAny(of: change, $0) }),
            let word = SpokenWords(option.spoken).words.last
        else { return nil }
        let named = lines.filter { line in
            rules.menu.item(line.itemId).map { item in
                ([item.name] + item.aliases).contains { SpokenWords($0).words.last == word }
            } ?? false
        }
        return named.count == 1 ? named.first : nil
    }

    /// The line in which an item takes another's place as an option: "make it brown rice" of a bowl on white rice,
    /// where brown rice is a side, too.
    func lineExchanging(_ change: LineChange, for reference: LineReference) -> (OrderLine, SelectedOption)? {
        guard let item = change.item, item.options.isEmpty, change.quantity == nil,
            reference == .latest || resolve(reference) == .nothing
        else { return nil }
        let found = reference == .latest ? latest.flatMap(line).map { [$0] } ?? [] : lines.reversed()
        for line in found {
            let option = item.asOption.first { option in
                rules.menu.group(option.option.group)?.select == .one
                    && line.options.contains { $0.option.group == option.option.group }
            }
            if let option { return (line, option) }
        }
        return nil
    }

    /// Pieces of a line that a number with options describes: "two with tofu" of four bowls.
    ///
    /// - Returns: the number of pieces, and the change of each; `nil` where the whole line is meant.
    func pieces(of line: OrderLine, _ change: LineChange) -> (count: Int, change: LineChange)? {
        guard change.isAskedFor, !change.corrects, change.item == nil, change.more == nil, !change.options.isEmpty,
            let count = change.quantity, count > 0, count < line.quantity, takesAny(of: change, line)
        else { return nil }
        var change = change
        change.quantity = nil
        return (count, change)
    }
}

extension ParsedOrderItem {
    /// Whether it has exactly the options of another item.
    fileprivate func hasOptions(of other: ParsedOrderItem) -> Bool {
        func kinds(_ options: [SelectedOption]) -> Set<String> {
            Set(options.map { "\($0.option.group) \($0.option.option) \($0.amount?.rawValue ?? "") \($0.count ?? 0)" })
        }
        return kinds(options) == kinds(other.options)
    }
}
