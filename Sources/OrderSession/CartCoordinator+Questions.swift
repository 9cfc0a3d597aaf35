internal import Ordering

/// What guests ask about and then order, what they ask about their order, and what nothing in it may contain.
extension CartCoordinator {
    /// The acts with the item that was asked about last, before them or among them, where they speak of it without its name.
    mutating func ofTopic(_ acts: [OrderAct]) -> [OrderAct] {
        var topic = topic, isEmpty = lines.isEmpty
        self.topic = nil
        return acts.compactMap { act in
            switch act {
            case .ask(.contents(let name, .latest)), .ask(.contents(let name, .all)):
                self.topic = topic
                return topic.map { .ask(.allergens(name, itemIds: [$0.itemId] + $0.alternatives, options: $0.options.map(\.option))) } ?? act
            case .ask(let question):
                topic = rules.topic(of: question)
                self.topic = topic
                return act
            case .change(let reference, let change) where change.item == nil && change.more == nil && (change.isAskedFor || isEmpty):
                guard var item = topic, let count = reference.countOfTopic else { return change.isEmpty && change.isAskedFor ? nil : act }
                LineChange(options: change.options, quantity: change.quantity ?? count, diets: change.diets).apply(to: &item, menu: rules.menu)
                self.topic = nil
                topic = nil
                isEmpty = false
                return .add([item])
            case .add:
                isEmpty = false
                topic = nil
                return act
            case .split, .again, .remove, .change, .avoid, .say: return act
            }
        }
    }

    /// What the menu lists of the lines that are spoken of, or of anything where there is no such line.
    func contents(_ name: String?, of reference: LineReference) -> [Prompt] {
        guard case .lines(let positions, _) = resolve(reference) else { return [.answer(.allergens(name, itemIds: [], options: []))] }
        return positions.map { .contents(name, lines[$0]) }
    }

    /// Remembers what nothing may have in it, and tells which lines have.
    ///
    /// - Parameter isAlone: whether nothing else was said; then it is told what on the menu has it.
    mutating func avoid(_ diets: [String], isAlone: Bool) -> [Prompt] {
        let new = diets.filter { !avoided.contains($0) }
        avoided += new
        for index in pendingOrders.indices { pendingOrders[index].item.avoid(new) }
        for index in confirmedCart.indices { confirmedCart[index].item.avoid(new) }
        let ordered = lines.flatMap { line in
            rules.diets(of: line).contained.filter(diets.contains).map { Prompt.contains(allergen: $0, itemId: line.itemId, isLeftOut: false) }
        }
        return ordered + (isAlone ? diets.map { .answer(.allergens($0, itemIds: [], options: [])) } : [])
    }
}

extension CartRules {
    /// The one thing that a question is about, ready to be ordered; `nil` where it is about none.
    fileprivate func topic(of question: MenuQuestion) -> ParsedOrderItem? {
        let ids: [String]
        switch question {
        case .price(let item, _): return item?.asLine
        case .choices(_, let id): ids = id.map { [$0] } ?? []
        case .options(let id): ids = [id]
        case .availability(let items, _), .allergens(_, let items, _): ids = items
        case .items, .contents, .other: ids = []
        }
        guard let item = ids.first.flatMap(menu.item) else { return nil }
        return ParsedOrderItem(
            itemId: item.id, name: item.name, quantity: 1, options: [], spoken: "", nameSpoken: "", confidence: 1, alternatives: Array(ids.dropFirst()))
    }
}

extension LineReference {
    /// How many are meant where it is what was asked about: "one of those"; `nil` where it is something else.
    fileprivate var countOfTopic: Int? {
        switch self {
        case .latest, .all: 1
        case .part(let count, let inner): inner.countOfTopic.map { _ in count }
        case .nth, .other, .newest, .every, .described: nil
        }
    }
}

extension ParsedOrderItem {
    fileprivate mutating func avoid(_ new: [String]) { diets += new.filter { !diets.contains($0) } }
}

extension OrderAct {
    /// A question about what was said last, of things that are in no line.
    func about(_ unplaced: [ParsedOrderItem]) -> OrderAct {
        guard case .ask(.contents(let name, .latest)) = self, let item = unplaced.last else { return self }
        return .ask(.allergens(name, itemIds: [item.itemId] + item.alternatives, options: item.options.map(\.option)))
    }
}
