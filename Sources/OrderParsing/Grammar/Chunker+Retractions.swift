internal import Ordering

/// Retractions ("scratch that", "never mind", "undo the bagel") and removals that use the same words.
extension Chunker {
    func retraction(
        _ senses: [Sense], _ segments: [Segment], at index: Int, after chunks: [Chunk], _ next: Segment?
    ) -> Chunk.Kind? {
        let isRetraction = senses.contains(.scratch) || senses.contains(.undo) || senses.contains(.forget)
        guard isRetraction else { return nil }
        let isFirst = chunks.allSatisfy { [.filler, .repair, .no, .intent(.confirm)].contains($0.kind) }
        // "forget that latte"
        if isFirst, senses.contains(.demonstrative), index + 1 < segments.count,
            !segments[index + 1].senses.items.isEmpty
        {
            return .intent(.remove)
        }
        // "never mind, a bagel" removes no bagel.
        let isNew =
            index + 1 < segments.count && segments[index + 1].senses.contains(.article)
            && senses.contains(.intent(.cancel))
        if senses.contains(.intent(.remove)), !isNew, next != nil || isOfLine(segments, at: index + 1) {
            return .intent(.remove)
        }
        if senses.contains(.undo) { return .undo }
        if senses.contains(.forget) { return .forget }
        guard senses.contains(.intent(.cancel)) else { return .scratch }
        let isLast = segments[(index + 1)...].allSatisfy { segment in
            [.filler, .repair, .conjunction].contains { segment.senses.contains($0) }
        }
        return isFirst && isLast ? .intent(.cancel) : .forget
    }

    /// Whether a line or pieces of one follow: "cancel that one", "cancel two of them".
    func isOfLine(_ segments: [Segment], at index: Int) -> Bool {
        guard index < segments.count else { return false }
        if case .number = segments[index].role { return true }
        return segments[index].senses.contains { [.definite, .latest, .all, .other, .newestTwo].contains($0) }
    }

    /// A multiplied option: "double vanilla". Before an item the menu's own "double" is a shot.
    func multiple(_ segments: [Segment], at index: Int, after chunks: [Chunk]) -> (Chunk, Int)? {
        let senses = segments[index].senses
        guard let count = senses.multiple, index + 1 < segments.count, !isFollowedByItem(segments, at: index + 1)
        else { return nil }
        let hasItem = chunks.contains { if case .item = $0.kind { true } else { false } }
        guard hasItem || senses.options.isEmpty else { return nil }
        let next = segments[index + 1]
        let options = next.senses.options.filter(isCountable)
        guard !options.isEmpty else { return nil }
        let phrase = OptionPhrase(candidates: options, count: count, isMeasured: true)
        return (
            Chunk(
                kind: .option(phrase), range: segments[index].range.lowerBound..<next.range.upperBound,
                similarity: next.similarity), index + 2
        )
    }
}
