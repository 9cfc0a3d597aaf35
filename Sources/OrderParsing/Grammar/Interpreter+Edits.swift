internal import Ordering

/// Edits of existing lines: "make it iced", "change the second one to oat", "swap the latte for a mocha".
extension Interpreter {
    mutating func edit(_ attachment: Attachment, _ clause: Clause, _ range: Range<Int>) {
        // "make one oat and the other almond"
        if !attachment.leadingSplits.isEmpty, attachment.heads.isEmpty {
            draft.split(.latest, builder.parts(attachment.leadingSplits), range: range)
            return
        }
        var change = loose(attachment)
        isRepairing = clause.isRepairing || clause.isInstead
        change.corrects = clause.isRepairing || clause.isInstead && !attachment.hasLeadingQuantity
        if let swap = exchanged(clause, attachment) {
            change = swap
            if orderWith(swap, attachment, clause) { return }
        }
        if let counted = counted(clause.body, attachment) { change = counted }
        guard let first = attachment.heads.first else {
            changeLatest(change, range: range)
            return
        }
        // "change one to a mocha", "swap two for lattes": pieces of the latest line become something else.
        if let pieces = change.quantity, pieces > 0, change == LineChange(quantity: pieces, corrects: change.corrects),
            first.isAfterTo || first.determiner == .article, first.isItem, !first.isPlace
        {
            replaceByEdit([.part(pieces, of: .latest)], with: first)
            editTargets(Array(attachment.heads.dropFirst()), LineChange(), range)
            return
        }
        // "make a latte", "make me two mochas": a request, not an edit.
        if first.isItem, first.determiner != .definite, first.part == nil, attachment.heads.count == 1, change.isEmpty,
            !first.isAfterTo, clause.body.first?.kind != .to
        {
            if first.determiner == .article || !first.quantities.isEmpty {
                for (item, range) in builder.items(first, &draft) { draft.add(item, range: range) }
                return
            }
        }
        if first.isAfterTo, change.isEmpty, first.isItem, !first.isPlace {
            // "change to a mocha"
            replaceByEdit([.latest], with: first)
            editTargets(Array(attachment.heads.dropFirst()), LineChange(), range)
            return
        }
        editTargets(attachment.heads, change, range)
    }

    /// A number said of an option ("make the vanilla three", "change the sugar to fifty"): the option's count, or the
    /// option named by that number. It is no quantity of the line.
    private func counted(_ body: ArraySlice<Chunk>, _ attachment: Attachment) -> LineChange? {
        guard attachment.heads.isEmpty, attachment.hasLeadingQuantity,
            case .quantity? = body.last(where: { ![.filler, .unknown, .dangling].contains($0.kind) })?.kind
        else { return nil }
        let number = attachment.leadingQuantity
        if attachment.leading.count == 1, let option = builder.selected(attachment.leading[0]),
            let group = menu.group(option.option.group)
        {
            guard group.amounts, group.select == .many else { return nil }
            return LineChange(options: number.map { [option.counted($0)] } ?? [], diets: attachment.leadingDiets)
        }
        guard attachment.leading.isEmpty,
            let named = body.lazy.compactMap({ if case .group(let id) = $0.kind { id } else { nil } }).first,
            let group = menu.group(named),
            group.options.contains(where: { !$0.numbers.isEmpty })
        else { return nil }
        let found = group.options.filter { option in number.map(option.numbers.contains) ?? false }
        let options =
            found.count == 1 ? [SelectedOption(option: OptionReference(group: group.id, option: found[0].id))] : []
        return LineChange(options: options, diets: attachment.leadingDiets)
    }

    /// An exchange of two options: "change the vanilla to pistachio".
    func exchanged(_ clause: Clause, _ attachment: Attachment) -> LineChange? {
        guard attachment.leading.count == 2, let first = builder.selected(attachment.leading[0]),
            let second = builder.selected(attachment.leading[1]), first.option.group == second.option.group,
            let preposition = clause.body.first(where: {
                ($0.kind == .to || $0.kind == .with)
                    && $0.range.lowerBound >= attachment.leading[0].range.upperBound
                    && $0.range.upperBound <= attachment.leading[1].range.lowerBound
            })
        else { return nil }
        // "swap the milk for oat", but "substitute oat for the milk" and "swap oat in for the milk".
        let isIn = clause.body.contains {
            ($0.kind == .locative || $0.kind == .particle) && $0.range.upperBound <= preposition.range.lowerBound
                && $0.range.lowerBound >= attachment.leading[0].range.upperBound
        }
        let isSubstitution = clause.verb.map { fixed.substitutions.contains(builder.text($0)) } ?? false
        let isReversed = isIn || isSubstitution && fixed.benefactives.contains(builder.text(preposition.range))
        let (old, new) = isReversed ? (second, first) : (first, second)
        return LineChange(options: [new], dropped: [old.option])
    }

    /// An item ordered with an exchange: "swap the milk for oat in a large latte".
    private mutating func orderWith(_ swap: LineChange, _ attachment: Attachment, _ clause: Clause) -> Bool {
        guard attachment.heads.count == 1, var head = attachment.heads.first, head.isItem,
            head.determiner == .article, clause.body.contains(where: { $0.kind == .locative }),
            let option = attachment.leading.first(where: { builder.selected($0)?.option == swap.options.first?.option })
        else { return false }
        head.before.append(option)
        addItems(head)
        return true
    }

    /// Applies an edit to its targets in order. Coordinated targets share the new value.
    mutating func editTargets(_ heads: [HeadPhrase], _ leading: LineChange, _ range: Range<Int>) {
        if let last = heads.last, last.isExcepted, heads.count > 1, !heads[0].isExcepted {
            // "make both of them large except the mocha"
            editTargets(heads.filter { !$0.isExcepted }, leading, range)
            draft.except(builder.reference(last))
            return
        }
        var targets: [LineReference] = []
        var leading = leading
        for (index, head) in heads.enumerated() {
            let isValue = !targets.isEmpty && head.isItem && (head.isAfterTo || !head.isJoined) && !head.isPlace
            if isValue {
                replaceByEdit(targets, with: head)
                targets = []
                continue
            }
            // "make it two croissants and a cortado": the second item is new.
            if targets.isEmpty, index > 0, head.isItem, head.isJoined, !head.isPlace,
                head.determiner == .article || !head.quantities.isEmpty
            {
                addItems(head)
                continue
            }
            if targets.isEmpty, !leading.isEmpty, !head.isPlace, head.isItem, index == 0 {
                // "make it large and a muffin": the edit is complete, the item is new.
                draft.change(.latest, leading, range: range)
                leading = LineChange()
            }
            var payload = payload(head)
            if head.isPlace {
                payload.options = leading.options + head.before.compactMap(builder.selected) + payload.options
                leading = LineChange()
                var target = head
                target.before = []
                targets.append(builder.reference(target))
            } else {
                if index == 0, payload.isEmpty { payload = leading }
                targets.append(builder.reference(head))
            }
            guard !payload.isEmpty else { continue }
            payload.corrects = isRepairing
            for target in targets { draft.change(target, payload, range: head.range) }
            targets = []
        }
        for target in targets { draft.change(target, LineChange(), range: range) }
    }

    mutating func replaceByEdit(_ targets: [LineReference], with head: HeadPhrase, corrects: Bool = false) {
        guard let item = builder.items(head, &draft).first?.0 else { return }
        let quantity = head.quantities.isEmpty ? nil : head.quantity
        for target in targets {
            var new = item
            new.quantity = 1
            if case .described([item.itemId], _) = target.whole {
                draft.change(
                    target, LineChange(options: item.options, quantity: quantity, diets: item.diets),
                    range: head.range)
            } else {
                draft.change(target, LineChange(quantity: quantity, item: new, corrects: corrects), range: head.range)
            }
        }
    }
}
