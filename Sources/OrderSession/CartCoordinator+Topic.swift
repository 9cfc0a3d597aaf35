internal import Ordering

/// Questions about the menu and the order, and orders that refer to them: "do you have muffins" — "I'll take two".
extension CartCoordinator {
    /// Resolves references to the item that was asked about last, in an earlier turn or earlier in the utterance.
    mutating func resolvingTopic(in acts: [OrderAct]) -> [OrderAct] {
        var topic = memory.topic, isEmpty = lines.isEmpty
        memory.topic = nil
        return acts.compactMap { act in
            switch act {
            case .ask(.contents(let name, .latest)), .ask(.contents(let name, .all)):
                memory.topic = topic
                guard let item = topic?.item else { return act }
                return .ask(
                    .allergens(name, itemIds: [item.itemId] + item.alternatives, options: item.options.map(\.option)))
            case .ask(let question):
                topic = rules.topic(of: question)
                memory.topic = topic
                return act
            case .avoid:
                memory.topic = topic
                return act
            case .change(let reference, let change)
            where change.item == nil && change.more == nil && isOf(topic, change, isEmpty: isEmpty):
                guard let found = topic, let count = reference.countOfTopic, !isAnswer(change, besides: found) else {
                    // "One and a latte": a number without anything to count is dropped.
                    let isOfNothing =
                        change == LineChange(quantity: change.quantity, isAskedFor: true) && acts.count > 1
                    return (change.isEmpty && change.isAskedFor || isOfNothing) && reference.isPlain ? nil : act
                }
                memory.topic = nil
                topic = nil
                isEmpty = false
                return ordering(found, change, count)
            // "A croissant instead" of what was withheld.
            case .change(.latest, let change) where topic?.isWithheld == true && change.item != nil && !change.corrects:
                guard var item = change.item, let left = topic?.item else { return act }
                item.quantity = change.quantity ?? left.quantity
                topic = nil
                isEmpty = false
                return .add([item])
            case .add:
                isEmpty = false
                topic = nil
                return act
            case .split, .again, .remove, .change, .undo, .forget, .say: return act
            }
        }
    }

    /// Whether a change answers the open question and is not about the topic.
    private func isAnswer(_ change: LineChange, besides topic: Topic) -> Bool {
        let takes = rules.menu.item(topic.item.itemId)?.groups ?? []
        if change.options.contains(where: { !takes.contains($0.option.group) }) { return true }
        // "Two large and a small" are several pieces.
        let groups = change.options.map(\.option.group).filter { rules.menu.group($0)?.select == .one }
        if Set(groups).count < groups.count { return true }
        guard let question = pendingClarification else { return false }
        switch question.topic {
        case .option(let group):
            return question.itemId == topic.item.itemId || change.options.contains { $0.option.group == group }
        case .quantity: return true
        case .item, .line, .permission, .service: return false
        }
    }

    /// Whether a change may be about the topic and not about the order.
    private func isOf(_ topic: Topic?, _ change: LineChange, isEmpty: Bool) -> Bool {
        guard let topic, topic.isWithheld else { return change.isAskedFor || isEmpty }
        let isSaidAgain =
            !change.options.isEmpty
            && change.options.allSatisfy { said in topic.item.options.contains { $0.option == said.option } }
        return change.isAskedFor || isSaidAgain || repaired(topic.item, change) != nil
    }

    /// A withheld item without its allergen: "with a gluten free bun"; "vanilla, then" for the syrup with nuts.
    ///
    /// - Returns: `nil` where the change does not remove the allergen.
    private func repaired(_ item: ParsedOrderItem, _ change: LineChange) -> ParsedOrderItem? {
        func contained(_ item: ParsedOrderItem) -> [String] {
            rules.diets(of: OrderLine(id: 0, item: item).avoiding(avoided)).contained
        }
        let unwanted = contained(item)
        guard !change.options.isEmpty, !change.options.contains(where: { $0.amount == .without }) else { return nil }
        var repaired = item
        repaired.options.removeAll {
            rules.menu.option($0.option)?.allergens.contains(where: unwanted.contains) == true
        }
        let isRefused = !LineChange(options: change.options).apply(to: &repaired, menu: rules.menu).isEmpty
        return !isRefused && contained(repaired).isEmpty ? repaired : nil
    }

    /// The act that orders the topic. An item that is in the order, and whose contents were asked about, gets the
    /// quantity that is said.
    private func ordering(_ topic: Topic, _ change: LineChange, _ count: Int) -> OrderAct {
        var item = topic.item
        if topic.isOfContents, lines.contains(where: { $0.itemId == item.itemId }) {
            let change = LineChange(options: change.options, quantity: change.quantity ?? count, diets: change.diets)
            return .change(.described(items: [item.itemId], options: []), change)
        }
        if topic.isWithheld, let repaired = repaired(item, change) { item = repaired }
        let quantity = change.quantity ?? (topic.isWithheld ? item.quantity : count)
        LineChange(options: change.options, quantity: quantity, diets: change.diets).apply(to: &item, menu: rules.menu)
        return .add([item])
    }

    /// The allergens of the lines that are meant, or in general where there is no such line.
    func contents(_ name: String?, of reference: LineReference) -> [Prompt] {
        guard case .lines(let ids, _) = resolve(reference) else {
            return [.answer(.allergens(name, itemIds: [], options: []))]
        }
        return ids.compactMap(line).map { .contents(name, $0) }
    }

    /// Answers what on the menu contains these allergens.
    func allergenAnswers(_ allergens: [String]) -> [Prompt] {
        let listed = allergens.filter { allergen in
            rules.menu.items.contains { rules.menu.allergens(of: $0).contains(allergen) }
        }
        return (listed.isEmpty ? Array(allergens.prefix(1)) : listed).map {
            .answer(.allergens($0, itemIds: [], options: []))
        }
    }
}

extension CartRules {
    /// The item that a question is about, ready to be ordered; `nil` where it is about none.
    fileprivate func topic(of question: MenuQuestion) -> Topic? {
        let ids: [String]
        var options: [OptionReference] = []
        switch question {
        case .price(let item, _): return item.map { Topic(item: $0.asLine) }
        case .choices(_, let id): ids = id.map { [$0] } ?? []
        case .options(let id): ids = [id]
        case .availability(let items, let said), .allergens(_, let items, let said): (ids, options) = (items, said)
        case .items, .suitable, .search, .contents, .missing, .other: ids = []
        }
        guard let item = ids.first.flatMap(menu.item) else { return nil }
        let taken = options.filter { item.groups.contains($0.group) }.map { SelectedOption(option: $0) }
        let asked = ParsedOrderItem(
            itemId: item.id, name: item.name, quantity: 1, options: taken, spoken: "", nameSpoken: "", confidence: 1,
            alternatives: Array(ids.dropFirst()))
        return Topic(item: asked, isOfContents: { if case .allergens = question { true } else { false } }())
    }
}

extension LineReference {
    /// Whether it is "it" or "them".
    fileprivate var isPlain: Bool { self == .latest || self == .all }

    /// The quantity where the reference means the topic ("one of those"); `nil` where it means something else.
    fileprivate var countOfTopic: Int? {
        switch self {
        case .latest, .all: 1
        case .part(let count, let inner): inner.countOfTopic.map { _ in count }
        case .nth, .other, .newest, .every, .described, .except, .gone, .nothing: nil
        }
    }
}

extension OrderAct {
    /// Whether it asks about the menu or names allergens to avoid.
    var isOfMenu: Bool {
        switch self {
        case .ask, .avoid: true
        case .add, .remove, .change, .split, .again, .undo, .forget, .say: false
        }
    }

    /// A question about the items just said: those that were not added, or else the new lines.
    func about(_ unplaced: [ParsedOrderItem], newLines: Int) -> OrderAct {
        guard case .ask(.contents(let name, .latest)) = self else { return self }
        guard let item = unplaced.last else {
            return newLines > 1 ? .ask(.contents(name, of: .newest(newLines))) : self
        }
        return .ask(.allergens(name, itemIds: [item.itemId] + item.alternatives, options: item.options.map(\.option)))
    }
}

extension [OrderAct] {
    /// The acts without allergens of one line that are also named for the whole order: "no nuts, please, I'm allergic".
    var withoutRepeatedDiets: Self {
        let avoided = flatMap { act -> [String] in if case .avoid(let diets) = act { diets } else { [] } }
        guard !avoided.isEmpty else { return self }
        return filter { act in
            guard case .change(_, let change) = act, !change.diets.isEmpty, change == LineChange(diets: change.diets)
            else { return true }
            return !change.diets.allSatisfy(avoided.contains)
        }
    }
}
