internal import Ordering

/// The result of a command or act.
struct Outcome: Equatable, Sendable {
    var prompts: [Prompt]
    /// Whether the order changed.
    var hasChanged: Bool

    init(_ prompts: [Prompt] = [], hasChanged: Bool = false) {
        self.prompts = prompts
        self.hasChanged = hasChanged
    }

    static func += (left: inout Outcome, right: Outcome) {
        left.prompts += right.prompts
        left.hasChanged = left.hasChanged || right.hasChanged
    }
}

/// Execution of commands.
extension CartCoordinator {
    mutating func execute(_ command: CartCommand) -> Outcome {
        switch command {
        case .add(let items): return add(items)
        case .change(let lines, let pieces, let change): return self.change(lines, pieces: pieces, change)
        case .setOptions(let line, let options): return setOptions(options, of: line)
        case .split(let line, let parts): return split(line, into: parts)
        case .copy(let line, let change): return copy(line, change)
        case .remove(let lines, let pieces): return remove(lines, pieces: pieces)
        case .avoid(let allergens): return avoid(allergens)
        case .answer(let answer): return applyClarification(answer)
        case .dropQuestion: return dropQuestion()
        case .undo: return undo()
        case .clear:
            removeAllLines()
            memory.current.withheld = []
            return Outcome([.cleared])
        case .cancel:
            removeAllLines()
            memory.current.withheld = []
            memory.excludeTurn()
            avoided = []
            terms = OrderTerms()
            return Outcome([.cancelled])
        case .checkout: return Outcome(checkout())
        case .confirm: return Outcome(confirm())
        case .decline:
            switch pendingClarification?.topic {
            case .item, .line, .permission, .service: return dropQuestion()
            case .option, .quantity, nil: return Outcome(declineReply())
            }
        }
    }

    // MARK: Adding

    /// Adds items, unless the menu refuses them or they contain what the guest avoids.
    private mutating func add(_ items: [ParsedOrderItem]) -> Outcome {
        guard !items.isEmpty else { return Outcome([.notUnderstood]) }
        var added: [OrderLine] = [], prompts: [Prompt] = []
        for item in items {
            if !item.alternatives.isEmpty {
                askWhich(item, for: .add([item]))
                continue
            }
            let (line, reply) = add(item)
            if let line { added.append(line) }
            prompts += reply
        }
        return Outcome(announce(added, areNew: true) + prompts, hasChanged: !added.isEmpty)
    }

    private mutating func add(_ item: ParsedOrderItem) -> (line: OrderLine?, prompts: [Prompt]) {
        let requested = OrderLine(id: nextLine, item: item.asLine)
        if let refusal = rules.refusal(requested, beside: lines) {
            if askToLeaveOut(refusal, .add([item])) { return (nil, []) }
            return (nil, [.refused(refusal, itemId: item.itemId)])
        }
        let unlisted = rules.diets(of: requested).unlisted
        let allergens = rules.diets(of: requested.avoiding(avoided)).contained
        let withheld = allergens.map {
            WithheldItem(itemId: item.itemId, option: rules.source(of: $0, in: requested), allergen: $0)
        }
        let isAskedForAgain = withheld.allSatisfy {
            !requested.item.diets.contains($0.allergen) && memory.previous.withheld.contains($0)
        }
        guard isAskedForAgain else {
            memory.current.withheld.formUnion(withheld)
            memory.topic = Topic(item: requested.item, isWithheld: true)
            return (
                nil,
                withheld.map { .contains(allergen: $0.allergen, itemId: item.itemId, option: $0.option, .notAdded) }
            )
        }
        let line = append(requested.avoiding(avoided).item)
        var prompts = rules.diets(of: line.avoiding(rules.freeOf(line))).contained.map {
            rules.containing($0, line, .kept)
        }
        prompts += unlisted.map { .contents($0, line) }
        prompts += item.refused.map {
            .refused(.forbidden(line: line.id, option: $0.option, say: nil), itemId: line.itemId)
        }
        return (line, prompts)
    }

    /// Announces lines. A line whose quantity is in question is only asked about.
    func announce(_ lines: [OrderLine], areNew: Bool = false) -> [Prompt] {
        let announced = lines.filter { !rules.hasOpenQuantity($0) }
        if announced.isEmpty { return [] }
        return [areNew ? .added(announced) : .accepted(announced)]
    }

    /// Adds one of several items with the same name to the questions, with the command that waits for the answer.
    private mutating func askWhich(_ item: ParsedOrderItem, for command: CartCommand) {
        undecided.append(
            Clarification(
                line: 0, itemId: item.itemId,
                topic: .item(candidates: [item.itemId] + item.alternatives, command: command)))
    }

    private mutating func copy(_ id: Int, _ change: LineChange) -> Outcome {
        guard let line = line(id) else { return Outcome([.notInOrder]) }
        if change == LineChange(quantity: change.quantity, isAskedFor: change.isAskedFor) {
            return execute(.change(lines: [id], LineChange(more: change.quantity ?? line.quantity)))
        }
        var copy = line.item
        change.apply(to: &copy, menu: rules.menu)
        return add([copy])
    }

    // MARK: Removing

    private mutating func remove(_ ids: [Int], pieces: Int?) -> Outcome {
        let found = ids.compactMap(line)
        guard !found.isEmpty else { return Outcome([.notInOrder]) }
        var removed: [OrderLine] = [], prompts: [Prompt] = []
        for line in found {
            guard let pieces, pieces < line.quantity else {
                removeLine(line.id)
                removed.append(line)
                continue
            }
            var rest = line, taken = line
            rest.item.quantity -= pieces
            taken.item.quantity = pieces
            // A quantity that was too high to order may be orderable now, and exceed the limit of the total.
            if let refusal = rules.refusal(rest, beside: lines.filter { $0.id != line.id }) {
                prompts.append(.refused(refusal, itemId: line.itemId))
                continue
            }
            replace(rest)
            removed.append(taken)
        }
        if !removed.isEmpty { memory.removed = removed }
        return Outcome((removed.isEmpty ? [] : [.removed(removed)]) + prompts, hasChanged: !removed.isEmpty)
    }

    // MARK: Changing

    private mutating func change(_ ids: [Int], pieces: Int?, _ change: LineChange) -> Outcome {
        let found = ids.compactMap(line)
        guard let last = found.last else { return Outcome([.notInOrder]) }
        if let item = change.item, !item.alternatives.isEmpty {
            askWhich(item, for: .change(lines: ids, pieces: pieces, change))
            return Outcome()
        }
        if change.isEmpty {
            latest = last.id
            return Outcome([.whatAbout(last)])
        }
        var changed: [OrderLine] = [], prompts: [Prompt] = []
        for line in found {
            let (new, reply) = apply(change, to: line, pieces: pieces)
            prompts += reply
            if let new { changed.append(new) }
        }
        return Outcome(announce(changed.filter { $0.quantity > 0 }) + prompts, hasChanged: !changed.isEmpty)
    }

    private mutating func setOptions(_ options: [SelectedOption], of id: Int) -> Outcome {
        guard let line = line(id) else { return Outcome([.notInOrder]) }
        let kept = options.map(\.option)
        // The quantity is set too: a change without content would be a question what to change.
        return execute(
            .change(
                lines: [id],
                LineChange(
                    options: options, quantity: line.quantity,
                    dropped: line.options.map(\.option).filter { !kept.contains($0) })))
    }

    /// Applies a change to a line or to some pieces of it.
    ///
    /// - Returns: The changed line, `nil` where the change was refused; and what to tell about it.
    private mutating func apply(_ change: LineChange, to line: OrderLine, pieces: Int?) -> (
        line: OrderLine?, prompts: [Prompt]
    ) {
        let (allowed, withheld) = withholding(change, of: line)
        guard var change = allowed else { return (nil, withheld) }
        var new = line
        let isPart = pieces.map { $0 < line.quantity } ?? false
        if let pieces, isPart { new.item.quantity = pieces }
        if pieces != nil, !isPart { change.quantity = nil }
        let refused = change.apply(to: &new.item, menu: rules.menu)
        new.item = new.item.asLine
        var prompts = refused.map {
            Prompt.refused(.forbidden(line: line.id, option: $0.option, say: nil), itemId: new.itemId)
        }
        prompts += withheld
        prompts += rules.dietPrompts(of: new, before: line, said: change.diets + (change.item?.diets ?? []))
        if !prompts.isEmpty, new.isAlike(line) {
            if new != line { replace(new) }
            return (nil, prompts)
        }
        // "Two less" of two removes the line. A quantity of zero that was said is asked about instead.
        if change.more != nil, new.quantity <= 0 {
            removeLine(line.id)
            memory.removed = [line]
            return (new, [.removed([line])])
        }
        var others = lines.filter { $0.id != line.id }
        if isPart {
            var rest = line
            rest.item.quantity -= new.quantity
            others.append(rest)
        }
        if let refusal = rules.refusal(new, beside: others) {
            if askToLeaveOut(refusal, .change(lines: [line.id], pieces: pieces, change)) { return (nil, prompts) }
            prompts.append(.refused(refusal, itemId: new.itemId))
            return (nil, prompts)
        }
        if isPart, let rest = others.last {
            replace(rest)
            let piece = append(new.item)
            memory.current.split = SplitLine(
                rest: rest.id, piece: piece.id, groups: Set(change.options.map(\.option.group)))
            return (piece, prompts)
        }
        replace(new)
        if let more = change.more {
            var taken = line
            taken.item.quantity = line.quantity - new.quantity
            memory.removed = more < 0 ? [taken] : memory.removed.filter { $0.id != line.id }
        }
        return (new, prompts)
    }

    private mutating func split(_ id: Int, into parts: [LineChange]) -> Outcome {
        guard let line = line(id) else { return Outcome([.notInOrder]) }
        let requested = parts.flatMap(\.diets)
        var withheld: [Prompt] = []
        let parts = parts.map { part in
            let (allowed, prompts) = withholding(part, of: line)
            withheld += prompts
            return allowed ?? LineChange(quantity: part.quantity)
        }
        let pieces = LineChange.split(line.item, parts, menu: rules.menu)
        guard let first = pieces.first, pieces.count > 1 || first != line.item else {
            return Outcome(withheld.isEmpty ? [.notInOrder] : withheld)
        }
        var kept = line
        kept.item = first
        let others = lines.filter { $0.id != line.id }
        // Each piece is checked beside all others: together they may be too many lines, or exceed the total.
        let split = pieces.map { OrderLine(id: line.id, item: $0) }
        let refusals = split.indices.compactMap {
            rules.refusal(split[$0], beside: others + split[..<$0] + split[($0 + 1)...])
        }
        if let refusal = refusals.first { return Outcome([.refused(refusal, itemId: line.itemId)]) }
        replace(kept)
        let all = [kept] + pieces.dropFirst().map { append($0) }
        let diets = all.flatMap {
            rules.dietPrompts(of: $0, before: line, said: $0.item.diets.filter(requested.contains))
        }
        return Outcome(announce(all) + withheld + diets, hasChanged: true)
    }

    // MARK: Confirming

    mutating func checkout() -> [Prompt] {
        if let question = firstQuestion() { return [.question(question)] }
        mergeEqualLines()
        guard !lines.isEmpty else { return [.cartIsEmpty] }
        if let question = serviceQuestion() { return [.question(question)] }
        return [.confirm(lines, total: total)]
    }

    private mutating func confirm() -> [Prompt] {
        if let question = firstQuestion() { return [.question(question)] }
        if let violation = validatePending().first { return [.refused(violation, itemId: nil)] }
        memory.forgetHistory()
        memory.excludeTurn()
        guard !pendingOrders.isEmpty else {
            return [confirmedCart.isEmpty ? .cartIsEmpty : .confirmed(total: confirmedTotal)]
        }
        acceptPending()
        return [.confirmed(total: confirmedTotal)]
    }

    /// The reply to a no: after the read-back it asks what to change, otherwise the order is complete.
    mutating func declineReply() -> [Prompt] {
        openQuestion == .confirm ? [.declined] : checkout()
    }
}

extension ParsedOrderItem {
    /// The item as a line of the order, without what was only said to find or count it. Allergens to avoid stay.
    var asLine: ParsedOrderItem {
        var item = self
        item.isDefinite = false
        item.isCounted = false
        item.relation = nil
        item.refused = []
        return item
    }
}

extension OrderLine {
    /// Whether two lines are prepared alike.
    func isAlike(_ other: OrderLine) -> Bool {
        var same = self
        same.item.diets = other.item.diets
        return same == other
    }
}
