internal import Ordering

/// What an interpreted utterance comes to: its acts, and the one intent they stand for.
struct Outcome {
    let acts: [OrderAct]
    let items: [ParsedOrderItem]
    let intent: OrderIntent
    let confidence: Double
    let warnings: [String]
    /// Words without a meaning.
    let unread: [String]
    /// Words that say whom something is for.
    let names: [String]
    let isUnfinished: Bool

    init(_ interpreter: Interpreter, _ elements: [Chunk], words: [String]) {
        let confidence = Self.confidence(elements)
        var acts = interpreter.draft.acts().map { Self.weighed($0, confidence) }
        // "a pumpkin latte": the latte is ordered, and the guest hears that it has no pumpkin.
        acts += elements.filter { $0.kind == .filler && $0.isElsewhere }.map {
            .ask(.missing(words[$0.range].joined(separator: " ")))
        }
        if acts.contains(where: { if case .add = $0 { true } else { false } }), Self.namesUnknown(elements) {
            acts.append(.ask(.missing(nil)))
        }
        // Who named nothing else is asked to say it again.
        if acts.allSatisfy({ $0 == .ask(.missing(nil)) }) { acts = [] }
        // A yes or no with something to do beside it is no answer; what has no object comes last.
        let said = interpreter.said.filter { acts.isEmpty || $0 != .confirm && $0 != .decline }
        let strongest = Self.priority.first(where: said.contains) ?? said.first
        // What is said after "start over" is a new order.
        if strongest == .clear {
            acts.insert(.say(.clear), at: 0)
        } else if let strongest {
            acts.append(.say(strongest))
        }
        if Self.isSmallTalk(elements, acts, confidence) { acts = [] }
        acts = Self.keepingDiets(of: elements, acts)
        self.acts = acts
        // What is not to be had says nothing of what is done with the rest.
        let done = acts.filter { if case .ask(.missing) = $0 { false } else { true } }
        intent = Self.intent(done.isEmpty ? acts : done, isBesides: interpreter.isBesides)
        let named = acts.flatMap { act -> [ParsedOrderItem] in
            switch act {
            case .add(let items): items
            case .change(_, let change): change.item.map { [$0] } ?? []
            default: []
            }
        }
        items = named.isEmpty && intent == .remove ? interpreter.removedItems : named
        self.confidence = intent == .unknown ? 0 : confidence
        unread = elements.filter { $0.kind == .unknown }.map { words[$0.range].joined(separator: " ") }
        names = elements.compactMap(\.names).flatMap { words[$0] }
        warnings =
            interpreter.draft.warnings
            + (unread.isEmpty || intent == .unknown ? [] : ["not understood: " + unread.joined(separator: ", ")])
        isUnfinished = Self.isUnfinished(elements, hasItems: !items.isEmpty)
    }

    /// A diet that was said of something taken back, or of no item that the words tell, holds for all that is left:
    /// none may be passed over.
    private static func keepingDiets(of elements: [Chunk], _ acts: [OrderAct]) -> [OrderAct] {
        let said = elements.compactMap { if case .diet(let diet) = $0.kind { diet } else { nil } }
        let kept = acts.flatMap(\.diets)
        let lost = said.filter { !kept.contains($0) }
        return lost.isEmpty ? acts : acts.map { $0.adding(diets: lost) }
    }

    /// Less than this share of understood words, 0…1, is no order when nothing was asked for.
    private static let leastConfidence = 0.4
    /// The same for a yes, a no or anything else without an object.
    private static let leastSaidConfidence = 0.6

    /// Talk that happens to have a menu word or a "good" in it.
    private static func isSmallTalk(_ elements: [Chunk], _ acts: [OrderAct], _ confidence: Double) -> Bool {
        let asks = elements.contains { element in
            switch element.kind {
            case .intent(.order), .intent(.add), .intent(.remove), .edit, .copula: true
            default: false
            }
        }
        if !asks, elements.contains(where: { $0.kind == .narrative }) { return true }
        if !asks, case .change(.latest, let change)? = acts.first, acts.count == 1, change.quantity == 0,
            change.options.isEmpty,
            elements.contains(where: { $0.kind == .unknown })
        {
            return true
        }
        // "The cake was good": names of things alone, among words that mean nothing.
        let isOnlyMissed = acts.allSatisfy { if case .ask(.missing) = $0 { true } else { false } }
        if !asks, isOnlyMissed, elements.contains(where: { $0.kind == .unknown }), !isCounted(elements) { return true }
        let isOnlySaid = acts.allSatisfy { if case .say = $0 { true } else { false } }
        if isOnlySaid, confidence < leastSaidConfidence { return true }
        let hasItems = acts.contains { if case .add = $0 { true } else { false } }
        return !asks && confidence < (hasItems ? leastConfidence : leastSaidConfidence)
    }

    /// Where several intents are said, the one that changes most decides, except that "yes" and "no" answer the open
    /// question.
    private static let priority: [OrderIntent] = [
        .clear, .cancel, .readCart, .repeat, .help, .checkout, .decline, .confirm,
    ]

    private static func intent(_ acts: [OrderAct], isBesides: Bool) -> OrderIntent {
        guard let first = acts.first else { return .unknown }
        switch first {
        case .add: return isBesides ? .add : .order
        case .remove, .undo, .forget: return .remove
        case .split: return .change
        case .change(_, let change):
            if change.item != nil { return .replace }
            if change.isAskedFor, change.isEmpty { return .order }
            guard let more = change.more else { return .change }
            return more > 0 ? .add : .remove
        case .again: return .add
        case .ask, .avoid: return .question
        case .say(let intent): return intent
        }
    }

    private static func weighed(_ act: OrderAct, _ confidence: Double) -> OrderAct {
        func weighed(_ item: ParsedOrderItem) -> ParsedOrderItem {
            var item = item
            item.confidence = item.options.reduce(item.confidence) { min($0, $1.confidence) } * confidence
            return item
        }
        switch act {
        case .add(let items): return .add(items.map(weighed))
        case .change(let reference, var change):
            change.item = change.item.map(weighed)
            return .change(reference, change)
        default: return act
        }
    }

    /// The share of the words that carry meaning and were understood.
    private static func confidence(_ elements: [Chunk]) -> Double {
        var understood = 0.0, unknown = 0.0
        for element in elements {
            switch element.kind {
            case .unknown, .dangling: unknown += Double(element.range.count)
            case .filler, .only: continue
            default:
                understood += Double(element.range.count) * element.similarity
                unknown += Double(element.range.count) * (1 - element.similarity)
            }
        }
        return understood == 0 ? 0 : understood / (understood + unknown)
    }

    /// Whether an unknown word stands where a thing is named, or before its name: "a latte and a grande flurb", "a
    /// gingerbread latte".
    private static func namesUnknown(_ elements: [Chunk]) -> Bool {
        elements.indices.contains { index in
            guard elements[index].kind == .unknown else { return false }
            let next = elements[(index + 1)...].first { $0.kind != .unknown }?.kind
            let isOfThing = if case .item? = next { true } else { false }
            return isCounted(elements, at: index)
                && (isOfThing || next == nil || next == .join || next == .with || next == .filler)
        }
    }

    /// Whether a thing of other houses is asked for by an article or a number: "a coke and zork", "a zork coke".
    private static func isCounted(_ elements: [Chunk]) -> Bool {
        elements.indices.contains { elements[$0].isElsewhere && isCounted(elements, at: $0) }
    }

    /// Whether an article or a number stands before a place, options and unknown words aside.
    private static func isCounted(_ elements: [Chunk], at index: Int) -> Bool {
        let before = elements[..<index].last { if case .option = $0.kind { false } else { $0.kind != .unknown } }
        return before.map { $0.kind == .article || isNumber($0) } ?? false
    }

    /// Words that end as if more were to come: "a large latte with", "and a", "can I get a large".
    private static func isUnfinished(_ elements: [Chunk], hasItems: Bool) -> Bool {
        guard let last = elements.last(where: { $0.kind != .filler }) else { return false }
        let asks = elements.contains { $0.kind == .intent(.order) || $0.kind == .intent(.add) }
        switch last.kind {
        case .with, .join, .article, .definite, .dangling, .to, .place, .edit, .not, .insteadOf, .partOf, .copula:
            return true
        case .intent(.order), .intent(.add), .intent(.remove): return true
        case .repair: return elements.count > 1
        case .quantity: return hasItems || asks
        case .option:
            return !hasItems && (asks || elements.contains { $0.kind == .article || isNumber($0) })
                && !elements.contains { isReference($0) || $0.kind == .edit }
        default: return false
        }
    }

    private static func isNumber(_ element: Chunk) -> Bool { if case .quantity = element.kind { true } else { false } }

    private static func isReference(_ element: Chunk) -> Bool {
        if case .reference = element.kind { true } else { false }
    }
}
