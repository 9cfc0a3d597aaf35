public import Ordering

/// Questions that are not answered, and equal lines.
extension CartCoordinator {
    /// How often a question is repeated before it is put in other words, and before it is dropped.
    private static let (repeatsInSameWords, mostRepeats) = (1, 3)

    /// Bounds the repetitions of a question: the second is in other words, the third drops what it is about and says
    /// so. Turns that changed the order or asked about the menu are no failed answers.
    mutating func limitingRepeats(of prompts: [Prompt]) -> [Prompt] {
        let index = prompts.lastIndex { if case .question = $0 { true } else { false } }
        guard let index, case .question(let question) = prompts[index] else { return prompts }
        guard memory.asked?.question == question else {
            memory.asked = AskedQuestion(question: question)
            return prompts
        }
        guard memory.current.effect == .other || memory.current.effect == .forgot else { return prompts }
        memory.asked?.repeats += 1
        let repeats = memory.asked?.repeats ?? 0
        var prompts = prompts
        if repeats < Self.mostRepeats {
            if repeats > Self.repeatsInSameWords { prompts[index] = .questionAgain(question) }
            return prompts
        }
        memory.asked = nil
        pendingClarification = question
        prompts.remove(at: index)
        var outcome = dropQuestion()
        if outcome.prompts.isEmpty { outcome.prompts = [.leftOut] }
        outcome.hasChanged = true
        prompts += outcome.prompts
        prompts += nextQuestion(after: outcome, isCheckingOut: false)
        return prompts + (lines.isEmpty ? [.whatElse] : [])
    }

    /// Merges complete pending lines that are prepared alike, so that the order reads "2 croissants".
    mutating func mergeEqualLines() {
        var merged: [OrderLine] = []
        for line in pendingOrders {
            let index = merged.firstIndex { rules.canMerge($0, line) }
            guard let index else {
                merged.append(line)
                continue
            }
            merged[index].item.quantity += line.quantity
            merged[index].item.confidence = min(merged[index].item.confidence, line.item.confidence)
            if latest == line.id { latest = merged[index].id }
        }
        pendingOrders = merged
    }

    /// Id of a line that one more item can be added to; `nil` where it needs a line of its own.
    public func line(equalTo item: ParsedOrderItem) -> Int? {
        pendingOrders.first { rules.canMerge($0, OrderLine(id: 0, item: item)) }?.id
    }
}

extension CartRules {
    /// Whether two lines are complete, equal up to their quantity, and together within the limit.
    fileprivate func canMerge(_ one: OrderLine, _ other: OrderLine) -> Bool {
        func options(_ line: OrderLine) -> Set<String> {
            Set(
                line.options.map { option in
                    let amount = option.amount.map(\.rawValue) ?? ""
                    return "\(option.option.group)/\(option.option.option) \(amount) \(option.count ?? 0)"
                })
        }
        guard one.itemId == other.itemId, Set(one.item.diets) == Set(other.item.diets), options(one) == options(other),
            other.quantity > 0
        else { return false }
        var sum = one
        sum.item.quantity = one.quantity &+ other.quantity
        return [one, other, sum].allSatisfy { engine.violations(of: $0).isEmpty }
    }
}
