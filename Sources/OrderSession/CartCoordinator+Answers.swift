internal import Ordering

/// Answers to the open question, by words or by touch.
extension CartCoordinator {
    // MARK: Touch

    /// Applies an answer of the display. One that does not fit the open question asks it again.
    mutating func applyClarification(_ answer: ClarificationAnswer) -> Outcome {
        guard let question = pendingClarification else { return Outcome([.notUnderstood]) }
        switch (question.topic, answer) {
        case (.option(let group), .option(let id)):
            let option = OptionReference(group: group, option: id)
            guard rules.menu.option(option) != nil else { break }
            return execute(.setOption(SelectedOption(option: option), of: question.line))
        case (.quantity, .quantity(let quantity)):
            return execute(.setQuantity(of: question.line, to: quantity))
        case (.item(let candidates, let command), .item(let id)):
            guard candidates.contains(id), let item = rules.menu.item(id) else { break }
            _ = giveUp(question)
            return perform(naming(ParsedOrderItem(item), in: command))
        case (.line(let candidates, let command), .line(let id)):
            guard candidates.contains(id) else { break }
            pendingClarification = nil
            return perform(command.retargeted(to: [id]))
        case (.permission(let command), .permission(let isGranted)):
            _ = giveUp(question)
            return isGranted ? perform(command) : Outcome([.nothingChanged])
        case (.service, .service(let kind)): return Outcome(choose(kind))
        case (.option, _), (.quantity, _), (.item, _), (.line, _), (.permission, _), (.service, _): break
        }
        return requestClarification(question)
    }

    /// The command that waited for an item, with that item. Where the lines that it was to change are gone, the item
    /// is added.
    private func naming(_ item: ParsedOrderItem, in command: CartCommand) -> CartCommand {
        let named = command.naming(item)
        guard case .change(let ids, _, let change) = named, var new = change.item, ids.allSatisfy({ line($0) == nil })
        else { return named }
        new.quantity = change.quantity ?? 1
        return .add([new])
    }

    /// Closes the open question without an answer.
    mutating func dropQuestion() -> Outcome {
        guard let question = pendingClarification else { return Outcome([.notUnderstood]) }
        let line = giveUp(question)
        if question.topic == .service { return Outcome(checkout()) }
        if case .permission = question.topic { return Outcome([.nothingChanged]) }
        guard let line else { return Outcome(hasChanged: true) }
        memory.recordUndo(to: OrderVersion(self), without: line)
        return Outcome([.removed([line])], hasChanged: true)
    }

    // MARK: Speech

    /// The steps of an utterance, with answers to the open question applied to what was asked about.
    mutating func answering(_ acts: [OrderAct]) -> [UtteranceStep] {
        guard let question = pendingClarification else { return acts.map { .act($0) } }
        switch question.topic {
        case .option(let group):
            return acts.flatMap { act in
                restatedAnswer(act, group: group, line: question.line)
                    ?? separatingAnswer(in: act, group: group, line: question.line)
            }
        case .quantity: return acts.map { answeringQuantity($0, line: question.line) }
        case .item(let candidates, let command):
            guard let first = acts.first else { return [] }
            let rest = acts.dropFirst().map { UtteranceStep.act($0) }
            if let several = answerAndOthers(first, among: candidates, for: command) {
                _ = giveUp(question)
                return several + rest
            }
            guard let item = chosenItem(first, among: candidates) else {
                // A number that no candidate has in its name is no quantity of an earlier line.
                if case .change(.latest, let change) = first, change.bareNumber != nil { return rest }
                return acts.map { .act($0) }
            }
            _ = giveUp(question)
            return [.command(naming(item, in: command))] + rest
        case .line(let candidates, let command):
            // The question is closed by any other utterance; one without content has it asked again.
            pendingClarification = nil
            guard let first = acts.first, let ids = chosenLines(first, among: candidates) else {
                return acts.allSatisfy(\.isWithoutContent) ? [.ask(question)] : acts.map { .act($0) }
            }
            return [.command(command.retargeted(to: ids))] + acts.dropFirst().map { .act($0) }
        case .permission(let command):
            guard let first = acts.first else { return [] }
            if first == .say(.confirm) || isSaidAgain(command, by: first) {
                _ = giveUp(question)
                return [.command(command)] + acts.dropFirst().map { .act($0) }
            }
            // What is said instead of a yes continues the order; a rule's question stays open.
            if !undecided.contains(question), !acts.allSatisfy(\.isWithoutContent) { pendingClarification = nil }
            return acts.map { .act($0) }
        // Any answer ends the question; without a wish the order is read back.
        case .service:
            guard acts.allSatisfy(\.isAboutNoLine) else {
                pendingClarification = nil
                return acts.map { .act($0) }
            }
            return [.command(terms.service.map { .answer(.service($0)) } ?? .checkout)]
        }
    }

    /// "Cancel it", said to the question whether to cancel the order.
    private func isSaidAgain(_ command: CartCommand, by act: OrderAct) -> Bool {
        (command == .clear || command == .cancel) && (act == .say(.clear) || act == .say(.cancel))
    }

    /// Closes the open question where the utterance begins with a no to all that is asked about: "no", "scratch that",
    /// "never mind the cake".
    ///
    /// - Returns: the remaining acts, with what to tell about the question; `nil` where the question stays open.
    mutating func refusingQuestion(_ acts: [OrderAct]) -> (rest: [OrderAct], prompts: [Prompt])? {
        guard let question = pendingClarification, let first = acts.first, isRefused(question, by: first) else {
            return nil
        }
        _ = giveUp(question)
        // "Just the latte" says what is left.
        if case .add(let items) = first, items.contains(where: { $0.relation == .only }) { return (acts, []) }
        let isPermission = if case .permission = question.topic { true } else { false }
        return (Array(acts.dropFirst()), isPermission ? [.nothingChanged] : [])
    }

    private func isRefused(_ question: Clarification, by act: OrderAct) -> Bool {
        switch (question.topic, act) {
        case (.item, .say(.decline)), (.item, .remove(.latest)), (.item, .undo), (.item, .forget),
            (.line, .say(.decline)), (.line, .undo), (.line, .forget),
            (.permission, .say(.decline)), (.permission, .undo), (.permission, .forget):
            return true
        case (.item, .add(let items)), (.line, .add(let items)):
            return items.allSatisfy { $0.relation == .kept && isInOrder($0) } || linesBesides(items) != nil
        case (.item(let candidates, _), .remove(let reference)):
            guard case .described(let items, _) = reference.whole, items.contains(where: { candidates.contains($0) })
            else { return false }
            // A candidate that is in the order may be the one to remove.
            return candidates.allSatisfy { items.contains($0) } || resolve(reference) == .nothing
        default: return false
        }
    }

    /// Forgets a question and what it is about.
    ///
    /// - Returns: the line that was removed because it cannot be ordered without an answer.
    mutating func giveUp(_ question: Clarification) -> OrderLine? {
        pendingClarification = nil
        switch question.topic {
        case .item, .permission:
            if let index = undecided.firstIndex(of: question) { undecided.remove(at: index) }
            return nil
        case .line, .service: return nil
        case .option, .quantity:
            guard let line = line(question.line) else { return nil }
            removeLine(line.id)
            memory.removed = [line]
            return line
        }
    }

    // MARK: Answers about a line

    /// Separates an answer from what is ordered with it: "medium with oat milk, and a muffin".
    private func separatingAnswer(in act: OrderAct, group: String, line id: Int) -> [UtteranceStep] {
        guard case .add(var items) = act, let line = line(id), let item = rules.menu.item(line.itemId),
            let first = items.first,
            first.refused.contains(where: { $0.option.group == group })
        else { return [answering(act, group: group, line: id)] }
        // A muffin does not come with a size: the size answers the question about the latte.
        let answer = first.refused.filter { item.groups.contains($0.option.group) }
        items[0].refused.removeAll(where: answer.contains)
        return [
            .command(.change(lines: [id], LineChange(options: answer))),
            answering(.add(items), group: group, line: id),
        ]
    }

    /// What is said without an item ("oat, please", "the large one") is applied to the line that was asked about.
    private func answering(_ act: OrderAct, group: String, line: Int) -> UtteranceStep {
        // "Onion rings" to the question which side a meal comes with.
        if case .add(let items) = act {
            let options = items.map { item in item.asOption.first { option in isOpen(option.option.group, line: line) }
            }
            if items.first?.asOption.contains(where: { $0.option.group == group }) == true,
                options.allSatisfy({ $0 != nil })
            {
                return .command(
                    .change(
                        lines: [line],
                        LineChange(options: options.compactMap(\.self) + items.flatMap(\.options), diets: act.diets)))
            }
        }
        // "And a large one" to the question which size the mocha is.
        if case .again(.latest, var change) = act, change.quantity == 1,
            change.options.contains(where: { option in
                ([option] + option.alternatives).contains { $0.option.group == group }
            })
        {
            change.quantity = nil
            return answering(.change(.latest, change), group: group, line: line)
        }
        guard case .change(.latest, var change) = act, change.item == nil else { return .act(act) }
        // "Toast it", said of a bagel beside the coffee that was asked about.
        if let asked = self.line(line), !takesAny(of: change, asked),
            lines.contains(where: { takesAny(of: change, $0) })
        {
            return .act(act)
        }
        if let options = rules.menu.group(group)?.options, let number = change.bareNumber,
            let index = Self.onlyIndex(of: number, in: options.map { [$0.name] + $0.aliases })
        {
            change = LineChange(options: [
                SelectedOption(option: OptionReference(group: group, option: options[index].id))
            ])
        }
        // Only the first option answers; of two halves of a pizza the second one has its own group.
        var isAnswered = false
        change.options = change.options.map { option in
            guard !isAnswered,
                let answer = ([option] + option.alternatives).first(where: { $0.option.group == group })
            else { return option }
            isAnswered = true
            return answer
        }
        if let asked = self.line(line), let (pieces, change) = pieces(of: asked, change) {
            return .command(.change(lines: [line], pieces: pieces, change))
        }
        return .command(.change(lines: [line], change))
    }

    /// An answer that names the item again: "a large latte" to the question which size the latte is. It orders no
    /// second one. Further items of the answer may complete other lines: "small latte large cappuccino".
    private func restatedAnswer(_ act: OrderAct, group: String, line id: Int) -> [UtteranceStep]? {
        guard case .add(let items) = act, let asked = line(id),
            items.contains(where: { item in
                item.itemId == asked.itemId && item.options.contains { $0.option.group == group }
            })
        else { return nil }
        var open = [id] + lines.map(\.id).filter { $0 != id }
        var steps: [UtteranceStep] = [], others: [ParsedOrderItem] = []
        for item in items {
            let fitting = open.first { id in
                line(id)?.itemId == item.itemId && item.alternatives.isEmpty
                    && item.options.contains { isOpen($0.option.group, line: id) }
            }
            guard let fitting else {
                others.append(item)
                continue
            }
            open.removeAll { $0 == fitting }
            let quantity = item.isCounted && item.quantity != line(fitting)?.quantity ? item.quantity : nil
            steps.append(
                .command(
                    .change(
                        lines: [fitting],
                        LineChange(options: item.options, quantity: quantity, diets: item.diets))))
        }
        return steps + (others.isEmpty ? [] : [.act(.add(others))])
    }

    /// Whether a group of a line is without an answer.
    private func isOpen(_ group: String, line id: Int) -> Bool {
        guard let line = line(id), rules.menu.item(line.itemId)?.groups.contains(group) == true else { return false }
        return !line.options.contains { $0.option.group == group }
    }

    private func answeringQuantity(_ act: OrderAct, line: Int) -> UtteranceStep {
        switch act {
        case .change(.latest, let change): return .command(.change(lines: [line], change))
        // "Two lattes, please."
        case .add(let items):
            guard items.count == 1, let item = items.first, item.itemId == self.line(line)?.itemId else {
                return .act(act)
            }
            return .command(
                .change(
                    lines: [line],
                    LineChange(options: item.options, quantity: item.quantity, diets: item.diets)))
        default: return .act(act)
        }
    }

    // MARK: Which item, which line

    /// An answer with other orders: "one apple and one orange", "an apple juice and a bagel".
    private func answerAndOthers(_ answer: OrderAct, among candidates: [String], for command: CartCommand)
        -> [UtteranceStep]?
    {
        guard case .add(let items) = answer, items.count > 1, case .add = command else { return nil }
        let named = items.filter { $0.alternatives.isEmpty && candidates.contains($0.itemId) }
        guard named.count == 1 else { return named.isEmpty ? nil : [.act(answer)] }
        let others = items.filter { $0 != named[0] }
        return [.command(command.naming(named[0])), .act(.add(others))]
    }

    /// The candidate that an answer names, with the options that were said with it.
    private func chosenItem(_ act: OrderAct, among candidates: [String]) -> ParsedOrderItem? {
        switch act {
        case .add(let items):
            guard items.count == 1, var item = items.first,
                let id = ([item.itemId] + item.alternatives).first(where: { candidates.contains($0) }),
                item.alternatives.filter({ candidates.contains($0) }).count == (id == item.itemId ? 0 : 1)
            else { return nil }
            if id != item.itemId {
                let diets = item.diets
                item = ParsedOrderItem(
                    itemId: id, name: rules.menu.item(id)?.name ?? id, quantity: item.quantity, options: item.options,
                    spoken: item.spoken, nameSpoken: item.nameSpoken,
                    confidence: item.confidence)
                item.diets = diets
            }
            item.alternatives = []
            return item
        case .change(.nth(let position, of: .all), let change) where change.isEmpty:
            let index = position > 0 ? position - 1 : candidates.count + position
            guard candidates.indices.contains(index), let item = rules.menu.item(candidates[index]) else { return nil }
            return ParsedOrderItem(item)
        case .change(.latest, let change):
            let items = candidates.compactMap(rules.menu.item)
            // "The pork one", where pork is an option of another item, too.
            let named = items.indices.filter { items[$0].isCalled(change.options.map(\.spoken)) }
            if !change.options.isEmpty, named.count == 1 {
                var item = ParsedOrderItem(items[named[0]])
                (item.quantity, item.diets) = (change.quantity ?? 1, change.diets)
                return item
            }
            guard let number = change.bareNumber,
                let index = Self.onlyIndex(of: number, in: items.map { [$0.name] + $0.aliases })
            else { return nil }
            return ParsedOrderItem(items[index])
        default: return nil
        }
    }

    /// The only entry with a number in one of its names: "twelve" to the question "6 piece or 12 piece".
    private static func onlyIndex(of number: Int, in names: [[String]]) -> Int? {
        let found = names.indices.filter {
            names[$0].contains { $0.split { !$0.isNumber }.contains { Int($0) == number } }
        }
        return found.count == 1 ? found[0] : nil
    }

    /// The candidates that an answer names, by id.
    private func chosenLines(_ act: OrderAct, among candidates: [Int]) -> [Int]? {
        let asked = candidates.compactMap(line)
        func pick(_ reference: LineReference) -> [Int]? {
            guard case .lines(let positions, _) = rules.resolver.resolve(reference, in: asked.map(\.item), latest: nil),
                positions.count == 1 || positions.count == asked.count
            else { return nil }
            return positions.map { asked[$0].id }
        }
        switch act {
        case .change(.latest, let change):
            return change.options.isEmpty ? nil : pick(.described(items: [], options: change.options.map(\.option)))
        case .change(let reference, let change): return change.isEmpty ? pick(reference) : nil
        case .add(let items):
            return items.count == 1
                ? pick(.described(items: [items[0].itemId], options: items[0].options.map(\.option))) : nil
        default: return nil
        }
    }
}

extension OrderAct {
    /// Whether it says nothing but yes, no, or nothing that was understood.
    fileprivate var isWithoutContent: Bool {
        switch self {
        case .say(.decline), .say(.confirm), .say(.unknown): true
        default: false
        }
    }
}

extension MenuItem {
    /// Whether all these words are in one of its names.
    fileprivate func isCalled(_ phrases: [String]) -> Bool {
        let said = phrases.flatMap { SpokenWords($0).words }
        return !said.isEmpty
            && ([name] + aliases).contains { name in said.allSatisfy(SpokenWords(name).words.contains) }
    }
}

extension LineChange {
    /// The number, where nothing else was said.
    fileprivate var bareNumber: Int? {
        guard let quantity, self == LineChange(quantity: quantity, isAskedFor: isAskedFor) else { return nil }
        return quantity
    }
}
