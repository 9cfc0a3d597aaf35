internal import Ordering

/// Options with their amounts, numbers and negations.
extension Chunker {
    /// A "no" that repairs the option before it: "oat, no, soy milk", "two sugars, no, three sugars". Before an
    /// optional topping it negates instead: "vanilla, no caramel".
    func repairedOption(_ segments: [Segment], at index: Int, after previous: Chunk?) -> Int? {
        guard segments[index].senses.amount == .without, segments[index].senses.intent == .decline,
            index + 1 < segments.count
        else { return nil }
        let next = segments[index + 1]
        if case .number = next.role, previous?.kind == .dangling { return index + 1 }
        guard case .option(let said)? = previous?.kind, said.amount != .without else { return nil }
        if case .number = next.role { return said.count != nil ? index + 1 : nil }
        let isSameGroup = next.senses.options.contains { option in
            menu.group(option.group)?.select == .one
                && said.candidates.contains { $0.group == option.group && $0 != option }
        }
        return isSameGroup ? index + 1 : nil
    }

    /// A postmodifier of the option before it: "make the pearls extra", "an extra shot of espresso".
    func postmodifier(_ segments: [Segment], at index: Int, _ chunks: inout [Chunk]) -> Int? {
        guard let last = chunks.last, case .option(var phrase) = last.kind else { return nil }
        if segments[index].senses.contains(.of), index + 1 < segments.count,
            !segments[index + 1].senses.items.isEmpty,
            phrase.candidates.contains(where: { menu.group($0.group)?.kind == .shots })
        {
            chunks.append(
                Chunk(kind: .filler, range: segments[index].range.lowerBound..<segments[index + 1].range.upperBound))
            return index + 2
        }
        // "a sugar free latte"
        if segments[index].senses.contains(.privative), phrase.amount == nil, phrase.count == nil {
            let refused = measurable(phrase.candidates, amount: .without, count: nil)
            guard !refused.isEmpty else { return nil }
            chunks[chunks.count - 1].kind = .option(OptionPhrase(candidates: refused, amount: .without))
            chunks[chunks.count - 1].range = last.range.lowerBound..<segments[index].range.upperBound
            return index + 1
        }
        let next = index + 1 < segments.count ? segments[index + 1].senses : []
        // "make the vanilla double"
        if let count = segments[index].senses.multiple, next.options.isEmpty, next.items.isEmpty,
            phrase.amount == nil, phrase.count == nil,
            phrase.candidates.contains(where: isCountable)
        {
            phrase.count = count
            phrase.isMeasured = true
            chunks[chunks.count - 1].kind = .option(phrase)
            chunks[chunks.count - 1].range = last.range.lowerBound..<segments[index].range.upperBound
            return index + 1
        }
        guard let amount = segments[index].senses.amount, amount != .without,
            segments[index].senses.options.isEmpty, next.options.isEmpty, next.items.isEmpty,
            phrase.amount == nil, phrase.count == nil,
            phrase.candidates.contains(where: { menu.group($0.group)?.amounts == true })
        else { return nil }
        phrase.amount = amount
        chunks[chunks.count - 1] = Chunk(
            kind: .option(phrase), range: last.range.lowerBound..<segments[index].range.upperBound,
            similarity: last.similarity)
        return index + 1
    }

    /// Negation with scope over coordinated options: "no milk or sugar".
    func coordinatedNegation(_ segments: [Segment], at index: Int, after previous: Chunk?) -> (Chunk, Int)? {
        guard index + 1 < segments.count, case .option(let said)? = previous?.kind, said.amount == .without else {
            return nil
        }
        // "hold the ginger and the cabbage"
        let isDefinite =
            segments[index].senses.contains(.conjunction) && segments[index + 1].senses.contains(.definite)
            && index + 2 < segments.count
        guard segments[index].senses.contains(.alternative) || isDefinite else { return nil }
        let place = isDefinite ? index + 2 : index + 1
        let next = segments[place]
        let refused = measurable(next.senses.options, amount: .without, count: nil)
        guard !refused.isEmpty else { return nil }
        let phrase = OptionPhrase(candidates: refused, amount: .without)
        return (
            Chunk(kind: .option(phrase), range: next.range, similarity: next.similarity), place + 1
        )
    }

    /// Parses [amount or number] [unit] [of] option, or a plain option.
    ///
    /// - Parameter isAfterWith: whether "with" precedes; a phrase that is both item and option is then the option.
    func measuredOption(_ segments: [Segment], at start: Int, isAfterWith: Bool) -> (Chunk, Int)? {
        var index = start
        var amount: OptionAmount?
        var count: Int?
        func senses(_ at: Int) -> [Sense] { at < segments.count ? segments[at].senses : [] }
        var isUnclear = false
        while let said = senses(index).amount, senses(index).options.isEmpty || !senses(index + 1).options.isEmpty {
            // "no extra foam": the negation wins.
            amount = amount == .without ? .without : said
            index += 1
        }
        let isArticle = senses(index).contains(.article) && senses(index + 1).contains(.unit)
        if amount != nil, senses(index).contains(.definite) || senses(index).contains(.article),
            !senses(index + 1).options.isEmpty
        {
            index += 1
        }
        if index < segments.count, case .number(let reading) = segments[index].role {
            switch reading {
            case .value(let value): count = value
            case .unclear: isUnclear = true
            }
            index += 1
            // "two more pumps", "one extra sugar"
            if senses(index).amount == .extra, senses(index).options.isEmpty { index += 1 }
        } else if isArticle {
            count = 1
            index += 1
        }
        let hasUnit =
            senses(index).contains(.unit) && !senses(index + 1).options.isEmpty
            || senses(index).contains(.unit) && senses(index + 1).contains(.of)
        if hasUnit { index += 1 }
        if senses(index).contains(.of), index > start { index += 1 }
        if hasUnit || amount != nil, senses(index).contains(.definite), !senses(index + 1).options.isEmpty {
            index += 1
        }
        if let amount, count == nil, let graded = graded(senses(index), amount) {
            let range = segments[start].range.lowerBound..<segments[index].range.upperBound
            let excluded = amount == .without ? measurable(senses(index).options, amount: amount, count: nil) : []
            return (
                Chunk(
                    kind: .option(OptionPhrase(candidates: graded, excluded: excluded)), range: range,
                    similarity: segments[index].similarity), index + 1
            )
        }
        let options = measurable(senses(index).options, amount: amount, count: count)
        guard !options.isEmpty, !isUnclear else { return nil }
        // Without a unit a number counts an option only if the option is countable: "two sugars", but "two oat lattes".
        if count != nil, !hasUnit {
            let isCounted =
                options.contains { isCountable($0) }
                && !isFollowedByItem(segments, at: index + 1, acrossConjunctions: true)
            guard isCounted, isAfterWith || senses(index).items.isEmpty else { return nil }
        }
        // "two portions of onion rings" are items, not two measures of an option.
        if hasUnit, !isAfterWith, !senses(index).items.isEmpty, !options.contains(where: isCountable) { return nil }
        // A phrase that is both item and option is the item, unless an amount precedes it.
        if amount == nil || amount == .without, count == nil, !isAfterWith, !senses(index).items.isEmpty {
            return nil
        }
        let own = menu.option(options[0])?.count
        let isNone = count == 0 || amount == .without
        let phrase = OptionPhrase(
            candidates: options, amount: isNone ? .without : amount, count: isNone ? nil : count ?? own,
            isMeasured: hasUnit || (count == nil && own != nil),
            excluded: amount == nil ? senses(index).excluded : [])
        let similarity = segments[start...index].reduce(1) { min($0, $1.similarity) }
        return (
            Chunk(
                kind: .option(phrase), range: segments[start].range.lowerBound..<segments[index].range.upperBound,
                similarity: similarity),
            index + 1
        )
    }

    /// The graded options of an amount and a noun: "less" and "ice".
    func graded(_ senses: [Sense], _ amount: OptionAmount) -> [OptionReference]? {
        let graded = senses.compactMap { if case .graded(amount, let option) = $0 { option } else { nil } }
        return graded.isEmpty ? nil : graded
    }

    /// Whether an option can be counted without a unit ("two sugars"): its group takes several options and amounts.
    func isCountable(_ option: OptionReference) -> Bool {
        guard let group = menu.group(option.group) else { return false }
        return group.amounts && group.select == .many
    }

    /// The options that an amount or number can modify, those of groups with amounts first.
    func measurable(_ options: [OptionReference], amount: OptionAmount?, count: Int?) -> [OptionReference] {
        guard amount != nil || count != nil else { return options }
        let takesAmounts = options.filter { menu.group($0.group)?.amounts == true }
        guard takesAmounts.isEmpty else { return takesAmounts + options.filter { !takesAmounts.contains($0) } }
        switch amount {
        // "extra large" as a degree: the group has no amounts.
        case .light, .regular, .extra: return []
        // "no large" negates an option. Exclusion applies to options of groups of many, and to what an item comes with.
        case .without: return options.filter { menu.group($0.group)?.select == .many || menu.comesWith($0, nil) }
        case nil: return options
        }
    }
}
