internal import Ordering

/// Self-repairs, retractions and replacements: "no wait", "scratch that", "not the latte", "instead of".
extension Interpreter {
    mutating func repair(_ attachment: Attachment, _ clause: Clause, _ range: Range<Int>) {
        if let units = attachment.leadingUnits, draft.measureLast(units) { return }
        if attachment.isEmpty { return }
        var lead = loose(attachment)
        // "a latte no decaf": no earlier option for "decaf" to repair.
        if clause.isDenying, fragment == nil, attachment.heads.isEmpty, let item = draft.items.last {
            lead.options.removeAll { option in
                option.amount == nil && isWay(option)
                    && !item.options.contains { $0.option.group == option.option.group }
            }
            if lead.isEmpty { return }
        }
        // "no cream, i mean whipped cream": the repair stays in the scope of the negation.
        if let last = draft.items.last?.options.last, last.amount == .without, !clause.isDenying {
            lead.options = lead.options.map { option in
                option.amount == nil && option.option.group == last.option.group ? Self.without(option) : option
            }
        }
        if lead.isEmpty, isAddition(clause), attachment.heads.first?.isItem == true {
            // "a latte, sorry, and a muffin"
            flushFragment()
            for head in attachment.heads { addItems(head) }
            return
        }
        if let fragment {
            repairFragment(fragment, attachment, lead, range)
            return
        }
        guard let first = attachment.heads.first, first.isItem, !first.isPlace else {
            if !lead.isEmpty, attachment.heads.first?.isPlace != true {
                draft.change(.latest, correcting(lead), range: range)
            }
            if !attachment.heads.isEmpty { state(clause, attachment, range) }
            return
        }
        if !lead.isEmpty {
            draft.change(.latest, correcting(lead), range: range)
            for head in attachment.heads { addItems(head) }
            return
        }
        if draft.items.isEmpty {
            // A repair of something said in an earlier turn.
            isCorrection = true
            replace(
                .latest, with: builder.items(first, &draft).first?.0, first,
                isWhole: first.determiner == .article || !first.quantities.isEmpty)
            for head in attachment.heads.dropFirst() { addItems(head) }
            return
        }
        restart(attachment.heads)
    }

    private func isAddition(_ clause: Clause) -> Bool {
        clause.body.first { $0.kind != .filler }?.kind == .conjunction || clause.body.contains { $0.kind == .also }
    }

    /// Replaces the items that a restart repeats: as many, the one of the same name, or the last one.
    mutating func restart(_ heads: [HeadPhrase]) {
        guard let first = heads.first else { return }
        let new = heads.flatMap { builder.items($0, &draft) }
        let isWhole = first.determiner == .article || !first.quantities.isEmpty
        let old = draft.items.suffix(heads.count)
        let repeatsTail = new.count == old.count && zip(new, old).contains { $0.0.itemId == $1.itemId }
        if heads.count > 1, repeatsTail, heads.allSatisfy(\.isItem) {
            draft.replaceLast(heads.count, with: new)
            return
        }
        guard let (item, range) = new.first else { return }
        if case .lines(let same, _) = draft.resolve(.described(items: [item.itemId], options: [])),
            let index = same.last, index < draft.items.count - 1
        {
            draft.change(
                .nth(index + 1, of: .all),
                LineChange(
                    options: item.options, quantity: first.quantities.isEmpty ? nil : first.quantity,
                    diets: item.diets),
                range: range)
        } else if isWhole {
            draft.replaceLast(1, with: [(item, range)])
        } else {
            replaceByEdit([.latest], with: first, corrects: true)
        }
        for head in heads.dropFirst() { addItems(head) }
    }

    /// "a large, no, a small latte"; "two, no three lattes"
    mutating func repairFragment(_ old: Fragment, _ attachment: Attachment, _ lead: LineChange, _ range: Range<Int>) {
        fragment = nil
        guard var first = attachment.heads.first, first.isItem else {
            // The repair is itself a fragment; its item may still follow.
            var merged = attachment
            merged.leading = old.attachment.leading + attachment.leading
            if !merged.hasLeadingQuantity {
                merged.leadingQuantity = old.attachment.leadingQuantity
                merged.hasLeadingQuantity = old.attachment.hasLeadingQuantity
            }
            merged.heads = []
            fragment = Fragment(attachment: merged, range: old.range, asks: old.asks)
            if !attachment.heads.isEmpty { flushFragment() }
            return
        }
        if first.determiner != .article {
            first.before = old.attachment.leading + attachment.leading + first.before
            if first.quantities.isEmpty, old.attachment.hasLeadingQuantity {
                first.quantities = [old.attachment.leadingQuantity]
            }
            let start = old.attachment.leading.map(\.range.lowerBound).min() ?? first.range.lowerBound
            first.range = start..<first.range.upperBound
        }
        addItems(first)
        for head in attachment.heads.dropFirst() { addItems(head) }
    }

    /// "actually no croissant"; "two lattes, no, mochas"; "a sundae, no, a sundae with chocolate"
    mutating func noItem(_ attachment: Attachment, _ clause: Clause, _ range: Range<Int>) {
        guard let first = attachment.heads.first else { return }
        if case .nothing = draft.resolve(builder.reference(first)), !draft.items.isEmpty {
            restart(attachment.heads)
        } else if attachment.heads.count == 1, !first.options.isEmpty, !draft.items.isEmpty {
            restart(attachment.heads)
        } else {
            not(attachment, range)
        }
    }

    mutating func scratch(_ attachment: Attachment, _ clause: Clause, _ range: Range<Int>) {
        let lead = loose(attachment)
        let isJoined = clause.body.first { $0.kind != .filler }?.kind == .conjunction
        if fragment != nil {
            fragment = nil
        } else if draft.isEmpty, clause.purpose != .scratch, isJoined || attachment.heads.first?.isItem == true {
            // "undo that, and a bagel"; "never mind, just the latte", which is there
            takeBack(clause)
            if attachment.heads.isEmpty, !lead.isEmpty { draft.change(.latest, lead, range: range) }
            for head in attachment.heads where isJoined || head.determiner != .definite { addItems(head) }
            return
        } else if attachment.heads.isEmpty, !lead.isEmpty {
            // "a small latte, scratch that, large"
            draft.change(.latest, correcting(lead), range: range)
            return
        } else if draft.items.isEmpty {
            if let first = attachment.heads.first, first.isItem {
                replace(.latest, with: builder.items(first, &draft).first?.0, first, isWhole: true)
                for head in attachment.heads.dropFirst() { addItems(head) }
                return
            }
            takeBack(clause)
        } else {
            draft.remove(.latest)
        }
        for head in attachment.heads { addItems(head) }
    }

    /// Retracts the last act of this utterance ("make it large, no, scratch that"), or else the last change of the
    /// cart.
    private mutating func takeBack(_ clause: Clause) {
        if draft.removeLastAct() == nil {
            draft.act(clause.purpose == .undo ? .undo : clause.purpose == .forget ? .forget : .remove(.latest))
        }
    }

    /// "not the latte, the mocha"; "a mocha, not a latte"; "hot, not iced"
    mutating func not(_ attachment: Attachment, _ range: Range<Int>) {
        guard let first = attachment.heads.first, first.isItem else {
            // "I didn't order that"
            if attachment.heads.count == 1, attachment.heads[0].referent == .reference(.latest),
                payload(attachment.heads[0]).isEmpty, attachment.leading.isEmpty,
                draft.isEmpty
            {
                draft.act(.forget)
                return
            }
            if attachment.heads.isEmpty, draft.isEmpty, attachment.leading.count == 1,
                let option = builder.selected(attachment.leading[0])
            {
                draft.change(.latest, LineChange(options: [Self.without(option)]), range: range)
            } else if attachment.heads.isEmpty, attachment.leading.count > 1 {
                draft.change(
                    .latest,
                    LineChange(options: attachment.leading.dropFirst().compactMap(builder.selected), corrects: true),
                    range: range)
            } else if let head = attachment.heads.first, attachment.heads.count > 1, let other = attachment.heads.last {
                draft.change(builder.reference(other), payload(head), range: range)
            }
            return
        }
        let old = builder.reference(first)
        if attachment.heads.count > 1 {
            // "no croissant, just the latte": the latte is already ordered.
            if isKnown(attachment.heads[1]) {
                draft.remove(old)
            } else {
                replaceByEdit([old], with: attachment.heads[1])
            }
            for head in attachment.heads.dropFirst(2) { addItems(head) }
        } else if draft.items.isEmpty, draft.retargetReplacement(to: old) {
            return
        } else if draft.items.count == 1, case .nothing = draft.resolve(old), let item = draft.takeLast() {
            // "a mocha, not a latte": replaces a latte if there is one.
            var new = item
            new.quantity = 1
            draft.act(.change(old, LineChange(quantity: item.quantity == 1 ? nil : item.quantity, item: new)))
        } else {
            if case .nothing = draft.resolve(old), !draft.items.isEmpty, first.determiner == .bare {
                replaceByEdit([.latest], with: first)
                return
            }
            if let item = builder.items(first, &draft).first?.0 { removedItems.append(item) }
            draft.remove(old)
        }
    }

    mutating func insteadOf(_ attachment: Attachment, _ range: Range<Int>) {
        guard let first = attachment.heads.first else {
            // "soy instead of whole milk and no foam": options after the first one are wanted.
            let rest = attachment.leading.dropFirst().compactMap(builder.selected)
            if let dropped = attachment.leading.first.flatMap(builder.selected) { drop(dropped) }
            if !rest.isEmpty { draft.change(.latest, LineChange(options: rest), range: range) }
            return
        }
        if first.isPlace, !first.before.isEmpty || !attachment.leading.isEmpty {
            // "oat instead of whole milk in the latte"
            if let fragment {
                self.fragment = nil
                draft.act(.change(.latest, loose(fragment.attachment)))
            }
            if case .change(.latest, var change)? = draft.removeLastAct() {
                var target = first
                target.before = []
                change.corrects = true
                draft.change(builder.reference(target), change, range: range)
            }
            return
        }
        let old = builder.reference(first)
        if attachment.heads.count > 1 {
            replaceByEdit([old], with: attachment.heads[1])
        } else if !draft.items.isEmpty {
            if case .lines(let found, _) = draft.resolve(old), found != [draft.items.count - 1] {
                draft.remove(old)
            } else if let item = draft.takeLast() {
                var new = item
                new.quantity = 1
                draft.act(.change(old, LineChange(quantity: item.quantity == 1 ? nil : item.quantity, item: new)))
            }
        } else {
            replaced = old
        }
    }

    mutating func again(_ attachment: Attachment, _ range: Range<Int>) {
        var change = loose(attachment)
        var reference = LineReference.latest
        if let head = attachment.heads.first {
            reference = builder.reference(head)
            change.options += payload(head).options
        }
        draft.act(.again(reference, change))
    }

    mutating func oneMore(_ attachment: Attachment, _ range: Range<Int>) {
        var change = loose(attachment)
        let head = attachment.heads.first
        // "another two", "another two of those"
        let more = [change.quantity, head?.part].lazy.compactMap(\.self).first { $0 > 0 } ?? 1
        change.quantity = nil
        if change.isEmpty {
            let reference =
                head.map { head in
                    // "one more of those" counts nothing; "one more of the first" is that line.
                    let reference = builder.reference(head)
                    return if case .part(_, let line) = reference, !head.isItem { line } else { reference }
                }
                ?? .latest
            draft.change(reference, LineChange(more: more), range: range)
        } else {
            change.quantity = more
            draft.act(.again(.latest, change))
        }
    }
}
