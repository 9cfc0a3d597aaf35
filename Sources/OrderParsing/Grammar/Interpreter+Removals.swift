internal import Ordering

/// Removals: "remove the latte", "take out the gluten", "I don't want it iced".
extension Interpreter {
    mutating func remove(_ attachment: Attachment, _ clause: Clause, _ range: Range<Int>) {
        var change = loose(attachment)
        // A size cannot be excluded, only exchanged.
        let namesNone = change.options.isEmpty
        change.options = takenBack(change.options.map(Self.without))
        if !namesNone, change.isEmpty, attachment.heads.isEmpty {
            // "I don't want a large, a small": the wanted alternative comes last.
            let ways = attachment.leading.compactMap(builder.selected)
            if ways.count > 1, let wanted = ways.last, ways.allSatisfy({ $0.option.group == wanted.option.group }) {
                draft.change(.latest, LineChange(options: [wanted]), range: range)
            }
            return
        }
        // "take out the gluten", "i don't want any nuts in the brownie": a diet, no removal of a line. In "the gluten
        // free bagel" it describes the line.
        let target = attachment.heads.first.flatMap { $0.isPlace ? $0 : nil }
        let diets = change.diets + (target?.diets ?? [])
        guard diets.isEmpty || attachment.heads.count > (target == nil ? 0 : 1) else {
            draft.change(
                target.map(builder.reference) ?? .latest, LineChange(options: change.options, diets: diets),
                range: range)
            return
        }
        // "everything except the latte": handled by the exception rule, nothing is removed here.
        guard !clause.body.contains(where: { $0.kind == .except }) else {
            if let last = attachment.heads.last, last.isExcepted, attachment.heads.first?.referent == .reference(.all) {
                draft.remove(.except(builder.reference(last), of: .all))
            }
            return
        }
        for (index, head) in attachment.heads.enumerated() {
            // "I don't want the water, just a lemonade"; "cancel the latte, cookie instead"
            if index > 0, attachment.heads[0].determiner == .definite,
                head.determiner == .article || clause.isInstead && head.determiner == .bare
            {
                addItems(head)
                continue
            }
            if head.isPlace, !change.options.isEmpty || !head.before.isEmpty && isTakenOut(head, clause) {
                let options =
                    change.options
                    + head.before.compactMap(builder.selected).map(Self.without).filter {
                        !change.options.contains($0)
                    }
                place(head, LineChange(options: options), range: range)
                change = LineChange()
                continue
            }
            if isUnwantedWay(head, clause) {
                // "I don't want it iced, I want it hot": the other alternative follows.
                let options = takenBack(head.after.compactMap(builder.selected))
                if !options.isEmpty {
                    draft.change(.latest, LineChange(options: options.map(Self.without)), range: range)
                }
                continue
            }
            // "I don't want the latte large": the size is unwanted, not the latte.
            let unwanted = head.after.compactMap(builder.selected)
            if head.isItem, head.determiner == .definite, !unwanted.isEmpty, unwanted.allSatisfy(isWay),
                !clause.body.contains(where: { $0.kind == .with })
            {
                draft.change(
                    builder.reference(head), LineChange(options: takenBack(unwanted).map(Self.without)), range: range)
                continue
            }
            let reference = reference(removing: head, clause)
            if case .item(let indices) = head.referent, !indices.isEmpty {
                var item = builder.bare(head, indices)
                LineChange(
                    options: head.options.compactMap(builder.selected), quantity: head.quantity ?? head.part
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
        // "Take out a shot", "remove the zork": an unknown object removes nothing.
        if attachment.isEmpty, clause.body.contains(where: { $0.kind == .dangling || $0.kind == .unknown }) {
            draft.remove(.nothing)
            return
        }
        if attachment.heads.isEmpty, let quantity = attachment.leadingQuantity, change.options.isEmpty {
            draft.change(.latest, LineChange(more: -quantity), range: range)
        } else if !change.options.isEmpty {
            draft.change(.latest, LineChange(options: change.options), range: range)
        } else if attachment.heads.isEmpty {
            draft.remove(.latest)
        }
    }

    /// Whether the options are the object: "I don't want it iced". In "the one with oat milk" they describe the line.
    func isUnwantedWay(_ head: HeadPhrase, _ clause: Clause) -> Bool {
        head.referent == .reference(.latest) && head.part == nil && !head.after.isEmpty
            && !clause.body.contains { $0.kind == .with && !isPronoun(head) || $0.kind == .locative }
    }

    /// Whether the head is "it" or "that" and not "the one": "I don't want it with jam" is about the jam.
    private func isPronoun(_ head: HeadPhrase) -> Bool {
        !draft.items.isEmpty && !builder.text(head.chunk.range).contains("one")
    }

    /// Whether the option is taken out of the head: "the foam from the latte". In "the iced latte from my order" it
    /// describes it.
    func isTakenOut(_ head: HeadPhrase, _ clause: Clause) -> Bool {
        guard let first = head.before.first else { return false }
        return clause.body.contains {
            $0.kind == .locative && $0.range.lowerBound >= first.range.upperBound
                && $0.range.upperBound <= head.chunk.range.lowerBound
        }
    }

    func reference(removing head: HeadPhrase, _ clause: Clause) -> LineReference {
        var head = head
        head.before += head.after
        let reference = builder.reference(head)
        // "remove a muffin" of two is one of them.
        guard head.isItem, head.determiner == .article, head.quantities.isEmpty, head.part == nil else {
            return reference
        }
        return .part(1, of: reference.whole)
    }
}
