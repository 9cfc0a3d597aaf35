internal import Ordering

/// Works through the clauses of an utterance, first to last: later ones may take back or change what earlier ones said.
struct Interpreter {
    let menu: Menu
    let grouper: Grouper
    let builder: ItemBuilder

    private(set) var draft: Draft
    /// What was said before any item was named, and may still belong to one that follows a correction ("a large, no, a small latte").
    private var fragment: (grouping: Grouping, range: Range<Int>)?
    /// "instead of the latte …": what the next item takes the place of.
    private var replaced: LineReference?
    /// Whether the first new item was asked for besides others.
    private(set) var isBesides = false
    /// Items that are to be taken away, for those who only look at items.
    private(set) var removedItems: [ParsedOrderItem] = []
    private(set) var said: [OrderIntent] = []
    private var isCorrection = false
    /// Whether the edit at hand takes back what was said last.
    private var isRepairing = false
    /// Options said before the item they are for: "with extra caramel I'd like a sundae".
    private var pendingOptions: [Element] = []

    init(menu: Menu, words: [String]) {
        self.menu = menu
        grouper = Grouper(menu: menu)
        builder = ItemBuilder(menu: menu, words: words)
        draft = Draft(menu: menu, words: words)
    }

    mutating func interpret(_ clauses: [Clause]) {
        for clause in clauses { interpret(clause) }
        flushFragment()
    }

    private mutating func interpret(_ clause: Clause) {
        let grouping = grouper.group(clause.body, isContinued: clause.purpose != .state || !draft.isEmpty && clause.purpose == .state && !clause.asks)
        let range = clause.body.isEmpty ? 0..<0 : clause.body[clause.body.startIndex].range.lowerBound..<clause.body[clause.body.endIndex - 1].range.upperBound
        if clause.purpose != .repair, clause.purpose != .scratch { flushFragment(into: clause, grouping) }
        switch clause.purpose {
        case .state: state(clause, grouping, range)
        case .remove: remove(grouping, clause, range)
        case .edit: edit(grouping, clause, range)
        case .repair: repair(grouping, clause, range)
        case .scratch: scratch(grouping, clause, range)
        case .not: not(grouping, range)
        case .noItem: noItem(grouping, clause, range)
        case .insteadOf: insteadOf(grouping, range)
        case .again: again(grouping, range)
        case .oneMore: oneMore(grouping, range)
        case .say(let intent): said.append(intent)
        }
    }

    /// What was left over belongs to the line said last, unless the next clause names the item it was waiting for.
    private mutating func flushFragment(into clause: Clause? = nil, _ next: Grouping = Grouping()) {
        guard let fragment else { return }
        self.fragment = nil
        if let clause, clause.purpose == .state, clause.asks, let first = next.anchors.first, first.isItem, !first.isPlace {
            pendingOptions = fragment.grouping.leading
            return
        }
        if !fragment.grouping.leadingSplits.isEmpty { draft.split(.latest, fragment.grouping.leadingSplits.map(builder.part), range: fragment.range) }
        let change = loose(fragment.grouping)
        if !change.isEmpty { draft.change(.latest, change, range: fragment.range) }
    }

    // MARK: Clauses

    private mutating func state(_ clause: Clause, _ grouping: Grouping, _ range: Range<Int>) {
        var change = loose(grouping)
        if !grouping.leadingSplits.isEmpty { draft.split(.latest, grouping.leadingSplits.map(builder.part), range: range) }
        if !change.isEmpty, grouping.anchors.first?.isPlace != true {
            if grouping.anchors.isEmpty, draft.items.isEmpty, !clause.isInstead {
                fragment = (grouping, range)
                return
            }
            draft.change(.latest, change, range: range)
            change = LineChange()
        }
        if !grouping.ellipsis.isEmpty, var first = grouping.anchors.first, first.isItem {
            first.before = grouping.ellipsis
            first.range = grouping.ellipsis.reduce(first.headElement.range) { union($0, $1.range) }
            (first.after, first.quantities, first.splits) = ([], [], [])
            addItems(first)
        }
        for (index, var anchor) in grouping.anchors.enumerated() {
            if anchor.isItem, !pendingOptions.isEmpty {
                anchor.before = pendingOptions + anchor.before
                anchor.range = pendingOptions.reduce(anchor.range) { union($0, $1.range) }
                pendingOptions = []
            }
            let isLast = index == grouping.anchors.count - 1
            if anchor.isPlace, index > 0 || !change.isEmpty || !anchor.before.isEmpty {
                var payload = payload(anchor)
                payload.options = change.options + payload.options
                payload.options += anchor.before.compactMap(builder.selected).filter { !payload.options.contains($0) }
                place(anchor, payload, range: union(range, anchor.range))
                change = LineChange()
                continue
            }
            guard anchor.isItem else {
                let payload = payload(anchor)
                // "both the latte and the mocha iced": the items follow. "it" and "that" alone say nothing.
                if payload.isEmpty, !isLast || anchor.part == nil && Self.saysNothing(anchor.head) { continue }
                if payload.isEmpty, anchor.head == .reference(.latest), let pieces = anchor.part {
                    draft.change(.latest, LineChange(quantity: pieces), range: anchor.range)
                } else {
                    draft.change(builder.reference(anchor), payload, range: anchor.range)
                }
                continue
            }
            if isKnown(anchor) {
                draft.change(builder.reference(anchor), payload(anchor), range: anchor.range)
                continue
            }
            if anchor.isFewer {
                draft.remove(builder.reference(anchor))
                continue
            }
            if isRestated(anchor, in: grouping.anchors[(index + 1)...]) { continue }
            let items = builder.items(anchor, &draft)
            guard let first = items.first else { continue }
            if clause.isInstead && !clause.isBesides || replaced != nil, index == 0 {
                replace(replaced ?? .latest, with: first.0, anchor, isWhole: anchor.determiner == .article)
                replaced = nil
                continue
            }
            if draft.items.isEmpty { isBesides = clause.isBesides }
            for (var item, range) in items {
                item.isDefinite = item.isDefinite || clause.isCorrecting
                draft.add(item, range: range)
            }
        }
    }

    private static func saysNothing(_ head: Anchor.Head) -> Bool { head == .reference(.latest) || head == .reference(.all) }

    /// "the latte", of which this utterance has one already.
    private func isKnown(_ anchor: Anchor) -> Bool {
        guard anchor.determiner == .definite, anchor.quantities.isEmpty, case .lines = draft.resolve(builder.reference(anchor)) else { return false }
        return true
    }

    /// "we all want beans on toast, so three beans on toast": said again with its number.
    private func isRestated(_ anchor: Anchor, in others: ArraySlice<Anchor>) -> Bool {
        guard let next = others.first, anchor.head == next.head else { return false }
        return anchor.determiner == .bare && anchor.quantities.isEmpty && anchor.options.isEmpty && !next.quantities.isEmpty
    }

    /// "oat milk in the latte": where there is no latte yet, one is ordered with it.
    private mutating func place(_ anchor: Anchor, _ payload: LineChange, range: Range<Int>) {
        var anchor = anchor
        anchor.before = []
        draft.change(builder.reference(anchor), payload, range: range)
    }

    private mutating func remove(_ grouping: Grouping, _ clause: Clause, _ range: Range<Int>) {
        var change = loose(grouping)
        // A size cannot be left out; another is named instead.
        change.options = change.options.map(Self.without).filter {
            draft.items.isEmpty || menu.group($0.option.group)?.amounts != false || menu.group($0.option.group)?.select == .many
        }
        for (index, anchor) in grouping.anchors.enumerated() {
            // "I don't want the water, just a lemonade"
            if index > 0, anchor.determiner == .article, grouping.anchors[0].determiner == .definite {
                addItems(anchor)
                continue
            }
            if anchor.isPlace, !change.options.isEmpty || !anchor.before.isEmpty && isTakenOut(anchor, clause) {
                let options = change.options + anchor.before.compactMap(builder.selected).map(Self.without).filter { !change.options.contains($0) }
                place(anchor, LineChange(options: options), range: range)
                change = LineChange()
                continue
            }
            let reference = reference(removing: anchor, clause)
            if case .item(let indices) = anchor.head, !indices.isEmpty {
                var item = builder.bare(anchor, indices)
                LineChange(options: anchor.options.compactMap(builder.selected), quantity: anchor.quantity ?? anchor.part).apply(to: &item, menu: menu)
                removedItems.append(item)
            }
            if reference == .all { said.append(.clear) } else { draft.remove(reference) }
        }
        if grouping.anchors.isEmpty, let quantity = grouping.leadingQuantity, change.options.isEmpty {
            draft.change(.latest, LineChange(more: -quantity), range: range)
        } else if !change.options.isEmpty {
            draft.change(.latest, LineChange(options: change.options), range: range)
        } else if grouping.anchors.isEmpty {
            draft.remove(.latest)
        }
    }

    /// "the foam from the latte" is about foam, "the iced latte from my order" about the latte.
    private func isTakenOut(_ anchor: Anchor, _ clause: Clause) -> Bool {
        guard let first = anchor.before.first else { return false }
        return clause.body.contains { $0.kind == .place && $0.range.lowerBound >= first.range.upperBound && $0.range.upperBound <= anchor.headElement.range.lowerBound }
    }

    private func reference(removing anchor: Anchor, _ clause: Clause) -> LineReference {
        var anchor = anchor
        anchor.before += anchor.after
        return builder.reference(anchor)
    }

    private mutating func edit(_ grouping: Grouping, _ clause: Clause, _ range: Range<Int>) {
        var change = loose(grouping)
        change.corrects = clause.isRepairing
        isRepairing = clause.isRepairing
        if let swap = exchanged(clause.body, grouping) { change = swap }
        guard let first = grouping.anchors.first else {
            if !change.isEmpty { draft.change(.latest, change, range: range) }
            return
        }
        // "make a latte", "make me two mochas": nothing is changed, something is ordered.
        if first.isItem, first.determiner != .definite, first.part == nil, grouping.anchors.count == 1, change.isEmpty, !first.isAfterTo, clause.body.first?.kind != .to {
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

    /// "change the vanilla to pistachio": one option goes and the other comes.
    private func exchanged(_ body: ArraySlice<Element>, _ grouping: Grouping) -> LineChange? {
        guard grouping.leading.count == 2, let old = builder.selected(grouping.leading[0]), let new = builder.selected(grouping.leading[1]),
            old.option.group == new.option.group,
            body.contains(where: {
                ($0.kind == .to || $0.kind == .with) && $0.range.lowerBound >= grouping.leading[0].range.upperBound
                    && $0.range.upperBound <= grouping.leading[1].range.lowerBound
            })
        else { return nil }
        return LineChange(options: [new], dropped: [old.option])
    }

    /// Targets one after the other, each with what it becomes; targets joined by "and" share it.
    private mutating func editTargets(_ anchors: [Anchor], _ leading: LineChange, _ range: Range<Int>) {
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

    private mutating func replaceByEdit(_ targets: [LineReference], with anchor: Anchor, corrects: Bool = false) {
        guard let item = builder.items(anchor, &draft).first?.0 else { return }
        let quantity = anchor.quantities.isEmpty ? nil : anchor.quantity
        for target in targets {
            var new = item
            new.quantity = 1
            if case .described([item.itemId], _) = target.whole {
                draft.change(target, LineChange(options: item.options, quantity: quantity), range: anchor.range)
            } else {
                draft.change(target, LineChange(quantity: quantity, item: new, corrects: corrects), range: anchor.range)
            }
        }
    }

    // MARK: Corrections

    private mutating func repair(_ grouping: Grouping, _ clause: Clause, _ range: Range<Int>) {
        if let units = grouping.leadingUnits, draft.measureLast(units) { return }
        if grouping.isEmpty { return }
        let lead = loose(grouping)
        if let fragment {
            repairFragment(fragment, grouping, lead, range)
            return
        }
        guard let first = grouping.anchors.first, first.isItem, !first.isPlace else {
            if !lead.isEmpty, grouping.anchors.first?.isPlace != true { draft.change(.latest, correcting(lead), range: range) }
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
            replace(.latest, with: builder.items(first, &draft).first?.0, first, isWhole: first.determiner == .article || !first.quantities.isEmpty)
            for anchor in grouping.anchors.dropFirst() { addItems(anchor) }
            return
        }
        restart(grouping.anchors)
    }

    /// Anchors said anew take the place of the items they repeat: of as many, of the one with the same name, or of the last.
    private mutating func restart(_ anchors: [Anchor]) {
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
        if case .lines(let same, _) = draft.resolve(.described(items: [item.itemId], options: [])), let index = same.last, index < draft.items.count - 1 {
            draft.change(.nth(index + 1, of: .all), LineChange(options: item.options, quantity: first.quantities.isEmpty ? nil : first.quantity), range: range)
        } else if isWhole {
            draft.replaceLast(1, with: [(item, range)])
        } else {
            replaceByEdit([.latest], with: first, corrects: true)
        }
        for anchor in anchors.dropFirst() { addItems(anchor) }
    }

    /// "a large, no, a small latte"; "two, no three lattes"
    private mutating func repairFragment(_ old: (grouping: Grouping, range: Range<Int>), _ grouping: Grouping, _ lead: LineChange, _ range: Range<Int>) {
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
            fragment = (merged, old.range)
            if !grouping.anchors.isEmpty { flushFragment() }
            return
        }
        if first.determiner != .article {
            first.before = old.grouping.leading + grouping.leading + first.before
            if first.quantities.isEmpty, old.grouping.hasLeadingQuantity { first.quantities = [old.grouping.leadingQuantity] }
            first.range = (old.grouping.leading.map(\.range.lowerBound).min() ?? first.range.lowerBound)..<first.range.upperBound
        }
        addItems(first)
        for anchor in grouping.anchors.dropFirst() { addItems(anchor) }
    }

    /// "actually no croissant"; "two lattes, no, mochas"; "a sundae, no, a sundae with chocolate"
    private mutating func noItem(_ grouping: Grouping, _ clause: Clause, _ range: Range<Int>) {
        guard let first = grouping.anchors.first else { return }
        if case .nothing = draft.resolve(builder.reference(first)), !draft.items.isEmpty {
            restart(grouping.anchors)
        } else if grouping.anchors.count == 1, !first.options.isEmpty, !draft.items.isEmpty {
            restart(grouping.anchors)
        } else {
            not(grouping, range)
        }
    }

    private mutating func scratch(_ grouping: Grouping, _ clause: Clause, _ range: Range<Int>) {
        let lead = loose(grouping)
        if fragment != nil {
            fragment = nil
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
            draft.remove(.latest)
        } else {
            draft.remove(.latest)
        }
        for anchor in grouping.anchors { addItems(anchor) }
    }

    /// "not the latte, the mocha"; "a mocha, not a latte"; "hot, not iced"
    private mutating func not(_ grouping: Grouping, _ range: Range<Int>) {
        guard let first = grouping.anchors.first, first.isItem else {
            if grouping.anchors.isEmpty, grouping.leading.count > 1 {
                draft.change(.latest, LineChange(options: grouping.leading.dropFirst().compactMap(builder.selected), corrects: true), range: range)
            } else if let anchor = grouping.anchors.first, grouping.anchors.count > 1, let other = grouping.anchors.last {
                draft.change(builder.reference(other), payload(anchor), range: range)
            }
            return
        }
        let old = builder.reference(first)
        if grouping.anchors.count > 1 {
            // "no croissant, just the latte": that one is there already.
            if isKnown(grouping.anchors[1]) { draft.remove(old) } else { replaceByEdit([old], with: grouping.anchors[1]) }
            for anchor in grouping.anchors.dropFirst(2) { addItems(anchor) }
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

    private mutating func insteadOf(_ grouping: Grouping, _ range: Range<Int>) {
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

    private mutating func again(_ grouping: Grouping, _ range: Range<Int>) {
        var change = loose(grouping)
        var reference = LineReference.latest
        if let anchor = grouping.anchors.first {
            reference = builder.reference(anchor)
            change.options += payload(anchor).options
        }
        draft.act(.again(reference, change))
    }

    private mutating func oneMore(_ grouping: Grouping, _ range: Range<Int>) {
        var change = loose(grouping)
        if change.isEmpty {
            draft.change(grouping.anchors.first.map(builder.reference) ?? .latest, LineChange(more: 1), range: range)
        } else {
            change.quantity = 1
            draft.act(.again(.latest, change))
        }
    }

    // MARK: Pieces

    private func correcting(_ change: LineChange) -> LineChange {
        var change = change
        change.corrects = true
        return change
    }

    /// Takes back an option that was chosen before; what was never chosen needs no taking back.
    private mutating func drop(_ option: SelectedOption) {
        guard case .change(.latest, var change)? = draft.removeLastAct() else { return }
        change.corrects = true
        draft.act(.change(.latest, change))
    }

    private mutating func addItems(_ anchor: Anchor) {
        if anchor.isItem {
            for (item, range) in builder.items(anchor, &draft) { draft.add(item, range: range) }
        } else {
            draft.change(builder.reference(anchor), payload(anchor), range: anchor.range)
        }
    }

    private mutating func replace(_ reference: LineReference, with item: ParsedOrderItem?, _ anchor: Anchor, isWhole: Bool) {
        guard var item else { return }
        let quantity = isWhole || !anchor.quantities.isEmpty ? anchor.quantity ?? 1 : nil
        item.quantity = 1
        if isWhole, case .lines(let found, _) = draft.resolve(reference), found == [draft.items.count - 1] {
            item.quantity = quantity ?? 1
            draft.replaceLast(1, with: [(item, anchor.range)])
        } else {
            draft.change(reference, LineChange(quantity: quantity, item: item, corrects: isCorrection), range: anchor.range)
        }
    }

    private func loose(_ grouping: Grouping) -> LineChange {
        LineChange(
            options: grouping.leading.compactMap(builder.selected), quantity: grouping.hasLeadingQuantity ? grouping.leadingQuantity ?? 0 : nil,
            more: grouping.leadingMore)
    }

    /// What is said of a line behind its name.
    private func payload(_ anchor: Anchor) -> LineChange {
        let quantity = anchor.isItem ? nil : anchor.quantities.isEmpty ? nil : anchor.quantity
        return LineChange(options: anchor.after.compactMap(builder.selected), quantity: anchor.trailing ?? anchor.pieces ?? quantity)
    }

    private func union(_ a: Range<Int>, _ b: Range<Int>) -> Range<Int> { min(a.lowerBound, b.lowerBound)..<max(a.upperBound, b.upperBound) }

    private static func without(_ option: SelectedOption) -> SelectedOption {
        SelectedOption(
            option: option.option, alternatives: option.alternatives, amount: .without, spoken: option.spoken, confidence: option.confidence, source: option.source)
    }
}
