public import Ordering

/// Which parts of the cart hold something.
public enum CartState: String, Equatable, Sendable {
    case empty, hasPending, hasConfirmed, mixed
}

/// A question whose answer is yes or no.
public enum OpenQuestion: Equatable, Sendable {
    /// Whether the order is complete.
    case isThatAll
    /// Whether the order, read back, is right.
    case confirm

    fileprivate init?(_ prompt: Prompt) {
        switch prompt {
        case .isThatAll: self = .isThatAll
        case .confirm: self = .confirm
        default: return nil
        }
    }
}

/// The guest's order while it grows: what was said and not yet agreed to (pending), and what was (confirmed).
///
/// A value: one owner mutates it, and every change answers with the prompts to show and say. Nothing in it takes time.
public struct CartCoordinator: Equatable, Sendable {
    /// How far the order is.
    private enum Stage: Equatable, Sendable {
        case ordering
        /// It was read back; after a change it is read back again.
        case reviewing
    }

    public internal(set) var pendingOrders: [OrderLine] = []
    public internal(set) var confirmedCart: [OrderLine] = []
    public internal(set) var pendingClarification: Clarification?
    /// The yes-or-no question that was put last; only its answer may confirm or decline.
    public private(set) var openQuestion: OpenQuestion?
    let rules: CartRules
    private var stage = Stage.ordering
    private var nextLine = 1
    /// The line that was said or changed last.
    var latest: Int?
    /// What nothing of the order may have in it, as the guest said.
    var avoided: [String] = []
    /// What was asked about last: "do you have muffins" — "I'll take two".
    var topic: Topic?
    /// What was not taken because of that, and what of it before the words at hand; asked for once more, it is taken.
    var leftOut: Set<LeftOut> = []
    var leftOutBefore: Set<LeftOut> = []
    /// What the words at hand parted, and what those before them did: "one with soy" — "and one with oat".
    var parted: SplitLine?
    var partedBefore: SplitLine?
    /// What was taken away last, and may be wanted back; after a few turns nobody means it any more.
    var gone: [OrderLine] = [] {
        didSet { turnsSinceGone = 0 }
    }
    var turnsSinceGone = 0
    /// The order before each of the last changes that may be taken back, the newest last.
    var history: [Earlier] = []
    /// The order before the words at hand, or as something taken back among them left it.
    var begun: Earlier?
    /// What the words at hand do, and what those before them did.
    var effect = WordsEffect.other
    var effectBefore = WordsEffect.other
    /// Names that mean several items, in the order they were said, with what to do once they are told apart.
    var undecided: [Clarification] = []

    /// How many turns after it was taken away something can be had back without its name.
    private static let turnsToRestore = 4

    public init(menu: Menu) { rules = CartRules(menu: menu) }

    public var state: CartState {
        switch (pendingOrders.isEmpty, confirmedCart.isEmpty) {
        case (true, true): .empty
        case (false, true): .hasPending
        case (true, false): .hasConfirmed
        case (false, false): .mixed
        }
    }

    /// Confirmed lines, then pending ones.
    public var lines: [OrderLine] { confirmedCart + pendingOrders }

    /// The sum of `orderableLines`; within the menu's limit, because lines that would pass it are refused.
    public var total: Money { (try? rules.prices.total(of: orderableLines)) ?? .zero }

    /// Lines that could be ordered as they are: nothing about their quantity is in question.
    public var orderableLines: [OrderLine] { lines.filter { !rules.hasOpenQuantity($0) } }

    /// The total of the lines that are agreed to.
    public var confirmedTotal: Money { (try? rules.prices.total(of: confirmedCart)) ?? .zero }

    /// Everything about the pending lines that the menu does not allow or still asks, and about the order as a whole.
    public func validatePending() -> [OrderViolation] {
        pendingOrders.flatMap(rules.engine.violations) + rules.engine.violations(ofOrder: orderableLines)
    }

    /// The confirmed lines, for the kitchen and the till: items by id with the menu's name, options by id, quantities
    /// within the menu's limits. The guest's own words stay behind, so that no ticket can print them (fault D11).
    public func exportToOrderItems() -> [OrderLine] {
        confirmedCart.map { line in
            let options = line.options.map {
                SelectedOption(
                    option: $0.option, amount: $0.amount, count: $0.count, confidence: $0.confidence, source: $0.source)
            }
            let item = ParsedOrderItem(
                itemId: line.itemId, name: rules.menu.item(line.itemId)?.name ?? line.itemId, quantity: line.quantity,
                options: options, spoken: "", nameSpoken: "",
                confidence: line.confidence, source: line.item.source)
            return OrderLine(id: line.id, item: item)
        }
    }

    // MARK: What guests say

    /// Does what an utterance asks for.
    ///
    /// - Returns: what to tell the guest, at least one prompt.
    public mutating func apply(_ result: OrderParseResult) -> [Prompt] { apply(result, isSpoken: true) }

    /// - Parameter isSpoken: whether "the second one" may be one of several of a line; a hand points at lines.
    mutating func apply(_ result: OrderParseResult, isSpoken: Bool) -> [Prompt] {
        begin()
        if !result.acts.isEmpty, result.acts.allSatisfy(\.isOfMenu) { effect = .asked }
        let prompts = applied(result, isSpoken: isSpoken)
        remember()
        return prompts
    }

    private mutating func applied(_ result: OrderParseResult, isSpoken: Bool) -> [Prompt] {
        leftOutBefore = leftOut
        (partedBefore, parted) = (parted, nil)
        turnsSinceGone += 1
        if turnsSinceGone > Self.turnsToRestore { gone = [] }
        let spoken = ofTopic(result.acts.withoutRepeatedDiets.withoutWhatIsClosed)
        guard !spoken.isEmpty else { return put([pendingClarification.map { .question($0) } ?? .notUnderstood]) }
        var prompts: [Prompt] = []
        let rest = refusingQuestion(spoken)
        var hasChanged = rest != nil
        let acts: [OrderAct] = if let rest { rest } else { answered(isSpoken ? ofPieces(spoken) : spoken) }
        /// What was named and is in no line.
        var unplaced: [ParsedOrderItem] = []
        let known = lines.count
        for act in acts {
            // Once something must be asked first, what follows would be about the wrong line.
            if case .line = pendingClarification?.topic { break }
            let (said, changed) = perform(act.about(unplaced, newLines: lines.count - known), isAlone: acts.count == 1)
            prompts += said
            hasChanged = hasChanged || changed
            if case .add(let items) = act { unplaced = changed ? [] : items }
        }
        let isAboutOrder = rest != nil || result.acts.contains { if case .say = $0 { false } else { true } }
        // Reading the order back asks what is open too; once is enough.
        if isAboutOrder {
            prompts += next(afterChange: hasChanged, said: result.acts, prompts).filter { !prompts.contains($0) }
        }
        prompts = prompts.withoutWhatIsPast
        // With the question gone there may be nothing left to speak of.
        return put(prompts.isEmpty ? [.cartIsEmpty] : prompts)
    }

    /// Gives up the open question and what it is about: a name that may be several items, what was to be done with one
    /// of several lines, or the line that cannot be ordered without an answer. Nothing else of the order goes.
    public mutating func dropQuestion() -> [Prompt] {
        guard let question = pendingClarification else { return put([.notUnderstood]) }
        begin()
        let line = giveUp(question)
        if let line { settle(without: line) }
        let removed: [Prompt] = line.map { [.removed([$0])] } ?? []
        let prompts = removed + next(afterChange: true, said: [], removed)
        remember()
        return put(prompts.isEmpty ? [.cartIsEmpty] : prompts)
    }

    /// Remembers what the prompts ask, for the answer.
    private mutating func put(_ prompts: [Prompt]) -> [Prompt] {
        openQuestion = prompts.lazy.reversed().compactMap(OpenQuestion.init).first
        if openQuestion == .confirm { stage = .reviewing }
        return prompts
    }

    private mutating func perform(_ act: OrderAct, isAlone: Bool) -> (prompts: [Prompt], changed: Bool) {
        switch act {
        case .add(let items): return add(items)
        case .remove(let reference): return remove(reference, act)
        case .change(let reference, let change): return self.change(reference, change, act)
        case .split(let reference, let parts): return split(reference, parts, act)
        case .again(let reference, let change): return again(reference, change, act)
        case .ask(.contents(let name, let reference)): return (contents(name, of: reference), false)
        case .ask(let question): return ([.answer(question)], false)
        case .avoid(let diets): return (avoid(diets, isAlone: isAlone), false)
        case .undo: return takeBack()
        case .forget: return forget()
        case .say(let intent): return (say(intent), false)
        }
    }

    private mutating func say(_ intent: OrderIntent) -> [Prompt] {
        switch intent {
        case .clear:
            clearAll()
            leftOut = []
            return [.cleared]
        case .cancel:
            clearAll()
            leftOut = []
            avoided = []
            begun = nil
            return [.cancelled]
        case .readCart, .repeat: return readCart(isRepeat: intent == .repeat)
        case .help: return [.help]
        case .confirm:
            return openQuestion == .confirm
                ? acceptPending() : pendingOrders.isEmpty && pendingClarification == nil ? acceptPending() : checkout()
        case .decline: return decline()
        case .checkout: return checkout()
        case .order, .add, .remove, .change, .replace, .question, .unknown: return [.notUnderstood]
        }
    }

    /// What comes after the acts: the next question about a line; without one, after a change, the total or the order
    /// read back.
    private mutating func next(afterChange: Bool, said acts: [OrderAct], _ prompts: [Prompt]) -> [Prompt] {
        if case .line = pendingClarification?.topic { return [] }
        let isCheckingOut = acts.last == .say(.checkout)
        pendingClarification = undecided.first ?? pendingOrders.lazy.compactMap(rules.question).first
        if let question = pendingClarification { return isCheckingOut ? [] : [.question(question)] }
        guard afterChange, !lines.isEmpty, !isCheckingOut else { return [] }
        return [stage == .reviewing ? .confirm(lines, total: total) : .isThatAll(total: total)]
    }

    // MARK: Adding

    /// Adds items, refusing what the menu does not allow and asking for what it requires.
    public mutating func addToPending(_ items: [ParsedOrderItem]) -> [Prompt] {
        topic = nil
        leftOutBefore = leftOut
        begin()
        let (prompts, changed) = add(items)
        remember()
        return put(prompts + next(afterChange: changed, said: [], prompts))
    }

    mutating func add(_ items: [ParsedOrderItem]) -> (prompts: [Prompt], changed: Bool) {
        guard !items.isEmpty else { return ([.notUnderstood], false) }
        var accepted: [OrderLine] = [], prompts: [Prompt] = []
        var hasChanged = false
        // "the small latte and the large latte": what these words bring themselves is none that was there.
        var known = lines.map(\.id)
        for named in items {
            let wanted = wantedBack(named)
            let item = wanted ?? named
            if let (said, changed) = changeKnown(item, among: &known) {
                prompts += said
                hasChanged = hasChanged || changed
                continue
            }
            if !item.alternatives.isEmpty {
                _ = askWhich(item, for: .add([item]))
                continue
            }
            let said = OrderLine(id: nextLine, item: item.asLine)
            if let refusal = rules.refusal(said, beside: lines) {
                prompts.append(.refused(refusal, itemId: said.itemId))
                continue
            }
            let others = rules.diets(of: said).unlisted, line = said.avoiding(avoided)
            let contained = rules.diets(of: line).contained
            let unwanted = contained.map {
                LeftOut(itemId: line.itemId, option: rules.source(of: $0, in: line), allergen: $0)
            }
            guard unwanted.allSatisfy({ !said.item.diets.contains($0.allergen) && leftOutBefore.contains($0) }) else {
                prompts += unwanted.map {
                    .contains(allergen: $0.allergen, itemId: line.itemId, option: $0.option, .notAdded)
                }
                leftOut.formUnion(unwanted)
                topic = Topic(item: said.item, isLeftOut: true)
                continue
            }
            nextLine += 1
            prompts += rules.diets(of: line.avoiding(rules.freeOf(line))).contained.map {
                rules.containing($0, line, .kept)
            }
            prompts += others.map { .contents($0, line) }
            prompts += item.refused.map {
                .refused(.forbidden(line: line.id, option: $0.option, say: nil), itemId: line.itemId)
            }
            pendingOrders.append(line)
            latest = line.id
            accepted.append(line)
            if wanted != nil { gone.removeAll { $0.itemId == line.itemId } }
        }
        return (announce(accepted) + prompts, hasChanged || !accepted.isEmpty)
    }

    /// What is in question is asked about, not announced: nobody wants to hear "50 lattes" first.
    func announce(_ lines: [OrderLine]) -> [Prompt] {
        let announced = lines.filter { !rules.hasOpenQuantity($0) }
        return announced.isEmpty ? [] : [.accepted(announced)]
    }

    // MARK: Confirming

    /// Confirms the pending lines once nothing about them is open.
    public mutating func confirmPending() -> [Prompt] { put(acceptPending()) }

    private mutating func acceptPending() -> [Prompt] {
        if let question = firstQuestion() { return [.question(question)] }
        (history, begun, effect) = ([], nil, .other)
        guard !pendingOrders.isEmpty else {
            return [confirmedCart.isEmpty ? .cartIsEmpty : .confirmed(total: confirmedTotal)]
        }
        confirmedCart += pendingOrders
        pendingOrders = []
        stage = .ordering
        return [.confirmed(total: confirmedTotal)]
    }

    /// Takes the agreement back where the order could not be placed: every line is pending again and waits for another
    /// yes.
    public mutating func reopen() {
        pendingOrders = lines
        confirmedCart = []
        openQuestion = nil
    }

    /// "No" to "is that all" asks for more, "no" to the order read back asks what to change, and any other "no" changes
    /// nothing.
    private mutating func decline() -> [Prompt] {
        switch openQuestion {
        case .isThatAll: [.whatElse]
        case .confirm: [.declined]
        case nil: checkout()
        }
    }

    /// Drops the pending lines; confirmed ones stay.
    public mutating func rejectPending() -> [Prompt] {
        guard !pendingOrders.isEmpty else { return put([confirmedCart.isEmpty ? .cartIsEmpty : .declined]) }
        clearPending()
        return put([.declined])
    }

    public mutating func clearPending() {
        topic = nil
        pendingOrders = []
        undecided = []
        pendingClarification = nil
        openQuestion = nil
        stage = .ordering
        gone = []
        history = []
        effect = .other
    }

    public mutating func clearAll() {
        clearPending()
        confirmedCart = []
        latest = nil
        parted = nil
    }

    private mutating func checkout() -> [Prompt] {
        if let question = firstQuestion() { return [.question(question)] }
        return [lines.isEmpty ? .cartIsEmpty : .confirm(lines, total: total)]
    }

    /// What must be answered before the pending lines can be confirmed, remembered as what the next words answer. Looks
    /// at every line: a question that was put aside ("which latte?" — "read it back") leaves others unasked.
    private mutating func firstQuestion() -> Clarification? {
        pendingClarification =
            pendingClarification ?? undecided.first ?? pendingOrders.lazy.compactMap(rules.question).first
        return pendingClarification
    }

    private mutating func readCart(isRepeat: Bool) -> [Prompt] {
        guard !lines.isEmpty else { return [.cartIsEmpty] }
        switch openQuestion {
        case .confirm where isRepeat: return [.confirm(lines, total: total)]
        case .isThatAll where isRepeat: return [.accepted(lines), .isThatAll(total: total)]
        default: break
        }
        let question = firstQuestion().map { [Prompt.question($0)] } ?? []
        return orderableLines.isEmpty ? question : [.cart(orderableLines, total: total)] + question
    }

    // MARK: Lines by id

    func line(_ id: Int) -> OrderLine? { lines.first { $0.id == id } }

    /// A new line like another, changed.
    mutating func appendCopy(_ item: ParsedOrderItem) -> OrderLine {
        let line = OrderLine(id: nextLine, item: item)
        nextLine += 1
        pendingOrders.append(line)
        latest = line.id
        return line
    }

    mutating func removeLine(_ id: Int) {
        pendingOrders.removeAll { $0.id == id }
        confirmedCart.removeAll { $0.id == id }
        if latest == id { latest = nil }
        if pendingClarification?.line == id { pendingClarification = nil }
    }
}

extension ParsedOrderItem {
    /// As a line of the order: "the" and a number said which one and how many were meant, and say nothing of the line
    /// later. What must not be in it holds on.
    var asLine: ParsedOrderItem {
        var item = self
        item.isDefinite = false
        item.isCounted = false
        item.refused = []
        return item
    }
}
