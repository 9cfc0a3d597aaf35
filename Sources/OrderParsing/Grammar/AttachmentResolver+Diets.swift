internal import Ordering

/// Diets that are said once for several items.
extension AttachmentResolver {
    /// Distributes a diet over coordinated items: "a muffin and a bagel gluten free", "a gluten free muffin or bagel".
    /// Checking one item too many is the safe error.
    func shareDiets(_ chunks: [Chunk], _ heads: inout [HeadPhrase]) {
        func diets(_ chunks: some Sequence<Chunk>) -> [String] {
            chunks.compactMap { if case .diet(let diet) = $0.kind { diet } else { nil } }
        }
        var trailing = diets(
            chunks.reversed().drop { $0.kind == .filler }.prefix { if case .diet = $0.kind { true } else { false } })
        // "one with oat milk and one dairy free": the diet belongs to one piece.
        if heads.last?.splits.isEmpty == false { trailing = [] }
        var leading: [String] = []
        for index in heads.indices where heads[index].isItem {
            let range = heads[index].range.lowerBound..<heads[index].chunk.range.lowerBound
            let own = diets(chunks.filter { range.contains($0.range.lowerBound) })
            if !own.isEmpty || heads[index].determiner != .bare || !heads[index].quantities.isEmpty {
                leading = own
            }
            heads[index].diets += (leading + trailing).filter { !heads[index].diets.contains($0) }
        }
    }
}
