internal import Ordering

/// The order as it was once.
struct Earlier: Equatable, Sendable {
    private(set) var pending: [OrderLine]
    private(set) var confirmed: [OrderLine]
    let undecided: [Clarification]
    let latest: Int?

    init(_ cart: CartCoordinator) {
        (pending, confirmed, undecided, latest) = (cart.pendingOrders, cart.confirmedCart, cart.undecided, cart.latest)
    }

    var lines: [OrderLine] { confirmed + pending }

    /// The same without a line.
    func without(_ id: Int) -> Earlier {
        var earlier = self
        earlier.pending.removeAll { $0.id == id }
        earlier.confirmed.removeAll { $0.id == id }
        return earlier
    }
}

/// What some words did.
enum WordsEffect: Equatable, Sendable {
    case changed
    /// They asked the menu, or told what nothing may contain.
    case asked
    /// They were to take back what had changed nothing.
    case forgot
    case other
}

/// What was done or said last is taken back.
extension CartCoordinator {
    /// How many changes can be taken back.
    private static let longestHistory = 10

    /// Begins the account of what the words at hand do.
    mutating func begin() {
        begun = Earlier(self)
        (effectBefore, effect) = (effect, .other)
    }

    /// Keeps the order as it was before the words at hand, where they changed it.
    mutating func remember() {
        guard let begun, !isAs(begun) else { return }
        effect = .changed
        history = (history + [begun]).suffix(Self.longestHistory)
    }

    /// "Scratch that", "that's not what I said": what the words before changed is taken back; where they changed
    /// nothing, nothing is. Of an order that was read back it is asked what to change.
    mutating func forget() -> (prompts: [Prompt], changed: Bool) {
        if effectBefore == .changed, openQuestion != .confirm { return takeBack() }
        effect = .forgot
        if openQuestion == .confirm { return ([.declined], false) }
        guard let question = pendingClarification else { return ([.whatElse], false) }
        guard effectBefore != .asked, let line = giveUp(question) else { return ([], false) }
        settle(without: line)
        return ([.removed([line])], true)
    }

    /// "Undo that": the order as it was before it changed last; of several things that were added, the one that is
    /// asked about or else the newest goes.
    mutating func takeBack() -> (prompts: [Prompt], changed: Bool) {
        guard let earlier = history.last else {
            guard !pendingOrders.isEmpty else { return ([lines.isEmpty ? .cartIsEmpty : .declined], false) }
            let result = remove(.latest, .remove(.latest))
            settle()
            return result
        }
        let asked = pendingClarification?.line
        pendingClarification = nil
        let result: (prompts: [Prompt], changed: Bool)
        if let line = added(since: earlier).first(where: { $0.id == asked }) ?? added(since: earlier).last,
            keeps(earlier)
        {
            removeLine(line.id)
            gone = [line]
            result = ([.removed([line])], true)
        } else {
            result = (goBack(to: earlier), true)
        }
        settle()
        return result
    }

    /// What was taken back is no change to be taken back in turn, and a line that was given up was never there.
    mutating func settle(without line: OrderLine? = nil) {
        if let line { history = history.map { $0.without(line.id) } }
        if let earlier = history.last, isAs(earlier) { history.removeLast() }
        begun = Earlier(self)
        effect = .changed
    }

    private mutating func goBack(to earlier: Earlier) -> [Prompt] {
        // What was said of a line since that must not be in it holds on.
        func restored(_ line: OrderLine) -> OrderLine {
            line.avoiding(avoided).avoiding(self.line(line.id)?.item.diets ?? [])
        }
        let (pending, confirmed) = (earlier.pending.map(restored), earlier.confirmed.map(restored))
        let back = (confirmed + pending).filter { line in !lines.contains { $0.isAlike(line) } }
        // Pieces that are one line again are not gone.
        let removed = added(since: earlier).filter { line in !back.contains { $0.itemId == line.itemId } }
        // What was agreed to and has changed since must be agreed to again.
        let agreed = confirmedCart.filter { line in confirmed.contains { $0.isAlike(line) } }
        (pendingOrders, confirmedCart) = (
            confirmed.filter { line in !agreed.contains { $0.id == line.id } } + pending, agreed
        )
        (undecided, latest, gone) = (earlier.undecided, earlier.latest, removed)
        let contained = back.flatMap { line in rules.diets(of: line).contained.map { rules.containing($0, line, .kept) }
        }
        return (removed.isEmpty ? [] : [.removed(removed)]) + announce(back) + contained
    }

    private func added(since earlier: Earlier) -> [OrderLine] {
        lines.filter { line in !earlier.lines.contains { $0.id == line.id } }
    }

    private func keeps(_ earlier: Earlier) -> Bool {
        earlier.lines.allSatisfy { line in lines.contains { $0.isAlike(line) } }
    }

    private func isAs(_ earlier: Earlier) -> Bool { keeps(earlier) && lines.count == earlier.lines.count }

    /// "A latte." "Add cream." "Take it off": whether the words before gave a line more of what it can have several of,
    /// and did nothing else.
    var hasJustTakenExtras: Bool {
        guard effectBefore == .changed, let earlier = history.last, lines.count == earlier.lines.count else {
            return false
        }
        let changed = lines.filter { line in !earlier.lines.contains { $0.isAlike(line) } }
        guard changed.count == 1, let line = changed.first,
            let before = earlier.lines.first(where: { $0.id == line.id }), line.itemId == before.itemId
        else {
            return false
        }
        let new = line.options.filter { !before.options.contains($0) }
        let isMore = new.allSatisfy { $0.amount != .without && rules.menu.group($0.option.group)?.select == .many }
        return !new.isEmpty && isMore && line.quantity == before.quantity
            && before.options.allSatisfy(line.options.contains)
    }
}
