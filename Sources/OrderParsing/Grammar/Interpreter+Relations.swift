internal import Ordering

/// Relations of named items to the lines of the order: "just the latte", "a large latte" said again.
extension Interpreter {
    /// The relation of the items of a clause that begins the utterance; `nil` for new ones.
    func relation(_ clause: Clause, _ attachment: Attachment) -> ItemRelation? {
        guard draft.isEmpty, !clause.isBesides, attachment.leading.isEmpty, !attachment.hasLeadingQuantity,
            attachment.heads.allSatisfy(\.isItem)
        else { return nil }
        let first = clause.body.first { $0.kind != .filler && $0.kind != .unknown }
        if first?.kind == .only {
            let isOnly = attachment.heads.allSatisfy { head in
                head.determiner == .definite && head.quantities.isEmpty && head.part == nil && head.after.isEmpty
            }
            return isOnly ? (said.contains(.decline) ? .kept : .only) : nil
        }
        // A request, or a clause that is joined to what was said before, names a new item.
        guard !clause.asks, clause.purpose == .state, attachment.heads.count == 1, let head = attachment.heads.first,
            head.determiner != .definite, head.part == nil, head.splits.isEmpty, head.diets.isEmpty,
            first?.kind != .conjunction
        else { return nil }
        return .restated
    }

    /// Alternatives such as a size behind the last of several kinds, none of which has options of its own: "two teas,
    /// one earl grey, one green, small".
    func sharedWays(_ kinds: ArraySlice<HeadPhrase>) -> [Chunk] {
        guard kinds.count > 1, let last = kinds.last, last.before.isEmpty,
            kinds.dropLast().allSatisfy({ $0.options.isEmpty && $0.splits.isEmpty }),
            last.after.compactMap(builder.selected).allSatisfy(isWay)
        else { return [] }
        return last.after
    }

    /// "And a small one", "and one for my wife" without an antecedent in the utterance: repeats the latest line with
    /// changes.
    func isOneMore(_ clause: Clause, _ attachment: Attachment) -> Bool {
        guard draft.isEmpty, attachment.heads.isEmpty, attachment.leadingSplits.isEmpty,
            attachment.hasLeadingQuantity || clause.body.contains(where: { $0.kind == .quantity(1) }),
            let first = clause.body.first(where: { $0.kind != .filler })
        else { return false }
        let isForSomebody = clause.body.contains(where: \.isBenefactive)
        if first.kind == .conjunction { return !attachment.leading.isEmpty || isForSomebody }
        // "one for my wife"
        return isForSomebody && first.kind == .quantity(1) && attachment.leading.isEmpty && clause.purpose == .state
    }
}
