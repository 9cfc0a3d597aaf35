internal import Ordering

/// Interprets the clauses of an utterance in order. Later clauses may retract or change earlier ones.
struct Interpreter {
    struct Fragment {
        var attachment: Attachment
        var range: Range<Int>
        /// Whether a request ("can I get") begins it.
        var asks = false
    }

    let menu: Menu
    let attachmentResolver: AttachmentResolver
    let builder: ItemBuilder

    var draft: Draft
    /// Options and numbers without an item, which may belong to an item after a repair ("a large, no, a small latte").
    var fragment: Fragment?
    /// The line that the next item replaces: "instead of the latte …".
    var replaced: LineReference?
    /// Whether the first new item is an addition ("add").
    var isBesides = false
    /// Items named in removals.
    var removedItems: [ParsedOrderItem] = []
    var said: [OrderIntent] = []
    var isCorrection = false
    /// Whether the current edit repairs what was said last.
    var isRepairing = false
    /// Options of the next clause: "I don't want it large, make it small".
    private(set) var following: [OptionReference] = []
    /// Options said before their item: "with extra caramel I'd like a sundae".
    var pendingOptions: [Chunk] = []

    let fixed: FixedPhrases

    init(menu: Menu, words: UtteranceWords, resolver: LineResolver, fixed: FixedPhrases) {
        self.fixed = fixed
        self.menu = menu
        attachmentResolver = AttachmentResolver(menu: menu)
        builder = ItemBuilder(menu: menu, words: words)
        draft = Draft(menu: menu, words: words, resolver: resolver)
    }

    mutating func interpret(_ clauses: [Clause]) {
        var clauses = clauses[...]
        while let clause = clauses.popFirst() {
            let next = clauses.first
            following = next.map { Self.options(of: $0.body) } ?? []
            // "clear everything except the latte": a cleared order cannot be restored, so nothing is cleared.
            if clause.purpose == .say(.clear), let next, Self.isException(next) {
                clauses = clauses.dropFirst()
                removeAll(except: next)
                continue
            }
            // "make all of them iced but not the mocha"
            if let next, next.purpose == .not, let exception = exception(next), targetsSeveral(clause) {
                clauses = clauses.dropFirst()
                interpret(clause)
                draft.except(exception)
                continue
            }
            if let next, let (line, option) = negatedEdit(clause, next) {
                clauses = clauses.dropFirst()
                draft.change(
                    line, LineChange(options: [Self.without(option)]), range: clause.body[clause.body.startIndex].range)
                continue
            }
            if clause.purpose == .state, next?.purpose == .repair || next?.isRetraction == true,
                let (whole, begun) = abandonedStart(clause)
            {
                interpret(whole)
                let range =
                    begun.isEmpty
                    ? 0..<0 : begun[begun.startIndex].range.lowerBound..<begun[begun.endIndex - 1].range.upperBound
                fragment = Fragment(attachment: attachmentResolver.attach(begun, isContinued: true), range: range)
                continue
            }
            interpret(clause)
        }
        flushFragment()
    }

    mutating func interpret(_ clause: Clause) {
        if clause.purpose == .state, Self.isException(clause) {
            let cue = clause.body.first { $0.kind == .except }.map { builder.text($0.range) } ?? ""
            // "cancel everything but the latte"; a bare "everything except the latte" asks for nothing.
            if fixed.removingExcept.contains(cue) { removeAll(except: clause) }
            return
        }
        let attachment = attachmentResolver.attach(
            clause.body,
            isContinued: clause.purpose != .state || !draft.isEmpty && clause.purpose == .state && !clause.asks)
        let range =
            clause.body.isEmpty
            ? 0..<0
            : clause.body[clause.body.startIndex].range
                .lowerBound..<clause.body[clause.body.endIndex - 1].range.upperBound
        if clause.purpose != .repair, !clause.isRetraction { flushFragment(into: clause, attachment) }
        switch clause.purpose {
        case .state: state(clause, attachment, range)
        case .remove: remove(attachment, clause, range)
        case .edit: edit(attachment, clause, range)
        // "actually just the latte"
        case .repair where relation(clause, attachment) == .only: state(clause, attachment, range)
        case .repair: repair(attachment, clause, range)
        case .scratch, .undo, .forget: scratch(attachment, clause, range)
        case .not: not(attachment, range)
        case .noItem: noItem(attachment, clause, range)
        case .insteadOf: insteadOf(attachment, range)
        case .again: again(attachment, range)
        case .oneMore: oneMore(attachment, range)
        case .restore: draft.act(.again(.gone, loose(attachment)))
        case .say(let intent):
            said.append(intent)
            if intent == .clear { startOver() }
        }
    }

    /// Whether a clause changes several lines: "make all of them iced".
    private func targetsSeveral(_ clause: Clause) -> Bool {
        guard clause.purpose == .edit || clause.purpose == .state else { return false }
        return clause.body.contains { chunk in
            switch chunk.kind {
            case .reference(.all), .reference(.newest), .reference(.every): true
            default: false
            }
        }
    }

    /// Discards everything so far; the following clauses are a new order.
    mutating func startOver() {
        draft.removeAll()
        fragment = nil
        replaced = nil
        removedItems = []
        pendingOptions = []
    }

    /// Attaches a fragment to the latest line, unless the next clause names its item.
    mutating func flushFragment(into clause: Clause? = nil, _ next: Attachment = Attachment()) {
        guard let fragment else { return }
        self.fragment = nil
        if let clause, clause.purpose == .state, clause.asks, let first = next.heads.first, first.isItem,
            !first.isPlace
        {
            pendingOptions = fragment.attachment.leading
            return
        }
        if !fragment.attachment.leadingSplits.isEmpty {
            draft.split(.latest, builder.parts(fragment.attachment.leadingSplits), range: fragment.range)
        }
        var change = loose(fragment.attachment)
        change.isAskedFor = fragment.asks
        changeLatest(change, range: fragment.range)
    }

    // MARK: Clauses

    mutating func state(_ clause: Clause, _ attachment: Attachment, _ range: Range<Int>) {
        var change = loose(attachment)
        change.corrects = clause.isInstead && !change.options.isEmpty && !attachment.hasLeadingQuantity
        if isOneMore(clause, attachment) {
            draft.act(
                .again(
                    .latest,
                    LineChange(
                        options: change.options, quantity: change.quantity ?? 1, diets: change.diets, isAskedFor: true))
            )
            return
        }
        if let denied = denied(clause, attachment) {
            draft.change(.latest, LineChange(options: [denied], dropped: [denied.option]), range: range)
            return
        }
        // "toast one of them", "toast both"
        if !change.options.isEmpty, attachment.heads.count == 1, let head = attachment.heads.first, !head.isItem,
            !head.isPlace, payload(head).isEmpty
        {
            change.isAskedFor = clause.asks || clause.isBesides || head.part != nil
            draft.change(builder.reference(head), change, range: range)
            return
        }
        // "large and small", of two lines: one for each.
        if draft.isEmpty, attachment.heads.isEmpty, let parts = alternatives(clause, attachment) {
            draft.split(.latest, parts, range: range)
            return
        }
        if !attachment.leadingSplits.isEmpty {
            draft.split(.latest, builder.parts(attachment.leadingSplits), range: range)
        }
        if !change.isEmpty, attachment.heads.first?.isPlace != true {
            if attachment.heads.isEmpty, draft.items.isEmpty, !clause.isInstead {
                fragment = Fragment(attachment: attachment, range: range, asks: asksFor(change, clause))
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
        if !attachment.ellipsis.isEmpty, var first = attachment.heads.first, first.isItem {
            first.before = attachment.ellipsis
            first.range = attachment.ellipsis.reduce(first.chunk.range) { union($0, $1.range) }
            (first.after, first.quantities, first.splits) = ([], [], [])
            addItems(first)
        }
        let relation = relation(clause, attachment)
        // Options of an item that announces its kinds: "two large pizzas, one pepperoni, one hawaiian".
        var announced: [Chunk] = []
        for (index, var head) in attachment.heads.enumerated() {
            if head.isItem, !pendingOptions.isEmpty {
                head.before = pendingOptions + head.before
                head.range = pendingOptions.reduce(head.range) { union($0, $1.range) }
                pendingOptions = []
            }
            let isLast = index == attachment.heads.count - 1
            if head.isPlace, index > 0 || !change.isEmpty || !head.before.isEmpty {
                var payload = payload(head)
                payload.options = change.options + payload.options
                payload.options += head.before.compactMap(builder.selected).filter { !payload.options.contains($0) }
                place(head, payload, range: union(range, head.range))
                change = LineChange()
                continue
            }
            guard head.isItem else {
                var payload = payload(head)
                if clause.asks || clause.isBesides || head.part != nil { payload.isAskedFor = true }
                // "both the latte and the mocha iced": the items follow. A bare "it" or "that" adds nothing.
                if payload.isEmpty, !isLast || head.part == nil && Self.saysNothing(head.referent) {
                    if isLast, clause.asks, draft.isEmpty, let reference = Self.whole(head.referent) {
                        draft.act(.change(reference, LineChange(isAskedFor: true)))
                    }
                    continue
                }
                if payload.isEmpty, head.referent == .reference(.latest), let pieces = head.part {
                    draft.change(.latest, LineChange(quantity: pieces, isAskedFor: true), range: head.range)
                } else {
                    draft.change(builder.reference(head), payload, range: head.range)
                }
                continue
            }
            if isKnown(head) {
                draft.change(builder.reference(head), payload(head), range: head.range)
                continue
            }
            // "one of the muffins heated up", of the order's muffins
            if head.part != nil, head.determiner == .definite, draft.isEmpty, !payload(head).isEmpty {
                draft.change(builder.reference(head), payload(head), range: head.range)
                continue
            }
            if head.isFewer {
                draft.remove(builder.reference(head))
                continue
            }
            if isRestated(head, in: attachment.heads[(index + 1)...]) {
                continue
            }
            if isAnnounced(head, in: attachment.heads[(index + 1)...]) {
                announced = head.before + sharedWays(attachment.heads[(index + 1)...])
                continue
            }
            head.before += announced
            // "two lattes three muffins, lattes large": the items named before.
            if head.determiner == .bare, head.quantities.isEmpty, !head.options.isEmpty, builder.isPlural(head),
                case .lines = draft.resolve(builder.reference(head).whole)
            {
                draft.change(
                    .every(builder.reference(head).whole),
                    LineChange(options: head.options.compactMap(builder.selected), diets: head.diets), range: head.range
                )
                continue
            }
            let items = builder.items(head, &draft, isBesides: !clause.isInstead && replaced == nil)
            guard let first = items.first else { continue }
            if clause.isInstead && !clause.isBesides && !draft.endsInRemoval || replaced != nil, index == 0 {
                replace(replaced ?? .latest, with: first.0, head, isWhole: head.determiner == .article)
                replaced = nil
                continue
            }
            if draft.items.isEmpty { isBesides = clause.isBesides }
            for (var item, range) in items {
                item.isDefinite = item.isDefinite || clause.isCorrecting
                // "I'll have the burger, too": a request without changes is one more. "I want the burger back" refers
                // to a removed one.
                let isBack = clause.body.contains { $0.kind == .particle }
                // "Can you do the coffee half caf" changes it in a way that is not understood.
                let isUnclear = clause.body.contains {
                    $0.kind == .unknown && $0.range.lowerBound >= head.range.upperBound
                }
                if clause.asks || clause.isBesides, item.options.isEmpty, !item.isCounted, !isBack, !isUnclear {
                    item.isDefinite = false
                }
                if head.isMore { item.isDefinite = false }
                item.relation = head.isMore ? .more : relation
                draft.add(item, range: range)
            }
        }
    }

    /// Coordinated options of one group that an item can have one of: "large and small".
    private func alternatives(_ clause: Clause, _ attachment: Attachment) -> [LineChange]? {
        let options = attachment.leading.compactMap(builder.selected)
        guard clause.purpose == .state, options.count > 1, options.count == attachment.leading.count,
            !attachment.hasLeadingQuantity, attachment.leadingSplits.isEmpty,
            clause.body.contains(where: { $0.kind == .conjunction }), options.allSatisfy(isWay),
            Set(options.map(\.option.group)).count == 1, Set(options.map(\.option)).count == options.count
        else { return nil }
        return options.map { LineChange(options: [$0]) }
    }

    /// Whether it may order what was just asked about: "I'll take the large", "two please".
    private func asksFor(_ change: LineChange, _ clause: Clause) -> Bool {
        clause.asks || clause.isBesides || change.quantity != nil && !clause.isCorrecting
    }

    /// "oat milk in the latte". In an empty order it orders one.
    mutating func place(_ head: HeadPhrase, _ payload: LineChange, range: Range<Int>) {
        var head = head
        head.before = []
        draft.change(builder.reference(head), payload, range: range)
    }

    // MARK: Pieces

    /// Changes the latest line, or one piece of it: "make one iced".
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

    /// Drops an option of an earlier line in favour of the one of the last act.
    mutating func drop(_ option: SelectedOption) {
        guard case .change(.latest, var change)? = draft.removeLastAct() else { return }
        change.dropped.append(option.option)
        draft.act(.change(.latest, change))
    }

    mutating func addItems(_ head: HeadPhrase) {
        if head.isItem {
            for (item, range) in builder.items(head, &draft) { draft.add(item, range: range) }
        } else {
            draft.change(builder.reference(head), payload(head), range: head.range)
        }
    }

    mutating func replace(_ reference: LineReference, with item: ParsedOrderItem?, _ head: HeadPhrase, isWhole: Bool) {
        guard var item else { return }
        let quantity = isWhole || !head.quantities.isEmpty ? head.quantity ?? 1 : nil
        item.quantity = 1
        if isWhole, case .lines(let found, _) = draft.resolve(reference), found == [draft.items.count - 1] {
            item.quantity = quantity ?? 1
            draft.replaceLast(1, with: [(item, head.range)])
        } else {
            draft.change(
                reference, LineChange(quantity: quantity, item: item, corrects: isCorrection), range: head.range)
        }
    }

    func loose(_ attachment: Attachment) -> LineChange {
        LineChange(
            options: attachment.leading.compactMap(builder.selected),
            quantity: attachment.hasLeadingQuantity ? attachment.leadingQuantity ?? 0 : nil,
            more: attachment.leadingMore, diets: attachment.leadingDiets)
    }

    /// The change described after a head.
    func payload(_ head: HeadPhrase) -> LineChange {
        let quantity = head.isItem ? nil : head.quantities.isEmpty ? nil : head.quantity
        return LineChange(
            options: head.after.compactMap(builder.selected), quantity: head.trailing ?? head.pieces ?? quantity,
            more: head.more, diets: head.diets)
    }

    func union(_ a: Range<Int>, _ b: Range<Int>) -> Range<Int> {
        min(a.lowerBound, b.lowerBound)..<max(a.upperBound, b.upperBound)
    }

    static func without(_ option: SelectedOption) -> SelectedOption {
        SelectedOption(
            option: option.option, alternatives: option.alternatives.map(without), amount: .without,
            spoken: option.spoken, confidence: option.confidence)
    }
}
