internal import Ordering

/// Makes items and changes of what the grouper put together.
struct ItemBuilder: Sendable {
    let menu: Menu
    let words: [String]

    /// The items an anchor asks for: one, or one for each group of pieces that differ.
    ///
    /// - Parameter isBesides: whether they come beside those in the draft, so that an option behind the last may be of
    ///   an earlier one.
    func items(_ anchor: HeadPhrase, _ draft: inout Draft, isBesides: Bool = false) -> [(ParsedOrderItem, Range<Int>)] {
        guard case .item(let indices) = anchor.head else { return [] }
        guard !indices.isEmpty else {
            let name = text(anchor.headElement.range)
            draft.warn("not on the menu: \(name)")
            if anchor.headElement.isElsewhere || anchor.headElement.source == .ai {
                draft.act(.ask(.missing(anchor.headElement.isElsewhere ? name : nil)))
            }
            return []
        }
        var base = bare(anchor, indices)
        base.quantity = anchor.quantity ?? anchor.part ?? 1
        base.isCounted = anchor.quantity != nil
        base.diets = anchor.diets
        let refused = LineChange(options: anchor.options.compactMap(selected)).apply(to: &base, menu: menu)
        draft.refuse(refused, by: &base, shared: isBesides ? (anchor.after.compactMap(selected), anchor.range) : nil)
        guard !anchor.splits.isEmpty else {
            if let pieces = anchor.pieces, anchor.quantities.isEmpty { base.quantity = pieces }
            // "croissants, two please"
            if let count = anchor.trailing, count > 0, anchor.quantities.isEmpty, anchor.determiner == .bare,
                anchor.after.isEmpty, isPlural(anchor, indices)
            {
                base.quantity = count
                base.isCounted = true
            }
            // "a croissant, three please"; "two" may be "too".
            if let count = anchor.trailing, count > 2, anchor.isTrailingAlone, anchor.quantities.isEmpty,
                anchor.determiner == .article
            {
                base.quantity = count
                base.isCounted = true
            }
            return [(base, anchor.range)]
        }
        return LineChange.split(base, parts(anchor.splits), menu: menu).map { ($0, anchor.range) }
    }

    /// What each piece becomes; of one half the other is as the thing comes.
    func parts(_ splits: [HeadPhrase.Split]) -> [LineChange] {
        let isOneHalf = splits.contains(where: \.isHalf) && splits.count { $0.count == nil } == 1
        return splits.map(part) + (isOneHalf ? [LineChange()] : [])
    }

    private func part(_ split: HeadPhrase.Split) -> LineChange {
        LineChange(options: split.options.compactMap(selected), quantity: split.count, diets: split.diets)
    }

    /// An anchor's item without its options; of several with one name, the one that takes most of the options said.
    func bare(_ anchor: HeadPhrase, _ indices: [Int]) -> ParsedOrderItem {
        let options = anchor.options + anchor.splits.flatMap(\.options)
        func fit(_ index: Int) -> Int {
            options.count { !candidates($0).filter { menu.items[index].groups.contains($0.group) }.isEmpty }
        }
        let most = indices.map(fit).max() ?? 0
        let best = indices.filter { fit($0) == most }
        let item = menu.items[best.first ?? indices[0]]
        return ParsedOrderItem(
            itemId: item.id, name: item.name, quantity: 1, options: [], spoken: text(anchor.range),
            nameSpoken: text(anchor.headElement.range),
            confidence: anchor.headElement.similarity, source: anchor.headElement.source,
            alternatives: best.dropFirst().map { menu.items[$0].id },
            isDefinite: anchor.determiner == .definite, asOption: asOption(anchor.headElement))
    }

    private func asOption(_ element: Chunk) -> [SelectedOption] {
        guard let phrase = element.asOption else { return [] }
        return phrase.candidates.map {
            SelectedOption(
                option: $0, spoken: text(element.range), confidence: element.similarity, source: element.source)
        }
    }

    private func candidates(_ element: Chunk) -> [OptionReference] {
        guard case .option(let phrase) = element.kind else { return [] }
        return phrase.all
    }

    func selected(_ element: Chunk) -> SelectedOption? {
        guard case .option(let phrase) = element.kind, let first = phrase.candidates.first else { return nil }
        func selected(_ option: OptionReference, _ amount: OptionAmount?, alternatives: [SelectedOption] = [])
            -> SelectedOption
        {
            SelectedOption(
                option: option, alternatives: alternatives, amount: amount, count: phrase.count,
                spoken: text(element.range), confidence: element.similarity,
                source: element.source)
        }
        let others =
            phrase.candidates.dropFirst().map { selected($0, phrase.amount) }
            + phrase.leftOut.map { selected($0, .without) }
        return selected(first, phrase.amount, alternatives: others)
    }

    /// The line an anchor speaks of.
    func reference(_ anchor: HeadPhrase) -> LineReference {
        let line: LineReference
        switch anchor.head {
        case .reference(let reference): line = reference
        case .item(let indices):
            guard !indices.isEmpty else { return .nothing }
            let described = LineReference.described(
                items: indices.map { menu.items[$0].id },
                options: anchor.before.compactMap(selected).filter { $0.amount != .without }.map(\.option))
            line =
                anchor.part == nil && isPlural(anchor, indices) && anchor.quantities.isEmpty
                ? .every(described) : described
        }
        guard let count = anchor.part ?? (anchor.isItem ? anchor.quantities.first ?? nil : nil), count > 0 else {
            return line
        }
        return .part(count, of: line)
    }

    private func isPlural(_ anchor: HeadPhrase, _ indices: [Int]) -> Bool {
        let said = Array(words[anchor.headElement.range])
        return said.last?.hasSuffix("s") == true
            && !indices.contains { index in
                ([menu.items[index].name] + menu.items[index].aliases).contains { SpokenWords($0).words == said }
            }
    }

    func text(_ range: Range<Int>) -> String { words[range].joined(separator: " ") }
}
