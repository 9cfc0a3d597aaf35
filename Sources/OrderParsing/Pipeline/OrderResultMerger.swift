internal import Ordering

/// Merges the results of the learned parser and the rule parser.
struct OrderResultMerger: Sendable {
    /// Minimum confidence, 0…1, of the learned parser where the rules left words unread.
    static let trustedConfidence = 0.8

    private let menu: Menu
    private let engine: ConstraintEngine

    init(menu: Menu) {
        self.menu = menu
        engine = ConstraintEngine(menu: menu)
    }

    /// - Returns: the rules' result if both agree or the rules read every word; the learned one if it reads more with
    ///   high confidence; otherwise the rules' result, with options that only the learned parser found.
    func merge(learned: OrderParseResult, rules: OrderParseResult) -> OrderParseResult {
        guard !learned.acts.isEmpty else { return rules }
        if Self.isSame(learned, rules) { return agreed(learned, rules) }
        let isSure =
            learned.confidence > Self.trustedConfidence && isAllowed(learned) && Self.keepsDiets(learned, of: rules)
        guard isSure, learned.unread.count < rules.unread.count || rules.acts.isEmpty else {
            return completed(rules, by: learned)
        }
        return rules.acts.isEmpty && !Self.asksForItems(learned) ? rules : learned
    }

    /// Combines the confidence of two independent, equal results.
    private func agreed(_ learned: OrderParseResult, _ rules: OrderParseResult) -> OrderParseResult {
        var result = rules
        result.source = .hybrid
        result.confidence = 1 - (1 - learned.confidence) * (1 - rules.confidence)
        return result
    }

    /// Adds options that only the learned parser found to items that both found.
    private func completed(_ rules: OrderParseResult, by learned: OrderParseResult) -> OrderParseResult {
        // The missing word was an option, so the note about it is dropped.
        let acts = rules.acts.filter { $0 != .ask(.missing(nil)) }
        guard !rules.unread.isEmpty, rules.items.map(\.itemId) == learned.items.map(\.itemId),
            case .add(var items)? = acts.first, acts.count == 1
        else { return rules }
        var isChanged = false
        for (index, learned) in learned.items.enumerated() {
            for option in learned.options where option.confidence > Self.trustedConfidence * 0.75 {
                let isOpen = !items[index].options.contains { $0.option.group == option.option.group }
                guard isOpen, rules.unread.contains(where: option.spoken.contains) else { continue }
                var with = items[index]
                with.options.append(option)
                guard isAllowed(with) else { continue }
                items[index] = with
                isChanged = true
            }
        }
        guard isChanged else { return rules }
        var result = rules
        result.items = items
        result.acts = [.add(items)]
        result.source = .hybrid
        return result
    }

    /// Whether the learned result keeps all diets. The tagger may label "im celiac" as an item.
    private static func keepsDiets(_ learned: OrderParseResult, of rules: OrderParseResult) -> Bool {
        let kept = learned.acts.flatMap(\.diets)
        return rules.acts.flatMap(\.diets).allSatisfy(kept.contains)
    }

    private func isAllowed(_ result: OrderParseResult) -> Bool { result.items.allSatisfy(isAllowed) }

    private func isAllowed(_ item: ParsedOrderItem) -> Bool {
        engine.violations(of: OrderLine(id: 0, item: item)).allSatisfy { violation in
            switch violation {
            case .forbidden, .unavailable, .optionCount: false
            case .missing, .quantity, .tooManyLines, .totalTooHigh: true
            }
        }
    }

    private static func asksForItems(_ result: OrderParseResult) -> Bool {
        !result.items.isEmpty || !result.looseChange.isEmpty
    }

    /// Whether two results order the same, regardless of confidence.
    private static func isSame(_ one: OrderParseResult, _ other: OrderParseResult) -> Bool {
        one.intent == other.intent && one.acts.map(\.core) == other.acts.map(\.core)
    }
}

extension OrderAct {
    /// The act without its source and confidence.
    fileprivate var core: OrderAct {
        func core(_ option: SelectedOption) -> SelectedOption {
            SelectedOption(option: option.option, amount: option.amount, count: option.count)
        }
        func core(_ item: ParsedOrderItem) -> ParsedOrderItem {
            ParsedOrderItem(
                itemId: item.itemId, name: item.name, quantity: item.quantity, options: item.options.map(core),
                spoken: "", nameSpoken: "", confidence: 0,
                alternatives: item.alternatives)
        }
        func core(_ change: LineChange) -> LineChange {
            LineChange(
                options: change.options.map(core), quantity: change.quantity, more: change.more,
                item: change.item.map(core), corrects: change.corrects)
        }
        switch self {
        case .add(let items): return .add(items.map(core))
        case .change(let line, let change): return .change(line, core(change))
        case .split(let line, let parts): return .split(line, parts.map(core))
        case .again(let line, let change): return .again(line, core(change))
        case .remove, .ask, .avoid, .undo, .forget, .say: return self
        }
    }
}
