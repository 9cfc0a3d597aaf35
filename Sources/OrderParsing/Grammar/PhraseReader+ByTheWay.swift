/// What says nothing of what is ordered.
extension PhraseReader {
    /// "for my girlfriend", "for a friend", "for Sarah": behind it another thing may follow.
    func somebody(_ segments: [Segment], at index: Int) -> (Element, Int)? {
        guard segments[index].meanings.contains(.to) else { return nil }
        let isOwned = index + 1 < segments.count && segments[index + 1].meanings.contains { $0 == .definite || $0 == .article }
        let name = isOwned ? index + 2 : index + 1
        guard name < segments.count, segments[name].role == .unknown else { return nil }
        let isEnded = name + 1 == segments.count || segments[name + 1].meanings.contains { $0 == .join || $0 == .with || $0 == .filler || $0 == .also || $0 == .article }
        guard isEnded else { return nil }
        return (Element(kind: .filler, range: segments[index].range.lowerBound..<segments[name].range.upperBound, isName: true), name + 1)
    }

    /// "eight ounce": a size that this menu calls otherwise, so that it is asked for, and no number of things.
    func measure(_ segments: [Segment], at index: Int) -> (Element, Int)? {
        guard case .number = segments[index].role, index + 1 < segments.count, segments[index + 1].meanings.contains(.measure) else { return nil }
        return (Element(kind: .filler, range: segments[index].range.lowerBound..<segments[index + 1].range.upperBound), index + 2)
    }
}
