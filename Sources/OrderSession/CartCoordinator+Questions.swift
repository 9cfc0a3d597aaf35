internal import Ordering

/// What was asked about last, or left out.
struct Topic: Equatable, Sendable {
    let item: ParsedOrderItem
    /// Whether it was asked what it contains.
    var isOfContents = false
    /// Whether it was asked for and not added, for what is in it.
    var isLeftOut = false
}

/// Something that was asked for and has in it what the guest must not get.
struct LeftOut: Hashable, Sendable {
    let itemId: String
    /// The option that has it; `nil` where it is the item.
    let option: OptionReference?
    let allergen: String
}

/// What guests ask about and then order, what they ask about their order, and what nothing in it may contain.
extension CartCoordinator {
    /// The acts with the item that was asked about last, before them or among them, where they speak of it without its
    /// name.
    mutating func ofTopic(_ acts: [OrderAct]) -> [OrderAct] {
        var topic = topic, isEmpty = lines.isEmpty
        self.topic = nil
        return acts.compactMap { act in
            switch act {
            case .ask(.contents(let name, .latest)), .ask(.contents(let name, .all)):
                self.topic = topic
                guard let item = topic?.item else { return act }
                return .ask(
                    .allergens(name, itemIds: [item.itemId] + item.alternatives, options: item.options.map(\.option)))
            case .ask(let question):
                topic = rules.topic(of: question)
                self.topic = topic
                return act
            case .avoid:
                self.topic = topic
                return act
            case .change(let reference, let change)
            where change.item == nil && change.more == nil && isOf(topic, change, isEmpty: isEmpty):
                guard let found = topic, let count = reference.countOfTopic, !isAnswer(change, besides: found) else {
                    // "one and a latte": without anything that it could be of, a number alone is none.
                    let isOfNothing =
                        change == LineChange(quantity: change.quantity, isAskedFor: true) && acts.count > 1
                    return (change.isEmpty && change.isAskedFor || isOfNothing) && reference.isPlain ? nil : act
                }
                self.topic = nil
                topic = nil
                isEmpty = false
                return ordering(found, change, count)
            // "A croissant instead", of what was left out.
            case .change(.latest, let change) where topic?.isLeftOut == true && change.item != nil && !change.corrects:
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

    /// Whether a change answers the open question, and not what was asked about besides.
    private func isAnswer(_ change: LineChange, besides topic: Topic) -> Bool {
        let takes = rules.menu.item(topic.item.itemId)?.groups ?? []
        if change.options.contains(where: { !takes.contains($0.option.group) }) { return true }
        // "two large and a small" are several.
        let groups = change.options.map(\.option.group).filter { rules.menu.group($0)?.select == .one }
        if Set(groups).count < groups.count { return true }
        guard let question = pendingClarification else { return false }
        switch question.topic {
        case .option(let group):
            return question.itemId == topic.item.itemId || change.options.contains { $0.option.group == group }
        case .quantity: return true
        case .item, .line: return false
        }
    }

    /// Whether a change may be of what was asked about, where that is known, and not of the order.
    private func isOf(_ topic: Topic?, _ change: LineChange, isEmpty: Bool) -> Bool {
        guard let topic, topic.isLeftOut else { return change.isAskedFor || isEmpty }
        let isSaidAgain =
            !change.options.isEmpty
            && change.options.allSatisfy { said in topic.item.options.contains { $0.option == said.option } }
        return change.isAskedFor || isSaidAgain || repaired(topic.item, change) != nil
    }

    /// What was left out, as it can be had: "with a gluten free bun"; "vanilla, then" in place of the syrup with nuts.
    ///
    /// - Returns: `nil` where the change does not free it.
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

    /// What was asked about is ordered; what is in the order already and was asked about for its contents is as many as
    /// is said.
    private func ordering(_ topic: Topic, _ change: LineChange, _ count: Int) -> OrderAct {
        var item = topic.item
        if topic.isOfContents, lines.contains(where: { $0.itemId == item.itemId }) {
            let change = LineChange(options: change.options, quantity: change.quantity ?? count, diets: change.diets)
            return .change(.described(items: [item.itemId], options: []), change)
        }
        if topic.isLeftOut, let repaired = repaired(item, change) { item = repaired }
        let quantity = change.quantity ?? (topic.isLeftOut ? item.quantity : count)
        LineChange(options: change.options, quantity: quantity, diets: change.diets).apply(to: &item, menu: rules.menu)
        return .add([item])
    }

    /// What the menu lists of the lines that are spoken of, or of anything where there is no such line.
    func contents(_ name: String?, of reference: LineReference) -> [Prompt] {
        guard case .lines(let positions, _) = resolve(reference) else {
            return [.answer(.allergens(name, itemIds: [], options: []))]
        }
        return positions.map { .contents(name, lines[$0]) }
    }

    /// Remembers what nothing may have in it, and tells which lines have.
    ///
    /// - Parameter isAlone: whether nothing else was said; then it is told what on the menu has it.
    mutating func avoid(_ diets: [String], isAlone: Bool) -> [Prompt] {
        let new = diets.filter { !avoided.contains($0) }
        avoided += new
        pendingOrders = pendingOrders.map { $0.avoiding(new) }
        confirmedCart = confirmedCart.map { $0.avoiding(new) }
        let ordered = lines.flatMap { line in
            rules.diets(of: line).contained.filter(diets.contains).map { rules.containing($0, line, .kept) }
        }
        guard isAlone else { return ordered }
        let listed = diets.filter { diet in rules.menu.items.contains { rules.menu.allergens(of: $0).contains(diet) } }
        return ordered
            + (listed.isEmpty ? Array(diets.prefix(1)) : listed).map {
                .answer(.allergens($0, itemIds: [], options: []))
            }
    }
}

extension CartRules {
    /// The one thing that a question is about, ready to be ordered; `nil` where it is about none.
    fileprivate func topic(of question: MenuQuestion) -> Topic? {
        let ids: [String]
        var options: [OptionReference] = []
        switch question {
        case .price(let item, _): return item.map { Topic(item: $0.asLine) }
        case .choices(_, let id): ids = id.map { [$0] } ?? []
        case .options(let id): ids = [id]
        case .availability(let items, let said), .allergens(_, let items, let said): (ids, options) = (items, said)
        case .items, .contents, .missing, .other: ids = []
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
    /// "it", "them"
    fileprivate var isPlain: Bool { self == .latest || self == .all }

    /// How many are meant where it is what was asked about: "one of those"; `nil` where it is something else.
    fileprivate var countOfTopic: Int? {
        switch self {
        case .latest, .all: 1
        case .part(let count, let inner): inner.countOfTopic.map { _ in count }
        case .nth, .other, .newest, .every, .described, .gone, .nothing: nil
        }
    }
}

extension OrderAct {
    /// Whether it asks the menu, or tells what nothing may contain.
    var isOfMenu: Bool {
        switch self {
        case .ask, .avoid: true
        case .add, .remove, .change, .split, .again, .undo, .forget, .say: false
        }
    }

    /// A question about what was just said: of things that are in no line, or of all the lines that came of it.
    func about(_ unplaced: [ParsedOrderItem], newLines: Int) -> OrderAct {
        guard case .ask(.contents(let name, .latest)) = self else { return self }
        guard let item = unplaced.last else {
            return newLines > 1 ? .ask(.contents(name, of: .newest(newLines))) : self
        }
        return .ask(.allergens(name, itemIds: [item.itemId] + item.alternatives, options: item.options.map(\.option)))
    }
}

extension [OrderAct] {
    /// "No nuts, please, I'm allergic": the allergy is of all lines, and says all that the first words do of one.
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
