internal import Ordering

/// Ways to have a thing that are not wanted: "no decaf", "make it not iced", "I don't want it large".
extension Interpreter {
    /// "No decaf" by itself: one of several ways to have a thing, which goes where it was chosen, and else corrects
    /// what was.
    func denied(_ clause: Clause, _ grouping: Attachment) -> SelectedOption? {
        guard clause.isDenying, draft.isEmpty, grouping.anchors.isEmpty, grouping.leadingSplits.isEmpty,
            !grouping.hasLeadingQuantity, grouping.leading.count == 1,
            let option = builder.selected(grouping.leading[0]), option.amount == nil, isWay(option)
        else { return nil }
        return option
    }

    /// Whether an option is a way to have a thing.
    func isWay(_ option: SelectedOption) -> Bool { menu.group(option.option.group)?.isOfWays ?? false }

    static func options(of elements: ArraySlice<Chunk>) -> [OptionReference] {
        elements.reduce(into: []) { options, element in
            if case .option(let phrase) = element.kind { options += phrase.candidates }
        }
    }

    /// What is taken back of the options named: of ways none for which another one is named.
    func takenBack(_ options: [SelectedOption]) -> [SelectedOption] {
        options.filter { option in
            guard isWay(option) else { return true }
            let others = (following + options.map(\.option)).filter {
                $0.group == option.option.group && $0 != option.option
            }
            return draft.items.isEmpty && others.isEmpty
        }
    }

    /// "make it not decaf", "make one not decaf": which line or piece, and what it is not to be.
    func unmade(_ clause: Clause, _ next: Clause) -> (LineReference, SelectedOption)? {
        guard clause.purpose == .edit, next.purpose == .not, !clause.body.isEmpty else { return nil }
        let target = grouper.group(clause.body, isContinued: true), denied = grouper.group(next.body, isContinued: true)
        guard target.leading.isEmpty, target.leadingDiets.isEmpty, target.leadingSplits.isEmpty, denied.anchors.isEmpty,
            denied.leading.count == 1,
            !denied.hasLeadingQuantity, let option = builder.selected(denied.leading[0])
        else { return nil }
        if target.anchors.isEmpty {
            return target.leadingQuantity.flatMap { $0 > 0 ? (.part($0, of: .latest), option) : nil }
        }
        guard target.anchors.count == 1, let anchor = target.anchors.first, anchor.options.isEmpty,
            payload(anchor).isEmpty
        else { return nil }
        return (builder.reference(anchor), option)
    }
}
