internal import Ordering

/// What is not on the menu and is known from others: things, and what is put into things.
extension Chunker {
    /// Reads "coke", "ham sandwich", "banana" by itself as things, and the pumpkin of "a pumpkin latte" as something
    /// said by the way.
    func elsewhere(_ segments: [Segment], at index: Int, after elements: [Chunk]) -> (Chunk, Int)? {
        let meanings = segments[index].meanings
        let isThing = meanings.contains(.elsewhere), isFlavor = meanings.contains(.flavorElsewhere)
        let last = elements.last { $0.kind != .filler }?.kind
        // "a banana muffin", where there is banana bread: no muffin that there is.
        let isOther = meanings.shortName != nil && meanings.items.isEmpty && meanings.options.isEmpty && isCounted(last)
        guard isThing || isFlavor || isOther else { return nil }
        var element = Chunk(kind: .filler, range: segments[index].range, isElsewhere: true)
        let next = index + 1 < segments.count ? segments[index + 1] : nil
        if let next, isKind(next), isOther || isFlavor {
            element.kind = .item([])
            element.range = element.range.lowerBound..<next.range.upperBound
            return (element, index + 2)
        }
        guard !isOther else { return nil }
        // Who wants it left out need not hear that there is none.
        let isLeftOut = index > 0 && segments[index - 1].meanings.amount == .without
        element.isElsewhere = !isLeftOut && last != .no && last != .not && last != .intent(.remove)
        if isThing, last != .with { element.kind = .item([]) }
        let isEnded =
            next.map { $0.meanings.items.isEmpty && $0.meanings.options.isEmpty && $0.role != .unknown } ?? true
        if isFlavor, element.isElsewhere, isCounted(last), isEnded { element.kind = .item([]) }
        return (element, index + 1)
    }

    /// Whether words name a thing by its kind alone: "sandwich", of a turkey sandwich.
    private func isKind(_ segment: Segment) -> Bool {
        let items = segment.meanings.items
        if items.isEmpty { return segment.meanings.shortName != nil || !segment.meanings.hints.isEmpty }
        return items.allSatisfy { SpokenWords(menu.items[$0].name).words.count > segment.range.count }
    }

    private func isCounted(_ kind: Chunk.Kind?) -> Bool {
        switch kind {
        case .article, .quantity: true
        default: false
        }
    }
}
