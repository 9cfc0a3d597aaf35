internal import Ordering

/// Items in two halves, as pizza has: two option groups with the same options, of which each half names one: "a large
/// half pepperoni half hawaiian".
struct HalvesResolver: Sendable {
    let menu: Menu

    func chunks(_ chunks: [Chunk]) -> [Chunk] {
        let halves = chunks.indices.filter { chunks[$0].kind == .half }
        guard halves.count == 2, let first = option(chunks, after: halves[0], before: halves[1]),
            let second = option(chunks, after: halves[1], before: chunks.count),
            let (item, options) = item(of: candidates(chunks[first]), candidates(chunks[second]))
        else { return chunks }
        var chunks = chunks
        for (place, option) in zip([first, second], options) {
            chunks[place].kind = .option(OptionPhrase(candidates: [option]))
        }
        for half in halves { chunks[half].kind = .filler }
        for place in (halves[0] + 1)..<second where chunks[place].kind == .conjunction { chunks[place].kind = .filler }
        // The item before or behind the halves is one of their kind; without one, it is implied.
        let before = chunks[..<halves[0]].lastIndex(where: isItem)
        let behind = second + 1 < chunks.count && isItem(chunks[second + 1]) ? second + 1 : nil
        if let place = behind ?? before.flatMap({ isNear(chunks, $0, halves[0]) ? $0 : nil }) {
            chunks[place].kind = .item([item])
        } else {
            chunks[halves[0]].kind = .item([item])
        }
        return chunks
    }

    private func isItem(_ chunk: Chunk) -> Bool { if case .item = chunk.kind { true } else { false } }

    /// Whether only options and fillers stand between an item and its halves.
    private func isNear(_ chunks: [Chunk], _ item: Int, _ half: Int) -> Bool {
        chunks[(item + 1)..<half].allSatisfy { chunk in
            switch chunk.kind {
            case .option, .filler, .with: true
            default: false
            }
        }
    }

    private func candidates(_ chunk: Chunk) -> [OptionReference] {
        switch chunk.kind {
        case .option(let phrase): phrase.all
        case .item: chunk.asOption?.all ?? []
        default: []
        }
    }

    private func option(_ chunks: [Chunk], after half: Int, before end: Int) -> Int? {
        let next = chunks[(half + 1)..<end].firstIndex { $0.kind != .filler && $0.kind != .with && $0.kind != .article }
        return next.flatMap { candidates(chunks[$0]).isEmpty ? nil : $0 }
    }

    /// The only item with two groups of the same options, and the option of each half.
    private func item(of first: [OptionReference], _ second: [OptionReference]) -> (Int, [OptionReference])? {
        for one in first {
            for other in second where menu.areTwins(one.group, other.group) {
                let items = menu.items.indices.filter {
                    menu.items[$0].groups.contains(one.group) && menu.items[$0].groups.contains(other.group)
                }
                guard items.count == 1,
                    let order = menu.optionGroups.firstIndex(where: { $0.id == one.group }),
                    let next = menu.optionGroups.firstIndex(where: { $0.id == other.group }), order < next
                else { continue }
                return (items[0], [one, other])
            }
        }
        return nil
    }
}

extension Chunker {
    /// Whether an option's group has a twin with the same options.
    func isOfTwins(_ option: OptionReference) -> Bool {
        menu.optionGroups.contains { menu.areTwins($0.id, option.group) }
    }
}
