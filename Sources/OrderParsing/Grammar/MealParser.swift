internal import Ordering

/// Tells the fries of a meal from fries: where an item still wants one of a group, words that are an item and an option
/// of that group are the option.
struct MealParser: Sendable {
    let menu: Menu

    func elements(_ elements: [Chunk]) -> [Chunk] {
        guard elements.contains(where: { $0.asOption != nil }) else { return elements }
        var elements = elements
        var wanted: Set<String> = []
        // "change the drink to lemonade", "onion rings as the side instead"
        let isChange = elements.contains { $0.kind == .edit || $0.kind == .instead }
        var named: Set<String> = []
        for case .group(let group) in elements.map(\.kind) where isChange { named.insert(group) }
        for (index, element) in elements.enumerated() {
            switch element.kind {
            case .item(let items):
                guard let phrase = element.asOption,
                    let option = phrase.candidates.first(where: {
                        wanted.contains($0.group) || named.contains($0.group)
                    })
                else {
                    wanted = items.first.map { Set(menu.items[$0].required.filter(isOfOne)) } ?? []
                    continue
                }
                elements[index].kind = .option(
                    OptionPhrase(candidates: [option] + phrase.candidates.filter { $0 != option }))
                wanted.remove(option.group)
            case .option(let phrase):
                for option in phrase.candidates { wanted.remove(option.group) }
            case .quantity(let count) where count != 1:
                wanted = wanted.filter { _ in !isFollowedByItem(elements, at: index + 1) }
            case .intent, .edit: wanted = []
            default: continue
            }
        }
        return elements
    }

    private func isOfOne(_ group: String) -> Bool { menu.group(group)?.select == .one }

    private func isFollowedByItem(_ elements: [Chunk], at index: Int) -> Bool {
        guard index < elements.count, case .item = elements[index].kind else { return false }
        return true
    }
}
