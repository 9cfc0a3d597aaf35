internal import Ordering

/// Items and ingredients that are not on the menu.
extension Chunker {
    /// "coke", "ham sandwich" and a bare "banana" are items; the "pumpkin" of "a pumpkin latte" is an ingredient.
    func outOfMenu(_ segments: [Segment], at index: Int, after chunks: [Chunk]) -> (Chunk, Int)? {
        let senses = segments[index].senses
        let isThing = senses.contains(.outOfMenuItem), isFlavor = senses.contains(.outOfMenuIngredient)
        let last = chunks.last { $0.kind != .filler }?.kind
        // "a banana muffin", where the menu has banana bread: an item not on the menu.
        let isOther = senses.shortName != nil && senses.items.isEmpty && senses.options.isEmpty && isCounted(last)
        guard isThing || isFlavor || isOther else { return nil }
        var chunk = Chunk(kind: .filler, range: segments[index].range, isOutOfMenu: true)
        let next = index + 1 < segments.count ? segments[index + 1] : nil
        if let next, isKind(next), isOther || isFlavor {
            chunk.kind = .item([])
            chunk.range = chunk.range.lowerBound..<next.range.upperBound
            return (chunk, index + 2)
        }
        guard !isOther else { return nil }
        // An ingredient that the guest excludes needs no note.
        let isExcluded = index > 0 && segments[index - 1].senses.amount == .without
        chunk.isOutOfMenu = !isExcluded && last != .no && last != .not && last != .intent(.remove)
        if isThing, last != .with { chunk.kind = .item([]) }
        let isEnded =
            next.map { $0.senses.items.isEmpty && $0.senses.options.isEmpty && $0.role != .unknown } ?? true
        if isFlavor, chunk.isOutOfMenu, isCounted(last), isEnded { chunk.kind = .item([]) }
        return (chunk, index + 1)
    }

    /// Whether words are only the head noun of items: "sandwich" of a turkey sandwich.
    private func isKind(_ segment: Segment) -> Bool {
        let items = segment.senses.items
        if items.isEmpty { return segment.senses.shortName != nil || !segment.senses.hints.isEmpty }
        return items.allSatisfy { SpokenWords(menu.items[$0].name).words.count > segment.range.count }
    }

    private func isCounted(_ kind: Chunk.Kind?) -> Bool {
        switch kind {
        case .article, .quantity: true
        default: false
        }
    }
}
