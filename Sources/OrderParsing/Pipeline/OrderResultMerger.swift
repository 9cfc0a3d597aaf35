internal import Ordering

/// Makes one result of what the learned parser and the rule parser understood.
struct OrderResultMerger: Sendable {
    /// From here on, 0…1, the learned parser is believed where the rules left words unread.
    static let trustedConfidence = 0.8

    private let menu: Menu
    private let engine: ConstraintEngine

    init(menu: Menu) {
        self.menu = menu
        engine = ConstraintEngine(menu: menu)
    }

    /// - Returns: the rules' result where both agree or the rules read everything; the learned one where it reads more
    ///   and is sure; the rules' with the learned parser's options added where only those were missed.
    func merge(ai: OrderParseResult, nlu: OrderParseResult) -> OrderParseResult {
        guard !ai.acts.isEmpty else { return nlu }
        if Self.isSame(ai, nlu) { return agreed(ai, nlu) }
        let isSure = ai.confidence > Self.trustedConfidence && isAllowed(ai) && Self.keepsDiets(ai, of: nlu)
        guard isSure, ai.unread.count < nlu.unread.count || nlu.acts.isEmpty else { return completed(nlu, by: ai) }
        return nlu.acts.isEmpty && !Self.asksForItems(ai) ? nlu : ai
    }

    /// Two who understand the same independently are surer than either.
    private func agreed(_ ai: OrderParseResult, _ nlu: OrderParseResult) -> OrderParseResult {
        var result = nlu
        result.source = .hybrid
        result.confidence = 1 - (1 - ai.confidence) * (1 - nlu.confidence)
        return result
    }

    /// Options that only the learned parser found, of items both found.
    private func completed(_ nlu: OrderParseResult, by ai: OrderParseResult) -> OrderParseResult {
        // That something was missed is no longer so where it was an option.
        let acts = nlu.acts.filter { $0 != .ask(.missing(nil)) }
        guard !nlu.unread.isEmpty, nlu.items.map(\.itemId) == ai.items.map(\.itemId),
            case .add(var items)? = acts.first, acts.count == 1
        else { return nlu }
        var isChanged = false
        for (index, learned) in ai.items.enumerated() {
            for option in learned.options where option.confidence > Self.trustedConfidence * 0.75 {
                let isOpen = !items[index].options.contains { $0.option.group == option.option.group }
                guard isOpen, nlu.unread.contains(where: option.spoken.contains) else { continue }
                var with = items[index]
                with.options.append(option)
                guard isAllowed(with) else { continue }
                items[index] = with
                isChanged = true
            }
        }
        guard isChanged else { return nlu }
        var result = nlu
        result.items = items
        result.acts = [.add(items)]
        result.source = .hybrid
        return result
    }

    /// Whether nothing is passed over that must not be in an item or in the order: the labeller may take "im celiac"
    /// for one.
    private static func keepsDiets(_ ai: OrderParseResult, of nlu: OrderParseResult) -> Bool {
        let kept = ai.acts.flatMap(\.diets)
        return nlu.acts.flatMap(\.diets).allSatisfy(kept.contains)
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

    /// Whether two results order the same, however sure they are of it.
    private static func isSame(_ one: OrderParseResult, _ other: OrderParseResult) -> Bool {
        one.intent == other.intent && one.acts.map(\.core) == other.acts.map(\.core)
    }
}

extension OrderAct {
    /// The act without who understood it and how surely.
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
