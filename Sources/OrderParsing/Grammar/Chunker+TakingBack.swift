internal import Ordering

/// "scratch that", "never mind", "undo the bagel": what takes back, and what takes a thing away by the same words.
extension Chunker {
    func takingBack(
        _ meanings: [Sense], _ segments: [Segment], at index: Int, after elements: [Chunk], _ next: Segment?
    ) -> Chunk.Kind? {
        let isTakingBack = meanings.contains(.scratch) || meanings.contains(.undo) || meanings.contains(.forget)
        guard isTakingBack else { return nil }
        let isFirst = elements.allSatisfy { [.filler, .repair, .no, .intent(.confirm)].contains($0.kind) }
        // "forget that latte"
        if isFirst, meanings.contains(.demonstrative), index + 1 < segments.count,
            !segments[index + 1].meanings.items.isEmpty
        {
            return .intent(.remove)
        }
        // "never mind, a bagel" takes nothing away that is a bagel.
        let isNew =
            index + 1 < segments.count && segments[index + 1].meanings.contains(.article)
            && meanings.contains(.intent(.cancel))
        if meanings.contains(.intent(.remove)), !isNew, next != nil || isOfLine(segments, at: index + 1) {
            return .intent(.remove)
        }
        if meanings.contains(.undo) { return .undo }
        if meanings.contains(.forget) { return .forget }
        guard meanings.contains(.intent(.cancel)) else { return .scratch }
        let isLast = segments[(index + 1)...].allSatisfy { segment in
            [.filler, .repair, .join].contains { segment.meanings.contains($0) }
        }
        return isFirst && isLast ? .intent(.cancel) : .forget
    }

    /// Whether a line or some pieces of one are named: "cancel that one", "cancel two of them".
    func isOfLine(_ segments: [Segment], at index: Int) -> Bool {
        guard index < segments.count else { return false }
        if case .number = segments[index].role { return true }
        return segments[index].meanings.contains { [.definite, .latest, .all, .other, .newestTwo].contains($0) }
    }

    /// "double vanilla": two of it; before a thing the menu's own "double" is a shot.
    func multiple(_ segments: [Segment], at index: Int, after elements: [Chunk]) -> (Chunk, Int)? {
        let meanings = segments[index].meanings
        guard let count = meanings.multiple, index + 1 < segments.count, !isFollowedByItem(segments, at: index + 1)
        else { return nil }
        let hasItem = elements.contains { if case .item = $0.kind { true } else { false } }
        guard hasItem || meanings.options.isEmpty else { return nil }
        let next = segments[index + 1]
        let options = next.meanings.options.filter(isCountable)
        guard !options.isEmpty else { return nil }
        let phrase = OptionPhrase(candidates: options, count: count, isMeasured: true)
        return (
            Chunk(
                kind: .option(phrase), range: segments[index].range.lowerBound..<next.range.upperBound,
                similarity: next.similarity, source: next.source), index + 2
        )
    }
}
