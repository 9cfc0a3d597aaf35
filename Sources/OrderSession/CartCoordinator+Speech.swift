public import Ordering

/// One step of an utterance.
enum UtteranceStep: Equatable, Sendable {
    /// An act whose references are not resolved yet.
    case act(OrderAct)
    /// A command for known lines: an answer to the open question.
    case command(CartCommand)
    /// The open question once more, because it was not answered.
    case ask(Clarification)

    /// Items that the step adds.
    fileprivate var addedItems: [ParsedOrderItem]? {
        switch self {
        case .act(.add(let items)), .command(.add(let items)): items
        case .act, .command, .ask: nil
        }
    }
}

/// Utterances: each act is resolved against the order as it is by then and applied as commands.
extension CartCoordinator {
    /// Applies an utterance as one turn.
    ///
    /// - Returns: what to tell the guest, at least one prompt.
    public mutating func apply(_ result: OrderParseResult) -> [Prompt] { apply(result.acts) }

    mutating func apply(_ acts: [OrderAct]) -> [Prompt] {
        turn(isSpoken: true) { cart in
            if !acts.isEmpty, acts.allSatisfy(\.isOfMenu) { cart.memory.current.effect = .asked }
            let spoken = cart.resolvingTopic(in: cart.withoutNo(acts.withoutRepeatedDiets).withoutUndoBeforeClosing)
            guard !spoken.isEmpty else { return [cart.pendingClarification.map { .question($0) } ?? .notUnderstood] }
            let refused = cart.refusingQuestion(spoken)
            let steps = refused?.rest.map { .act($0) } ?? cart.answering(spoken.resolvingPieces(of: cart.lines))
            var outcome = Outcome(refused?.prompts ?? [], hasChanged: refused != nil)
            outcome += cart.perform(steps)
            guard refused != nil || outcome.hasChanged || acts.contains(where: \.isAboutOrder) else {
                return outcome.prompts
            }
            return outcome.prompts + cart.nextQuestion(after: outcome, isCheckingOut: acts.last == .say(.checkout))
        }
    }

    /// The acts without a no to "anything else" that is followed by a wish: "no, make it two".
    private func withoutNo(_ acts: [OrderAct]) -> [OrderAct] {
        guard openQuestion == .anythingElse, acts.count > 1, acts.first == .say(.decline) else { return acts }
        return Array(acts.dropFirst())
    }

    private mutating func perform(_ steps: [UtteranceStep]) -> Outcome {
        var outcome = Outcome()
        // Items that were named and not added: "a coke, is it vegan" of a menu without it.
        var unplaced: [ParsedOrderItem] = []
        let known = lines.count
        for step in steps {
            // Once it must be asked which line is meant, what follows would be about the wrong one.
            if case .line = pendingClarification?.topic { break }
            if isAskingToEmpty { break }
            let result =
                switch step {
                case .act(let act):
                    perform(act.about(unplaced, newLines: lines.count - known), isAlone: steps.count == 1)
                case .command(let command): perform(command)
                case .ask(let question): requestClarification(question)
                }
            outcome += result
            if let items = step.addedItems { unplaced = result.hasChanged ? [] : items }
        }
        return outcome
    }

    private mutating func perform(_ act: OrderAct, isAlone: Bool) -> Outcome {
        switch act {
        case .add(let items): return order(items)
        case .remove(let reference): return remove(reference)
        case .change(let reference, let change): return self.change(reference, change)
        case .split(let reference, let parts): return split(reference, parts)
        case .again(let reference, let change): return again(reference, change)
        case .ask(.contents(let name, let reference)): return Outcome(contents(name, of: reference))
        case .ask(let question): return Outcome([.answer(question)])
        case .avoid(let allergens):
            var outcome = execute(.avoid(allergens))
            if isAlone { outcome.prompts += allergenAnswers(allergens) }
            return outcome
        case .undo: return execute(.undo)
        case .forget: return forget()
        case .say(let intent): return say(intent, isAlone: isAlone)
        }
    }

    /// Executes a command that waited for an answer. Items that it adds may still be known ones: "the chocolate one".
    mutating func perform(_ command: CartCommand) -> Outcome {
        if case .add(let items) = command { return order(items) }
        return execute(command)
    }

    // MARK: Acts about lines

    /// Adds items; an item that is in the order already ("the latte with oat") is changed instead.
    private mutating func order(_ items: [ParsedOrderItem]) -> Outcome {
        guard !items.isEmpty else { return Outcome([.notUnderstood]) }
        if let others = linesBesides(items) {
            return others.isEmpty ? Outcome(hasChanged: true) : execute(.remove(lines: others))
        }
        var added: [OrderLine] = []
        var outcome = Outcome()
        // Only lines from before the utterance are known: "the small latte and the large latte" are two.
        var known = lines.map(\.id)
        for named in items {
            let restored = itemToRestore(named)
            let item = restored ?? named
            if let change = changeOfKnownLine(item, among: &known)
                ?? changeOfRelatedLine(item, isAlone: items.count == 1)
            {
                outcome += change
                continue
            }
            var result = execute(.add([item]))
            if case .added(let lines)? = result.prompts.first {
                added += lines
                result.prompts.removeFirst()
            }
            outcome += result
            if restored != nil, result.hasChanged { memory.removed.removeAll { $0.itemId == item.itemId } }
        }
        if !added.isEmpty { outcome.prompts.insert(.added(added), at: 0) }
        return outcome
    }

    private mutating func remove(_ reference: LineReference) -> Outcome {
        if reference == .latest, hasJustAddedExtras { return execute(.undo) }
        return resolving(reference) { .remove(lines: $0, pieces: $1) }
    }

    mutating func change(_ reference: LineReference, _ change: LineChange) -> Outcome {
        if reference == .latest, let item = change.item {
            // "No wait, keep the muffin": nothing takes another's place.
            if itemToRestore(item) != nil { return order([item]) }
            // "I said two croissants": the line of that name is corrected.
            if change.corrects, lines.contains(where: { $0.itemId == item.itemId }) {
                return self.change(
                    .described(items: [item.itemId], options: []),
                    LineChange(options: item.options, quantity: change.quantity, diets: change.diets + item.diets))
            }
        }
        if let (line, option) = lineExchanging(change, for: reference) {
            return execute(.change(lines: [line.id], LineChange(options: [option])))
        }
        if reference == .latest, let line = lineCalled(by: change) { return execute(.remove(lines: [line.id])) }
        let reference = lineTaking(change, insteadOf: reference) ?? reference
        if resolve(reference) == .nothing { return changeOfNothing(reference, change) }
        if case .lines(let ids, nil) = resolve(reference), ids.count == 1, let line = line(ids[0]),
            let (pieces, change) = pieces(of: line, change)
        {
            return execute(.change(lines: ids, pieces: pieces, change))
        }
        return resolving(reference) { .change(lines: $0, pieces: $1, change) }
    }

    /// A change of a line that is not there: what should take its place is added, and so is a first item with options.
    private mutating func changeOfNothing(_ reference: LineReference, _ change: LineChange) -> Outcome {
        if change.corrects, change.item != nil, !lines.isEmpty { return self.change(.latest, change) }
        if var item = change.item {
            item.quantity = change.quantity ?? 1
            return order([item])
        }
        if case .described(let ids, let described) = reference.whole, lines.isEmpty,
            let item = ids.first.flatMap(rules.menu.item)
        {
            var new = ParsedOrderItem(item)
            new.options = described.filter { item.groups.contains($0.group) }.map { SelectedOption(option: $0) }
            change.apply(to: &new, menu: rules.menu)
            return order([new])
        }
        if lines.isEmpty, reference == .latest, let item = impliedItem(of: change) { return order([item]) }
        return Outcome([lines.isEmpty ? .notUnderstood : .notInOrder])
    }

    /// The only item of the menu that takes all of several options: "a large with banana and honey", where one dish has
    /// both.
    private func impliedItem(of change: LineChange) -> ParsedOrderItem? {
        guard change.options.count > 1 || change.isAskedFor && !change.options.isEmpty, change.item == nil else {
            return nil
        }
        let items = rules.menu.items.filter { item in
            change.options.allSatisfy { option in
                ([option] + option.alternatives).contains { item.groups.contains($0.option.group) }
            }
        }
        guard items.count == 1, let only = items.first else { return nil }
        var item = ParsedOrderItem(only)
        item.quantity = change.quantity ?? 1
        var options = change
        options.quantity = nil
        options.apply(to: &item, menu: rules.menu)
        return item
    }

    private mutating func split(_ reference: LineReference, _ parts: [LineChange]) -> Outcome {
        if lines.isEmpty { return Outcome([.notUnderstood]) }
        guard case .lines(let ids, _) = resolve(reference), let last = ids.last.flatMap(line) else {
            return resolving(reference) { ids, _ in .split(line: ids.last ?? 0, parts) }
        }
        let line = reference == .latest && last.quantity == 1 ? lineOfSeveral(taking: parts) ?? last : last
        if let commands = onePartPerLine(parts, insteadOf: line) {
            return commands.reduce(into: Outcome()) { $0 += execute($1) }
        }
        return execute(.split(line: line.id, parts))
    }

    private mutating func again(_ reference: LineReference, _ change: LineChange) -> Outcome {
        if reference == .gone { return restore(change) }
        if lines.isEmpty { return Outcome([.cartIsEmpty]) }
        guard case .lines(let ids, _) = resolve(reference), let line = ids.last.flatMap(line) else {
            return resolving(reference) { ids, _ in .copy(line: ids.last ?? 0, change) }
        }
        // "And one for my wife": what does not differ is more of the same.
        if change == LineChange(quantity: change.quantity, isAskedFor: change.isAskedFor) {
            return execute(.copy(line: line.id, change))
        }
        let split = memory.previous.split
        let rest = split?.piece == line.id ? split.flatMap { self.line($0.rest) } : nil
        if let rest, let split, change.isAskedFor, isOfRest(change, split, piece: line),
            change.quantity ?? 1 <= rest.quantity
        {
            return execute(
                .change(
                    lines: [rest.id], pieces: change.quantity ?? 1,
                    LineChange(options: change.options, diets: change.diets)))
        }
        // "And one with oat" of a latte and a muffin.
        let taking = reference == .latest ? lineTaking(change, insteadOf: .latest) : nil
        if case .lines(let ids, _)? = taking.map(resolve), let id = ids.last {
            return execute(.copy(line: id, change))
        }
        return execute(.copy(line: rest?.id ?? line.id, change))
    }

    // MARK: Acts without a line

    private mutating func say(_ intent: OrderIntent, isAlone: Bool) -> Outcome {
        switch intent {
        // "Start over, a large latte" is undone by a word.
        case .clear: return isAlone ? askToEmpty(.clear) : execute(.clear)
        case .cancel: return askToEmpty(.cancel)
        case .greeting: return Outcome([.welcome] + openQuestionAgain)
        case .thanks: return Outcome([.youAreWelcome] + openQuestionAgain)
        case .takeaway: return Outcome([terms.service.map { .service($0) } ?? .takeaway] + openQuestionAgain)
        case .staff: return Outcome([.staffCalled] + openQuestionAgain)
        case .readCart, .repeat: return Outcome(readCart(isRepeat: intent == .repeat))
        case .help: return Outcome([.help])
        // A yes to "anything else".
        case .confirm where openQuestion == .anythingElse: return Outcome([.whatElse])
        case .confirm:
            let hasNothingToConfirm = pendingOrders.isEmpty && pendingClarification == nil
            return execute(openQuestion == .confirm || hasNothingToConfirm ? .confirm : .checkout)
        case .decline: return Outcome(declineReply())
        case .checkout: return execute(.checkout)
        case .order, .add, .remove, .change, .replace, .question, .unknown: return Outcome([.notUnderstood])
        }
    }

    /// Asks before the lines are removed. Without lines nothing can be lost.
    private mutating func askToEmpty(_ command: CartCommand) -> Outcome {
        guard !lines.isEmpty else { return execute(command) }
        return requestClarification(Clarification(line: 0, itemId: "", topic: .permission(command: command)))
    }

    /// Asks whether to cancel the order, as a touch on "start over" does. An empty order is cancelled at once.
    ///
    /// - Returns: what to tell the guest, at least one prompt.
    public mutating func requestCancel() -> [Prompt] { turn { $0.askToEmpty(.cancel).prompts } }

    /// Whether the open question is whether to empty or cancel the order.
    var isAskingToEmpty: Bool {
        guard case .permission(let command) = pendingClarification?.topic else { return false }
        return command == .clear || command == .cancel
    }

    /// The open question once more, after a reply that is not about the order.
    private var openQuestionAgain: [Prompt] {
        if let question = pendingClarification { return [.question(question)] }
        switch openQuestion {
        case .confirm: return [.confirm(lines, total: total)]
        case .anythingElse: return [.anythingElse(total: total)]
        case nil: return []
        }
    }

    private mutating func readCart(isRepeat: Bool) -> [Prompt] {
        guard !lines.isEmpty else { return [.cartIsEmpty] }
        switch openQuestion {
        case .confirm where isRepeat: return [.confirm(lines, total: total)]
        case .anythingElse where isRepeat: return [.accepted(lines), .anythingElse(total: total)]
        case .confirm, .anythingElse, nil: break
        }
        let question = firstQuestion().map { [Prompt.question($0)] } ?? []
        return orderableLines.isEmpty ? question : [.cart(orderableLines, total: total)] + question
    }
}

extension OrderAct {
    /// Whether the next question about the order follows it.
    fileprivate var isAboutOrder: Bool { if case .say = self { false } else { true } }
}

extension [Prompt] {
    /// The prompts without lines that are announced again later, and without "what else" where there is more to say.
    var withoutRepetition: Self {
        let isOnlyWhatElse = allSatisfy { $0 == .whatElse }
        var announced: Set<Int> = []
        func unannounced(_ lines: [OrderLine]) -> [OrderLine] { lines.filter { announced.insert($0.id).inserted } }
        let rest: Self = reversed().compactMap { prompt in
            switch prompt {
            case .added(let lines):
                let new = unannounced(lines)
                return new.isEmpty ? nil : .added(new)
            case .accepted(let lines):
                let new = unannounced(lines)
                return new.isEmpty ? nil : .accepted(new)
            default: return prompt == .whatElse && !isOnlyWhatElse ? nil : prompt
            }
        }
        return isOnlyWhatElse ? Array(prefix(1)) : rest.reversed()
    }
}
