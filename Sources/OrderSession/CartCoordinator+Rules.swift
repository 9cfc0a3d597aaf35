internal import Ordering

/// Questions of the menu's rules: "Foam does not hold on an iced cappuccino. Shall I leave it out?"
extension CartCoordinator {
    /// Asks whether to execute a command without an option that a rule forbids or that is sold out.
    ///
    /// - Returns: whether it is asked. Without a rule's sentence, or where the option comes with the item, the request
    ///   is refused instead.
    mutating func askToLeaveOut(_ refusal: OrderViolation, _ command: CartCommand) -> Bool {
        guard case .forbidden(let line, let option, let say) = refusal, let allowed = command.without(option) else {
            return false
        }
        let isSoldOut = rules.menu.option(option)?.available == false
        guard say != nil || isSoldOut else { return false }
        let itemId = command.addedItemId ?? self.line(line)?.itemId ?? ""
        let question = Clarification(
            line: command.lines.last ?? 0, itemId: itemId, topic: .permission(command: allowed), say: say,
            soldOut: isSoldOut ? option : nil)
        undecided.removeAll { $0.line == question.line && question.line != 0 && $0.topic.isPermission }
        undecided.append(question)
        return true
    }

    /// Drops the question of a rule that was asked in an earlier turn, after the guest has ordered or changed what it
    /// is about in another way: "mustard or chili, not both" — "no chili".
    mutating func dropRuleQuestion(_ isAbout: (CartCommand) -> Bool) {
        guard let question = pendingClarification, undecided.contains(question),
            case .permission(let command) = question.topic, isAbout(command)
        else { return }
        _ = giveUp(question)
    }
}

extension Clarification.Topic {
    fileprivate var isPermission: Bool { if case .permission = self { true } else { false } }
}

extension CartCommand {
    var addedItemId: String? { if case .add(let items) = self { items.first?.itemId } else { nil } }

    /// The same command without an option; `nil` where that cannot be said.
    fileprivate func without(_ option: OptionReference) -> CartCommand? {
        switch self {
        case .add(var items):
            guard items.count == 1, items[0].options.contains(where: { $0.option == option }) else { return nil }
            items[0].options.removeAll { $0.option == option }
            return .add(items)
        case .change(let lines, let pieces, var change):
            change.options.removeAll { $0.option == option }
            change.options.append(SelectedOption(option: option, amount: .without))
            return .change(lines: lines, pieces: pieces, change)
        default: return nil
        }
    }
}
