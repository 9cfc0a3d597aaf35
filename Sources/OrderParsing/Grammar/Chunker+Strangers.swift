internal import Ordering

/// Nouns that the menu does not have, and choices between items.
extension Chunker {
    /// Makes items of unknown words in noun position, so that the options behind them attach to them and not to the
    /// item before: "a latte and a refresher with coconut milk".
    func namingStrangers(_ chunks: [Chunk]) -> [Chunk] {
        var chunks = chunks
        for index in chunks.indices where chunks[index].kind == .unknown {
            let isFirst = index == 0 || chunks[index - 1].kind != .unknown
            guard isFirst, isAfterDeterminer(Array(chunks[..<index])) else { continue }
            let end = chunks[index...].firstIndex { $0.kind != .unknown && $0.kind != .filler } ?? chunks.count
            guard end + 1 < chunks.count, chunks[end].kind == .with, case .option = chunks[end + 1].kind else {
                continue
            }
            chunks[index].kind = .item([])
            chunks[index].range = chunks[index].range.lowerBound..<chunks[end - 1].range.upperBound
            for other in (index + 1)..<max(index + 1, end) { chunks[other].kind = .filler }
        }
        return chunks
    }

    /// Makes items of options whose words also name an item, where the noun phrase has no other head: "a large hawaiian
    /// and a small pepperoni with extra cheese".
    func namingHeads(_ chunks: [Chunk]) -> [Chunk] {
        var chunks = chunks
        for index in chunks.indices {
            guard let item = chunks[index].asItem, case .option(let phrase) = chunks[index].kind,
                phrase.amount == nil,
                isNamedByCategory(item) || isNamed(item, as: phrase) && isCounted(chunks, at: index),
                !phrase.candidates.contains(where: isPrenominal), opensPhrase(chunks, before: index),
                !hasHead(chunks, behind: index), !isOfEarlierItem(phrase, chunks, at: index)
            else { continue }
            chunks[index].asOption = phrase
            chunks[index].kind = .item([item])
        }
        return chunks
    }

    /// Whether an item's name ends in the noun of its category: "Hawaiian pizza". Its first words then stand for it.
    private func isNamedByCategory(_ item: Int) -> Bool {
        func noun(_ text: String) -> String? {
            SpokenWords(text).words.last.map { Pluralizer.singular($0) ?? $0 }
        }
        return noun(menu.items[item].name) == noun(menu.items[item].category)
    }

    /// Whether an item and an option have one name: "Edamame beans" as a topping and as a side.
    private func isNamed(_ item: Int, as phrase: OptionPhrase) -> Bool {
        phrase.candidates.contains { menu.option($0)?.name == menu.items[item].name }
    }

    /// Whether an article or number stands before a position: "a side of edamame". "Add edamame" may be the topping.
    private func isCounted(_ chunks: [Chunk], at index: Int) -> Bool {
        switch chunks[..<index].last(where: { $0.kind != .filler })?.kind {
        case .article, .quantity: true
        default: false
        }
    }

    private func isPrenominal(_ option: OptionReference) -> Bool {
        menu.group(option.group)?.kind.standsBeforeNoun ?? false
    }

    /// Whether an option may belong to an item named before. An article begins a noun phrase of its own.
    private func isOfEarlierItem(_ phrase: OptionPhrase, _ chunks: [Chunk], at index: Int) -> Bool {
        let determiner = chunks[..<index].last { chunk in
            switch chunk.kind {
            case .filler, .option, .unknown: false
            default: true
            }
        }
        if determiner?.kind == .article { return false }
        return chunks[..<index].contains { chunk in
            guard case .item(let items) = chunk.kind else { return false }
            return items.contains { item in phrase.candidates.contains { menu.items[item].groups.contains($0.group) } }
        }
    }

    /// Whether only prenominal options stand between a determiner or the begin of the clause and a position.
    private func opensPhrase(_ chunks: [Chunk], before index: Int) -> Bool {
        for chunk in chunks[..<index].reversed() {
            switch chunk.kind {
            case .filler, .option, .unknown: continue
            case .article, .quantity, .intent(.order), .intent(.add), .conjunction: return true
            case .definite:
                return !chunks[..<index].contains { $0.kind == .intent(.remove) || $0.kind == .particleVerb }
            default: return false
            }
        }
        // "large hawaiian"; a bare option may answer a question.
        return chunks[..<index].contains { if case .option = $0.kind { true } else { false } }
    }

    /// Whether an item follows with only options between.
    private func hasHead(_ chunks: [Chunk], behind index: Int) -> Bool {
        for chunk in chunks[(index + 1)...] {
            switch chunk.kind {
            case .filler where chunk.isOutOfMenu: return true
            // "hot fudge on that"; in "meat lovers on deep dish" an option follows.
            case .locative:
                let next = chunks[(index + 1)...].first {
                    $0.range.lowerBound >= chunk.range.upperBound && $0.kind != .filler
                }
                switch next?.kind {
                case .option, .article: continue
                default: return true
                }
            case .filler, .option, .unknown, .conjunction: continue
            case .item: return true
            default: return false
            }
        }
        return false
    }

    /// Orders the candidate groups of an ambiguous option by the options beside it: "corn and ginger" are extras,
    /// though ginger is a broth, too.
    func disambiguated(_ chunks: [Chunk]) -> [Chunk] {
        var chunks = chunks
        let options = chunks.indices.filter { if case .option = chunks[$0].kind { true } else { false } }
        for (place, index) in options.enumerated() {
            guard case .option(var phrase) = chunks[index].kind, phrase.candidates.count > 1 else { continue }
            let groups = phrase.candidates.map(\.group)
            let neighbours = [place - 1, place + 1].filter(options.indices.contains).filter { other in
                let between = min(index, options[other]) + 1..<max(index, options[other])
                return chunks[between].allSatisfy { [.conjunction, .filler, .with].contains($0.kind) }
            }
            let votes = neighbours.compactMap { other -> String? in
                guard case .option(let said) = chunks[options[other]].kind, Set(said.candidates.map(\.group)).count == 1
                else { return nil }
                return said.candidates.first?.group
            }
            guard let group = votes.first(where: { groups.contains($0) && menu.group($0)?.select == .many }),
                phrase.candidates[0].group != group
            else { continue }
            phrase.candidates =
                phrase.candidates.filter { $0.group == group } + phrase.candidates.filter { $0.group != group }
            chunks[index].kind = .option(phrase)
        }
        return chunks
    }

    /// "a latte or a cappuccino": one of both, which the kiosk asks.
    func alternative(_ segments: [Segment], at index: Int, _ chunks: inout [Chunk]) -> Int? {
        guard segments[index].senses.contains(.alternative), let last = chunks.last, case .item(let items) = last.kind,
            !items.isEmpty, !chunks.contains(where: { if case .diet = $0.kind { true } else { false } })
        else { return nil }
        var next = index + 1
        while next < segments.count, segments[next].isDeterminer || segments[next].senses.contains(.definite) {
            next += 1
        }
        guard next < segments.count, case let others = segments[next].senses.items, !others.isEmpty else { return nil }
        chunks[chunks.count - 1].kind = .item(items + others.filter { !items.contains($0) })
        chunks[chunks.count - 1].range = last.range.lowerBound..<segments[next].range.upperBound
        return next + 1
    }

    /// "a six shot americano", "four shots": a number of shots is no quantity. If the menu has no option of that
    /// number, the kiosk says which ones there are.
    func countedShots(_ segments: [Segment], at index: Int) -> (Chunk, Int)? {
        guard case .number(.value(let count)) = segments[index].role, index + 1 < segments.count else { return nil }
        var end = index + 1
        if end + 1 < segments.count, segments[end].senses.amount == .extra { end += 1 }
        guard segments[end].senses.contains(.shot), segments[end].senses.items.isEmpty,
            let group = menu.optionGroups.first(where: { $0.kind == .shots })
        else { return nil }
        if end + 1 < segments.count,
            segments[end + 1].senses.contains(.of) || segments[end + 1].senses.options.contains(where: isCountable)
        {
            return nil
        }
        let range = segments[index].range.lowerBound..<segments[end].range.upperBound
        let options = group.options.filter { $0.count == count }.map {
            OptionReference(group: group.id, option: $0.id)
        }
        guard options.isEmpty else {
            let phrase = OptionPhrase(candidates: options, count: count, isMeasured: true)
            return (Chunk(kind: .option(phrase), range: range), end + 1)
        }
        var chunk = Chunk(kind: .filler, range: range)
        chunk.asksChoices = group.id
        return (chunk, end + 1)
    }

    /// "sugar free vanilla": a variant that the menu does not have; the plain option must not stand for it.
    func privativeVariant(_ segments: [Segment], at index: Int, after chunks: [Chunk]) -> (Chunk, Int)? {
        guard index + 2 < segments.count, segments[index + 1].senses.contains(.privative),
            !segments[index].senses.options.isEmpty || segments[index].senses.allergen != nil,
            segments[index + 2].senses.items.isEmpty, segments[index + 2].senses.allergen == nil,
            segments[index + 2].senses.options.contains(where: { option in
                menu.group(option.group).map { $0.select == .many && $0.amounts } ?? false
            })
        else { return nil }
        let range = segments[index].range.lowerBound..<segments[index + 2].range.upperBound
        return (Chunk(kind: .filler, range: range, isOutOfMenu: true), index + 3)
    }
}
