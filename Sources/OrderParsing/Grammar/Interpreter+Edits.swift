internal import Ordering

/// "make it iced", "change the second one to oat", "swap the latte for a mocha".
extension Interpreter {
    mutating func edit(_ grouping: Attachment, _ clause: Clause, _ range: Range<Int>) {
        // "make one oat and the other almond"
        if !grouping.leadingSplits.isEmpty, grouping.anchors.isEmpty {
            draft.split(.latest, builder.parts(grouping.leadingSplits), range: range)
            return
        }
        var change = loose(grouping)
        isRepairing = clause.isRepairing || clause.isInstead
        change.corrects = clause.isRepairing || clause.isInstead && !grouping.hasLeadingQuantity
        if let swap = exchanged(clause.body, grouping) { change = swap }
        if let counted = counted(clause.body, grouping) { change = counted }
        guard let first = grouping.anchors.first else {
            changeLatest(change, range: range)
            return
        }
        // "make a latte", "make me two mochas": nothing is changed, something is ordered.
        if first.isItem, first.determiner != .definite, first.part == nil, grouping.anchors.count == 1, change.isEmpty,
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
            editTargets(Array(grouping.anchors.dropFirst()), LineChange(), range)
            return
        }
        editTargets(grouping.anchors, change, range)
    }

    /// "make the vanilla three", "change the sugar to fifty": a number of an option or the option of that number, and
    /// none of the line.
    private func counted(_ body: ArraySlice<Chunk>, _ grouping: Attachment) -> LineChange? {
        guard grouping.anchors.isEmpty, grouping.hasLeadingQuantity,
            case .quantity? = body.last(where: { ![.filler, .unknown, .dangling].contains($0.kind) })?.kind
        else { return nil }
        let number = grouping.leadingQuantity
        if grouping.leading.count == 1, let option = builder.selected(grouping.leading[0]),
            let group = menu.group(option.option.group)
        {
            guard group.amounts, group.select == .many else { return nil }
            return LineChange(options: number.map { [option.counted($0)] } ?? [], diets: grouping.leadingDiets)
        }
        guard grouping.leading.isEmpty,
            let named = body.lazy.compactMap({ if case .group(let id) = $0.kind { id } else { nil } }).first,
            let group = menu.group(named),
            group.options.contains(where: { !$0.numbers.isEmpty })
        else { return nil }
        let found = group.options.filter { option in number.map(option.numbers.contains) ?? false }
        let options =
            found.count == 1 ? [SelectedOption(option: OptionReference(group: group.id, option: found[0].id))] : []
        return LineChange(options: options, diets: grouping.leadingDiets)
    }

    /// "change the vanilla to pistachio": one option goes and the other comes.
    func exchanged(_ body: ArraySlice<Chunk>, _ grouping: Attachment) -> LineChange? {
        guard grouping.leading.count == 2, let old = builder.selected(grouping.leading[0]),
            let new = builder.selected(grouping.leading[1]),
            old.option.group == new.option.group,
            body.contains(where: {
                ($0.kind == .to || $0.kind == .with) && $0.range.lowerBound >= grouping.leading[0].range.upperBound
                    && $0.range.upperBound <= grouping.leading[1].range.lowerBound
            })
        else { return nil }
        return LineChange(options: [new], dropped: [old.option])
    }

    /// Targets one after the other, each with what it becomes; targets joined by "and" share it.
    mutating func editTargets(_ anchors: [HeadPhrase], _ leading: LineChange, _ range: Range<Int>) {
        var targets: [LineReference] = []
        var leading = leading
        for (index, anchor) in anchors.enumerated() {
            let isValue = !targets.isEmpty && anchor.isItem && (anchor.isAfterTo || !anchor.isJoined) && !anchor.isPlace
            if isValue {
                replaceByEdit(targets, with: anchor)
                targets = []
                continue
            }
            if targets.isEmpty, !leading.isEmpty, !anchor.isPlace, anchor.isItem, index == 0 {
                // "make it large and a muffin": the change was said, the item is new.
                draft.change(.latest, leading, range: range)
                leading = LineChange()
            }
            var payload = payload(anchor)
            if anchor.isPlace {
                payload.options = leading.options + anchor.before.compactMap(builder.selected) + payload.options
                leading = LineChange()
                var target = anchor
                target.before = []
                targets.append(builder.reference(target))
            } else {
                if index == 0, payload.isEmpty { payload = leading }
                targets.append(builder.reference(anchor))
            }
            guard !payload.isEmpty else { continue }
            payload.corrects = isRepairing
            for target in targets { draft.change(target, payload, range: anchor.range) }
            targets = []
        }
        for target in targets { draft.change(target, LineChange(), range: range) }
    }

    mutating func replaceByEdit(_ targets: [LineReference], with anchor: HeadPhrase, corrects: Bool = false) {
        guard let item = builder.items(anchor, &draft).first?.0 else { return }
        let quantity = anchor.quantities.isEmpty ? nil : anchor.quantity
        for target in targets {
            var new = item
            new.quantity = 1
            if case .described([item.itemId], _) = target.whole {
                draft.change(
                    target, LineChange(options: item.options, quantity: quantity, diets: item.diets),
                    range: anchor.range)
            } else {
                draft.change(target, LineChange(quantity: quantity, item: new, corrects: corrects), range: anchor.range)
            }
        }
    }
}
