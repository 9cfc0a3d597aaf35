/// A violation of the menu's constraints, by a line or by the whole order.
public enum OrderViolation: Equatable, Sendable {
    /// A required group has no answer. `say` is the sentence of the rule that requires it.
    case missing(line: Int, group: String, say: String? = nil)
    /// The item does not come with the option, a rule forbids it, or it is sold out. `say` is the rule's sentence.
    case forbidden(line: Int, option: OptionReference, say: String?)
    /// The count of an option is outside 1…`limit`.
    case optionCount(line: Int, option: OptionReference, asked: Int, limit: Int)
    /// The item is sold out.
    case unavailable(line: Int)
    /// The quantity is outside 1…`limit`.
    case quantity(line: Int, asked: Int, limit: Int)
    /// The order has more lines than the limit.
    case tooManyLines(limit: Int)
    /// The total is above the limit or does not fit into 64 bits.
    case totalTooHigh(limit: Money)
}

/// Checks of lines and orders against the menu: groups, rules, limits and availability.
///
///     let engine = ConstraintEngine(menu: menu)
///     engine.violations(of: line)   // [.missing(line: 1, group: "size")]
public struct ConstraintEngine: Sendable {
    /// Largest count of one option in one item, for all menus.
    public static let mostOfOneOption = 20

    private let menu: Menu
    private let prices: PriceList
    private let defaultRules: [MenuRule]

    /// Creates an engine for a menu.
    public init(menu: Menu) {
        self.menu = menu
        defaultRules = menu.rules.filter { $0.then.contains { if case .setDefault = $0 { true } else { false } } }
        prices = PriceList(menu: menu)
    }

    /// All violations by a line, most important first.
    public func violations(of line: OrderLine) -> [OrderViolation] {
        guard let item = menu.item(line.itemId) else { return [.unavailable(line: line.id)] }
        guard item.available else { return [.unavailable(line: line.id)] }
        var violations: [OrderViolation] = []
        let limit = min(item.maxQuantity, menu.limits.perLine)
        if !(1...limit).contains(line.quantity) {
            violations.append(.quantity(line: line.id, asked: line.quantity, limit: limit))
        }
        for selected in line.options where !item.groups.contains(selected.option.group) {
            violations.append(.forbidden(line: line.id, option: selected.option, say: nil))
        }
        for selected in line.options {
            guard let count = selected.count, !(1...Self.mostOfOneOption).contains(count),
                menu.option(selected.option)?.count == nil
            else { continue }
            violations.append(
                .optionCount(line: line.id, option: selected.option, asked: count, limit: Self.mostOfOneOption))
        }
        for selected in line.options where selected.amount != .without && item.groups.contains(selected.option.group) {
            guard menu.option(selected.option)?.available == false else { continue }
            violations.append(.forbidden(line: line.id, option: selected.option, say: nil))
        }
        let defaults = defaults(of: line, item: item)
        let (forbidden, ruleRequired) = applyRules(to: line, item: item, defaults: defaults)
        violations += forbidden
        let answered = Set(line.options.map(\.option.group)).union(defaults.keys)
        for group in item.groups
        where (item.required.contains(group) || ruleRequired.keys.contains(group)) && !answered.contains(group) {
            violations.append(.missing(line: line.id, group: group, say: ruleRequired[group] ?? nil))
        }
        return violations
    }

    /// All violations by an order as a whole: its number of lines and its total.
    public func violations(ofOrder lines: [OrderLine]) -> [OrderViolation] {
        var violations: [OrderViolation] = []
        if lines.count > menu.limits.lines { violations.append(.tooManyLines(limit: menu.limits.lines)) }
        let total = try? prices.total(of: lines)
        if total.map({ $0 > menu.limits.total }) ?? true { violations.append(.totalTooHigh(limit: menu.limits.total)) }
        return violations
    }

    /// Default options of a line by group: those of the item, then those of matching rules in the menu's order. The
    /// default of one rule counts for the next. Defaults are not stored in the line.
    private func defaults(of line: OrderLine, item: MenuItem) -> [String: String] {
        var defaults = item.defaults
        for rule in defaultRules where matches(rule.when, item: item, chosen: chosen(line, defaults)) {
            for case .setDefault(let option) in rule.then
            where item.groups.contains(option.group) && defaults[option.group] == nil {
                defaults[option.group] = option.option
            }
        }
        return defaults
    }

    private func chosen(_ line: OrderLine, _ defaults: [String: String]) -> Set<OptionReference> {
        Set(line.options.filter { $0.amount != .without }.map(\.option))
            .union(
                defaults.filter { line.option(in: $0.key) == nil }.map {
                    OptionReference(group: $0.key, option: $0.value)
                })
    }

    private func applyRules(to line: OrderLine, item: MenuItem, defaults: [String: String]) -> (
        forbidden: [OrderViolation], required: [String: String?]
    ) {
        let chosen = chosen(line, defaults)
        var forbidden: [OrderViolation] = [], required: [String: String?] = [:]
        for rule in menu.rules where matches(rule.when, item: item, chosen: chosen) {
            for consequence in rule.then {
                switch consequence {
                case .require(let group): required.updateValue(rule.say, forKey: group)
                case .forbid(let option):
                    if chosen.contains(option) {
                        forbidden.append(.forbidden(line: line.id, option: option, say: rule.say))
                    }
                case .setDefault: break
                }
            }
        }
        return (forbidden, required)
    }

    private func matches(_ condition: MenuRule.Condition, item: MenuItem, chosen: Set<OptionReference>) -> Bool {
        (condition.items.isEmpty || condition.items.contains(item.id))
            && (condition.categories.isEmpty || condition.categories.contains(item.category))
            && condition.options.allSatisfy(chosen.contains)
    }
}
