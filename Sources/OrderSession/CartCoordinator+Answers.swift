internal import Ordering

/// What an utterance means as the answer to the open question.
extension CartCoordinator {
    /// The acts with answers in place of what they answer.
    mutating func answered(_ acts: [OrderAct]) -> [OrderAct] {
        guard let question = pendingClarification else { return acts }
        switch question.topic {
        case .option(let group):
            return acts.flatMap { parted($0, group: group, line: question.line) }.map {
                answered($0, group: group, line: question.line)
            }
        case .quantity: return acts.map { answeredQuantity($0, line: question.line) }
        case .item(let candidates, let act):
            guard let first = acts.first else { return acts }
            if let several = several(first, among: candidates, for: act) {
                _ = giveUp(question)
                return several + acts.dropFirst()
            }
            guard let item = chosen(first, among: candidates) else {
                // A number that none of them has is no number of what was said before.
                if case .change(.latest, let change) = first, change.bareNumber != nil {
                    return Array(acts.dropFirst())
                }
                return acts
            }
            _ = giveUp(question)
            return [act.naming(item)] + acts.dropFirst()
        case .line(let candidates, let act):
            // Whatever the answer is, the question is over; without one it is put again by what it was about.
            pendingClarification = nil
            guard let first = acts.first, let line = chosen(first, among: candidates) else {
                return acts.allSatisfy(isAnswerless) ? [act] + acts : acts
            }
            return [act.retargeted(to: line)] + acts.dropFirst()
        }
    }

    /// Gives up the question where the answer begins with a no to all that is asked about: "no", "scratch that", "never
    /// mind the cake".
    ///
    /// - Returns: what else was said; `nil` where the question stands.
    mutating func refusingQuestion(_ acts: [OrderAct]) -> [OrderAct]? {
        guard let question = pendingClarification, let first = acts.first, isRefused(question, by: first) else {
            return nil
        }
        _ = giveUp(question)
        return Array(acts.dropFirst())
    }

    private func isRefused(_ question: Clarification, by act: OrderAct) -> Bool {
        switch (question.topic, act) {
        case (.item, .say(.decline)), (.item, .remove(.latest)), (.item, .undo), (.item, .forget),
            (.line, .say(.decline)), (.line, .undo), (.line, .forget):
            return true
        case (.item(let candidates, _), .remove(let reference)):
            guard case .described(let items, _) = reference.whole, items.contains(where: { candidates.contains($0) })
            else { return false }
            // One of them may be in the order already, and be what is to go.
            return candidates.allSatisfy { items.contains($0) } || resolve(reference) == .nothing
        default: return false
        }
    }

    /// Forgets a question and what it is about.
    ///
    /// - Returns: the line that went with it, because it cannot be ordered without an answer.
    mutating func giveUp(_ question: Clarification) -> OrderLine? {
        pendingClarification = nil
        switch question.topic {
        case .item:
            if let index = undecided.firstIndex(of: question) { undecided.remove(at: index) }
            return nil
        case .line: return nil
        case .option, .quantity:
            guard let line = line(question.line) else { return nil }
            removeLine(line.id)
            gone = [line]
            return line
        }
    }

    private func isAnswerless(_ act: OrderAct) -> Bool {
        switch act {
        case .say(.decline), .say(.confirm), .say(.unknown): true
        default: false
        }
    }

    private func reference(line: Int) -> LineReference {
        (lines.firstIndex { $0.id == line }).map { .nth($0 + 1, of: .all) } ?? .latest
    }

    /// "oat, please", "the large one": what is said without an item goes to the line that was asked about.
    private func answered(_ act: OrderAct, group: String, line: Int) -> OrderAct {
        // "onion rings": asked about the side of a meal, it is that.
        if case .add(let items) = act {
            let options = items.map { item in item.asOption.first { option in isOpen(option.option.group, line: line) }
            }
            if items.first?.asOption.contains(where: { $0.option.group == group }) == true,
                options.allSatisfy({ $0 != nil })
            {
                return .change(
                    reference(line: line),
                    LineChange(options: options.compactMap(\.self) + items.flatMap(\.options), diets: act.diets))
            }
        }
        // "And a large one", asked which size the mocha is: no other drink.
        if case .again(.latest, var change) = act, change.quantity == 1,
            change.options.contains(where: { option in
                ([option] + option.alternatives).contains { $0.option.group == group }
            })
        {
            change.quantity = nil
            return answered(.change(.latest, change), group: group, line: line)
        }
        guard case .change(.latest, var change) = act, change.item == nil else { return act }
        // "Toast it", of a bagel beside the coffee that was asked about.
        if let asked = self.line(line), !takesAny(of: change, asked),
            lines.contains(where: { takesAny(of: change, $0) })
        {
            return act
        }
        if let options = rules.menu.group(group)?.options, let number = change.bareNumber,
            let index = Self.only(number, in: options.map { [$0.name] + $0.aliases })
        {
            change = LineChange(options: [
                SelectedOption(option: OptionReference(group: group, option: options[index].id))
            ])
        }
        change.options = change.options.map { option in
            ([option] + option.alternatives).first { $0.option.group == group } ?? option
        }
        return .change(reference(line: line), change)
    }

    /// "medium with oat milk, and a muffin": what a muffin does not come with answers the question.
    private func parted(_ act: OrderAct, group: String, line id: Int) -> [OrderAct] {
        guard case .add(var items) = act, let line = line(id), let item = rules.menu.item(line.itemId),
            let first = items.first,
            first.refused.contains(where: { $0.option.group == group })
        else { return [act] }
        let answer = first.refused.filter { item.groups.contains($0.option.group) }
        items[0].refused.removeAll(where: answer.contains)
        return [.change(reference(line: id), LineChange(options: answer)), .add(items)]
    }

    /// Whether a group of a line is without an answer.
    private func isOpen(_ group: String, line id: Int) -> Bool {
        guard let line = line(id), rules.menu.item(line.itemId)?.groups.contains(group) == true else { return false }
        return !line.options.contains { $0.option.group == group }
    }

    private func answeredQuantity(_ act: OrderAct, line: Int) -> OrderAct {
        switch act {
        case .change(.latest, let change): return .change(reference(line: line), change)
        // "two lattes, please"
        case .add(let items):
            guard items.count == 1, let item = items.first, item.itemId == self.line(line)?.itemId else { return act }
            return .change(
                reference(line: line), LineChange(options: item.options, quantity: item.quantity, diets: item.diets))
        default: return act
        }
    }

    /// "One apple and one orange", "an apple juice and a bagel": what answers, and what is ordered besides.
    private func several(_ answer: OrderAct, among candidates: [String], for act: OrderAct) -> [OrderAct]? {
        guard case .add(let items) = answer, items.count > 1, case .add = act else { return nil }
        let named = items.filter { $0.alternatives.isEmpty && candidates.contains($0.itemId) }
        guard named.count == 1 else { return named.isEmpty ? nil : [answer] }
        let others = items.filter { $0 != named[0] }
        return [act.naming(named[0]), .add(others)]
    }

    /// The item, among those asked about, that an answer names; with the options that came with the answer.
    private func chosen(_ act: OrderAct, among candidates: [String]) -> ParsedOrderItem? {
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
            // "The pork one", where pork is an option of another thing, too.
            let named = items.indices.filter { items[$0].isCalled(change.options.map(\.spoken)) }
            if !change.options.isEmpty, named.count == 1 {
                var item = ParsedOrderItem(items[named[0]])
                (item.quantity, item.diets) = (change.quantity ?? 1, change.diets)
                return item
            }
            guard let number = change.bareNumber,
                let index = Self.only(number, in: items.map { [$0.name] + $0.aliases })
            else { return nil }
            return ParsedOrderItem(items[index])
        default: return nil
        }
    }

    /// "Twelve", where "6 piece or 12 piece" was asked: the one thing whose names have that number.
    private static func only(_ number: Int, in things: [[String]]) -> Int? {
        let found = things.indices.filter {
            things[$0].contains { $0.split { !$0.isNumber }.contains { Int($0) == number } }
        }
        return found.count == 1 ? found[0] : nil
    }

    /// The line, among those asked about, that an answer names.
    private func chosen(_ act: OrderAct, among candidates: [Int]) -> LineReference? {
        let asked = candidates.compactMap(line)
        func pick(_ reference: LineReference) -> LineReference? {
            guard case .lines(let positions, _) = rules.resolver.resolve(reference, in: asked.map(\.item), latest: nil)
            else { return nil }
            return positions.count == 1
                ? self.reference(line: asked[positions[0]].id)
                : positions.count == asked.count ? .every(described(asked)) : nil
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

    private func described(_ lines: [OrderLine]) -> LineReference {
        .described(items: lines.map(\.itemId), options: [])
    }
}

extension OrderAct {
    /// The same, with the item that was meant in place of one that may be several.
    fileprivate func naming(_ item: ParsedOrderItem) -> OrderAct {
        func named(_ old: ParsedOrderItem) -> ParsedOrderItem {
            var new = item
            new.quantity = item.quantity > 1 ? item.quantity : old.quantity
            // "the chocolate one" answers which; whether one was meant that is there already was said before.
            new.isDefinite = old.isDefinite
            new.isCounted = old.isCounted || item.quantity > 1
            new.diets = old.diets + item.diets.filter { !old.diets.contains($0) }
            new.refused = old.refused + item.refused
            new.options =
                old.options.filter { option in !item.options.contains { $0.option.group == option.option.group } }
                + item.options
            return new
        }
        switch self {
        case .add(let items): return .add(items.prefix(1).map(named))
        case .change(let reference, var change):
            change.item = change.item.map(named)
            return .change(reference, change)
        default: return self
        }
    }

    /// The same, done to another line.
    fileprivate func retargeted(to reference: LineReference) -> OrderAct {
        switch self {
        case .remove(let old): return .remove(old.retargeted(to: reference))
        case .change(let old, let change): return .change(old.retargeted(to: reference), change)
        case .again(let old, let change): return .again(old.retargeted(to: reference), change)
        default: return self
        }
    }
}

extension ParsedOrderItem {
    /// One of an item, without anything said of it.
    fileprivate init(_ item: MenuItem) {
        self.init(itemId: item.id, name: item.name, quantity: 1, options: [], spoken: "", nameSpoken: "", confidence: 1)
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

extension LineReference {
    /// Whether it is the line said or changed last, or pieces of it.
    var isOfLatest: Bool {
        guard case .part(_, let line) = self else { return self == .latest }
        return line == .latest
    }

    /// The same of another line: so many pieces of it where pieces are meant.
    func retargeted(to reference: LineReference) -> LineReference {
        guard case .part(let count, _) = self else { return reference }
        return .part(count, of: reference)
    }
}

extension LineChange {
    /// The number, where nothing else was said.
    fileprivate var bareNumber: Int? {
        guard let quantity, self == LineChange(quantity: quantity, isAskedFor: isAskedFor) else { return nil }
        return quantity
    }
}
