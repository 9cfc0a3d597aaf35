internal import Ordering

/// Joins segments into chunks (shallow parsing): "a little bit of" + "brown sugar" is one option chunk, "two" + "pumps"
/// + "of" + "vanilla" another, "the" + "second" + "one" a reference.
struct Chunker: Sendable {
    let menu: Menu

    func chunks(_ segments: [Segment]) -> [Chunk] {
        var chunks: [Chunk] = []
        var index = 0
        while index < segments.count {
            if let (chunk, next) = topic(segments, at: index) ?? benefactive(segments, at: index, after: chunks)
                ?? measure(segments, at: index)
            {
                chunks.append(chunk)
                index = next
            } else if let (chunk, next) = countedShots(segments, at: index)
                ?? privativeVariant(segments, at: index, after: chunks)
            {
                chunks.append(chunk)
                index = next
            } else if let next = alternative(segments, at: index, &chunks) {
                index = next
            } else if let (diets, next) = diets(segments, at: index, after: chunks) {
                let range = segments[index].range.lowerBound..<segments[next - 1].range.upperBound
                chunks += diets.map { Chunk(kind: .diet($0), range: range) }
                index = next
            } else if let (count, next) = countOfEach(segments, at: index) {
                let range = segments[index].range.lowerBound..<segments[next - 1].range.upperBound
                chunks += [Chunk(kind: .reference(.all), range: range), Chunk(kind: .quantity(count), range: range)]
                index = next
            } else if let next = repairedOption(
                segments, at: index, after: chunks.last { $0.kind != .repair && $0.kind != .filler })
            {
                chunks.append(Chunk(kind: .repair, range: segments[index].range))
                index = next
            } else if let next = postmodifier(segments, at: index, &chunks) {
                index = next
            } else if let next = hypernym(segments, at: index, &chunks) ?? negatedStranger(segments, at: index, &chunks)
                ?? repeatedOption(segments, at: index, &chunks)
            {
                index = next
            } else if let (chunk, next) = outOfMenu(segments, at: index, after: chunks) {
                chunks.append(chunk)
                index = next
            } else if let (chunk, next) = coordinatedNegation(segments, at: index, after: chunks.last) ?? shots(
                segments, at: index, after: chunks)
                ?? multiple(segments, at: index, after: chunks)
            {
                chunks.append(chunk)
                index = next
            } else if let (chunk, next) = measuredOption(
                segments, at: index, isAfterWith: isInList(segments[index].senses.options, after: chunks))
                ?? reference(segments, at: index, after: chunks)
            {
                chunks.append(chunk)
                if next == index + 1 { chunks[chunks.count - 1].asItem = segments[index].senses.shortName }
                chunks[chunks.count - 1].mayBePlain = next == index + 1 && segments[index].senses.contains(.plain)
                index = next
            } else {
                let options = segments[index].senses.options
                let asOption = options.isEmpty ? nil : OptionPhrase(candidates: options)
                let kind =
                    isVagueQuantity(segments, at: index, after: chunks.last)
                    ? .quantity(nil) : kind(segments, at: index, after: chunks)
                chunks.append(
                    Chunk(
                        kind: kind, range: segments[index].range, similarity: segments[index].similarity,
                        asOption: asOption, asItem: segments[index].senses.shortName))
                chunks[chunks.count - 1].isMore = kind == .article && segments[index].senses.contains(.oneMore)
                index += 1
            }
        }
        chunks = withoutRepetitions(chunks)
        let named = disambiguated(
            exchanging(
                namingHeads(HalvesResolver(menu: menu).chunks(namingStrangers(modifying(narrowed(chunks)))))))
        return EllipsisResolver(menu: menu).chunks(MealOptionResolver(menu: menu).chunks(named))
    }

    /// Joins an item with the same one directly before it: "a latte latte with milk", as a hesitating guest says and a
    /// recogniser hears it.
    private func withoutRepetitions(_ chunks: [Chunk]) -> [Chunk] {
        var kept: [Chunk] = []
        for chunk in chunks {
            if chunk.kind.isItem, let last = kept.last, last.kind == chunk.kind {
                kept[kept.count - 1].range = last.range.lowerBound..<chunk.range.upperBound
            } else {
                kept.append(chunk)
            }
        }
        return kept
    }

    /// Whether a vague quantifier ("lots of", "a few") precedes an item; it gives no number. "an extra latte" does.
    private func isVagueQuantity(_ segments: [Segment], at index: Int, after previous: Chunk?) -> Bool {
        let senses = segments[index].senses
        guard senses.amount == .extra || senses.contains(.several), senses.items.isEmpty,
            senses.options.isEmpty, index + 1 < segments.count,
            !segments[index + 1].senses.items.isEmpty
        else {
            return false
        }
        switch previous?.kind {
        case .quantity, .article: return false
        default: return true
        }
    }

    /// Whether only options stand between a position and an item.
    ///
    /// - Parameter acrossConjunctions: whether the options may be coordinated: "two hazelnut and caramel lattes".
    func isFollowedByItem(_ segments: [Segment], at index: Int, acrossConjunctions: Bool = false) -> Bool {
        for position in min(index, segments.count)..<segments.count {
            let senses = segments[position].senses
            if !senses.items.isEmpty { return true }
            guard senses.options.isEmpty else { continue }
            let isBetween =
                acrossConjunctions && senses.contains(.conjunction) && position + 1 < segments.count
                && !segments[position + 1].senses.options.isEmpty
                && segments[position + 1].senses.items.isEmpty
            guard isBetween else { return false }
        }
        return false
    }

    // MARK: Single segments

    private func kind(_ segments: [Segment], at index: Int, after chunks: [Chunk]) -> Chunk.Kind {
        switch segments[index].role {
        case .unknown: .unknown
        case .number(.value(let value)): .quantity(value)
        case .number(.unclear): .quantity(nil)
        case .phrase(let senses): kind(senses, segments, at: index, after: chunks)
        }
    }

    private func kind(_ senses: [Sense], _ segments: [Segment], at index: Int, after chunks: [Chunk]) -> Chunk.Kind {
        let items = senses.items, options = senses.options
        // After "with", and in a list of options, a phrase that is both item and option is the option.
        if !options.isEmpty, items.isEmpty || isInList(options, after: chunks) {
            let own = menu.option(options[0])?.count
            return .option(
                OptionPhrase(candidates: options, count: own, isMeasured: own != nil, excluded: senses.excluded))
        }
        if !items.isEmpty { return .item(items) }
        if !senses.hints.isEmpty, isHint(segments, at: index) { return .item(senses.hints) }
        // "four coffees two black"
        if senses.contains(.plain), !isFirst(chunks) { return .plain }
        if let item = senses.shortName, isNamed(segments, at: index, after: chunks) { return .item([item]) }
        if let times = senses.times { return .pieces(times) }
        if senses.contains(.restore) { return .restore }
        if senses.contains(.keep) {
            return segments[(index + 1)...].contains { !$0.senses.options.isEmpty } ? .filler : .restore
        }
        if senses.contains(.half) {
            // "half caf": an unknown word, and no number.
            if index + 1 < segments.count, segments[index + 1].role == .unknown { return .unknown }
            return isOfPieces(segments, at: index + 1) ? .half : .quantity(nil)
        }
        let next = thing(segments, after: index)
        if let kind = retraction(senses, segments, at: index, after: chunks, next) { return kind }
        if senses.contains(.insteadOf) { return .insteadOf }
        if senses.contains(.particleVerb) { return endsInPlace(segments, after: index) ? .filler : .particleVerb }
        if senses.contains(.oneMore),
            !senses.contains(.article)
                || next.map({ isOfOneKind($0) && !isFollowedByItem(segments, at: index + 1) }) ?? true
        {
            return .oneMore
        }
        if senses.contains(.article) { return .article }
        if senses.contains(.definite), next != nil,
            !senses.contains(.latest) && !senses.contains(.all)
                || isOfThing(segments, at: index, after: chunks.last)
        {
            return .definite
        }
        if senses.contains(.latest) { return .reference(.latest) }
        if senses.contains(.other) { return .reference(.other) }
        if senses.contains(.newestTwo) { return .reference(.newest(2)) }
        // "an everything bagel"
        if senses.contains(.all), chunks.last?.kind == .article, isFollowedByItem(segments, at: index + 1) {
            return .unknown
        }
        if senses.contains(.all) { return .reference(.all) }
        if senses.contains(.definite) { return .definite }
        if senses.amount == .without, senses.intent == .decline { return .no }
        // "leave out the brownie": an item has no amount, so this removes it.
        if senses.amount == .without, index + 1 < segments.count,
            !segments[index + 1].senses.items.isEmpty || senses.intent == .remove
        {
            return .intent(.remove)
        }
        if senses.contains(.only) { return .only }
        if senses.contains(.conjunction) { return .conjunction }
        if senses.contains(.also) { return .also }
        if senses.contains(.with) { return .with }
        if senses.contains(.to) { return .to }
        // "take it off", but "take the foam off the first one", "off both of them"
        if senses.contains(.locative) {
            let isParticle = senses.contains(.particle) && next == nil && !isReferring(segments, at: index + 1)
            return isParticle ? .particle : .locative
        }
        if senses.contains(.particle) { return .particle }
        if senses.contains(.not) { return .not }
        if senses.contains(.edit), hyponyms(of: senses) == nil || !isAfterDeterminer(chunks) { return .edit }
        if senses.contains(.copula) { return .copula }
        if senses.contains(.instead) { return .instead }
        // "take the muffin off again"
        if senses.contains(.again) { return chunks.last?.kind == .particle ? .filler : .again }
        // "i wanted a latte" asks; "i wanted two, not three" repairs.
        let asks =
            senses.intent == .order && isFirst(chunks) && !segments[index...].contains { $0.senses.contains(.not) }
        if senses.contains(.repair), !asks { return .repair }
        if senses.contains(.intent(.cancel)), senses.contains(.intent(.remove)) || next != nil {
            return .intent(next != nil || isOfLine(segments, at: index + 1) ? .remove : .cancel)
        }
        if let intent = senses.intent { return .intent(intent) }
        // "make the others with oat": lines of the order; behind a number they are pieces of its item.
        if senses.contains(.rest) { return isFirst(chunks) ? .reference(.other) : .rest }
        if senses.contains(.less) { return .less }
        if senses.contains(.more), senses.amount == nil || isAfterNumber(chunks) { return .more }
        if senses.contains(.plain) { return .plain }
        if senses.contains(.except) { return .except }
        for case .group(let group) in senses { return .group(group) }
        if !senses.contains(.proform), let items = hyponyms(of: senses), isAfterDeterminer(chunks) {
            return .item(items)
        }
        for case .question in senses { return .filler }
        if senses.contains(.narrative) { return .narrative }
        if senses.contains(where: { if case .genericNoun = $0 { true } else { false } }) {
            return chunks.last { $0.kind != .filler }?.kind == .intent(.remove) ? .dangling : .filler
        }
        return senses.contains(.filler) || senses.contains(.proform) ? .filler : .dangling
    }

    /// Whether "that" is a determiner ("that latte iced") and not a pronoun ("make that cappuccinos").
    private func isOfThing(_ segments: [Segment], at index: Int, after previous: Chunk?) -> Bool {
        guard index + 1 < segments.count, case .phrase(let next) = segments[index + 1].role,
            !next.items.isEmpty || !next.options.isEmpty || next.ordinal != nil || next.shortName != nil
        else {
            return false
        }
        guard previous?.kind == .edit, !next.items.isEmpty || next.shortName != nil else {
            return previous?.kind != .edit
        }
        return segments[(index + 2)...].contains { !$0.senses.options.isEmpty || $0.senses.contains(.to) }
    }

    /// "leave the foam on": nothing is removed.
    private func endsInPlace(_ segments: [Segment], after index: Int) -> Bool {
        let said = segments[(index + 1)...].filter { !$0.senses.contains(.filler) }
        return said.last?.senses.contains(.locative) == true && !said.contains { $0.senses.contains(.particle) }
    }

    /// "another small one": the same item in another size. "another shot" is no second item.
    private func isOfOneKind(_ segment: Segment) -> Bool {
        segment.senses.items.isEmpty
            && segment.senses.options.contains { option in
                menu.group(option.group).map { $0.select == .one && $0.kind != .shots } ?? false
            }
    }

    /// Whether a distinguishing word stands for its item: "the apple one", or "apple" alone.
    private func isHint(_ segments: [Segment], at index: Int) -> Bool {
        if index + 1 < segments.count,
            segments[index + 1].role == .number(.value(1)) || segments[index + 1].senses.contains(.proform)
        {
            return true
        }
        return !segments.contains { !$0.senses.items.isEmpty }
            && !segments[..<index].contains { $0.role == .unknown }
            && !segments[(index + 1)...].contains { $0.role == .unknown }
    }

    /// Whether a short name stands in noun position: after an article, a number or an option, and before no longer
    /// name.
    private func isNamed(_ segments: [Segment], at index: Int, after chunks: [Chunk]) -> Bool {
        if isFollowedByItem(segments, at: index + 1)
            || index + 1 < segments.count && segments[index + 1].senses.contains(.of)
        {
            return false
        }
        // "turkey sandwich"
        if index + 1 < segments.count, let item = segments[index].senses.shortName,
            hyponyms(of: segments[index + 1].senses)?.contains(item) == true
        {
            return true
        }
        // The options before it must not belong to an item: in "drip coffee dark roast black" nothing is named "black".
        for chunk in chunks.reversed() {
            switch chunk.kind {
            case .filler, .option, .unknown: continue
            case .article, .definite, .quantity, .locative, .partitive, .intent(.order), .intent(.add), .conjunction,
                .diet, .reference(.latest), .reference(.all):
                return true
            // "no raisin cookie"; a single word as in "no black" may be no name.
            case .no, .not, .insteadOf: return segments[index].range.count > 1
            default: return false
            }
        }
        return !chunks.contains { $0.kind == .unknown }
    }

    /// Whether a reference to lines begins at a position: "the first one", "it", "both of them".
    private func isReferring(_ segments: [Segment], at index: Int) -> Bool {
        guard index < segments.count else { return false }
        let senses = segments[index].senses
        return senses.contains(.definite) || senses.contains(.latest) || senses.contains(.other)
            || senses.contains(.newestTwo) || senses.contains(.all)
    }

    /// "half with oat", "half decaf": pieces of a line. Half of an item is no valid quantity.
    private func isOfPieces(_ segments: [Segment], at index: Int) -> Bool {
        for segment in segments[min(index, segments.count)...] {
            let senses = segment.senses
            if senses.options.isEmpty, senses.contains(.with) || senses.contains(.filler) { continue }
            return !senses.options.isEmpty
                && (!isFollowedByItem(segments, at: index) || senses.options.contains(where: isOfTwins))
        }
        return false
    }

    private func isAfterNumber(_ chunks: [Chunk]) -> Bool {
        guard case .quantity = chunks.last?.kind else { return false }
        return true
    }

    /// The next item or option, skipping fillers, determiners and amounts.
    private func thing(_ segments: [Segment], after index: Int) -> Segment? {
        for segment in segments[(index + 1)...] {
            let senses = segment.senses
            if !senses.items.isEmpty || !senses.options.isEmpty || senses.shortName != nil { return segment }
            switch segment.role {
            case .number: continue
            case .unknown: return nil
            case .phrase:
                let isPassed =
                    senses.contains { $0 == .filler || $0 == .article || $0 == .definite || $0 == .unit || $0 == .of }
                    || senses.ordinal != nil
                    || senses.amount != nil
                guard isPassed else { return nil }
            }
        }
        return nil
    }
}
