public import Ordering

/// Eat here or to go, and suggestions.
extension CartCoordinator {
    /// Whether the open question is whether the order is eaten here.
    var isAskingService: Bool { pendingClarification?.topic == .service }

    /// Notes "to go" or "for here" in an utterance, where the menu asks for it.
    ///
    /// - Returns: whether the utterance says so.
    @discardableResult
    public mutating func noteService(in text: String) -> Bool {
        guard let kind = ServiceWords.kind(in: text), rules.menu.store.services.contains(kind) else { return false }
        terms.service = kind
        return true
    }

    /// The question for here or to go, once an order and only where the guest has not said so; it becomes the open one.
    mutating func serviceQuestion() -> Clarification? {
        guard rules.menu.store.services.count > 1, terms.service == nil, !hasAskedService else { return nil }
        hasAskedService = true
        let question = Clarification(line: 0, itemId: "", topic: .service)
        pendingClarification = question
        return question
    }

    /// Chooses by touch and reads the order back.
    mutating func choose(_ kind: ServiceKind) -> [Prompt] {
        guard rules.menu.store.services.contains(kind) else { return checkout() }
        terms.service = kind
        return [.service(kind)] + checkout()
    }

    /// Sets what the guest chose on the display, in so far as the menu offers it.
    public mutating func set(_ new: OrderTerms) {
        let menu = rules.menu
        terms = OrderTerms(
            service: new.service.flatMap { menu.store.services.contains($0) ? $0 : nil },
            name: menu.store.nameQuestion == .none ? nil : new.name.flatMap(OrderTerms.plainName),
            tipPercent: new.tipPercent.flatMap { menu.tips.contains($0) ? $0 : nil })
    }

    /// Suggests nothing in this order, as in one that goes on after a restart.
    public mutating func suggestNothing() { hasSuggested = true }

    /// Whether the open question is a suggestion.
    var isSuggesting: Bool {
        guard let question = pendingClarification, case .permission(.add) = question.topic else { return false }
        return question.say == nil && question.soldOut == nil && !undecided.contains(question)
    }

    /// What goes with an item that was just added alone, once an order: nothing that is in the order, sold out, needs a
    /// further answer; and nothing for a guest who avoids something, or who orders several things at once, in a hurry.
    mutating func suggestion(after outcome: Outcome) -> Clarification? {
        guard !hasSuggested, outcome.prompts.count == 1, case .added(let added)? = outcome.prompts.first,
            added.count == 1, lines.count <= 2, avoided.isEmpty, lines.allSatisfy(\.item.diets.isEmpty),
            let item = rules.menu.item(added[0].itemId)
        else { return nil }
        let fitting = item.suggests.compactMap(rules.menu.item).first { other in
            other.available && other.required.allSatisfy { other.defaults[$0] != nil }
                && !lines.contains { $0.itemId == other.id }
        }
        guard let fitting else { return nil }
        hasSuggested = true
        return Clarification(
            line: 0, itemId: fitting.id, topic: .permission(command: .add([ParsedOrderItem(fitting)])))
    }
}

extension OrderAct {
    /// Whether it answers a question about the whole order and asks for nothing.
    var isAboutNoLine: Bool {
        switch self {
        case .undo, .forget: true
        case .say(let intent):
            [.confirm, .decline, .unknown, .takeaway, .checkout, .thanks, .greeting].contains(intent)
        default: false
        }
    }
}
