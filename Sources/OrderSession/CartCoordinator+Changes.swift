internal import Ordering

/// A line of several of which some were made different.
struct SplitLine: Equatable, Sendable {
    /// Ids of the line nobody spoke of, and of the one that was made of it.
    let rest: Int
    let piece: Int
    /// Groups of the options that made the difference.
    let groups: Set<String>
}

/// Changes of lines that are there, found by what guests call them.
extension CartCoordinator {
    func resolve(_ reference: LineReference) -> LineResolver.Outcome {
        rules.resolver.resolve(
            reference, in: lines.map(\.item), latest: latest.flatMap { id in lines.firstIndex { $0.id == id } })
    }

    /// Asks which line is meant, and keeps what to do with it.
    private mutating func askWhich(_ positions: [Int], for act: OrderAct) -> (prompts: [Prompt], changed: Bool) {
        let candidates = positions.map { lines[$0] }
        guard let last = candidates.last else { return ([.notInOrder], false) }
        let question = Clarification(
            line: last.id, itemId: last.itemId, topic: .line(candidates: candidates.map(\.id), act: act))
        pendingClarification = question
        return ([.question(question)], false)
    }

    /// Asks which of several items with one name is meant, and keeps what to do with it.
    mutating func askWhich(_ item: ParsedOrderItem, for act: OrderAct) -> (prompts: [Prompt], changed: Bool) {
        undecided.append(
            Clarification(
                line: 0, itemId: item.itemId, topic: .item(candidates: [item.itemId] + item.alternatives, act: act)))
        return ([], false)
    }

    mutating func remove(_ reference: LineReference, _ act: OrderAct) -> (prompts: [Prompt], changed: Bool) {
        if reference == .latest, hasJustTakenExtras { return takeBack() }
        switch resolve(reference) {
        case .nothing: return ([.notInOrder], false)
        case .ambiguous(let positions): return askWhich(positions, for: act)
        case .lines(let positions, let pieces):
            var removed: [OrderLine] = [], prompts: [Prompt] = []
            for line in positions.map({ lines[$0] }) {
                guard let pieces, pieces < line.quantity else {
                    removeLine(line.id)
                    removed.append(line)
                    continue
                }
                var rest = line, taken = line
                rest.item.quantity -= pieces
                taken.item.quantity = pieces
                // Fewer of what was too many to order may now be orderable, and too dear.
                if let refusal = rules.refusal(rest, beside: lines.filter { $0.id != line.id }) {
                    prompts.append(.refused(refusal, itemId: line.itemId))
                    continue
                }
                store(rest)
                removed.append(taken)
            }
            if !removed.isEmpty { gone = removed }
            return ((removed.isEmpty ? [] : [.removed(removed)]) + prompts, !removed.isEmpty)
        }
    }

    mutating func change(_ reference: LineReference, _ change: LineChange, _ act: OrderAct) -> (
        prompts: [Prompt], changed: Bool
    ) {
        // "No wait, keep the muffin": nothing takes another's place.
        if reference == .latest, let item = change.item, wantedBack(item) != nil { return add([item]) }
        if change.corrects, let item = change.item, lines.contains(where: { $0.itemId == item.itemId }),
            reference == .latest
        {
            // "I said two croissants": what is corrected is the line of that name.
            let line = LineReference.described(items: [item.itemId], options: [])
            return self.change(
                line, LineChange(options: item.options, quantity: change.quantity, diets: change.diets + item.diets),
                act)
        }
        let reference = takingLine(reference, change) ?? reference
        switch resolve(reference) {
        case .nothing: return changeNothing(reference, change)
        case .ambiguous(let positions): return askWhich(positions, for: act)
        case .lines(let positions, let pieces):
            if let item = change.item, !item.alternatives.isEmpty { return askWhich(item, for: act) }
            // A line that was only pointed at waits for what to do with it.
            if change.isEmpty {
                latest = lines[positions[positions.count - 1]].id
                return ([.whatAbout(lines[positions[positions.count - 1]])], false)
            }
            var prompts: [Prompt] = [], accepted: [OrderLine] = []
            for line in positions.map({ lines[$0] }) {
                let (changed, refusals) = self.changed(line, change, pieces: pieces)
                prompts += refusals
                if let changed { accepted.append(changed) }
            }
            return (announce(accepted.filter { $0.quantity > 0 }) + prompts, !accepted.isEmpty)
        }
    }

    /// "A latte and a brownie. Make it oat milk": not the line said last, which takes none of the options, but the last
    /// one that takes them all.
    private func takingLine(_ reference: LineReference, _ change: LineChange) -> LineReference? {
        guard reference.isOfLatest, change.item == nil, !change.options.isEmpty,
            case .lines(let positions, _) = resolve(.latest)
        else { return nil }
        // "No decaf", of a latte that is and a mocha that is not.
        if change.options.allSatisfy({ isTakenBack($0, by: change) || $0.amount == .without }),
            !positions.contains(where: { hasAll(of: change, lines[$0]) })
        {
            return lines.indices.last { hasAll(of: change, lines[$0]) }.map {
                reference.retargeted(to: .nth($0 + 1, of: .all))
            }
        }
        // "Make it gluten free" is about what was said last, whatever other bread there is.
        let frees = change.options.flatMap { rules.menu.option($0.option)?.freeOf ?? [] }
        let isOfLatest = positions.contains { position in
            rules.menu.item(lines[position].itemId).map { rules.menu.allergens(of: $0).contains(where: frees.contains) }
                ?? false
        }
        guard !isOfLatest, !change.options.contains(where: { $0.amount == .without }),
            !positions.contains(where: { takesAny(of: change, lines[$0]) }),
            let position = lines.indices.last(where: { position in
                change.options.allSatisfy { takes($0, lines[position]) }
            })
        else { return nil }
        return reference.retargeted(to: .nth(position + 1, of: .all))
    }

    /// Whether a change takes back an option of a group that a line has one of.
    private func isTakenBack(_ option: SelectedOption, by change: LineChange) -> Bool {
        rules.menu.group(option.option.group)?.select == .one
            && (option.amount == .without || change.dropped.contains(option.option))
    }

    private func hasAll(of change: LineChange, _ line: OrderLine) -> Bool {
        change.options.allSatisfy { option in
            line.options.contains { $0.option == option.option && $0.amount != .without }
        }
    }

    /// Whether a line's item comes with an option, or with one that it may mean.
    private func takes(_ option: SelectedOption, _ line: OrderLine) -> Bool {
        let groups = rules.menu.item(line.itemId)?.groups ?? []
        return ([option] + option.alternatives).contains { groups.contains($0.option.group) }
    }

    /// Whether a line's item comes with anything of what is to change; true where that is not its options.
    func takesAny(of change: LineChange, _ line: OrderLine) -> Bool {
        change.options.isEmpty || change.options.contains { takes($0, line) }
    }

    /// What was to be changed is not there: something that takes its place is ordered, and so is a first item with
    /// options.
    private mutating func changeNothing(_ reference: LineReference, _ change: LineChange) -> (
        prompts: [Prompt], changed: Bool
    ) {
        if change.corrects, change.item != nil, !lines.isEmpty {
            return self.change(.latest, change, .change(.latest, change))
        }
        if var item = change.item {
            item.quantity = change.quantity ?? 1
            return add([item])
        }
        if case .described(let ids, let described) = reference, lines.isEmpty,
            let item = ids.first.flatMap(rules.menu.item)
        {
            let options = described.filter { item.groups.contains($0.group) }.map { SelectedOption(option: $0) }
            var new = ParsedOrderItem(
                itemId: item.id, name: item.name, quantity: 1, options: options, spoken: "", nameSpoken: "",
                confidence: 1)
            change.apply(to: &new, menu: rules.menu)
            return add([new])
        }
        return ([lines.isEmpty ? .notUnderstood : .notInOrder], false)
    }

    /// Makes a change to a line or to some pieces of it.
    ///
    /// - Returns: the line as it is now, `nil` when the menu refused; and what there is to say about that.
    private mutating func changed(_ line: OrderLine, _ change: LineChange, pieces: Int?) -> (
        line: OrderLine?, prompts: [Prompt]
    ) {
        let (wanted, unwanted) = leavingOut(change, of: line)
        guard var change = wanted else { return (nil, unwanted) }
        var new = line
        let isPart = pieces.map { $0 < line.quantity } ?? false
        if let pieces, isPart { new.item.quantity = pieces }
        if pieces != nil, !isPart { change.quantity = nil }
        let refused = change.apply(to: &new.item, menu: rules.menu)
        new.item = new.item.asLine
        var prompts = refused.map {
            Prompt.refused(.forbidden(line: line.id, option: $0.option, say: nil), itemId: new.itemId)
        }
        prompts += unwanted
        prompts += rules.dietPrompts(of: new, before: line, said: change.diets + (change.item?.diets ?? []))
        if !prompts.isEmpty, new.isAlike(line) {
            if new != line { store(new) }
            return (nil, prompts)
        }
        // Less than one of it is none of it, where that was said and not misheard.
        if change.more != nil, new.quantity <= 0 {
            removeLine(line.id)
            gone = [line]
            return (new, [.removed([line])])
        }
        var others = lines.filter { $0.id != line.id }
        if isPart {
            var rest = line
            rest.item.quantity -= new.quantity
            others.append(rest)
        }
        if let refusal = rules.refusal(new, beside: others) {
            prompts.append(.refused(refusal, itemId: new.itemId))
            return (nil, prompts)
        }
        if isPart, let rest = others.last {
            store(rest)
            let piece = appendCopy(new.item)
            parted = SplitLine(rest: rest.id, piece: piece.id, groups: Set(change.options.map(\.option.group)))
            return (piece, prompts)
        }
        store(new)
        if let more = change.more {
            var taken = line
            taken.item.quantity = line.quantity - new.quantity
            gone = more < 0 ? [taken] : gone.filter { $0.id != line.id }
        }
        return (new, prompts)
    }

    /// What would bring into a line what must not be in it, an option or another item, is not taken until it is asked
    /// for again.
    ///
    /// - Returns: what is left of the change, `nil` where that is nothing; and what there is to say.
    private mutating func leavingOut(_ change: LineChange, of line: OrderLine) -> (
        change: LineChange?, prompts: [Prompt]
    ) {
        let said = change.diets + (change.item?.diets ?? [])
        var rest = change, prompts: [Prompt] = []
        while true {
            let unwanted = brought(by: rest, to: line).filter {
                said.contains($0.allergen) || !leftOutBefore.contains($0)
            }
            guard !unwanted.isEmpty else { return (rest.isEmpty && !change.isEmpty ? nil : rest, prompts) }
            leftOut.formUnion(unwanted)
            prompts += unwanted.map {
                .contains(allergen: $0.allergen, itemId: $0.itemId, option: $0.option, .notChanged)
            }
            let options = unwanted.compactMap(\.option)
            guard options.count == unwanted.count else { return (nil, prompts) }
            rest.options.removeAll { options.contains($0.option) }
            // What was to go for it stays.
            rest.dropped.removeAll { dropped in options.contains { $0.group == dropped.group } }
        }
    }

    /// What a change would bring of what must not be in a line: by an option that it names, or by the whole change.
    private func brought(by change: LineChange, to line: OrderLine) -> [LeftOut] {
        var new = line
        change.apply(to: &new.item, menu: rules.menu)
        let known = rules.diets(of: line.avoiding(new.item.diets)).contained
        return rules.diets(of: new).contained.filter { !known.contains($0) }.flatMap { allergen in
            let options =
                change.item != nil
                ? []
                : change.options.filter {
                    $0.amount != .without && rules.menu.option($0.option)?.allergens.contains(allergen) == true
                }
            return (options.isEmpty ? [nil] : options.map(\.option)).map {
                LeftOut(itemId: new.itemId, option: $0, allergen: allergen)
            }
        }
    }

    /// "the latte with oat", of a latte that is in the order: it changes. "the latte" alone brings nothing new, and the
    /// guest is asked what to change.
    ///
    /// - Parameter known: ids of the lines that may be meant; the one that is goes from them.
    /// - Returns: `nil` where the item is a new one.
    mutating func changeKnown(_ item: ParsedOrderItem, among known: inout [Int]) -> (prompts: [Prompt], changed: Bool)?
    {
        guard item.isDefinite, item.alternatives.isEmpty else { return nil }
        let reference = LineReference.described(items: [item.itemId], options: [])
        let change = LineChange(
            options: item.options, quantity: item.isCounted ? item.quantity : nil, diets: item.diets)
        let positions = lines.indices.filter { known.contains(lines[$0].id) }
        // Only what has its very name is the same again: "the macchiato" beside a caramel macchiato is another one.
        if change.isEmpty, !positions.contains(where: { lines[$0].itemId == item.itemId }) { return nil }
        switch rules.resolver.resolve(reference, in: positions.map { lines[$0].item }, latest: nil) {
        case .nothing: return nil
        case .ambiguous(let found): return askWhich(found.map { positions[$0] }, for: .change(reference, change))
        case .lines(let found, _):
            guard let position = found.last.map({ positions[$0] }) else { return nil }
            let id = lines[position].id
            known.removeAll { $0 == id }
            return self.change(.nth(position + 1, of: .all), change, .change(reference, change))
        }
    }

    mutating func split(_ reference: LineReference, _ parts: [LineChange], _ act: OrderAct) -> (
        prompts: [Prompt], changed: Bool
    ) {
        switch resolve(reference) {
        case .nothing: return ([lines.isEmpty ? .notUnderstood : .notInOrder], false)
        case .ambiguous(let positions): return askWhich(positions, for: act)
        case .lines(let positions, _):
            guard let last = positions.last.map({ lines[$0] }) else { return ([.notInOrder], false) }
            let line = reference == .latest && last.quantity == 1 ? several(taking: parts) ?? last : last
            if let shared = shared(parts, instead: line, act) { return shared }
            let said = parts.flatMap(\.diets)
            var unwanted: [Prompt] = []
            let parts = parts.map { part in
                let (kept, prompts) = leavingOut(part, of: line)
                unwanted += prompts
                return kept ?? LineChange(quantity: part.quantity)
            }
            let pieces = LineChange.split(line.item, parts, menu: rules.menu)
            guard let first = pieces.first, pieces.count > 1 || first != line.item else {
                return (unwanted.isEmpty ? [.notInOrder] : unwanted, false)
            }
            var kept = line
            kept.item = first
            let others = lines.filter { $0.id != line.id }
            // Each piece beside all the others: together they may be too many lines, or too dear.
            let split = pieces.map { OrderLine(id: line.id, item: $0) }
            let refusals = split.indices.compactMap {
                rules.refusal(split[$0], beside: others + split[..<$0] + split[($0 + 1)...])
            }
            if let refusal = refusals.first {
                return ([.refused(refusal, itemId: line.itemId)], false)
            }
            store(kept)
            let all = [kept] + pieces.dropFirst().map { appendCopy($0) }
            return (
                announce(all) + unwanted
                    + all.flatMap { rules.dietPrompts(of: $0, before: line, said: $0.item.diets.filter(said.contains)) },
                true
            )
        }
    }

    /// "Half decaf", of two lattes and a muffin: the last line of several that comes with all that is said.
    private func several(taking parts: [LineChange]) -> OrderLine? {
        lines.last { line in line.quantity > 1 && parts.flatMap(\.options).allSatisfy { takes($0, line) } }
    }

    /// "The first one with oat and the second one decaf" of the one line of two there is: its pieces, as no lines are
    /// meant.
    func ofPieces(_ acts: [OrderAct]) -> [OrderAct] {
        guard lines.count == 1, case let quantity = lines[0].quantity, quantity > 1, acts.count <= quantity else {
            return acts
        }
        if acts.count == 1, case .remove(.newest(let count)) = acts[0], count < quantity {
            return [.remove(.part(count, of: .latest))]
        }
        var parts: [LineChange] = [], removed = 0
        var numbers: Set<Int> = []
        for act in acts {
            let place: Int
            switch act {
            case .change(.nth(let number, of: .all), var change)
            where change.quantity == nil && change.item == nil && change.more == nil && !change.isEmpty:
                change.quantity = 1
                parts.append(change)
                place = number
            case .remove(.nth(let number, of: .all)):
                removed += 1
                place = number
            default: return acts
            }
            // Each once, by a number that one of them has.
            guard place == -1 || (1...quantity).contains(place), numbers.insert(place == -1 ? quantity : place).inserted
            else { return acts }
        }
        return (removed > 0 ? [.remove(.part(removed, of: .latest))] : [])
            + (parts.isEmpty ? [] : [.split(.latest, parts)])
    }

    /// "Make one oat and the other almond" of a latte and a mocha: as many parts as there are lines, each the next
    /// one's.
    private mutating func shared(_ parts: [LineChange], instead line: OrderLine, _ act: OrderAct) -> (
        prompts: [Prompt], changed: Bool
    )? {
        guard parts.count > 1, parts.count > line.quantity, lines.count == parts.count, !parts.contains(LineChange()),
            zip(lines, parts).allSatisfy({ $0.quantity == $1.quantity ?? $0.quantity }),
            // "one ketchup and one mayo" are numbers of options.
            parts.flatMap(\.options).allSatisfy({ rules.menu.group($0.option.group)?.select == .one })
        else { return nil }
        var result: (prompts: [Prompt], changed: Bool) = ([], false)
        // A line that was agreed to goes to the end when it changes.
        for (id, part) in zip(lines.map(\.id), parts) {
            guard let index = lines.firstIndex(where: { $0.id == id }) else { continue }
            var change = part
            change.quantity = nil
            let (prompts, changed) = self.change(.nth(index + 1, of: .all), change, act)
            result = (result.prompts + prompts, result.changed || changed)
        }
        return result
    }

    mutating func again(_ reference: LineReference, _ change: LineChange, _ act: OrderAct) -> (
        prompts: [Prompt], changed: Bool
    ) {
        if reference == .gone { return restore(change) }
        switch resolve(reference) {
        case .nothing: return ([lines.isEmpty ? .cartIsEmpty : .notInOrder], false)
        case .ambiguous(let positions): return askWhich(positions, for: act)
        case .lines(let positions, _):
            guard let line = positions.last.map({ lines[$0] }) else { return ([.notInOrder], false) }
            // "And one for my wife": what differs in nothing is more of the same.
            if change == LineChange(quantity: change.quantity, isAskedFor: change.isAskedFor) {
                return self.change(
                    .nth((positions.last ?? 0) + 1, of: .all), LineChange(more: change.quantity ?? line.quantity), act)
            }
            let others = partedBefore?.piece == line.id ? lines.first { $0.id == partedBefore?.rest } : nil
            if let others, let parted = partedBefore, change.isAskedFor, isOfOthers(change, parted, besides: line),
                change.quantity ?? 1 <= others.quantity,
                let rest = lines.firstIndex(where: { $0.id == others.id })
            {
                return self.change(
                    .part(change.quantity ?? 1, of: .nth(rest + 1, of: .all)),
                    LineChange(options: change.options, diets: change.diets), act)
            }
            // "and one with oat" of a latte and a muffin
            let taking = reference == .latest ? takingLine(.latest, change) : nil
            let whole: OrderLine =
                if case .nth(let place, of: .all)? = taking { lines[place - 1] } else { others ?? line }
            var copy = whole.item
            change.apply(to: &copy, menu: rules.menu)
            return add([copy])
        }
    }

    /// "two lattes", "one with soy", "and one with oat": whether the other one is meant, by what it is to have in place
    /// of what the piece has.
    private func isOfOthers(_ change: LineChange, _ parted: SplitLine, besides piece: OrderLine) -> Bool {
        !change.options.isEmpty && parted.groups.isSuperset(of: change.options.map(\.option.group))
            && !change.options.allSatisfy { option in piece.options.contains { $0.option == option.option } }
    }

    /// Puts a changed line back; one that was agreed to has to be agreed to again.
    private mutating func store(_ line: OrderLine) {
        latest = line.id
        if let index = pendingOrders.firstIndex(where: { $0.id == line.id }) {
            pendingOrders[index] = line
        } else {
            confirmedCart.removeAll { $0.id == line.id }
            pendingOrders.append(line)
        }
    }
}

extension OrderLine {
    /// Whether it is to be made as another is.
    func isAlike(_ other: OrderLine) -> Bool {
        var same = self
        same.item.diets = other.item.diets
        return same == other
    }
}
