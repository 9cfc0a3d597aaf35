internal import Ordering

/// Negation of alternatives (size, temperature, roast): "no decaf", "make it not iced", "I don't want it large".
extension Interpreter {
    /// A bare negated alternative ("No decaf"): removes it where it was chosen, otherwise corrects the line.
    func denied(_ clause: Clause, _ attachment: Attachment) -> SelectedOption? {
        guard clause.isDenying, draft.isEmpty, attachment.heads.isEmpty, attachment.leadingSplits.isEmpty,
            !attachment.hasLeadingQuantity, attachment.leading.count == 1,
            let option = builder.selected(attachment.leading[0]), option.amount == nil, isWay(option)
        else { return nil }
        return option
    }

    /// Whether an option is one of several alternatives, such as a size.
    func isWay(_ option: SelectedOption) -> Bool { menu.group(option.option.group)?.isOfWays ?? false }

    static func options(of chunks: ArraySlice<Chunk>) -> [OptionReference] {
        chunks.reduce(into: []) { options, chunk in
            if case .option(let phrase) = chunk.kind { options += phrase.candidates }
        }
    }

    /// The negated options to apply. A negated alternative is dropped if another one of its group is named.
    func takenBack(_ options: [SelectedOption]) -> [SelectedOption] {
        options.filter { option in
            guard isWay(option) else { return true }
            let others = (following + options.map(\.option)).filter {
                $0.group == option.option.group && $0 != option.option
            }
            return draft.items.isEmpty && others.isEmpty
        }
    }

    /// A negated edit: "make it not decaf", "make one not decaf". Returns the line or piece and the option.
    func negatedEdit(_ clause: Clause, _ next: Clause) -> (LineReference, SelectedOption)? {
        guard clause.purpose == .edit, next.purpose == .not, !clause.body.isEmpty else { return nil }
        let target = attachmentResolver.attach(clause.body, isContinued: true),
            denied = attachmentResolver.attach(next.body, isContinued: true)
        guard target.leading.isEmpty, target.leadingDiets.isEmpty, target.leadingSplits.isEmpty, denied.heads.isEmpty,
            denied.leading.count == 1,
            !denied.hasLeadingQuantity, let option = builder.selected(denied.leading[0])
        else { return nil }
        if target.heads.isEmpty {
            return target.leadingQuantity.flatMap { $0 > 0 ? (.part($0, of: .latest), option) : nil }
        }
        guard target.heads.count == 1, let head = target.heads.first, head.options.isEmpty,
            payload(head).isEmpty
        else { return nil }
        return (builder.reference(head), option)
    }
}
