internal import Ordering

/// The semantic result of an utterance: its dialogue acts and its main intent.
struct Interpretation {
    let acts: [OrderAct]
    let items: [ParsedOrderItem]
    let intent: OrderIntent
    let confidence: Double
    let warnings: [String]
    /// Words without a sense.
    let unread: [String]
    /// Words of benefactive adjuncts, such as names.
    let names: [String]
    let isUnfinished: Bool

    init(_ interpreter: Interpreter, _ chunks: [Chunk], words: UtteranceWords) {
        let confidence = Self.confidence(chunks)
        var acts = interpreter.draft.acts().map { Self.weighed($0, confidence) }
        // "a pumpkin latte": orders the latte and tells the guest that there is no pumpkin.
        acts += chunks.filter { $0.kind == .filler && $0.isOutOfMenu }.map {
            .ask(.missing(words.text($0.range)))
        }
        // "a six shot americano": the choices that there are.
        for group in Set(chunks.compactMap(\.asksChoices)).sorted() {
            acts.append(.ask(.choices(group: group, itemId: nil)))
        }
        if acts.contains(where: { if case .add = $0 { true } else { false } }), Self.namesUnknown(chunks) {
            acts.append(.ask(.missing(nil)))
        }
        // If nothing else was named, the guest is asked to repeat.
        if acts.allSatisfy({ $0 == .ask(.missing(nil)) }) { acts = [] }
        // A yes or no beside an act is no answer. Intents without an object come last.
        let said = interpreter.said.filter { acts.isEmpty || $0 != .confirm && $0 != .decline }
        let strongest = Self.priority.first(where: said.contains) ?? said.first
        // Words after "start over" begin a new order.
        if strongest == .clear {
            acts.insert(.say(.clear), at: 0)
        } else if let strongest {
            acts.append(.say(strongest))
        }
        if Self.isSmallTalk(chunks, acts, confidence) { acts = [] }
        acts = Self.keepingDiets(of: chunks, acts)
        self.acts = acts
        // Notes about missing items do not decide the intent.
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
        unread = chunks.filter { $0.kind == .unknown }.map { words.text($0.range) }
        names = chunks.compactMap(\.names).flatMap { words[$0] }
        warnings =
            interpreter.draft.warnings
            + (unread.isEmpty || intent == .unknown ? [] : ["not understood: " + unread.joined(separator: ", ")])
        isUnfinished = Self.isUnfinished(chunks, hasItems: !items.isEmpty)
    }

    /// Adds diets that lost their item (to a repair, or for lack of one) to all remaining acts. No diet may be dropped.
    private static func keepingDiets(of chunks: [Chunk], _ acts: [OrderAct]) -> [OrderAct] {
        let said = chunks.compactMap { if case .diet(let diet) = $0.kind { diet } else { nil } }
        let kept = acts.flatMap(\.diets)
        let lost = said.filter { !kept.contains($0) }
        return lost.isEmpty ? acts : acts.map { $0.adding(diets: lost) }
    }

    /// Minimum share of understood words, 0…1, for an order without a request verb.
    private static let leastConfidence = 0.4
    /// The same for a yes, a no or another intent without an object.
    private static let leastSaidConfidence = 0.6

    /// Whether it is off-topic speech that happens to contain a menu word or a "good".
    private static func isSmallTalk(_ chunks: [Chunk], _ acts: [OrderAct], _ confidence: Double) -> Bool {
        let asks = chunks.contains { chunk in
            switch chunk.kind {
            case .intent(.order), .intent(.add), .intent(.remove), .edit, .copula: true
            default: false
            }
        }
        if !asks, chunks.contains(where: { $0.kind == .narrative }) { return true }
        if !asks, case .change(.latest, let change)? = acts.first, acts.count == 1, change.quantity == 0,
            change.options.isEmpty,
            chunks.contains(where: { $0.kind == .unknown })
        {
            return true
        }
        // "The cake was good": bare item names among unknown words.
        let isOnlyMissed = acts.allSatisfy { if case .ask(.missing) = $0 { true } else { false } }
        if !asks, isOnlyMissed, chunks.contains(where: { $0.kind == .unknown }), !isCounted(chunks) { return true }
        let isOnlySaid = acts.allSatisfy { if case .say = $0 { true } else { false } }
        if isOnlySaid, confidence < leastSaidConfidence { return true }
        let hasItems = acts.contains { if case .add = $0 { true } else { false } }
        return !asks && confidence < (hasItems ? leastConfidence : leastSaidConfidence)
    }

    /// The dominant intent first. "yes" and "no" answer the open question, so they come last.
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

    /// Share of content words that were understood, weighted by similarity.
    private static func confidence(_ chunks: [Chunk]) -> Double {
        var understood = 0.0, unknown = 0.0
        for chunk in chunks {
            switch chunk.kind {
            case .unknown, .dangling: unknown += Double(chunk.range.count)
            case .filler, .only: continue
            default:
                understood += Double(chunk.range.count) * chunk.similarity
                unknown += Double(chunk.range.count) * (1 - chunk.similarity)
            }
        }
        return understood == 0 ? 0 : understood / (understood + unknown)
    }

    /// Whether an unknown word stands in noun position or before an item: "a latte and a grande flurb", "a gingerbread
    /// latte".
    private static func namesUnknown(_ chunks: [Chunk]) -> Bool {
        chunks.indices.contains { index in
            // "a latte with banana" of a menu with banana bread.
            if chunks[index].kind == .dangling, index > 0, chunks[index - 1].kind == .with, index + 1 == chunks.count {
                return chunks[..<index].contains { if case .item = $0.kind { true } else { false } }
            }
            guard chunks[index].kind == .unknown else { return false }
            let next = chunks[(index + 1)...].first {
                if case .option = $0.kind { false } else { $0.kind != .unknown }
            }?.kind
            let isOfThing = if case .item? = next { true } else { false }
            return isCounted(chunks, at: index)
                && (isOfThing || next == nil || next == .conjunction || next == .with || next == .filler)
        }
    }

    /// Whether an article or number precedes an out-of-menu item: "a coke and zork", "a zork coke".
    private static func isCounted(_ chunks: [Chunk]) -> Bool {
        chunks.indices.contains { chunks[$0].isOutOfMenu && isCounted(chunks, at: $0) }
    }

    /// Whether an article or number precedes a position, skipping options and unknown words.
    private static func isCounted(_ chunks: [Chunk], at index: Int) -> Bool {
        let before = chunks[..<index].last { if case .option = $0.kind { false } else { $0.kind != .unknown } }
        return before.map { $0.kind == .article || isNumber($0) } ?? false
    }

    /// Whether the words end as if more follow: "a large latte with", "and a", "can I get a large".
    private static func isUnfinished(_ chunks: [Chunk], hasItems: Bool) -> Bool {
        guard let last = chunks.last(where: { $0.kind != .filler }) else { return false }
        let asks = chunks.contains { $0.kind == .intent(.order) || $0.kind == .intent(.add) }
        switch last.kind {
        case .with, .conjunction, .article, .definite, .dangling, .to, .locative, .edit, .not, .insteadOf, .partitive,
            .copula:
            return true
        case .intent(.order), .intent(.add), .intent(.remove): return true
        case .repair: return chunks.count > 1
        case .quantity: return hasItems || asks
        case .option:
            return !hasItems && (asks || chunks.contains { $0.kind == .article || isNumber($0) })
                && !chunks.contains { isReference($0) || $0.kind == .edit }
        default: return false
        }
    }

    private static func isNumber(_ chunk: Chunk) -> Bool { if case .quantity = chunk.kind { true } else { false } }

    private static func isReference(_ chunk: Chunk) -> Bool {
        if case .reference = chunk.kind { true } else { false }
    }
}
