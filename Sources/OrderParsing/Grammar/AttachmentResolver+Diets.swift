internal import Ordering

/// Diets that are said once of several items.
extension AttachmentResolver {
    /// "a muffin and a bagel gluten free", "a gluten free muffin or bagel": of both. Better one item too many is
    /// compared than one too few.
    func shareDiets(_ elements: [Chunk], _ anchors: inout [HeadPhrase]) {
        func diets(_ elements: some Sequence<Chunk>) -> [String] {
            elements.compactMap { if case .diet(let diet) = $0.kind { diet } else { nil } }
        }
        var trailing = diets(
            elements.reversed().drop { $0.kind == .filler }.prefix { if case .diet = $0.kind { true } else { false } })
        // Not "one with oat milk and one dairy free": that is of a piece.
        if anchors.last?.splits.isEmpty == false { trailing = [] }
        var leading: [String] = []
        for index in anchors.indices where anchors[index].isItem {
            let range = anchors[index].range.lowerBound..<anchors[index].headElement.range.lowerBound
            let own = diets(elements.filter { range.contains($0.range.lowerBound) })
            if !own.isEmpty || anchors[index].determiner != .bare || !anchors[index].quantities.isEmpty {
                leading = own
            }
            anchors[index].diets += (leading + trailing).filter { !anchors[index].diets.contains($0) }
        }
    }
}
