internal import Ordering

/// Adjuncts that change nothing of the order.
extension Chunker {
    /// Maximum words of a name: "for Mary Ann Smith".
    private static let mostNames = 3

    /// A benefactive adjunct: "for my girlfriend", "for a friend", "for Sarah".
    func benefactive(_ segments: [Segment], at index: Int, after chunks: [Chunk]) -> (Chunk, Int)? {
        guard segments[index].senses.contains(.benefactive), !chunks.contains(where: { $0.kind == .edit }) else {
            return nil
        }
        let isOwned =
            index + 1 < segments.count && segments[index + 1].senses.contains { $0 == .definite || $0 == .article }
        let start = isOwned ? index + 2 : index + 1
        let end = segments[min(start, segments.count)...].firstIndex { $0.role != .unknown } ?? segments.count
        guard (1...Self.mostNames).contains(end - start) else { return nil }
        let isEnded =
            end == segments.count
            || segments[end].senses.contains {
                $0 == .conjunction || $0 == .with || $0 == .filler || $0 == .also || $0 == .article
            }
        guard isEnded else { return nil }
        let names = segments[start].range.lowerBound..<segments[end - 1].range.upperBound
        return (Chunk(kind: .filler, range: segments[index].range.lowerBound..<names.upperBound, names: names), end)
    }

    /// The topic of the following options: "for the spread i'd like …", "for the drink …". It names a group or a
    /// category, and the options continue those before.
    func topic(_ segments: [Segment], at index: Int) -> (Chunk, Int)? {
        guard segments[index].senses.contains(.benefactive), index + 1 < segments.count else { return nil }
        let start = segments[index + 1].senses.contains(.definite) ? index + 2 : index + 1
        guard start < segments.count, segments[start].senses.items.isEmpty, segments[start].senses.options.isEmpty,
            segments[start].senses.contains(where: { sense in
                switch sense {
                case .group, .category, .genericNoun: true
                case .proform: start > index + 1
                default: false
                }
            })
        else { return nil }
        var end = start + 1
        if end < segments.count, segments[end].senses.intent == .order { end += 1 }
        return (
            Chunk(
                kind: .filler, range: segments[index].range.lowerBound..<segments[end - 1].range.upperBound), end
        )
    }

    /// A measured size ("eight ounce") that this menu names differently. It is no quantity; the kiosk asks for the
    /// size.
    func measure(_ segments: [Segment], at index: Int) -> (Chunk, Int)? {
        guard case .number = segments[index].role, index + 1 < segments.count,
            segments[index + 1].senses.contains(.measure)
        else { return nil }
        return (
            Chunk(kind: .filler, range: segments[index].range.lowerBound..<segments[index + 1].range.upperBound),
            index + 2
        )
    }
}
