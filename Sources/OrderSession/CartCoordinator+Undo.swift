public import Ordering

/// Undoing changes and restoring removed lines.
extension CartCoordinator {
    // MARK: Undo

    /// Restores the order before its last change. Of several lines that were added together, only the one that is asked
    /// about, or else the newest, is removed.
    mutating func undo() -> Outcome {
        guard let earlier = memory.history.last else {
            guard !pendingOrders.isEmpty else { return Outcome([lines.isEmpty ? .cartIsEmpty : .declined]) }
            let outcome = resolving(.latest) { .remove(lines: $0, pieces: $1) }
            memory.recordUndo(to: OrderVersion(self))
            return outcome
        }
        let asked = pendingClarification?.line
        pendingClarification = nil
        let outcome: Outcome
        let added = lines(since: earlier)
        if let line = added.first(where: { $0.id == asked }) ?? added.last, OrderVersion(self).keeps(earlier) {
            removeLine(line.id)
            memory.removed = [line]
            outcome = Outcome([.removed([line])], hasChanged: true)
        } else {
            outcome = Outcome(goBack(to: earlier), hasChanged: true)
        }
        memory.recordUndo(to: OrderVersion(self))
        return outcome
    }

    private mutating func goBack(to earlier: OrderVersion) -> [Prompt] {
        // Allergens that were named since then still hold.
        func restored(_ line: OrderLine) -> OrderLine {
            line.avoiding(avoided).avoiding(self.line(line.id)?.item.diets ?? [])
        }
        let (pending, confirmed) = (earlier.pending.map(restored), earlier.confirmed.map(restored))
        let back = (confirmed + pending).filter { line in !lines.contains { $0.isAlike(line) } }
        // Pieces that are one line again are not announced as removed.
        let removed = lines(since: earlier).filter { line in !back.contains { $0.itemId == line.itemId } }
        // A confirmed line that has changed since has to be confirmed again.
        let agreed = confirmedCart.filter { line in confirmed.contains { $0.isAlike(line) } }
        (pendingOrders, confirmedCart) = (
            confirmed.filter { line in !agreed.contains { $0.id == line.id } } + pending, agreed
        )
        (undecided, latest, memory.removed) = (earlier.undecided, earlier.latest, removed)
        let contained = back.flatMap { line in
            rules.diets(of: line).contained.map { rules.containing($0, line, .kept) }
        }
        return (removed.isEmpty ? [] : [.removed(removed)]) + announce(back) + contained
    }

    private func lines(since earlier: OrderVersion) -> [OrderLine] {
        lines.filter { line in !earlier.lines.contains { $0.id == line.id } }
    }

    /// "Scratch that", "that's not what I said": undoes the turn before if it changed the order. After the read-back it
    /// asks what to change.
    mutating func forget() -> Outcome {
        if memory.previous.effect == .changed, openQuestion != .confirm { return execute(.undo) }
        memory.current.effect = .forgot
        if openQuestion == .confirm { return Outcome([.declined]) }
        guard let question = pendingClarification else { return Outcome([.whatElse]) }
        guard memory.previous.effect != .asked, let line = giveUp(question) else { return Outcome() }
        memory.recordUndo(to: OrderVersion(self), without: line)
        return Outcome([.removed([line])], hasChanged: true)
    }

    /// Whether the turn before only added options to a line, from groups that allow several: "add cream" — "take it
    /// off".
    var hasJustAddedExtras: Bool {
        guard memory.previous.effect == .changed, let earlier = memory.history.last,
            lines.count == earlier.lines.count
        else { return false }
        let changed = lines.filter { line in !earlier.lines.contains { $0.isAlike(line) } }
        guard changed.count == 1, let line = changed.first,
            let before = earlier.lines.first(where: { $0.id == line.id }), line.itemId == before.itemId
        else { return false }
        let new = line.options.filter { !before.options.contains($0) }
        let isMore = new.allSatisfy { $0.amount != .without && rules.menu.group($0.option.group)?.select == .many }
        return !new.isEmpty && isMore && line.quantity == before.quantity
            && before.options.allSatisfy(line.options.contains)
    }

    // MARK: Restoring

    /// "Put it back": restores what was removed last. Pieces are added to the line that they were taken from, while it
    /// is still the same.
    mutating func restore(_ change: LineChange) -> Outcome {
        guard !memory.removed.isEmpty else {
            if !change.isEmpty, !lines.isEmpty { return self.change(.latest, change) }
            return Outcome([lines.isEmpty ? .cartIsEmpty : .cart(lines, total: total)])
        }
        let removed = memory.removed
        memory.removed = []
        var outcome = Outcome()
        for line in removed {
            let rest = lines.first { $0.id == line.id && $0.itemId == line.itemId && $0.options == line.options }
            if let rest {
                outcome += execute(.change(lines: [rest.id], LineChange(more: line.quantity)))
            } else {
                outcome += execute(.add([line.item]))
            }
        }
        guard outcome.hasChanged, !change.isEmpty else { return outcome }
        let changed = self.change(.latest, change)
        return Outcome(outcome.prompts + changed.prompts, hasChanged: changed.hasChanged)
    }

    // MARK: Never mind

    /// Phrases that undo or close a question first, and cancel the order only where there is nothing to undo.
    private static let undoPhrases = [["never", "mind"], ["nevermind"], ["forget", "it"]]
    /// Words beside a bare "cancel" that add nothing to it.
    private static let fillers: Set<String> = [
        "actually", "ah", "er", "hmm", "just", "no", "oh", "okay", "ok", "please", "so", "sorry", "thanks", "then",
        "uh", "um", "wait", "well",
    ]

    /// Applies an utterance as one turn, with its words: "never mind" closes the open question or undoes the last turn,
    /// and cancels the order where there is nothing to undo or when it is said again.
    ///
    /// - Parameter text: The words of the utterance. They are English ones, as those of the parsers.
    /// - Returns: what to tell the guest, at least one prompt.
    public mutating func apply(_ result: OrderParseResult, said text: String) -> [Prompt] {
        guard result.acts.last == .say(.cancel),
            result.acts.dropLast().allSatisfy({ [.say(.confirm), .say(.decline), .say(.checkout)].contains($0) })
        else {
            return apply(result)
        }
        let words = SpokenWords(text).words
        let isUndo = !words.contains("cancel") && Self.undoPhrases.contains { words.contains($0) }
        let isBareCancel = words.filter { !Self.fillers.contains($0) } == ["cancel"]
        // "Cancel" is a yes to the question whether to cancel the order; "never mind" is a no.
        if pendingClarification != nil, isUndo || isBareCancel && !isAskingToEmpty { return apply(.dropQuestion) }
        guard isUndo, memory.current.effect != .forgot, leavesSomethingAfterUndo else { return apply(result) }
        return apply([.forget])
    }

    /// Whether anything is left to speak of when the last turn is undone.
    private var leavesSomethingAfterUndo: Bool {
        if openQuestion == .confirm || memory.current.effect == .asked { return true }
        guard memory.current.effect == .changed else { return !lines.isEmpty }
        var copy = self
        _ = copy.undo()
        return !copy.lines.isEmpty
    }
}

extension [OrderAct] {
    /// The acts without "never mind" where the guest closes the order: "never mind, that's all".
    var withoutUndoBeforeClosing: Self {
        guard last == .say(.checkout) || last == .say(.confirm), first == .forget else { return self }
        return filter { $0 != .forget }
    }
}
