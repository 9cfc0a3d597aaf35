internal import Ordering

/// Resolution of references to lines: "it", "the second one", "the one with oat".
extension CartCoordinator {
    /// Lines that a reference means, by id.
    enum Resolution: Equatable {
        /// Ids of the lines in the order's sequence; with `pieces`, so many of their quantity.
        case lines([Int], pieces: Int?)
        /// Several lines fit, and the words do not say which.
        case ambiguous([Int])
        /// No line fits.
        case nothing
    }

    func resolve(_ reference: LineReference) -> Resolution {
        let position = latest.flatMap { id in lines.firstIndex { $0.id == id } }
        switch rules.resolver.resolve(reference, in: lines.map(\.item), latest: position) {
        case .lines(let positions, let pieces): return .lines(positions.map { lines[$0].id }, pieces: pieces)
        case .ambiguous(let positions): return .ambiguous(positions.map { lines[$0].id })
        case .nothing: return .nothing
        }
    }

    /// Executes a command for the lines that a reference means, or asks which line is meant.
    mutating func resolving(_ reference: LineReference, _ command: ([Int], Int?) -> CartCommand) -> Outcome {
        switch resolve(reference) {
        case .lines(let ids, let pieces): return execute(command(ids, pieces))
        case .ambiguous(let ids): return askWhich(ids, for: command(ids, reference.pieces))
        case .nothing: return Outcome([.notInOrder])
        }
    }

    /// Asks which line is meant; the command waits for the answer.
    private mutating func askWhich(_ ids: [Int], for command: CartCommand) -> Outcome {
        guard let last = ids.last.flatMap(line) else { return Outcome([.notInOrder]) }
        return requestClarification(
            Clarification(line: last.id, itemId: last.itemId, topic: .line(candidates: ids, command: command)))
    }

    // MARK: Lines by what they take

    /// The line that a change of "it" means where the line said last takes none of the options: "a latte and a
    /// brownie. Make it oat milk."
    func lineTaking(_ change: LineChange, insteadOf reference: LineReference) -> LineReference? {
        guard reference.isOfLatest, change.item == nil, !change.options.isEmpty,
            case .lines(let ids, _) = resolve(.latest)
        else { return nil }
        let latest = ids.compactMap(line)
        func at(_ position: Int) -> LineReference { reference.retargeted(to: .nth(position + 1, of: .all)) }
        // "No decaf" of a decaf latte and a mocha without it.
        if change.options.allSatisfy({ isTakenBack($0, by: change) || $0.amount == .without }),
            !latest.contains(where: { hasAll(of: change, $0) })
        {
            return lines.lastIndex { hasAll(of: change, $0) }.map(at)
        }
        // "Make it gluten free" is about the line said last, whatever other bread there is.
        let frees = change.options.flatMap { rules.menu.option($0.option)?.freeOf ?? [] }
        let isOfLatest = latest.contains { line in
            rules.menu.item(line.itemId).map { rules.menu.allergens(of: $0).contains(where: frees.contains) } ?? false
        }
        guard !isOfLatest, !change.options.contains(where: { $0.amount == .without }),
            !latest.contains(where: { takesAny(of: change, $0) })
        else { return nil }
        return lines.lastIndex { line in change.options.allSatisfy { takes($0, line) } }.map(at)
    }

    /// Whether a change removes an option from a group that allows one option.
    private func isTakenBack(_ option: SelectedOption, by change: LineChange) -> Bool {
        rules.menu.group(option.option.group)?.select == .one
            && (option.amount == .without || change.dropped.contains(option.option))
    }

    private func hasAll(of change: LineChange, _ line: OrderLine) -> Bool {
        change.options.allSatisfy { option in
            line.options.contains { $0.option == option.option && $0.amount != .without }
        }
    }

    /// Whether a line's item comes with an option, or with another option that the words may mean.
    private func takes(_ option: SelectedOption, _ line: OrderLine) -> Bool {
        let groups = rules.menu.item(line.itemId)?.groups ?? []
        return ([option] + option.alternatives).contains { groups.contains($0.option.group) }
    }

    /// Whether a line's item comes with any option of a change; true for a change without options.
    func takesAny(of change: LineChange, _ line: OrderLine) -> Bool {
        change.options.isEmpty || change.options.contains { takes($0, line) }
    }

    /// The last line of several pieces that takes all options: "half decaf" of two lattes and a muffin.
    func lineOfSeveral(taking parts: [LineChange]) -> OrderLine? {
        lines.last { line in line.quantity > 1 && parts.flatMap(\.options).allSatisfy { takes($0, line) } }
    }

    /// Whether "and one with oat" after "one with soy" means one of the remaining pieces of the same line.
    func isOfRest(_ change: LineChange, _ split: SplitLine, piece: OrderLine) -> Bool {
        !change.options.isEmpty && split.groups.isSuperset(of: change.options.map(\.option.group))
            && !change.options.allSatisfy { option in piece.options.contains { $0.option == option.option } }
    }

    /// "Make one oat and the other almond" of a latte and a mocha: as many parts as lines, one for each.
    func onePartPerLine(_ parts: [LineChange], insteadOf line: OrderLine) -> [CartCommand]? {
        guard parts.count > 1, parts.count > line.quantity, lines.count == parts.count, !parts.contains(LineChange()),
            zip(lines, parts).allSatisfy({ $0.quantity == $1.quantity ?? $0.quantity }),
            // "One ketchup and one mayo" are numbers of options.
            parts.flatMap(\.options).allSatisfy({ rules.menu.group($0.option.group)?.select == .one })
        else { return nil }
        return zip(lines, parts).map { line, part in
            var change = part
            change.quantity = nil
            return .change(lines: [line.id], change)
        }
    }

    // MARK: Items that are in the order

    /// Changes a line that a definite item means: "the latte with oat" of a latte that is in the order. "The latte"
    /// alone asks what to change.
    ///
    /// - Parameter known: Ids of the lines that may be meant; the one that is meant is removed.
    /// - Returns: `nil` where the item is a new one.
    mutating func changeOfKnownLine(_ item: ParsedOrderItem, among known: inout [Int]) -> Outcome? {
        guard item.isDefinite, item.alternatives.isEmpty else { return nil }
        let change = LineChange(
            options: item.options, quantity: item.isCounted ? item.quantity : nil, diets: item.diets)
        let candidates = known.isEmpty ? [] : lines.filter { known.contains($0.id) }
        // Without a change it must be the very name: "the macchiato" beside a caramel macchiato is another item.
        if change.isEmpty, !candidates.contains(where: { $0.itemId == item.itemId }) { return nil }
        let reference = LineReference.described(items: [item.itemId], options: [])
        switch rules.resolver.resolve(reference, in: candidates.map(\.item), latest: nil) {
        case .nothing: return nil
        case .ambiguous(let found):
            let ids = found.map { candidates[$0].id }
            return askWhich(ids, for: .change(lines: ids, change))
        case .lines(let found, _):
            guard let id = found.last.map({ candidates[$0].id }) else { return nil }
            known.removeAll { $0 == id }
            return execute(.change(lines: [id], change))
        }
    }

    /// A removed item that is asked for by its name right after its removal: "no wait, the muffin".
    func itemToRestore(_ item: ParsedOrderItem) -> ParsedOrderItem? {
        guard memory.turnsSinceRemoval == 1, item.isDefinite, item.options.isEmpty, item.diets.isEmpty,
            !lines.contains(where: { $0.itemId == item.itemId }),
            var restored = memory.removed.first(where: { $0.itemId == item.itemId })?.item
        else { return nil }
        if item.isCounted { restored.quantity = item.quantity }
        return restored
    }
}

extension LineReference {
    /// Whether it is the line said or changed last, or pieces of it.
    var isOfLatest: Bool {
        guard case .part(_, let line) = self else { return self == .latest }
        return line == .latest
    }

    /// The same reference to another line: as many pieces of it where pieces are meant.
    func retargeted(to reference: LineReference) -> LineReference {
        guard case .part(let count, _) = self else { return reference }
        return .part(count, of: reference)
    }

    /// How many pieces of the lines are meant; `nil` for whole lines.
    fileprivate var pieces: Int? { if case .part(let count, _) = self { count } else { nil } }
}

extension [OrderAct] {
    /// "The first one with oat and the second one decaf", said of a single line of two: its pieces are meant.
    func resolvingPieces(of lines: [OrderLine]) -> [OrderAct] {
        guard lines.count == 1, case let quantity = lines[0].quantity, quantity > 1, count <= quantity else {
            return self
        }
        if count == 1, case .remove(.newest(let newest)) = self[0], newest < quantity {
            return [.remove(.part(newest, of: .latest))]
        }
        var parts: [LineChange] = [], removed = 0
        var numbers: Set<Int> = []
        for act in self {
            let number: Int
            switch act {
            case .change(.nth(let place, of: .all), var change)
            where change.quantity == nil && change.item == nil && change.more == nil && !change.isEmpty:
                change.quantity = 1
                parts.append(change)
                number = place
            case .remove(.nth(let place, of: .all)):
                removed += 1
                number = place
            default: return self
            }
            // Each piece once, by a number that the line has.
            guard number == -1 || (1...quantity).contains(number),
                numbers.insert(number == -1 ? quantity : number).inserted
            else { return self }
        }
        return (removed > 0 ? [.remove(.part(removed, of: .latest))] : [])
            + (parts.isEmpty ? [] : [.split(.latest, parts)])
    }
}
