internal import Ordering

/// "remove the latte", "take out the gluten", "I don't want it iced".
extension Interpreter {
    mutating func remove(_ grouping: Attachment, _ clause: Clause, _ range: Range<Int>) {
        var change = loose(grouping)
        // A size cannot be left out; another is named instead.
        let namesNone = change.options.isEmpty
        change.options = takenBack(change.options.map(Self.without))
        if !namesNone, change.isEmpty, grouping.anchors.isEmpty {
            // "I don't want a large, a small": the way that is wanted comes last.
            let ways = grouping.leading.compactMap(builder.selected)
            if ways.count > 1, let wanted = ways.last, ways.allSatisfy({ $0.option.group == wanted.option.group }) {
                draft.change(.latest, LineChange(options: [wanted]), range: range)
            }
            return
        }
        // "take out the gluten", "i don't want any nuts in the brownie": no line goes for that. "The gluten free bagel"
        // is a line's name.
        let target = grouping.anchors.first.flatMap { $0.isPlace ? $0 : nil }
        let diets = change.diets + (target?.diets ?? [])
        guard diets.isEmpty || grouping.anchors.count > (target == nil ? 0 : 1) else {
            draft.change(
                target.map(builder.reference) ?? .latest, LineChange(options: change.options, diets: diets),
                range: range)
            return
        }
        // "everything except the latte": what would be left is not told.
        guard !clause.body.contains(where: { $0.kind == .except }) else { return }
        for (index, anchor) in grouping.anchors.enumerated() {
            // "I don't want the water, just a lemonade"; "cancel the latte, cookie instead"
            if index > 0, grouping.anchors[0].determiner == .definite,
                anchor.determiner == .article || clause.isInstead && anchor.determiner == .bare
            {
                addItems(anchor)
                continue
            }
            if anchor.isPlace, !change.options.isEmpty || !anchor.before.isEmpty && isTakenOut(anchor, clause) {
                let options =
                    change.options
                    + anchor.before.compactMap(builder.selected).map(Self.without).filter {
                        !change.options.contains($0)
                    }
                place(anchor, LineChange(options: options), range: range)
                change = LineChange()
                continue
            }
            if isUnwantedWay(anchor, clause) {
                // "I don't want it iced, I want it hot": the other way is named next.
                let options = takenBack(anchor.after.compactMap(builder.selected))
                if !options.isEmpty {
                    draft.change(.latest, LineChange(options: options.map(Self.without)), range: range)
                }
                continue
            }
            // "I don't want the latte large": not the latte goes.
            let unwanted = anchor.after.compactMap(builder.selected)
            if anchor.isItem, anchor.determiner == .definite, !unwanted.isEmpty, unwanted.allSatisfy(isWay),
                !clause.body.contains(where: { $0.kind == .with })
            {
                draft.change(
                    builder.reference(anchor), LineChange(options: takenBack(unwanted).map(Self.without)), range: range)
                continue
            }
            let reference = reference(removing: anchor, clause)
            if case .item(let indices) = anchor.head, !indices.isEmpty {
                var item = builder.bare(anchor, indices)
                LineChange(
                    options: anchor.options.compactMap(builder.selected), quantity: anchor.quantity ?? anchor.part
                ).apply(to: &item, menu: menu)
                removedItems.append(item)
            }
            if reference == .all {
                said.append(.clear)
                startOver()
            } else {
                draft.remove(reference)
            }
        }
        // "Take out a shot", "remove the zork": of what is not known nothing goes.
        if grouping.isEmpty, clause.body.contains(where: { $0.kind == .dangling || $0.kind == .unknown }) {
            draft.remove(.nothing)
            return
        }
        if grouping.anchors.isEmpty, let quantity = grouping.leadingQuantity, change.options.isEmpty {
            draft.change(.latest, LineChange(more: -quantity), range: range)
        } else if !change.options.isEmpty {
            draft.change(.latest, LineChange(options: change.options), range: range)
        } else if grouping.anchors.isEmpty {
            draft.remove(.latest)
        }
    }

    /// "I don't want it iced" is about the ice; "the one with oat milk" is about the line.
    func isUnwantedWay(_ anchor: HeadPhrase, _ clause: Clause) -> Bool {
        anchor.head == .reference(.latest) && anchor.part == nil && !anchor.after.isEmpty
            && !clause.body.contains { $0.kind == .with || $0.kind == .place }
    }

    /// "the foam from the latte" is about foam, "the iced latte from my order" about the latte.
    func isTakenOut(_ anchor: HeadPhrase, _ clause: Clause) -> Bool {
        guard let first = anchor.before.first else { return false }
        return clause.body.contains {
            $0.kind == .place && $0.range.lowerBound >= first.range.upperBound
                && $0.range.upperBound <= anchor.headElement.range.lowerBound
        }
    }

    func reference(removing anchor: HeadPhrase, _ clause: Clause) -> LineReference {
        var anchor = anchor
        anchor.before += anchor.after
        return builder.reference(anchor)
    }
}
