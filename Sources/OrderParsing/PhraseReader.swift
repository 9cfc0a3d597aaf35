internal import Ordering

/// What one or more segments say together.
struct Element: Equatable, Sendable {
    enum Kind: Equatable, Sendable {
        /// Indices into `Menu.items`; more than one when the menu gives two items the same name.
        case item([Int])
        /// The options a phrase may mean, with what was said about how much.
        case option([OptionReference], amount: OptionAmount?, count: Int?)
        /// A number that belongs to no option; `nil` when it is unclear.
        case quantity(Int?)
        case article
        case join
        case with
        case intent(OrderIntent)
        /// An amount, unit or "of" that nothing followed.
        case dangling
        case filler
        case unknown
    }

    var kind: Kind
    var range: Range<Int>
}

/// Joins segments into elements: "a little bit of" + "brown sugar" is one option, "two" + "pumps" + "of" + "vanilla" is another.
struct PhraseReader: Sendable {
    let menu: Menu

    func elements(_ segments: [Segment]) -> [Element] {
        var elements: [Element] = []
        var index = 0
        while index < segments.count {
            if let (element, next) = measuredOption(segments, at: index, isAfterWith: elements.last?.kind == .with) {
                elements.append(element)
                index = next
            } else if isVagueQuantity(segments, at: index, after: elements.last) {
                elements.append(Element(kind: .quantity(nil), range: segments[index].range))
                index += 1
            } else {
                elements.append(Element(kind: kind(segments[index], after: elements.last), range: segments[index].range))
                index += 1
            }
        }
        return elements
    }

    /// Reads [amount or number] [unit] [of] option, or a plain option.
    ///
    /// - Parameter isAfterWith: whether what follows goes into the item before, even where it is an item too.
    private func measuredOption(_ segments: [Segment], at start: Int, isAfterWith: Bool) -> (Element, Int)? {
        var index = start
        var amount: OptionAmount?
        var count: Int?
        func meanings(_ at: Int) -> [Lexicon.Meaning] {
            guard at < segments.count, case .phrase(let meanings) = segments[at].role else { return [] }
            return meanings
        }
        var isUnclear = false
        while let said = Self.amount(meanings(index)) {
            // "no extra foam": the refusal counts.
            amount = amount == .without ? .without : said
            index += 1
        }
        let isArticle = meanings(index).contains(.article) && meanings(index + 1).contains(.unit)
        if index < segments.count, case .number(let reading) = segments[index].role {
            switch reading {
            case .value(let value): count = value
            case .unclear: isUnclear = true
            }
            index += 1
        } else if isArticle {
            count = 1
            index += 1
        }
        let hasUnit =
            meanings(index).contains(.unit) && !Self.options(meanings(index + 1)).isEmpty
            || meanings(index).contains(.unit) && meanings(index + 1).contains(.of)
        if hasUnit { index += 1 }
        if meanings(index).contains(.of), index > start { index += 1 }
        let options = measurable(Self.options(meanings(index)), amount: amount, count: count, isFirst: start == 0)
        guard !options.isEmpty, !isUnclear else { return nil }
        // Without a unit a number belongs to an option only where the option is counted: "two sugars", but "two oat lattes".
        if count != nil, !hasUnit {
            let isCounted = options.contains { menu.group($0.group)?.amounts == true } && !isFollowedByItem(segments, at: index + 1)
            guard isCounted, isAfterWith || Self.items(meanings(index)).isEmpty else { return nil }
        }
        // A phrase that is an item too is an item, unless its amount says otherwise.
        if amount == nil, count == nil, !Self.items(meanings(index)).isEmpty { return nil }
        let own = menu.option(options[0])?.count
        let isNone = count == 0 || amount == .without
        let element = Element(
            kind: .option(options, amount: isNone ? .without : amount, count: isNone ? nil : count ?? own),
            range: segments[start].range.lowerBound..<segments[index].range.upperBound)
        return (element, index + 1)
    }

    /// The options that an amount or a number can be said of, those first whose group takes amounts.
    private func measurable(_ options: [OptionReference], amount: OptionAmount?, count: Int?, isFirst: Bool) -> [OptionReference] {
        guard amount != nil || count != nil else { return options }
        let takesAmounts = options.filter { menu.group($0.group)?.amounts == true }
        guard takesAmounts.isEmpty else { return takesAmounts + options.filter { !takesAmounts.contains($0) } }
        switch amount {
        // "extra large": the menu has no more or less of it.
        case .light, .regular, .extra: return []
        // "no large" that begins an utterance is a no and an option; what cannot be left out can still be refused later on.
        case .without: return isFirst && options.allSatisfy { menu.group($0.group)?.select == .one } ? [] : options
        case nil: return options
        }
    }

    /// Whether a phrase says "lots of" an item, which is no number; "an extra latte" is one.
    private func isVagueQuantity(_ segments: [Segment], at index: Int, after previous: Element?) -> Bool {
        guard case .phrase(let meanings) = segments[index].role, Self.amount(meanings) == .extra, Self.items(meanings).isEmpty, Self.options(meanings).isEmpty,
            index + 1 < segments.count, case .phrase(let next) = segments[index + 1].role, !Self.items(next).isEmpty
        else { return false }
        switch previous?.kind {
        case .quantity, .article: return false
        case .item, .option, .join, .with, .intent, .dangling, .filler, .unknown, nil: return true
        }
    }

    private func kind(_ segment: Segment, after previous: Element?) -> Element.Kind {
        switch segment.role {
        case .unknown: return .unknown
        case .number(.value(let value)): return .quantity(value)
        case .number(.unclear): return .quantity(nil)
        case .phrase(let meanings):
            let items = Self.items(meanings), options = Self.options(meanings)
            // After "with", a phrase that is both is what goes into the item before.
            if !options.isEmpty, items.isEmpty || previous?.kind == .with { return .option(options, amount: nil, count: menu.option(options[0])?.count) }
            if !items.isEmpty { return .item(items) }
            if meanings.contains(.article) { return .article }
            if meanings.contains(.join) { return .join }
            if meanings.contains(.with) { return .with }
            if let intent = Self.intent(meanings) { return .intent(intent) }
            return meanings.contains(.filler) ? .filler : .dangling
        }
    }

    private func isFollowedByItem(_ segments: [Segment], at index: Int) -> Bool {
        for segment in segments[min(index, segments.count)...] {
            guard case .phrase(let meanings) = segment.role else { return false }
            if !Self.items(meanings).isEmpty { return true }
            if Self.options(meanings).isEmpty { return false }
        }
        return false
    }

    private static func amount(_ meanings: [Lexicon.Meaning]) -> OptionAmount? {
        for case .amount(let amount) in meanings { return amount }
        return nil
    }

    private static func intent(_ meanings: [Lexicon.Meaning]) -> OrderIntent? {
        for case .intent(let intent) in meanings { return intent }
        return nil
    }

    private static func options(_ meanings: [Lexicon.Meaning]) -> [OptionReference] {
        meanings.compactMap { if case .option(let option) = $0 { option } else { nil } }
    }

    private static func items(_ meanings: [Lexicon.Meaning]) -> [Int] {
        meanings.compactMap { if case .item(let item) = $0 { item } else { nil } }
    }
}
