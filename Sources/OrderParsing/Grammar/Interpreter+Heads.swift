internal import Ordering

/// What the heads of a clause refer to.
extension Interpreter {
    /// "I'll take it"
    static func whole(_ head: HeadPhrase.Referent) -> LineReference? {
        if case .reference(let reference) = head { reference } else { nil }
    }

    static func saysNothing(_ head: HeadPhrase.Referent) -> Bool {
        head == .reference(.latest) || head == .reference(.all)
    }

    /// Whether a definite head refers to an item of this utterance.
    func isKnown(_ head: HeadPhrase) -> Bool {
        guard head.determiner == .definite, head.quantities.isEmpty,
            case .lines = draft.resolve(builder.reference(head))
        else { return false }
        return true
    }

    /// Whether the item is restated with its number: "we all want beans on toast, so three beans on toast".
    func isRestated(_ head: HeadPhrase, in others: ArraySlice<HeadPhrase>) -> Bool {
        guard let next = others.first, head.referent == next.referent else { return false }
        return head.determiner == .bare && head.quantities.isEmpty && head.options.isEmpty
            && !next.quantities.isEmpty
    }

    /// Whether the item announces the kinds that follow: "two teas, one earl grey, one green".
    func isAnnounced(_ head: HeadPhrase, in others: ArraySlice<HeadPhrase>) -> Bool {
        guard case .item(let items) = head.referent, let total = head.quantity, total > 1, head.after.isEmpty,
            head.splits.isEmpty
        else { return false }
        let noun = builder.noun(head)
        var left = total
        for other in others where left > 0 {
            guard case .item(let kinds) = other.referent, !other.isJoined || left < total, let count = other.quantity,
                kinds.allSatisfy({ items.contains($0) || builder.isCalled($0, noun) })
            else { return false }
            left -= count
        }
        return left == 0
    }
}
