internal import Ordering

/// What takes back words said before: "no wait", "scratch that", "not the latte", "instead of", and what says them
/// again.
extension Interpreter {
    mutating func repair(_ grouping: Attachment, _ clause: Clause, _ range: Range<Int>) {
        if let units = grouping.leadingUnits, draft.measureLast(units) { return }
        if grouping.isEmpty { return }
        var lead = loose(grouping)
        // "a latte no decaf": nothing was said that decaf could correct.
        if clause.isDenying, fragment == nil, grouping.anchors.isEmpty, let item = draft.items.last {
            lead.options.removeAll { option in
                option.amount == nil && isWay(option)
                    && !item.options.contains { $0.option.group == option.option.group }
            }
            if lead.isEmpty { return }
        }
        if lead.isEmpty, isAddition(clause), grouping.anchors.first?.isItem == true {
            // "a latte, sorry, and a muffin"
            flushFragment()
            for anchor in grouping.anchors { addItems(anchor) }
            return
        }
        if let fragment {
            repairFragment(fragment, grouping, lead, range)
            return
        }
        guard let first = grouping.anchors.first, first.isItem, !first.isPlace else {
            if !lead.isEmpty, grouping.anchors.first?.isPlace != true {
                draft.change(.latest, correcting(lead), range: range)
            }
            if !grouping.anchors.isEmpty { state(clause, grouping, range) }
            return
        }
        if !lead.isEmpty {
            draft.change(.latest, correcting(lead), range: range)
            for anchor in grouping.anchors { addItems(anchor) }
            return
        }
        if draft.items.isEmpty {
            // Something said in an earlier turn is taken back.
            isCorrection = true
            replace(
                .latest, with: builder.items(first, &draft).first?.0, first,
                isWhole: first.determiner == .article || !first.quantities.isEmpty)
            for anchor in grouping.anchors.dropFirst() { addItems(anchor) }
            return
        }
        restart(grouping.anchors)
    }

    private func isAddition(_ clause: Clause) -> Bool {
        clause.body.first { $0.kind != .filler }?.kind == .join || clause.body.contains { $0.kind == .also }
    }

    /// Anchors said anew take the place of the items they repeat: of as many, of the one with the same name, or of the
    /// last.
    mutating func restart(_ anchors: [HeadPhrase]) {
        guard let first = anchors.first else { return }
        let new = anchors.flatMap { builder.items($0, &draft) }
        let isWhole = first.determiner == .article || !first.quantities.isEmpty
        let old = draft.items.suffix(anchors.count)
        let repeatsTail = new.count == old.count && zip(new, old).contains { $0.0.itemId == $1.itemId }
        if anchors.count > 1, repeatsTail, anchors.allSatisfy(\.isItem) {
            draft.replaceLast(anchors.count, with: new)
            return
        }
        guard let (item, range) = new.first else { return }
        if case .lines(let same, _) = draft.resolve(.described(items: [item.itemId], options: [])),
            let index = same.last, index < draft.items.count - 1
        {
            draft.change(
                .nth(index + 1, of: .all),
                LineChange(
                    options: item.options, quantity: first.quantities.isEmpty ? nil : first.quantity, diets: item.diets),
                range: range)
        } else if isWhole {
            draft.replaceLast(1, with: [(item, range)])
        } else {
            replaceByEdit([.latest], with: first, corrects: true)
        }
        for anchor in anchors.dropFirst() { addItems(anchor) }
    }

    /// "a large, no, a small latte"; "two, no three lattes"
    mutating func repairFragment(_ old: Fragment, _ grouping: Attachment, _ lead: LineChange, _ range: Range<Int>) {
        fragment = nil
        guard var first = grouping.anchors.first, first.isItem else {
            // The correction is a fragment itself: the item may still come.
            var merged = grouping
            merged.leading = old.grouping.leading + grouping.leading
            if !merged.hasLeadingQuantity {
                merged.leadingQuantity = old.grouping.leadingQuantity
                merged.hasLeadingQuantity = old.grouping.hasLeadingQuantity
            }
            merged.anchors = []
            fragment = Fragment(grouping: merged, range: old.range, asks: old.asks)
            if !grouping.anchors.isEmpty { flushFragment() }
            return
        }
        if first.determiner != .article {
            first.before = old.grouping.leading + grouping.leading + first.before
            if first.quantities.isEmpty, old.grouping.hasLeadingQuantity {
                first.quantities = [old.grouping.leadingQuantity]
            }
            first.range =
                (old.grouping.leading.map(\.range.lowerBound).min() ?? first.range.lowerBound)..<first.range.upperBound
        }
        addItems(first)
        for anchor in grouping.anchors.dropFirst() { addItems(anchor) }
    }

    /// "actually no croissant"; "two lattes, no, mochas"; "a sundae, no, a sundae with chocolate"
    mutating func noItem(_ grouping: Attachment, _ clause: Clause, _ range: Range<Int>) {
        guard let first = grouping.anchors.first else { return }
        if case .nothing = draft.resolve(builder.reference(first)), !draft.items.isEmpty {
            restart(grouping.anchors)
        } else if grouping.anchors.count == 1, !first.options.isEmpty, !draft.items.isEmpty {
            restart(grouping.anchors)
        } else {
            not(grouping, range)
        }
    }

    mutating func scratch(_ grouping: Attachment, _ clause: Clause, _ range: Range<Int>) {
        let lead = loose(grouping)
        let isJoined = clause.body.first { $0.kind != .filler }?.kind == .join
        if fragment != nil {
            fragment = nil
        } else if draft.isEmpty, clause.purpose != .scratch, isJoined || grouping.anchors.first?.isItem == true {
            // "undo that, and a bagel"; "never mind, just the latte", which is there
            takeBack(clause)
            if grouping.anchors.isEmpty, !lead.isEmpty { draft.change(.latest, lead, range: range) }
            for anchor in grouping.anchors where isJoined || anchor.determiner != .definite { addItems(anchor) }
            return
        } else if grouping.anchors.isEmpty, !lead.isEmpty {
            // "a small latte, scratch that, large"
            draft.change(.latest, correcting(lead), range: range)
            return
        } else if draft.items.isEmpty {
            if let first = grouping.anchors.first, first.isItem {
                replace(.latest, with: builder.items(first, &draft).first?.0, first, isWhole: true)
                for anchor in grouping.anchors.dropFirst() { addItems(anchor) }
                return
            }
            takeBack(clause)
        } else {
            draft.remove(.latest)
        }
        for anchor in grouping.anchors { addItems(anchor) }
    }

    /// "make it large, no, scratch that": what this utterance asked for is not done; "scratch that" alone takes back
    /// what was done last.
    private mutating func takeBack(_ clause: Clause) {
        if draft.removeLastAct() == nil {
            draft.act(clause.purpose == .undo ? .undo : clause.purpose == .forget ? .forget : .remove(.latest))
        }
    }

    /// "not the latte, the mocha"; "a mocha, not a latte"; "hot, not iced"
    mutating func not(_ grouping: Attachment, _ range: Range<Int>) {
        guard let first = grouping.anchors.first, first.isItem else {
            // "I didn't order that"
            if grouping.anchors.count == 1, grouping.anchors[0].head == .reference(.latest),
                payload(grouping.anchors[0]).isEmpty, grouping.leading.isEmpty,
                draft.isEmpty
            {
                draft.act(.forget)
                return
            }
            if grouping.anchors.isEmpty, draft.isEmpty, grouping.leading.count == 1,
                let option = builder.selected(grouping.leading[0])
            {
                draft.change(.latest, LineChange(options: [Self.without(option)]), range: range)
            } else if grouping.anchors.isEmpty, grouping.leading.count > 1 {
                draft.change(
                    .latest,
                    LineChange(options: grouping.leading.dropFirst().compactMap(builder.selected), corrects: true),
                    range: range)
            } else if let anchor = grouping.anchors.first, grouping.anchors.count > 1, let other = grouping.anchors.last
            {
                draft.change(builder.reference(other), payload(anchor), range: range)
            }
            return
        }
        let old = builder.reference(first)
        if grouping.anchors.count > 1 {
            // "no croissant, just the latte": that one is there already.
            if isKnown(grouping.anchors[1]) {
                draft.remove(old)
            } else {
                replaceByEdit([old], with: grouping.anchors[1])
            }
            for anchor in grouping.anchors.dropFirst(2) { addItems(anchor) }
        } else if draft.items.isEmpty, draft.retargetReplacement(to: old) {
            return
        } else if draft.items.count == 1, case .nothing = draft.resolve(old), let item = draft.takeLast() {
            // "a mocha, not a latte": in place of a latte where there is one.
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

    mutating func insteadOf(_ grouping: Attachment, _ range: Range<Int>) {
        guard let first = grouping.anchors.first else {
            // "soy instead of whole milk and no foam": what stands after the first option is wanted.
            let rest = grouping.leading.dropFirst().compactMap(builder.selected)
            if let dropped = grouping.leading.first.flatMap(builder.selected) { drop(dropped) }
            if !rest.isEmpty { draft.change(.latest, LineChange(options: rest), range: range) }
            return
        }
        if first.isPlace, !first.before.isEmpty || !grouping.leading.isEmpty {
            // "oat instead of whole milk in the latte"
            if let fragment {
                self.fragment = nil
                draft.act(.change(.latest, loose(fragment.grouping)))
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
        if grouping.anchors.count > 1 {
            replaceByEdit([old], with: grouping.anchors[1])
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

    mutating func again(_ grouping: Attachment, _ range: Range<Int>) {
        var change = loose(grouping)
        var reference = LineReference.latest
        if let anchor = grouping.anchors.first {
            reference = builder.reference(anchor)
            change.options += payload(anchor).options
        }
        draft.act(.again(reference, change))
    }

    mutating func oneMore(_ grouping: Attachment, _ range: Range<Int>) {
        var change = loose(grouping)
        let anchor = grouping.anchors.first
        // "another two", "another two of those"
        let more = [change.quantity, anchor?.part].lazy.compactMap(\.self).first { $0 > 0 } ?? 1
        change.quantity = nil
        if change.isEmpty {
            let reference =
                anchor.map { anchor in anchor.isItem ? builder.reference(anchor) : builder.reference(anchor).whole }
                ?? .latest
            draft.change(reference, LineChange(more: more), range: range)
        } else {
            change.quantity = more
            draft.act(.again(.latest, change))
        }
    }
}
