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
    public private(set) var pendingOrders: [OrderLine] = []
    public private(set) var confirmedCart: [OrderLine] = []
    public private(set) var pendingClarification: Clarification?
    /// The yes-or-no question that was put last; only its answer may confirm or decline.
    public private(set) var openQuestion: OpenQuestion?
    private let rules: CartRules
    private var nextLine = 1

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

    /// Does what an utterance asks for.
    ///
    /// - Returns: what to tell the guest, at least one prompt.
    public mutating func apply(_ result: OrderParseResult) -> [Prompt] { put(perform(result)) }

    /// Remembers what the prompts ask, for the answer.
    private mutating func put(_ prompts: [Prompt]) -> [Prompt] {
        openQuestion = prompts.lazy.reversed().compactMap(OpenQuestion.init).first
        return prompts
    }

    private mutating func perform(_ result: OrderParseResult) -> [Prompt] {
        switch result.intent {
        case .order, .add: return add(result.items)
        case .remove: return remove(result.items)
        case .change, .replace: return change(result)
        case .clear:
            clearAll()
            return [.cleared]
        case .cancel:
            clearAll()
            return [.cancelled]
        case .readCart, .repeat: return readCart()
        case .help: return [.help]
        case .confirm: return confirm()
        case .decline: return decline()
        case .checkout: return checkout()
        case .unknown: return [pendingClarification.map { .question($0) } ?? .notUnderstood]
        }
    }

    /// Adds items, refusing what the menu does not allow and asking for what it requires.
    public mutating func addToPending(_ items: [ParsedOrderItem]) -> [Prompt] { put(add(items)) }

    private mutating func add(_ items: [ParsedOrderItem]) -> [Prompt] {
        guard !items.isEmpty else { return [.notUnderstood] + askNext(afterChange: false) }
        var accepted: [OrderLine] = [], prompts: [Prompt] = []
        for item in items {
            let line = OrderLine(id: nextLine, item: item)
            let findings = rules.engine.violations(of: line)
            guard let refusal = findings.first(where: \.refusesLine) else {
                let orderFindings = rules.engine.violations(ofOrder: (lines + [line]).map(rules.countable))
                if let finding = orderFindings.first {
                    prompts.append(.refused(finding, itemId: line.itemId))
                    continue
                }
                nextLine += 1
                pendingOrders.append(line)
                accepted.append(line)
                continue
            }
            prompts.append(.refused(refusal, itemId: line.itemId))
        }
        // What is in question is asked about, not announced: nobody wants to hear "50 lattes" first.
        let announced = accepted.filter { !rules.hasOpenQuantity($0) }
        if !announced.isEmpty { prompts.insert(.accepted(announced), at: 0) }
        return prompts + askNext(afterChange: !accepted.isEmpty)
    }

    /// Confirms the pending lines once nothing about them is open.
    public mutating func confirmPending() -> [Prompt] { put(acceptPending()) }

    /// A yes means yes only to a question that was put; otherwise the order is read back and asked about.
    private mutating func confirm() -> [Prompt] {
        openQuestion == nil && !pendingOrders.isEmpty ? checkout() : acceptPending()
    }

    private mutating func acceptPending() -> [Prompt] {
        if let question = pendingClarification { return [.question(question)] }
        guard !pendingOrders.isEmpty else { return [confirmedCart.isEmpty ? .cartIsEmpty : .confirmed(total: confirmedTotal)] }
        confirmedCart += pendingOrders
        pendingOrders = []
        return [.confirmed(total: confirmedTotal)]
    }

    /// "No" to "is that all" asks for more, "no" to the order read back drops it, and any other "no" drops nothing.
    private mutating func decline() -> [Prompt] {
        switch openQuestion {
        case .isThatAll: return [.whatElse]
        case .confirm: return dropPending()
        case nil: return checkout()
        }
    }

    /// Drops the pending lines; confirmed ones stay.
    public mutating func rejectPending() -> [Prompt] { put(dropPending()) }

    private mutating func dropPending() -> [Prompt] {
        guard !pendingOrders.isEmpty else { return [confirmedCart.isEmpty ? .cartIsEmpty : .declined] }
        clearPending()
        return [.declined]
    }

    public mutating func clearPending() {
        pendingOrders = []
        pendingClarification = nil
        openQuestion = nil
    }

    public mutating func clearAll() {
        clearPending()
        confirmedCart = []
    }

    private mutating func checkout() -> [Prompt] {
        if let question = pendingClarification { return [.question(question)] }
        return [lines.isEmpty ? .cartIsEmpty : .confirm(lines, total: total)]
    }

    private func readCart() -> [Prompt] {
        guard !lines.isEmpty else { return [.cartIsEmpty] }
        let question = pendingClarification.map { [Prompt.question($0)] } ?? []
        return orderableLines.isEmpty ? question : [.cart(orderableLines, total: total)] + question
    }

    /// Takes away the newest line of each item named, or the newest line when none is named.
    private mutating func remove(_ items: [ParsedOrderItem]) -> [Prompt] {
        var removed: [OrderLine] = []
        if items.isEmpty, let last = lines.last {
            removeLine(last.id)
            removed.append(last)
        }
        for item in items {
            // A line that also fits the options said ("the iced latte") goes before one that only has the name.
            let sameItem = lines.filter { $0.itemId == item.itemId }
            let wanted = sameItem.last { line in item.options.allSatisfy { said in line.options.contains { $0.option == said.option } } } ?? sameItem.last
            guard let line = wanted else { continue }
            removeLine(line.id)
            removed.append(line)
        }
        return [removed.isEmpty ? .nothingToRemove : .removed(removed)] + askNext(afterChange: !removed.isEmpty)
    }

    private mutating func removeLine(_ id: Int) {
        pendingOrders.removeAll { $0.id == id }
        confirmedCart.removeAll { $0.id == id }
    }

    /// Options or a number without an item: the answer to the open question, or a change of the newest line.
    private mutating func change(_ result: OrderParseResult) -> [Prompt] {
        guard let target = pendingClarification?.line ?? pendingOrders.last?.id, let index = pendingOrders.firstIndex(where: { $0.id == target }) else {
            return [.notUnderstood]
        }
        var line = pendingOrders[index]
        var prompts: [Prompt] = []
        if let quantity = result.looseQuantity { line.quantity = quantity }
        for selected in result.looseOptions {
            line.options.removeAll { rules.menu.group(selected.option.group)?.select == .one ? $0.option.group == selected.option.group : $0.option == selected.option }
            line.options.append(selected)
        }
        if let refusal = rules.engine.violations(of: line).first(where: \.refusesLine) {
            prompts.append(.refused(refusal, itemId: line.itemId))
        } else {
            let others = lines.filter { $0.id != line.id }
            if let finding = rules.engine.violations(ofOrder: (others + [line]).map(rules.countable)).first {
                prompts.append(.refused(finding, itemId: line.itemId))
            } else {
                pendingOrders[index] = line
                if !rules.hasOpenQuantity(line) { prompts.append(.accepted([line])) }
            }
        }
        return prompts + askNext(afterChange: pendingOrders[index] == line)
    }

    /// Opens the next question about a pending line; without one, a change is followed by the total.
    private mutating func askNext(afterChange: Bool) -> [Prompt] {
        pendingClarification = pendingOrders.lazy.compactMap(rules.question).first
        if let question = pendingClarification { return [.question(question)] }
        return afterChange && !lines.isEmpty ? [.isThatAll(total: total)] : []
    }
}

/// What the menu says about lines. Equal menus make equal rules.
private struct CartRules: Equatable, Sendable {
    let menu: Menu
    let engine: ConstraintEngine
    let prices: PriceList

    init(menu: Menu) {
        self.menu = menu
        engine = ConstraintEngine(menu: menu)
        prices = PriceList(menu: menu)
    }

    static func == (a: Self, b: Self) -> Bool { a.menu == b.menu }

    /// The question that must be answered before a line can be ordered.
    func question(_ line: OrderLine) -> Clarification? {
        for violation in engine.violations(of: line) {
            switch violation {
            case .missing(_, let group): return Clarification(line: line.id, itemId: line.itemId, topic: .option(group: group))
            case .quantity(_, let asked, let limit): return Clarification(line: line.id, itemId: line.itemId, topic: .quantity(asked: asked, limit: limit))
            case .forbidden, .optionCount, .unavailable, .tooManyLines, .totalTooHigh: continue
            }
        }
        return nil
    }

    func hasOpenQuantity(_ line: OrderLine) -> Bool {
        engine.violations(of: line).contains { if case .quantity = $0 { true } else { false } }
    }

    /// The line as it counts towards the order's total while its quantity is in question: once.
    func countable(_ line: OrderLine) -> OrderLine {
        guard hasOpenQuantity(line) else { return line }
        var once = line
        once.quantity = 1
        return once
    }
}

extension OrderViolation {
    /// Whether the line cannot be taken; other violations are questions the guest can answer.
    fileprivate var refusesLine: Bool {
        switch self {
        case .forbidden, .optionCount, .unavailable: true
        case .missing, .quantity, .tooManyLines, .totalTooHigh: false
        }
    }
}
