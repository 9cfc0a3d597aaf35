/// What says nothing of what is ordered.
extension Chunker {
    /// Most words of a name: "for Mary Ann Smith".
    private static let mostNames = 3

    /// "for my girlfriend", "for a friend", "for Sarah": behind it another thing may follow.
    func somebody(_ segments: [Segment], at index: Int, after elements: [Chunk]) -> (Chunk, Int)? {
        guard segments[index].meanings.contains(.forWhom), !elements.contains(where: { $0.kind == .edit }) else {
            return nil
        }
        let isOwned =
            index + 1 < segments.count && segments[index + 1].meanings.contains { $0 == .definite || $0 == .article }
        let start = isOwned ? index + 2 : index + 1
        let end = segments[min(start, segments.count)...].firstIndex { $0.role != .unknown } ?? segments.count
        guard (1...Self.mostNames).contains(end - start) else { return nil }
        let isEnded =
            end == segments.count
            || segments[end].meanings.contains {
                $0 == .join || $0 == .with || $0 == .filler || $0 == .also || $0 == .article
            }
        guard isEnded else { return nil }
        let names = segments[start].range.lowerBound..<segments[end - 1].range.upperBound
        return (Chunk(kind: .filler, range: segments[index].range.lowerBound..<names.upperBound, names: names), end)
    }

    /// "eight ounce": a size that this menu calls otherwise, so that it is asked for, and no number of things.
    func measure(_ segments: [Segment], at index: Int) -> (Chunk, Int)? {
        guard case .number = segments[index].role, index + 1 < segments.count,
            segments[index + 1].meanings.contains(.measure)
        else { return nil }
        return (
            Chunk(kind: .filler, range: segments[index].range.lowerBound..<segments[index + 1].range.upperBound),
            index + 2
        )
    }
}
