internal import Ordering

/// What is not on the menu and is known from others: things, and what is put into things.
extension PhraseReader {
    /// Reads "coke", "banana smoothie", "banana" by itself as things, and the pumpkin of "a pumpkin latte" as something said by the way.
    func elsewhere(_ segments: [Segment], at index: Int, after elements: [Element]) -> (Element, Int)? {
        let meanings = segments[index].meanings
        let isThing = meanings.contains(.elsewhere)
        guard isThing || meanings.contains(.flavorElsewhere) else { return nil }
        var element = Element(kind: isThing ? .item([]) : .filler, range: segments[index].range, isElsewhere: true)
        let last = elements.last { $0.kind != .filler }?.kind
        // Who wants it left out need not hear that there is none.
        if last == .no || last == .dangling || last == .not || last == .intent(.remove) {
            element.isElsewhere = false
            if !isThing { return (element, index + 1) }
        }
        let next = index + 1 < segments.count ? segments[index + 1] : nil
        if let next, next.meanings.items.isEmpty, next.meanings.shortName != nil || !next.meanings.hints.isEmpty {
            element.kind = .item([])
            element.range = element.range.lowerBound..<next.range.upperBound
            return (element, index + 2)
        }
        if !isThing, isCounted(last), next.map({ $0.meanings.items.isEmpty && $0.meanings.options.isEmpty && $0.role != .unknown }) ?? true { element.kind = .item([]) }
        return (element, index + 1)
    }

    private func isCounted(_ kind: Element.Kind?) -> Bool {
        switch kind {
        case .article, .quantity: true
        default: false
        }
    }
}
