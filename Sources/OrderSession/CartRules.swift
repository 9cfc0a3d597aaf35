internal import Ordering

/// The constraints, prices and allergens of a menu, applied to lines. Equal menus have equal rules.
struct CartRules: Equatable, Sendable {
    let menu: Menu
    let engine: ConstraintEngine
    let prices: PriceList
    let resolver: LineResolver

    init(menu: Menu) {
        self.menu = menu
        engine = ConstraintEngine(menu: menu)
        prices = PriceList(menu: menu)
        resolver = LineResolver(menu: menu)
    }

    static func == (a: Self, b: Self) -> Bool { a.menu == b.menu }

    /// The question that must be answered before a line can be ordered.
    func question(_ line: OrderLine) -> Clarification? {
        let violations = engine.violations(of: line)
        for case .quantity(_, let asked, let limit) in violations {
            return Clarification(line: line.id, itemId: line.itemId, topic: .quantity(asked: asked, limit: limit))
        }
        for case .missing(_, let group, let say) in violations {
            return Clarification(line: line.id, itemId: line.itemId, topic: .option(group: group), say: say)
        }
        return nil
    }

    func hasOpenQuantity(_ line: OrderLine) -> Bool {
        engine.violations(of: line).contains { if case .quantity = $0 { true } else { false } }
    }

    /// Why a line cannot be added beside the others; `nil` where it can, perhaps with a question.
    func refusal(_ line: OrderLine, beside others: [OrderLine]) -> OrderViolation? {
        engine.violations(of: line).first(where: \.refusesLine)
            ?? engine.violations(ofOrder: (others + [line]).map(countable)).first
    }

    /// The allergens and diets of a line that the menu lists for it, and those that it does not list.
    func diets(of line: OrderLine) -> (contained: [String], unlisted: [String]) {
        let allergens = menu.item(line.itemId).map { menu.allergens(of: $0, with: line.options) } ?? []
        return (line.item.diets.filter(allergens.contains), line.item.diets.filter { !allergens.contains($0) })
    }

    /// The allergens that the options of a line remove.
    func freeOf(_ line: OrderLine) -> [String] {
        menu.item(line.itemId).map { menu.freeOf($0, with: line.options) } ?? []
    }

    /// The prompt that a line contains an avoided allergen.
    func containing(_ allergen: String, _ line: OrderLine, _ consequence: Consequence) -> Prompt {
        .contains(allergen: allergen, itemId: line.itemId, option: source(of: allergen, in: line), consequence)
    }

    /// The chosen option that brings an allergen into a line; `nil` where its item contains it.
    func source(of allergen: String, in line: OrderLine) -> OptionReference? {
        menu.item(line.itemId).flatMap { menu.source(of: allergen, in: $0, with: line.options) }
    }

    /// Prompts about the allergens of a changed line: those that were named now, and those that the change brings back.
    ///
    /// - Parameter said: The allergens and diets that were named with the change.
    func dietPrompts(of line: OrderLine, before old: OrderLine, said: [String]) -> [Prompt] {
        let seenTo = freeOf(old) + freeOf(line)
        let (contained, unlisted) = diets(of: line.avoiding(seenTo)), known = diets(of: old.avoiding(seenTo)).contained
        return contained.filter { said.contains($0) || !known.contains($0) }.map { containing($0, line, .kept) }
            + unlisted.filter(said.contains).map { .contents($0, line) }
    }

    /// The line as it counts for the limits of the order: once while its quantity is in question.
    private func countable(_ line: OrderLine) -> OrderLine {
        guard hasOpenQuantity(line) else { return line }
        var once = line
        once.item.quantity = 1
        return once
    }
}

extension OrderViolation {
    /// Whether the line is refused. The guest can answer the other violations.
    fileprivate var refusesLine: Bool {
        switch self {
        case .forbidden, .optionCount, .unavailable: true
        case .missing, .quantity, .tooManyLines, .totalTooHigh: false
        }
    }
}

extension OrderLine {
    /// The same line with more allergens and diets to avoid.
    func avoiding(_ diets: [String]) -> Self {
        var line = self
        line.item = item.adding(diets: diets)
        return line
    }
}
