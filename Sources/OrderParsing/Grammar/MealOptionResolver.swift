internal import Ordering

/// Sense disambiguation for meals: a phrase that names both an item and an option ("fries") is the option while an item
/// before it still needs one of that group.
struct MealOptionResolver: Sendable {
    let menu: Menu

    func chunks(_ chunks: [Chunk]) -> [Chunk] {
        guard chunks.contains(where: { $0.asOption != nil }) else { return chunks }
        var chunks = chunks
        var wanted: Set<String> = []
        // "change the drink to lemonade", "onion rings as the side instead"
        let isChange = chunks.contains { $0.kind == .edit || $0.kind == .instead }
        var named: Set<String> = []
        for case .group(let group) in chunks.map(\.kind) where isChange { named.insert(group) }
        for (index, chunk) in chunks.enumerated() {
            switch chunk.kind {
            case .item(let items):
                guard let phrase = chunk.asOption,
                    let option = phrase.candidates.first(where: {
                        wanted.contains($0.group) || named.contains($0.group)
                    })
                else {
                    wanted = items.first.map { Set(menu.items[$0].required.filter(isOfOne)) } ?? []
                    continue
                }
                chunks[index].kind = .option(
                    OptionPhrase(candidates: [option] + phrase.candidates.filter { $0 != option }))
                wanted.remove(option.group)
            case .option(let phrase):
                for option in phrase.candidates { wanted.remove(option.group) }
            case .quantity(let count) where count != 1:
                wanted = wanted.filter { _ in !isFollowedByItem(chunks, at: index + 1) }
            case .intent, .edit: wanted = []
            default: continue
            }
        }
        return chunks
    }

    private func isOfOne(_ group: String) -> Bool { menu.group(group)?.select == .one }

    private func isFollowedByItem(_ chunks: [Chunk], at index: Int) -> Bool {
        guard index < chunks.count, case .item = chunks[index].kind else { return false }
        return true
    }
}
