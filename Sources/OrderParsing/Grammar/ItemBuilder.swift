internal import Ordering

/// Builds parsed items and line changes from head phrases.
struct ItemBuilder: Sendable {
    let menu: Menu
    let words: UtteranceWords

    /// The items of a head phrase: one, or one per group of pieces that differ.
    ///
    /// - Parameter isBesides: whether the draft has items before these; an option that does not fit the last item may
    ///   then belong to an earlier one.
    func items(_ head: HeadPhrase, _ draft: inout Draft, isBesides: Bool = false) -> [(ParsedOrderItem, Range<Int>)] {
        guard case .item(let indices) = head.referent else { return [] }
        guard !indices.isEmpty else {
            let name = text(head.chunk.range)
            draft.warn("not on the menu: \(name)")
            draft.act(.ask(.missing(head.chunk.isOutOfMenu ? name : nil)))
            return []
        }
        var base = bare(head, indices)
        base.quantity = head.quantity ?? head.part ?? 1
        base.isCounted = head.quantity != nil
        base.diets = head.diets
        let refused = LineChange(options: head.options.compactMap(selected)).apply(to: &base, menu: menu)
        if let group = temperatureSaidTwice(head, base) { draft.act(.ask(.choices(group: group, itemId: base.itemId))) }
        draft.refuse(refused, by: &base, shared: isBesides ? (head.after.compactMap(selected), head.range) : nil)
        guard !head.splits.isEmpty else {
            if let pieces = head.pieces, head.quantities.isEmpty { base.quantity = pieces }
            // "croissants, two please"
            if let count = head.trailing, count > 0, head.quantities.isEmpty, head.determiner == .bare,
                head.after.isEmpty, isPlural(head, indices)
            {
                base.quantity = count
                base.isCounted = true
            }
            // "a croissant, three please". A "two" there may be a misheard "too".
            if let count = head.trailing, count > 2, head.isTrailingAlone, head.quantities.isEmpty,
                head.determiner == .article
            {
                base.quantity = count
                base.isCounted = true
            }
            return [(base, head.range)]
        }
        return LineChange.split(base, parts(head.splits), menu: menu).map { ($0, head.range) }
    }

    /// The group of two temperatures that one item cannot have together: "an iced latte extra hot". The last one
    /// counts, and the guest is told which there are.
    private func temperatureSaidTwice(_ head: HeadPhrase, _ item: ParsedOrderItem) -> String? {
        func temperatures(_ chunks: [Chunk]) -> [OptionReference] {
            chunks.compactMap { selected($0)?.option }.filter { menu.group($0.group)?.kind == .temperature }
        }
        guard let before = temperatures(head.before).last, let after = temperatures(head.after).first,
            before.group == after.group, before != after, menu.group(before.group)?.select == .one
        else { return nil }
        return menu.item(item.itemId)?.groups.contains(before.group) == true ? before.group : nil
    }

    /// The change of each piece. If only one half is described, the other half stays as it comes.
    func parts(_ splits: [HeadPhrase.Split]) -> [LineChange] {
        let isOneHalf = splits.contains(where: \.isHalf) && splits.count { $0.count == nil } == 1
        return splits.map(part) + (isOneHalf ? [LineChange()] : [])
    }

    private func part(_ split: HeadPhrase.Split) -> LineChange {
        LineChange(options: split.options.compactMap(selected), quantity: split.count, diets: split.diets)
    }

    /// The item of a head phrase without options. Among items of one name, the one that accepts most of the options
    /// said.
    func bare(_ head: HeadPhrase, _ indices: [Int]) -> ParsedOrderItem {
        let options = head.options + head.splits.flatMap(\.options)
        func fit(_ index: Int) -> Int {
            options.count { !candidates($0).filter { menu.items[index].groups.contains($0.group) }.isEmpty }
        }
        let most = indices.map(fit).max() ?? 0
        let best = indices.filter { fit($0) == most }
        let item = menu.items[best.first ?? indices[0]]
        return ParsedOrderItem(
            itemId: item.id, name: item.name, quantity: 1, options: [], spoken: text(head.range),
            nameSpoken: text(head.chunk.range), confidence: head.chunk.similarity,
            alternatives: best.dropFirst().map { menu.items[$0].id },
            isDefinite: head.determiner == .definite, asOption: asOption(head.chunk))
    }

    private func asOption(_ chunk: Chunk) -> [SelectedOption] {
        guard let phrase = chunk.asOption else { return [] }
        return phrase.candidates.map {
            SelectedOption(option: $0, spoken: text(chunk.range), confidence: chunk.similarity)
        }
    }

    private func candidates(_ chunk: Chunk) -> [OptionReference] {
        guard case .option(let phrase) = chunk.kind else { return [] }
        return phrase.all
    }

    func selected(_ chunk: Chunk) -> SelectedOption? {
        guard case .option(let phrase) = chunk.kind, let first = phrase.candidates.first else { return nil }
        func selected(_ option: OptionReference, _ amount: OptionAmount?, alternatives: [SelectedOption] = [])
            -> SelectedOption
        {
            SelectedOption(
                option: option, alternatives: alternatives, amount: amount, count: phrase.count,
                spoken: text(chunk.range), confidence: chunk.similarity)
        }
        let others =
            phrase.candidates.dropFirst().map { selected($0, phrase.amount) }
            + phrase.excluded.map { selected($0, .without) }
        return selected(first, phrase.amount, alternatives: others)
    }

    /// The reference that a head phrase stands for.
    func reference(_ head: HeadPhrase) -> LineReference {
        let line: LineReference
        switch head.referent {
        case .reference(let reference): line = reference
        case .item(let indices):
            guard !indices.isEmpty else { return .nothing }
            let described = LineReference.described(
                items: indices.map { menu.items[$0].id },
                options: head.before.compactMap(selected).filter { $0.amount != .without }.map(\.option))
            line =
                head.part == nil && isPlural(head, indices) && head.quantities.isEmpty
                ? .every(described) : described
        }
        guard let count = head.part ?? (head.isItem ? head.quantities.first ?? nil : nil), count > 0 else {
            return line
        }
        return .part(count, of: line)
    }

    /// The last word of a head, in the singular.
    func noun(_ head: HeadPhrase) -> String {
        let last = words[head.chunk.range].last ?? ""
        return Pluralizer.singular(last) ?? last
    }

    /// Whether an item's name ends in a noun: "Chocolate croissant" in "croissant".
    func isCalled(_ item: Int, _ noun: String) -> Bool {
        ([menu.items[item].name] + menu.items[item].aliases).contains { SpokenWords($0).words.last == noun }
    }

    /// Whether a head names items in the plural.
    func isPlural(_ head: HeadPhrase) -> Bool {
        guard case .item(let indices) = head.referent else { return false }
        return isPlural(head, indices)
    }

    private func isPlural(_ head: HeadPhrase, _ indices: [Int]) -> Bool {
        let said = Array(words[head.chunk.range])
        return said.last?.hasSuffix("s") == true
            && !indices.contains { index in
                ([menu.items[index].name] + menu.items[index].aliases).contains { SpokenWords($0).words == said }
            }
    }

    func text(_ range: Range<Int>) -> String { words.text(range) }
}
