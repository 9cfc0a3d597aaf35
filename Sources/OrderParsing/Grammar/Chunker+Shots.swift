internal import Ordering

/// Espresso shots, which are options of some items and items themselves.
extension Chunker {
    /// "with a shot of espresso", "with an espresso shot": an option if the item before accepts shots.
    func shots(_ segments: [Segment], at index: Int, after chunks: [Chunk]) -> (Chunk, Int)? {
        if chunks.last?.kind == .intent(.add) { return shotMore(segments, at: index) }
        guard chunks.last?.kind == .with,
            case .item(let items)? = chunks.last(where: { if case .item = $0.kind { true } else { false } })?.kind
        else { return nil }
        let count: Int
        if case .number(.value(let value)) = segments[index].role {
            count = value
        } else if segments[index].senses.contains(.article) {
            count = 1
        } else {
            return nil
        }
        func senses(_ at: Int) -> [Sense] { at < segments.count ? segments[at].senses : [] }
        var end = index + 1
        // "two extra espresso shots"
        if senses(end).amount == .extra || senses(end).contains(.more) { end += 1 }
        let isUnitFirst = senses(end).contains(.unit)
        if isUnitFirst { end += senses(end + 1).contains(.of) ? 2 : 1 }
        guard let named = senses(end).items.first, isUnitFirst || senses(end + 1).contains(.unit) else {
            return nil
        }
        if !isUnitFirst { end += 1 }
        let groups = Set(items.flatMap { menu.items[$0].groups }).intersection(menu.items[named].groups)
        let options = menu.optionGroups.filter { groups.contains($0.id) && $0.kind == .shots }.flatMap { group in
            group.options.filter { $0.count == count }.map { OptionReference(group: group.id, option: $0.id) }
        }
        guard !options.isEmpty else { return nil }
        let phrase = OptionPhrase(candidates: options, count: count, isMeasured: true)
        return (
            Chunk(kind: .option(phrase), range: segments[index].range.lowerBound..<segments[end].range.upperBound),
            end + 1
        )
    }

    /// "add a shot": one more than the item's usual single shot.
    private func shotMore(_ segments: [Segment], at index: Int) -> (Chunk, Int)? {
        guard segments[index].senses.contains(.article), index + 1 < segments.count,
            segments[index + 1].senses.contains(.shot)
        else { return nil }
        if index + 2 < segments.count, segments[index + 2].senses.contains(.of) { return nil }
        let options = menu.optionGroups.filter { $0.kind == .shots }.flatMap { group in
            group.options.filter { $0.count == 2 }.map { OptionReference(group: group.id, option: $0.id) }
        }
        guard !options.isEmpty else { return nil }
        let phrase = OptionPhrase(candidates: options, count: 2, isMeasured: true)
        return (
            Chunk(
                kind: .option(phrase), range: segments[index].range.lowerBound..<segments[index + 1].range.upperBound),
            index + 2
        )
    }
}
