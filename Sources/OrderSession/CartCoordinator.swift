public import Ordering

/// Which parts of the cart hold lines.
public enum CartState: String, Equatable, Sendable {
    /// No lines.
    case empty
    /// Only lines that wait for the guest's yes.
    case hasPending
    /// Only lines that the guest has confirmed.
    case hasConfirmed
    /// Pending and confirmed lines.
    case mixed
}

/// A yes-or-no question of the cart.
public enum OpenQuestion: Equatable, Sendable {
    /// Whether the guest wants anything else.
    case anythingElse
    /// Whether the order is right as read back.
    case confirm

    fileprivate init?(_ prompt: Prompt) {
        switch prompt {
        case .anythingElse: self = .anythingElse
        case .confirm: self = .confirm
        default: return nil
        }
    }
}

/// The guest's order: pending lines, confirmed lines, the open question and the context of earlier turns.
///
/// Touches change it by `CartCommand`. Utterances are resolved against the order and change it by the same commands.
/// Each turn is answered with prompts to show and say:
///
///     var cart = CartCoordinator(menu: menu)
///     cart.apply(parser.parse("two lattes"))         // asks for the size
///     cart.apply(.answer(.option("large")))          // "2 large lattes. Your total is $10.50. Anything else?"
///     cart.apply(.checkout)                          // reads the order back
///     cart.apply(.confirm)
///     let lines = cart.exportToOrderItems()
///
/// A value type without time or side effects; the owner serialises access.
public struct CartCoordinator: Equatable, Sendable {
    private enum Stage: Equatable, Sendable {
        case ordering
        /// The order was read back: after a change it is read back again.
        case reviewing
    }

    /// Lines that wait for the guest's yes.
    public internal(set) var pendingOrders: [OrderLine] = []
    /// Lines that the guest has confirmed.
    public internal(set) var confirmedCart: [OrderLine] = []
    /// The open question about a line or an item; the next turn may answer it.
    public internal(set) var pendingClarification: Clarification?
    /// The yes-or-no question that was asked last. Only its answer confirms or declines.
    public private(set) var openQuestion: OpenQuestion?
    let rules: CartRules
    private var stage = Stage.ordering
    /// Id of the next line; never used twice.
    private(set) var nextLine = 1
    /// Id of the line that was said or changed last, which "it" refers to.
    var latest: Int?
    /// Allergens and diets that the guest named for the whole order.
    public internal(set) var avoided: [String] = []
    /// What the guest has chosen for the order as a whole.
    public var terms = OrderTerms()
    /// Whether the guest was asked about eating here.
    var hasAskedService = false
    /// Whether something was suggested in this order.
    var hasSuggested = false
    /// Open questions about ambiguous item names, in the order the names were said.
    var undecided: [Clarification] = []
    var memory = TurnMemory()

    /// Creates an empty cart for a menu.
    public init(menu: Menu) { rules = CartRules(menu: menu) }

    /// Which parts of the cart hold lines.
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

    /// The sum of `orderableLines`, which the menu limits, with taxes that the prices do not include, and the tip.
    public var total: Money { sums.total }

    /// What `orderableLines` come to.
    public var sums: OrderSums { (try? rules.prices.sums(of: orderableLines, terms: terms)) ?? OrderSums() }

    /// Lines whose quantity is not in question.
    public var orderableLines: [OrderLine] { lines.filter { !rules.hasOpenQuantity($0) } }

    /// What the confirmed lines come to.
    public var confirmedSums: OrderSums { (try? rules.prices.sums(of: confirmedCart, terms: terms)) ?? OrderSums() }

    /// What is to be paid for the confirmed lines.
    public var confirmedTotal: Money { confirmedSums.total }

    /// What the menu does not allow about the pending lines, or still asks, and about the order as a whole. Lines are
    /// confirmed only without violations.
    public func validatePending() -> [OrderViolation] {
        pendingOrders.flatMap(rules.engine.violations) + rules.engine.violations(ofOrder: orderableLines)
    }

    /// The confirmed lines for kitchen and till: items and options by id, with the menu's names.
    ///
    /// The guest's own words are removed, so that no ticket can print them (fault D11).
    public func exportToOrderItems() -> [OrderLine] {
        confirmedCart.map { line in
            let options = line.options.map {
                SelectedOption(
                    option: $0.option, amount: $0.amount, count: $0.count, confidence: $0.confidence)
            }
            let item = ParsedOrderItem(
                itemId: line.itemId, name: rules.menu.item(line.itemId)?.name ?? line.itemId, quantity: line.quantity,
                options: options, spoken: "", nameSpoken: "",
                confidence: line.confidence)
            return OrderLine(id: line.id, item: item)
        }
    }

    // MARK: Turns

    /// Applies a command as one turn.
    ///
    /// - Returns: what to tell the guest, at least one prompt.
    public mutating func apply(_ command: CartCommand) -> [Prompt] {
        turn { cart in
            cart.memory.topic = nil
            if case .line = cart.pendingClarification?.topic, command.endsQuestionAboutLines {
                cart.pendingClarification = nil
            }
            if cart.isAskingToEmpty || cart.isSuggesting, !command.isAnswer { cart.pendingClarification = nil }
            let outcome = cart.execute(command)
            guard command.isAboutLines || outcome.hasChanged else { return outcome.prompts }
            return outcome.prompts + cart.nextQuestion(after: outcome, isCheckingOut: false)
        }
    }

    /// Runs one turn.
    ///
    /// - Parameters:
    ///   - isSpoken: whether the turn is an utterance, whose unanswered questions are repeated a limited number of
    ///     times.
    ///   - body: applies the turn and returns its prompts; without any, the guest is told that the cart is empty.
    mutating func turn(isSpoken: Bool = false, _ body: (inout CartCoordinator) -> [Prompt]) -> [Prompt] {
        memory.beginTurn(with: OrderVersion(self))
        var prompts = body(&self).withoutRepetition
        memory.endTurn(with: OrderVersion(self))
        if isSpoken { prompts = limitingRepeats(of: prompts) }
        return ask(prompts.isEmpty ? [.cartIsEmpty] : prompts)
    }

    /// Remembers what the prompts ask, for the answer.
    private mutating func ask(_ prompts: [Prompt]) -> [Prompt] {
        openQuestion = prompts.lazy.reversed().compactMap(OpenQuestion.init).first
        if openQuestion == .confirm { stage = .reviewing }
        return prompts
    }

    /// What follows the prompts of a turn: the next open question or, after a change, the total or the read-back.
    mutating func nextQuestion(after outcome: Outcome, isCheckingOut: Bool) -> [Prompt] {
        if case .line = pendingClarification?.topic { return [] }
        if isAskingToEmpty || isAskingService && isCheckingOut { return [] }
        pendingClarification = undecided.first ?? pendingOrders.lazy.compactMap(rules.question).first
        var next: [Prompt] = []
        if let question = pendingClarification {
            if !isCheckingOut { next = [.question(question)] }
        } else if outcome.hasChanged, !lines.isEmpty, !isCheckingOut {
            if stage == .ordering, let suggestion = suggestion(after: outcome) {
                pendingClarification = suggestion
                return [.question(suggestion)]
            }
            next = [stage == .reviewing ? .confirm(lines, total: total) : .anythingElse(total: total)]
        }
        // Reading the order back asks the open question, too.
        return next.filter { !outcome.prompts.contains($0) }
    }

    /// Puts a question before any other; the next turn may answer it.
    mutating func requestClarification(_ question: Clarification) -> Outcome {
        pendingClarification = question
        return Outcome([.question(question)])
    }

    /// The first question that must be answered before the pending lines can be confirmed; it becomes the open one.
    ///
    /// Every line is checked, because an earlier question may have been put aside: "which latte?" — "read it back".
    mutating func firstQuestion() -> Clarification? {
        // Neither is needed for the order.
        if isAskingService || isSuggesting { pendingClarification = nil }
        pendingClarification =
            pendingClarification ?? undecided.first ?? pendingOrders.lazy.compactMap(rules.question).first
        return pendingClarification
    }

    /// Returns all lines to the pending ones after the order could not be placed: the guest has to confirm it again.
    public mutating func reopen() {
        pendingOrders = lines
        confirmedCart = []
        openQuestion = nil
    }

    /// Records a turn that was not understood: it changed nothing.
    public mutating func recordUnrecognizedTurn() { memory.current.effect = .other }

    // MARK: Lines

    func line(_ id: Int) -> OrderLine? { lines.first { $0.id == id } }

    /// Adds a pending line with an id of its own.
    mutating func append(_ item: ParsedOrderItem) -> OrderLine {
        dropRuleQuestion { $0.addedItemId == item.itemId }
        let line = OrderLine(id: nextLine, item: item)
        nextLine += 1
        pendingOrders.append(line)
        latest = line.id
        return line
    }

    /// Replaces a line. A confirmed line that changes becomes pending.
    mutating func replace(_ line: OrderLine) {
        dropRuleQuestion { $0.lines.contains(line.id) }
        latest = line.id
        if let index = pendingOrders.firstIndex(where: { $0.id == line.id }) {
            pendingOrders[index] = line
        } else {
            confirmedCart.removeAll { $0.id == line.id }
            pendingOrders.append(line)
        }
    }

    mutating func removeLine(_ id: Int) {
        pendingOrders.removeAll { $0.id == id }
        confirmedCart.removeAll { $0.id == id }
        if latest == id { latest = nil }
        if pendingClarification?.line == id { pendingClarification = nil }
        undecided.removeAll { if case .permission(let command) = $0.topic { command.lines == [id] } else { false } }
    }

    /// Removes all lines and the context that is about them.
    mutating func removeAllLines() {
        memory.topic = nil
        memory.removed = []
        memory.forgetHistory()
        memory.current.split = nil
        (pendingOrders, confirmedCart, undecided) = ([], [], [])
        (pendingClarification, openQuestion, latest) = (nil, nil, nil)
        stage = .ordering
        (hasAskedService, hasSuggested) = (false, false)
    }

    /// Moves the pending lines to the confirmed ones.
    mutating func acceptPending() {
        confirmedCart += pendingOrders
        pendingOrders = []
        stage = .ordering
    }
}

extension CartCommand {
    /// Whether the next question about the order follows it.
    fileprivate var isAboutLines: Bool {
        switch self {
        case .add, .change, .setOptions, .split, .copy, .remove, .avoid, .answer, .dropQuestion, .undo: true
        case .clear, .cancel, .checkout, .confirm, .decline: false
        }
    }

    /// Whether it answers the open question.
    fileprivate var isAnswer: Bool {
        switch self {
        case .answer, .dropQuestion, .decline: true
        default: false
        }
    }

    /// Whether it closes a question which of several lines is meant: their number may be another one after it.
    fileprivate var endsQuestionAboutLines: Bool {
        switch self {
        case .change, .setOptions, .split, .copy, .remove, .avoid, .undo, .clear, .cancel, .checkout: true
        case .add, .answer, .dropQuestion, .confirm, .decline: false
        }
    }
}
