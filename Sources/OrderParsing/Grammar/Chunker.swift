internal import Ordering

/// Joins segments into elements: "a little bit of" + "brown sugar" is one option, "two" + "pumps" + "of" + "vanilla" is
/// another, "the" + "second" + "one" a reference.
struct Chunker: Sendable {
    let menu: Menu

    func elements(_ segments: [Segment]) -> [Chunk] {
        var elements: [Chunk] = []
        var index = 0
        while index < segments.count {
            if let (element, next) = somebody(segments, at: index, after: elements) ?? measure(segments, at: index) {
                elements.append(element)
                index = next
            } else if let (diets, next) = diets(segments, at: index, after: elements) {
                let range = segments[index].range.lowerBound..<segments[next - 1].range.upperBound
                elements += diets.map { Chunk(kind: .diet($0), range: range) }
                index = next
            } else if let (count, next) = countOfEach(segments, at: index) {
                let range = segments[index].range.lowerBound..<segments[next - 1].range.upperBound
                elements += [Chunk(kind: .reference(.all), range: range), Chunk(kind: .quantity(count), range: range)]
                index = next
            } else if let next = takenBack(
                segments, at: index, after: elements.last { $0.kind != .repair && $0.kind != .filler })
            {
                elements.append(Chunk(kind: .repair, range: segments[index].range))
                index = next
            } else if let next = postponed(segments, at: index, &elements) {
                index = next
            } else if let (element, next) = elsewhere(segments, at: index, after: elements) {
                elements.append(element)
                index = next
            } else if let (element, next) = alsoRefused(segments, at: index, after: elements.last) ?? shots(
                segments, at: index, after: elements)
                ?? multiple(segments, at: index, after: elements)
            {
                elements.append(element)
                index = next
            } else if let (element, next) = measuredOption(
                segments, at: index, isAfterWith: elements.last?.kind == .with)
                ?? reference(segments, at: index, after: elements)
            {
                elements.append(element)
                elements[elements.count - 1].mayBePlain = next == index + 1 && segments[index].meanings.contains(.plain)
                index = next
            } else {
                let options = segments[index].meanings.options
                let asOption = options.isEmpty ? nil : OptionPhrase(candidates: options)
                let kind =
                    isVagueQuantity(segments, at: index, after: elements.last)
                    ? .quantity(nil) : kind(segments, at: index, after: elements)
                elements.append(
                    Chunk(
                        kind: kind, range: segments[index].range, similarity: segments[index].similarity,
                        source: segments[index].source, asOption: asOption))
                index += 1
            }
        }
        return EllipsisResolver(menu: menu).elements(MealParser(menu: menu).elements(elements))
    }

    // MARK: Options

    /// "oat, no, soy milk", "two sugars, no, three sugars": a no before what can only stand in place of what was just
    /// said takes it back. Of a topping it leaves one out: "vanilla, no caramel".
    private func takenBack(_ segments: [Segment], at index: Int, after previous: Chunk?) -> Int? {
        guard segments[index].meanings.amount == .without, segments[index].meanings.intent == .decline,
            index + 1 < segments.count
        else { return nil }
        let next = segments[index + 1]
        if case .number = next.role, previous?.kind == .dangling { return index + 1 }
        guard case .option(let said)? = previous?.kind, said.amount != .without else { return nil }
        if case .number = next.role { return said.count != nil ? index + 1 : nil }
        let isSameGroup = next.meanings.options.contains { option in
            menu.group(option.group)?.select == .one
                && said.candidates.contains { $0.group == option.group && $0 != option }
        }
        return isSameGroup ? index + 1 : nil
    }

    /// "make the pearls extra", "an extra shot of espresso": what stands behind an option and belongs to it.
    private func postponed(_ segments: [Segment], at index: Int, _ elements: inout [Chunk]) -> Int? {
        guard let last = elements.last, case .option(var phrase) = last.kind else { return nil }
        if segments[index].meanings.contains(.of), index + 1 < segments.count,
            !segments[index + 1].meanings.items.isEmpty,
            phrase.candidates.contains(where: { menu.group($0.group)?.kind == .shots })
        {
            elements.append(
                Chunk(kind: .filler, range: segments[index].range.lowerBound..<segments[index + 1].range.upperBound))
            return index + 2
        }
        // "a sugar free latte"
        if segments[index].meanings.contains(.lacking), phrase.amount == nil, phrase.count == nil {
            let refused = measurable(phrase.candidates, amount: .without, count: nil)
            guard !refused.isEmpty else { return nil }
            elements[elements.count - 1].kind = .option(OptionPhrase(candidates: refused, amount: .without))
            elements[elements.count - 1].range = last.range.lowerBound..<segments[index].range.upperBound
            return index + 1
        }
        let next = index + 1 < segments.count ? segments[index + 1].meanings : []
        // "make the vanilla double"
        if let count = segments[index].meanings.multiple, next.options.isEmpty, next.items.isEmpty,
            phrase.amount == nil, phrase.count == nil,
            phrase.candidates.contains(where: isCountable)
        {
            phrase.count = count
            phrase.isMeasured = true
            elements[elements.count - 1].kind = .option(phrase)
            elements[elements.count - 1].range = last.range.lowerBound..<segments[index].range.upperBound
            return index + 1
        }
        guard let amount = segments[index].meanings.amount, amount != .without,
            segments[index].meanings.options.isEmpty, next.options.isEmpty, next.items.isEmpty,
            phrase.amount == nil, phrase.count == nil,
            phrase.candidates.contains(where: { menu.group($0.group)?.amounts == true })
        else { return nil }
        phrase.amount = amount
        elements[elements.count - 1] = Chunk(
            kind: .option(phrase), range: last.range.lowerBound..<segments[index].range.upperBound,
            similarity: last.similarity, source: last.source)
        return index + 1
    }

    /// "no milk or sugar": what is said of one option is said of the other.
    private func alsoRefused(_ segments: [Segment], at index: Int, after previous: Chunk?) -> (Chunk, Int)? {
        guard segments[index].meanings.contains(.alternative), index + 1 < segments.count,
            case .option(let said)? = previous?.kind, said.amount == .without
        else {
            return nil
        }
        let next = segments[index + 1]
        let refused = measurable(next.meanings.options, amount: .without, count: nil)
        guard !refused.isEmpty else { return nil }
        let phrase = OptionPhrase(candidates: refused, amount: .without)
        return (
            Chunk(kind: .option(phrase), range: next.range, similarity: next.similarity, source: next.source), index + 2
        )
    }

    /// Reads [amount or number] [unit] [of] option, or a plain option.
    ///
    /// - Parameter isAfterWith: whether what follows goes into the item before, even where it is an item too.
    private func measuredOption(_ segments: [Segment], at start: Int, isAfterWith: Bool) -> (Chunk, Int)? {
        var index = start
        var amount: OptionAmount?
        var count: Int?
        func meanings(_ at: Int) -> [Sense] { at < segments.count ? segments[at].meanings : [] }
        var isUnclear = false
        while let said = meanings(index).amount, meanings(index).options.isEmpty || !meanings(index + 1).options.isEmpty
        {
            // "no extra foam": the refusal counts.
            amount = amount == .without ? .without : said
            index += 1
        }
        let isArticle = meanings(index).contains(.article) && meanings(index + 1).contains(.unit)
        if amount != nil, meanings(index).contains(.definite) || meanings(index).contains(.article),
            !meanings(index + 1).options.isEmpty
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
            if meanings(index).amount == .extra, meanings(index).options.isEmpty { index += 1 }
        } else if isArticle {
            count = 1
            index += 1
        }
        let hasUnit =
            meanings(index).contains(.unit) && !meanings(index + 1).options.isEmpty
            || meanings(index).contains(.unit) && meanings(index + 1).contains(.of)
        if hasUnit { index += 1 }
        if meanings(index).contains(.of), index > start { index += 1 }
        if hasUnit || amount != nil, meanings(index).contains(.definite), !meanings(index + 1).options.isEmpty {
            index += 1
        }
        if let amount, count == nil, let graded = graded(meanings(index), amount) {
            let range = segments[start].range.lowerBound..<segments[index].range.upperBound
            let leftOut = amount == .without ? measurable(meanings(index).options, amount: amount, count: nil) : []
            return (
                Chunk(
                    kind: .option(OptionPhrase(candidates: graded, leftOut: leftOut)), range: range,
                    similarity: segments[index].similarity), index + 1
            )
        }
        let options = measurable(meanings(index).options, amount: amount, count: count)
        guard !options.isEmpty, !isUnclear else { return nil }
        // Without a unit a number belongs to an option only where the option is counted: "two sugars", but "two oat
        // lattes".
        if count != nil, !hasUnit {
            let isCounted = options.contains { isCountable($0) } && !isFollowedByItem(segments, at: index + 1)
            guard isCounted, isAfterWith || meanings(index).items.isEmpty else { return nil }
        }
        // "two portions of onion rings" are no two measures of an option.
        if hasUnit, !isAfterWith, !meanings(index).items.isEmpty, !options.contains(where: isCountable) { return nil }
        // A phrase that is an item too is an item, unless its amount says otherwise.
        if amount == nil || amount == .without, count == nil, !isAfterWith, !meanings(index).items.isEmpty {
            return nil
        }
        let own = menu.option(options[0])?.count
        let isNone = count == 0 || amount == .without
        let phrase = OptionPhrase(
            candidates: options, amount: isNone ? .without : amount, count: isNone ? nil : count ?? own,
            isMeasured: hasUnit || (count == nil && own != nil),
            leftOut: amount == nil ? meanings(index).leftOut : [])
        let similarity = segments[start...index].reduce(1) { min($0, $1.similarity) }
        return (
            Chunk(
                kind: .option(phrase), range: segments[start].range.lowerBound..<segments[index].range.upperBound,
                similarity: similarity, source: segments[index].source),
            index + 1
        )
    }

    /// The options that an amount makes of a word: "less" of "ice".
    private func graded(_ meanings: [Sense], _ amount: OptionAmount) -> [OptionReference]? {
        let graded = meanings.compactMap { if case .graded(amount, let option) = $0 { option } else { nil } }
        return graded.isEmpty ? nil : graded
    }

    /// Several of a group that takes many can be counted without a unit ("two sugars"); of a milk there is no second
    /// one.
    func isCountable(_ option: OptionReference) -> Bool {
        guard let group = menu.group(option.group) else { return false }
        return group.amounts && group.select == .many
    }

    /// The options that an amount or a number can be said of, those first whose group takes amounts.
    private func measurable(_ options: [OptionReference], amount: OptionAmount?, count: Int?) -> [OptionReference] {
        guard amount != nil || count != nil else { return options }
        let takesAmounts = options.filter { menu.group($0.group)?.amounts == true }
        guard takesAmounts.isEmpty else { return takesAmounts + options.filter { !takesAmounts.contains($0) } }
        switch amount {
        // "extra large": the menu has no more or less of it.
        case .light, .regular, .extra: return []
        // "no large" is a no and an option; what can be left out is refused with its name, and so is the dip that a
        // thing comes with.
        case .without: return options.filter { menu.group($0.group)?.select == .many || menu.comesWith($0, nil) }
        case nil: return options
        }
    }

    /// Whether a phrase says "lots of" or "a few" of an item, which is no number; "an extra latte" is one.
    private func isVagueQuantity(_ segments: [Segment], at index: Int, after previous: Chunk?) -> Bool {
        let meanings = segments[index].meanings
        guard meanings.amount == .extra || meanings.contains(.several), meanings.items.isEmpty,
            meanings.options.isEmpty, index + 1 < segments.count,
            !segments[index + 1].meanings.items.isEmpty
        else {
            return false
        }
        switch previous?.kind {
        case .quantity, .article: return false
        default: return true
        }
    }

    func isFollowedByItem(_ segments: [Segment], at index: Int) -> Bool {
        for segment in segments[min(index, segments.count)...] {
            if !segment.meanings.items.isEmpty { return true }
            if segment.meanings.options.isEmpty { return false }
        }
        return false
    }

    // MARK: Single segments

    private func kind(_ segments: [Segment], at index: Int, after elements: [Chunk]) -> Chunk.Kind {
        switch segments[index].role {
        case .unknown: .unknown
        case .number(.value(let value)): .quantity(value)
        case .number(.unclear): .quantity(nil)
        case .phrase(let meanings): kind(meanings, segments, at: index, after: elements)
        }
    }

    private func kind(_ meanings: [Sense], _ segments: [Segment], at index: Int, after elements: [Chunk]) -> Chunk.Kind
    {
        let items = meanings.items, options = meanings.options
        // After "with", a phrase that is both is what goes into the item before.
        if !options.isEmpty, items.isEmpty || elements.last?.kind == .with {
            let own = menu.option(options[0])?.count
            return .option(
                OptionPhrase(candidates: options, count: own, isMeasured: own != nil, leftOut: meanings.leftOut))
        }
        if !items.isEmpty { return .item(items) }
        if meanings.contains(.strangeItem) { return .item([]) }
        if !meanings.hints.isEmpty, isHint(segments, at: index) { return .item(meanings.hints) }
        if let item = meanings.shortName, isNamed(segments, at: index, after: elements) { return .item([item]) }
        if let times = meanings.times { return .pieces(times) }
        if meanings.contains(.restore) { return .restore }
        if meanings.contains(.keep) {
            return segments[(index + 1)...].contains { !$0.meanings.options.isEmpty } ? .filler : .restore
        }
        if meanings.contains(.half) { return isOfPieces(segments, at: index + 1) ? .half : .quantity(nil) }
        let next = thing(segments, after: index)
        if let kind = takingBack(meanings, segments, at: index, after: elements, next) { return kind }
        if meanings.contains(.insteadOf) { return .insteadOf }
        if meanings.contains(.splitRemoval) { return endsInPlace(segments, after: index) ? .filler : .splitRemoval }
        if meanings.contains(.oneMore),
            !meanings.contains(.article)
                || next.map({ isOfOneKind($0) && !isFollowedByItem(segments, at: index + 1) }) ?? true
        {
            return .oneMore
        }
        if meanings.contains(.article) { return .article }
        if meanings.contains(.definite), next != nil,
            !meanings.contains(.latest) && !meanings.contains(.all)
                || isOfThing(segments, at: index, after: elements.last)
        {
            return .definite
        }
        if meanings.contains(.latest) { return .reference(.latest) }
        if meanings.contains(.other) { return .reference(.other) }
        if meanings.contains(.newestTwo) { return .reference(.newest(2)) }
        if meanings.contains(.all) { return .reference(.all) }
        if meanings.contains(.definite) { return .definite }
        if meanings.amount == .without, meanings.intent == .decline { return .no }
        // "leave out the brownie": of an item there is no amount.
        if meanings.amount == .without, index + 1 < segments.count,
            !segments[index + 1].meanings.items.isEmpty || meanings.intent == .remove
        {
            return .intent(.remove)
        }
        if meanings.contains(.only) { return .only }
        if meanings.contains(.join) { return .join }
        if meanings.contains(.also) { return .also }
        if meanings.contains(.with) { return .with }
        if meanings.contains(.to) { return .to }
        if meanings.contains(.place) { return meanings.contains(.particle) && next == nil ? .particle : .place }
        if meanings.contains(.particle) { return .particle }
        if meanings.contains(.not) { return .not }
        if meanings.contains(.edit) { return .edit }
        if meanings.contains(.copula) { return .copula }
        if meanings.contains(.instead) { return .instead }
        if meanings.contains(.again) { return .again }
        if meanings.contains(.repair) { return .repair }
        if meanings.contains(.intent(.cancel)), meanings.contains(.intent(.remove)) || next != nil {
            return .intent(next != nil || isOfLine(segments, at: index + 1) ? .remove : .cancel)
        }
        if let intent = meanings.intent { return .intent(intent) }
        if meanings.contains(.rest) { return .rest }
        if meanings.contains(.less) { return .less }
        if meanings.contains(.more), meanings.amount == nil || isAfterNumber(elements) { return .more }
        if meanings.contains(.plain) { return .plain }
        if meanings.contains(.except) { return .except }
        for case .group(let group) in meanings { return .group(group) }
        for case .question in meanings { return .filler }
        if meanings.contains(.narrative) { return .narrative }
        return meanings.contains(.filler) || meanings.contains(.noun) ? .filler : .dangling
    }

    /// Whether "that" belongs to the thing behind it ("that latte iced") and does not stand for one itself ("make that
    /// cappuccinos").
    private func isOfThing(_ segments: [Segment], at index: Int, after previous: Chunk?) -> Bool {
        guard index + 1 < segments.count, case .phrase(let next) = segments[index + 1].role,
            !next.items.isEmpty || !next.options.isEmpty || next.ordinal != nil
        else {
            return false
        }
        guard previous?.kind == .edit, !next.items.isEmpty else { return previous?.kind != .edit }
        return segments[(index + 2)...].contains { !$0.meanings.options.isEmpty || $0.meanings.contains(.to) }
    }

    /// "leave the foam on": nothing is taken off.
    private func endsInPlace(_ segments: [Segment], after index: Int) -> Bool {
        let said = segments[(index + 1)...].filter { !$0.meanings.contains(.filler) }
        return said.last?.meanings.contains(.place) == true && !said.contains { $0.meanings.contains(.particle) }
    }

    /// "another small one": a second of the same in another size. Of another shot there is no second drink.
    private func isOfOneKind(_ segment: Segment) -> Bool {
        segment.meanings.items.isEmpty
            && segment.meanings.options.contains { option in
                menu.group(option.group).map { $0.select == .one && $0.kind != .shots } ?? false
            }
    }

    /// "the apple one", or "apple" alone.
    private func isHint(_ segments: [Segment], at index: Int) -> Bool {
        if index + 1 < segments.count,
            segments[index + 1].role == .number(.value(1)) || segments[index + 1].meanings.contains(.noun)
        {
            return true
        }
        return !segments.contains { !$0.meanings.items.isEmpty }
            && !segments[..<index].contains { $0.role == .unknown }
            && !segments[(index + 1)...].contains { $0.role == .unknown }
    }

    /// Whether a short name stands where a thing is named: behind an article, a number or an option, and not before a
    /// longer name.
    private func isNamed(_ segments: [Segment], at index: Int, after elements: [Chunk]) -> Bool {
        if isFollowedByItem(segments, at: index + 1)
            || index + 1 < segments.count && segments[index + 1].meanings.contains(.of)
        {
            return false
        }
        switch elements.last(where: { $0.kind != .filler })?.kind {
        case .article, .definite, .quantity, .option, .place, .partOf: return true
        default: return false
        }
    }

    /// "half with oat", "half decaf": options follow, and no thing; half a latte is no number.
    private func isOfPieces(_ segments: [Segment], at index: Int) -> Bool {
        for segment in segments[min(index, segments.count)...] {
            let meanings = segment.meanings
            if meanings.options.isEmpty, meanings.contains(.with) || meanings.contains(.filler) { continue }
            return !meanings.options.isEmpty && !isFollowedByItem(segments, at: index)
        }
        return false
    }

    private func isAfterNumber(_ elements: [Chunk]) -> Bool {
        guard case .quantity = elements.last?.kind else { return false }
        return true
    }

    /// The item or option that comes next, fillers, articles and amounts aside.
    private func thing(_ segments: [Segment], after index: Int) -> Segment? {
        for segment in segments[(index + 1)...] {
            let meanings = segment.meanings
            if !meanings.items.isEmpty || !meanings.options.isEmpty { return segment }
            switch segment.role {
            case .number: continue
            case .unknown: return nil
            case .phrase:
                let isPassed =
                    meanings.contains { $0 == .filler || $0 == .article || $0 == .definite || $0 == .unit || $0 == .of }
                    || meanings.ordinal != nil
                    || meanings.amount != nil
                guard isPassed else { return nil }
            }
        }
        return nil
    }
}
