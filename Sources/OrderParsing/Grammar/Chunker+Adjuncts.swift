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
