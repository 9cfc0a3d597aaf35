internal import Ordering

/// Works through the clauses of an utterance, first to last: later ones may take back or change what earlier ones said.
struct Interpreter {
    struct Fragment {
        var grouping: Attachment
        var range: Range<Int>
        /// Whether "can I get" or the like began it.
        var asks = false
    }

    let menu: Menu
    let grouper: AttachmentResolver
    let builder: ItemBuilder

    var draft: Draft
    /// What was said before any item was named, and may still belong to one that follows a correction ("a large, no, a
    /// small latte").
    var fragment: Fragment?
    /// "instead of the latte …": what the next item takes the place of.
    var replaced: LineReference?
    /// Whether the first new item was asked for besides others.
    var isBesides = false
    /// Items that are to be taken away, for those who only look at items.
    var removedItems: [ParsedOrderItem] = []
    var said: [OrderIntent] = []
    var isCorrection = false
    /// Whether the edit at hand takes back what was said last.
    var isRepairing = false
    /// Options that the next clause names: "I don't want it large, make it small".
    private(set) var following: [OptionReference] = []
    /// Options said before the item they are for: "with extra caramel I'd like a sundae".
    var pendingOptions: [Chunk] = []

    init(menu: Menu, words: [String], resolver: LineResolver) {
        self.menu = menu
        grouper = AttachmentResolver(menu: menu)
        builder = ItemBuilder(menu: menu, words: words)
        draft = Draft(menu: menu, words: words, resolver: resolver)
    }

    mutating func interpret(_ clauses: [Clause]) {
        var clauses = clauses[...]
        while let clause = clauses.popFirst() {
            let next = clauses.first
            following = next.map { Self.options(of: $0.body) } ?? []
            // "clear everything except the latte": nobody can take back what was cleared, so nothing is.
            if clause.purpose == .say(.clear), next?.body.first(where: { $0.kind != .filler })?.kind == .except {
                clauses = clauses.dropFirst()
                continue
            }
            if let next, let (line, option) = unmade(clause, next) {
                clauses = clauses.dropFirst()
                draft.change(
                    line, LineChange(options: [Self.without(option)]), range: clause.body[clause.body.startIndex].range)
                continue
            }
            if clause.purpose == .state, next?.purpose == .repair || next?.isTakingBack == true,
                let (whole, begun) = parted(clause)
            {
                interpret(whole)
                let range =
                    begun.isEmpty
                    ? 0..<0 : begun[begun.startIndex].range.lowerBound..<begun[begun.endIndex - 1].range.upperBound
                fragment = Fragment(grouping: grouper.group(begun, isContinued: true), range: range)
                continue
            }
            interpret(clause)
        }
        flushFragment()
    }

    /// Cuts off what was begun behind an item when a correction came: "a latte and two, no, three muffins".
    private func parted(_ clause: Clause) -> (whole: Clause, begun: ArraySlice<Chunk>)? {
        guard let join = clause.body.lastIndex(where: { $0.kind == .join }),
            clause.body[..<join].contains(where: { if case .item = $0.kind { true } else { false } })
        else {
            return nil
        }
        let begun = clause.body[(join + 1)...]
        let isBegun = begun.allSatisfy { element in
            switch element.kind {
            case .article, .quantity, .option, .filler: true
            default: false
            }
        }
        let isOpen =
            !begun.contains { if case .option = $0.kind { true } else { false } }
            || begun.contains { element in
                switch element.kind {
                case .article, .quantity: true
                default: false
                }
            }
        guard isBegun, isOpen else { return nil }
        var whole = clause
        whole.body = clause.body[..<join]
        return (whole, begun)
    }

    mutating func interpret(_ clause: Clause) {
        // "cancel everything but the latte": what would be left is not told, and nothing is ordered.
        if clause.purpose == .state, clause.body.first(where: { $0.kind != .filler })?.kind == .except { return }
        let grouping = grouper.group(
            clause.body,
            isContinued: clause.purpose != .state || !draft.isEmpty && clause.purpose == .state && !clause.asks)
        let range =
            clause.body.isEmpty
            ? 0..<0
            : clause.body[clause.body.startIndex].range
                .lowerBound..<clause.body[clause.body.endIndex - 1].range.upperBound
        if clause.purpose != .repair, !clause.isTakingBack { flushFragment(into: clause, grouping) }
        switch clause.purpose {
        case .state: state(clause, grouping, range)
        case .remove: remove(grouping, clause, range)
        case .edit: edit(grouping, clause, range)
        case .repair: repair(grouping, clause, range)
        case .scratch, .undo, .forget: scratch(grouping, clause, range)
        case .not: not(grouping, range)
        case .noItem: noItem(grouping, clause, range)
        case .insteadOf: insteadOf(grouping, range)
        case .again: again(grouping, range)
        case .oneMore: oneMore(grouping, range)
        case .restore: draft.act(.again(.gone, loose(grouping)))
        case .say(let intent):
            said.append(intent)
            if intent == .clear { startOver() }
        }
    }

    /// What was said before is gone; what follows is ordered.
    mutating func startOver() {
        draft.removeAll()
        fragment = nil
        replaced = nil
        removedItems = []
        pendingOptions = []
    }

    /// What was left over belongs to the line said last, unless the next clause names the item it was waiting for.
    mutating func flushFragment(into clause: Clause? = nil, _ next: Attachment = Attachment()) {
        guard let fragment else { return }
        self.fragment = nil
        if let clause, clause.purpose == .state, clause.asks, let first = next.anchors.first, first.isItem,
            !first.isPlace
        {
            pendingOptions = fragment.grouping.leading
            return
        }
        if !fragment.grouping.leadingSplits.isEmpty {
            draft.split(.latest, builder.parts(fragment.grouping.leadingSplits), range: fragment.range)
        }
        var change = loose(fragment.grouping)
        change.isAskedFor = fragment.asks
        changeLatest(change, range: fragment.range)
    }

    // MARK: Clauses

    mutating func state(_ clause: Clause, _ grouping: Attachment, _ range: Range<Int>) {
        var change = loose(grouping)
        change.corrects = clause.isInstead && !change.options.isEmpty && !grouping.hasLeadingQuantity
        if isOneMore(clause, grouping) {
            draft.act(
                .again(
                    .latest,
                    LineChange(
                        options: change.options, quantity: change.quantity ?? 1, diets: change.diets, isAskedFor: true))
            )
            return
        }
        if let denied = denied(clause, grouping) {
            draft.change(.latest, LineChange(options: [denied], dropped: [denied.option]), range: range)
            return
        }
        // "toast one of them", "toast both"
        if !change.options.isEmpty, grouping.anchors.count == 1, let anchor = grouping.anchors.first, !anchor.isItem,
            !anchor.isPlace, payload(anchor).isEmpty
        {
            change.isAskedFor = clause.asks || clause.isBesides || anchor.part != nil
            draft.change(builder.reference(anchor), change, range: range)
            return
        }
        if !grouping.leadingSplits.isEmpty { draft.split(.latest, builder.parts(grouping.leadingSplits), range: range) }
        if !change.isEmpty, grouping.anchors.first?.isPlace != true {
            if grouping.anchors.isEmpty, draft.items.isEmpty, !clause.isInstead {
                fragment = Fragment(grouping: grouping, range: range, asks: asksFor(change, clause))
                return
            }
            change.isAskedFor = asksFor(change, clause)
            if clause.isCorrecting {
                draft.change(.latest, change, range: range)
            } else {
                changeLatest(change, range: range)
            }
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
                var payload = payload(anchor)
                if clause.asks || clause.isBesides || anchor.part != nil { payload.isAskedFor = true }
                // "both the latte and the mocha iced": the items follow. "it" and "that" alone say nothing.
                if payload.isEmpty, !isLast || anchor.part == nil && Self.saysNothing(anchor.head) {
                    if isLast, clause.asks, draft.isEmpty, let reference = Self.whole(anchor.head) {
                        draft.act(.change(reference, LineChange(isAskedFor: true)))
                    }
                    continue
                }
                if payload.isEmpty, anchor.head == .reference(.latest), let pieces = anchor.part {
                    draft.change(.latest, LineChange(quantity: pieces, isAskedFor: true), range: anchor.range)
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
            let items = builder.items(anchor, &draft, isBesides: !clause.isInstead && replaced == nil)
            guard let first = items.first else { continue }
            if clause.isInstead && !clause.isBesides && !draft.endsInRemoval || replaced != nil, index == 0 {
                replace(replaced ?? .latest, with: first.0, anchor, isWhole: anchor.determiner == .article)
                replaced = nil
                continue
            }
            if draft.items.isEmpty { isBesides = clause.isBesides }
            for (var item, range) in items {
                item.isDefinite = item.isDefinite || clause.isCorrecting
                // "I'll have the burger, too": asked for, it is one more where nothing changes. "I want the burger
                // back" is about one that was there.
                let isBack = clause.body.contains { $0.kind == .particle }
                if clause.asks || clause.isBesides, item.options.isEmpty, !item.isCounted, !isBack {
                    item.isDefinite = false
                }
                draft.add(item, range: range)
            }
        }
    }

    /// "And a small one", "and one for my wife", where nothing was named before: one more of what was said last, with
    /// what differs.
    private func isOneMore(_ clause: Clause, _ grouping: Attachment) -> Bool {
        guard draft.isEmpty, grouping.anchors.isEmpty, grouping.leadingSplits.isEmpty,
            grouping.hasLeadingQuantity || clause.body.contains(where: { $0.kind == .quantity(1) }),
            let first = clause.body.first(where: { $0.kind != .filler })
        else { return false }
        let isForSomebody = clause.body.contains(where: \.saysWhom)
        if first.kind == .join { return !grouping.leading.isEmpty || isForSomebody }
        // "one for my wife"
        return isForSomebody && first.kind == .quantity(1) && grouping.leading.isEmpty && clause.purpose == .state
    }

    /// "I'll take the large", "two please": may be of what was just asked about.
    private func asksFor(_ change: LineChange, _ clause: Clause) -> Bool {
        clause.asks || clause.isBesides || change.quantity != nil && !clause.isCorrecting
    }

    /// "I'll take it"
    private static func whole(_ head: HeadPhrase.Head) -> LineReference? {
        if case .reference(let reference) = head { reference } else { nil }
    }

    static func saysNothing(_ head: HeadPhrase.Head) -> Bool { head == .reference(.latest) || head == .reference(.all) }

    /// "the latte", of which this utterance has one already.
    func isKnown(_ anchor: HeadPhrase) -> Bool {
        guard anchor.determiner == .definite, anchor.quantities.isEmpty,
            case .lines = draft.resolve(builder.reference(anchor))
        else { return false }
        return true
    }

    /// "we all want beans on toast, so three beans on toast": said again with its number.
    func isRestated(_ anchor: HeadPhrase, in others: ArraySlice<HeadPhrase>) -> Bool {
        guard let next = others.first, anchor.head == next.head else { return false }
        return anchor.determiner == .bare && anchor.quantities.isEmpty && anchor.options.isEmpty
            && !next.quantities.isEmpty
    }

    /// "oat milk in the latte": in an order that is still empty one is ordered with it.
    mutating func place(_ anchor: HeadPhrase, _ payload: LineChange, range: Range<Int>) {
        var anchor = anchor
        anchor.before = []
        draft.change(builder.reference(anchor), payload, range: range)
    }

    // MARK: Pieces

    /// Changes the line said last; of several pieces only one where one is spoken of: "make one iced".
    mutating func changeLatest(_ change: LineChange, range: Range<Int>) {
        var change = change
        let isOfOne = change.quantity == 1 && (!change.options.isEmpty || !change.diets.isEmpty) && !change.corrects
        if isOfOne { change.quantity = nil }
        if !change.isEmpty { draft.change(isOfOne ? .part(1, of: .latest) : .latest, change, range: range) }
    }

    func correcting(_ change: LineChange) -> LineChange {
        var change = change
        change.corrects = true
        return change
    }

    /// Takes back an option of a line said before, for the one that the last act takes; one never chosen needs no
    /// taking back.
    mutating func drop(_ option: SelectedOption) {
        guard case .change(.latest, var change)? = draft.removeLastAct() else { return }
        change.dropped.append(option.option)
        draft.act(.change(.latest, change))
    }

    mutating func addItems(_ anchor: HeadPhrase) {
        if anchor.isItem {
            for (item, range) in builder.items(anchor, &draft) { draft.add(item, range: range) }
        } else {
            draft.change(builder.reference(anchor), payload(anchor), range: anchor.range)
        }
    }

    mutating func replace(_ reference: LineReference, with item: ParsedOrderItem?, _ anchor: HeadPhrase, isWhole: Bool)
    {
        guard var item else { return }
        let quantity = isWhole || !anchor.quantities.isEmpty ? anchor.quantity ?? 1 : nil
        item.quantity = 1
        if isWhole, case .lines(let found, _) = draft.resolve(reference), found == [draft.items.count - 1] {
            item.quantity = quantity ?? 1
            draft.replaceLast(1, with: [(item, anchor.range)])
        } else {
            draft.change(
                reference, LineChange(quantity: quantity, item: item, corrects: isCorrection), range: anchor.range)
        }
    }

    func loose(_ grouping: Attachment) -> LineChange {
        LineChange(
            options: grouping.leading.compactMap(builder.selected),
            quantity: grouping.hasLeadingQuantity ? grouping.leadingQuantity ?? 0 : nil,
            more: grouping.leadingMore, diets: grouping.leadingDiets)
    }

    /// What is said of a line behind its name.
    func payload(_ anchor: HeadPhrase) -> LineChange {
        let quantity = anchor.isItem ? nil : anchor.quantities.isEmpty ? nil : anchor.quantity
        return LineChange(
            options: anchor.after.compactMap(builder.selected), quantity: anchor.trailing ?? anchor.pieces ?? quantity,
            diets: anchor.diets)
    }

    func union(_ a: Range<Int>, _ b: Range<Int>) -> Range<Int> {
        min(a.lowerBound, b.lowerBound)..<max(a.upperBound, b.upperBound)
    }

    static func without(_ option: SelectedOption) -> SelectedOption {
        SelectedOption(
            option: option.option, alternatives: option.alternatives.map(without), amount: .without,
            spoken: option.spoken, confidence: option.confidence,
            source: option.source)
    }
}
