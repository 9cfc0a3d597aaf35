internal import Ordering

/// Finds questions that the menu answers, and those it does not.
struct QuestionParser: Sendable {
    let menu: Menu
    let reader: Chunker
    let grouper: AttachmentResolver
    let resolver: LineResolver

    /// - Returns: the question and where it begins, or `nil` when nothing is asked.
    func question(_ segments: [Segment], words: [String]) -> (question: MenuQuestion, start: Int)? {
        func first(_ kind: Sense.Question) -> Int? {
            segments.firstIndex { $0.meanings.question(kind) && $0.meanings.items.isEmpty }
        }
        let begins = begin(segments)
        guard begins < segments.count else { return nil }
        if let diet = diet(segments, begins) { return (diet, begins) }
        if let name = elsewhere(segments, words, begins) { return (.missing(name), begins) }
        let mentions = mentions(segments)
        if let price = first(.price),
            isWholePrice(segments, at: price) || segments[price...].contains(where: { $0.meanings.question(.cost) })
        {
            return (.price(item(segments[price...], words), options: options(segments[price...], words)), price)
        }
        if let open = first(.open), open <= begins + 1, let cost = first(.cost), cost > open, !mentions.isEmpty {
            return (.price(item(segments[open...], words), options: options(segments[open...], words)), open)
        }
        if let allergen = allergen(segments, words, begins) { return (allergen, begins) }
        let isRequest = segments.contains(where: \.meanings.isRequest)
        if let staff = first(.staff),
            staff <= begins + 1 && segments[staff].range.count > 1 || segments[begins].meanings.question(.open)
        {
            return (.other, begins)
        }
        if words[segments[begins].range.lowerBound] == "how", !segments[begins].meanings.isRequest,
            let group = aspect(segments)
        {
            return (.choices(group: group, itemId: nil), begins)
        }
        if let which = first(.which), which <= begins + 1, let group = group(segments[which...]) {
            return (.choices(group: group, itemId: items(segments[which...]).first.map { menu.items[$0].id }), which)
        }
        if let which = first(.which), which <= begins + 1, let have = first(.have), have > which,
            let category = category(segments[which...])
        {
            return (.items(category: category), which)
        }
        if let which = first(.which), which <= begins + 1, let have = first(.have), have > which,
            !items(segments[which..<have]).isEmpty
        {
            return (.availability(itemIds: items(segments[which..<have]).map { menu.items[$0].id }, options: []), which)
        }
        if let have = first(.have), have <= begins + 1, !segments[begins].meanings.isRequest {
            if let group = group(segments[have...]), options(segments[have...], words).isEmpty {
                return (.choices(group: group, itemId: nil), have)
            }
            let items = items(segments[have...]), options = options(segments[have...], words).map(\.option)
            if !items.isEmpty || !options.isEmpty {
                let said = item(segments[have...], words)?.options.map(\.option) ?? options
                return (.availability(itemIds: items.map { menu.items[$0].id }, options: said), have)
            }
            if let category = category(segments[have...]) { return (.items(category: category), have) }
            return (.other, have)
        }
        if let which = first(.which), which <= begins + 1, segments[which].range.count > 2,
            let item = items(segments[which...]).first
        {
            return (.options(itemId: menu.items[item].id), which)
        }
        // Asked about something we sell, in words that nothing here explains: nobody but the staff can answer.
        if begins < segments.count,
            segments[begins].meanings.question(.open) || segments[begins].meanings.question(.which),
            segments[begins].meanings.intent == nil,
            segments[begins].meanings.items.isEmpty
        {
            let isAbout =
                !mentions.isEmpty
                || segments.contains {
                    $0.meanings.contains(.latest) && $0.range.lowerBound > 0 && $0.meanings.intent == nil
                }
            let isStrange = segments[(begins + 1)...].contains {
                $0.role == .unknown || $0.meanings.question(.have) || $0.meanings.question(.staff)
            }
            let isNamed = !mentions.isEmpty || segments[begins].range.count > 1
            let isPlain =
                isStrange || words[segments[begins].range.lowerBound] == "how"
                || isNamed && isOpened(segments, at: begins)
            if isAbout, isPlain, !isRequest || words[0] == "how" { return (.other, begins) }
        }
        return nil
    }

    /// "do you have coke", "how much is a coke": what there is not to ask about.
    private func elsewhere(_ segments: [Segment], _ words: [String], _ begins: Int) -> String? {
        let isAsked = segments[begins...].contains {
            $0.meanings.question(.price) || $0.meanings.question(.have) || $0.meanings.question(.which)
        }
        guard isAsked, !segments[begins].meanings.isRequest, items(segments[...]).isEmpty else { return nil }
        let range = reader.elements(segments).first { $0.isElsewhere }?.range
        return range.map { words[$0].joined(separator: " ") }
    }

    /// Where what is not said by the way begins.
    func begin(_ segments: [Segment]) -> Int { segments.firstIndex { !isPassed($0) } ?? 0 }

    /// "what's in", "is there", or one word before something known: "does the mocha", "is that".
    private func isOpened(_ segments: [Segment], at begins: Int) -> Bool {
        if segments[begins].range.count > 1 { return true }
        guard !segments[begins].meanings.contains(.filler) || segments[begins].meanings.question(.contain),
            begins + 1 < segments.count
        else { return false }
        return segments[begins + 1].meanings.contains { $0 == .definite || $0 == .latest }
    }

    private func isPassed(_ segment: Segment) -> Bool {
        let meanings = segment.meanings
        guard !meanings.isEmpty, meanings.items.isEmpty, meanings.options.isEmpty else { return false }
        if meanings.contains(where: { if case .question = $0 { true } else { false } }) { return false }
        return meanings.contains { $0 == .filler || $0 == .repair || $0 == .join } || meanings.intent == .confirm
            || meanings.intent == .decline
    }

    /// "how much is …" says all; "what does …" needs its "cost".
    private func isWholePrice(_ segments: [Segment], at index: Int) -> Bool {
        !segments[index].meanings.question(.open)
    }

    private func mentions(_ segments: [Segment]) -> [Segment] {
        segments.filter { segment in
            segment.meanings.contains { meaning in
                switch meaning {
                case .item, .option, .group, .category: true
                default: false
                }
            }
        }
    }

    /// "how spicy is the wrap" asks for the group of "spicy".
    private func aspect(_ segments: [Segment]) -> String? {
        guard let item = items(segments[...]).first else { return nil }
        return segments.lazy.flatMap(\.meanings.options).first { menu.items[item].groups.contains($0.group) }?.group
    }

    private func items(_ segments: ArraySlice<Segment>) -> [Int] {
        segments.first { !$0.meanings.items.isEmpty }?.meanings.items ?? []
    }

    private func group(_ segments: ArraySlice<Segment>) -> String? {
        for segment in segments {
            for case .group(let group) in segment.meanings { return group }
        }
        return nil
    }

    private func category(_ segments: ArraySlice<Segment>) -> String? {
        for segment in segments {
            for case .category(let category) in segment.meanings { return category }
        }
        return nil
    }

    private func anchor(_ segments: ArraySlice<Segment>) -> (Attachment, HeadPhrase?) {
        let grouping = grouper.group(reader.elements(Array(segments))[...], isContinued: false)
        return (grouping, grouping.anchors.first(where: \.isItem))
    }

    private func item(_ segments: ArraySlice<Segment>, _ words: [String]) -> ParsedOrderItem? {
        var draft = Draft(menu: menu, words: words, resolver: resolver)
        return anchor(segments).1.flatMap { ItemBuilder(menu: menu, words: words).items($0, &draft).first?.0 }
    }

    private func options(_ segments: ArraySlice<Segment>, _ words: [String]) -> [SelectedOption] {
        let grouping = anchor(segments).0
        guard grouping.anchors.isEmpty else { return [] }
        return grouping.leading.compactMap(ItemBuilder(menu: menu, words: words).selected)
    }

    /// "do you have gluten free bagels", "how much is a vegan muffin", "is there anything vegan": nothing is said of
    /// them that passes over the diet.
    private func diet(_ segments: [Segment], _ begins: Int) -> MenuQuestion? {
        guard begins < segments.count, !segments.contains(where: \.meanings.isRequest) else { return nil }
        let meanings = segments[begins].meanings
        guard [.price, .which, .have, .contain, .open].contains(where: meanings.question), meanings.items.isEmpty else {
            return nil
        }
        let allergen = segments.indices.dropLast().lazy.filter { segments[$0 + 1].meanings.contains(.lacking) }
            .compactMap { segments[$0].meanings.allergen }.first
        // "is it gluten free", where the menu has a bun that is called so; "do you have one" is about the bun.
        let freed =
            meanings.question(.have)
            ? nil : segments.lazy.flatMap(\.meanings.options).compactMap { menu.option($0)?.freeOf.first }.first
        let items = items(segments[...]), line = line(segments, begins)
        if let allergen = allergen ?? freed {
            if items.isEmpty, let line { return .contents(allergen, of: line) }
            return .allergens(allergen, itemIds: items.map { menu.items[$0].id }, options: [])
        }
        for segment in segments {
            for case .diet(let diet) in segment.meanings {
                guard items.isEmpty, let line else { return .other }
                return .contents(diet, of: line)
            }
        }
        return nil
    }

    /// "is it", "does that", "do they", "what's in it": what is asked about is in the order, or was asked about before.
    private func line(_ segments: [Segment], _ begins: Int) -> LineReference? {
        var next =
            segments[begins...].dropFirst().first { $0.role == .unknown || !$0.meanings.contains(.place) }?.meanings
            ?? []
        // "is there dairy in it"
        if let last = segments.last, segments.count > 2, segments[segments.count - 2].meanings.contains(.place),
            !next.contains(.all)
        {
            next = last.meanings
        }
        return next.contains(.latest) ? .latest : next.contains(.all) ? .all : nil
    }

    /// "does the brownie have nuts", "is the bagel gluten free", "i'm allergic to milk", "what allergens are in the
    /// scone"
    private func allergen(_ segments: [Segment], _ words: [String], _ begins: Int) -> MenuQuestion? {
        guard begins < segments.count else { return nil }
        let isAsked =
            segments[begins].meanings.question(.contain) || segments[begins].meanings.question(.open)
            || segments[begins].meanings.question(.have)
        let isOfAllergens = segments.contains(where: \.meanings.isAllergyWord)
        guard isAsked || isOfAllergens, !segments[begins].meanings.isRequest else { return nil }
        let named = segments.lazy.compactMap(\.meanings.allergen).first
        let things = segments.filter { $0.meanings.allergen == nil }
        let items = items(things[...])
        if items.isEmpty, named != nil || isOfAllergens, let line = line(segments, begins) {
            return .contents(named, of: line)
        }
        let hasContain = segments.contains { $0.meanings.question(.contain) && !$0.meanings.isOpening } || isOfAllergens
        let hasPlace = segments.contains { $0.meanings.contains(.place) }
        guard named != nil || isOfAllergens, hasContain || hasPlace,
            !items.isEmpty || isOfAllergens || named != nil && (hasContain || hasPlace)
        else { return nil }
        let options = items.isEmpty ? things.flatMap(\.meanings.options) : []
        if items.isEmpty, options.isEmpty, !isOfAllergens { return nil }
        return .allergens(named, itemIds: items.map { menu.items[$0].id }, options: options)
    }
}

extension [Sense] {
    /// "can I get": whatever follows is ordered.
    fileprivate var isRequest: Bool { intent == .order || intent == .add || intent == .remove }

    /// "does", "is": opens a question; "contain" and "free" close one.
    fileprivate var isOpening: Bool { contains(.question(.open)) || contains(.question(.have)) }

    var isAllergyWord: Bool { contains(.question(.allergy)) }
}
