internal import Ordering

/// Recognises questions: those the menu answers, and those for the staff.
struct QuestionParser: Sendable {
    let menu: Menu
    let chunker: Chunker
    let attachmentResolver: AttachmentResolver
    let resolver: LineResolver
    let fixed: FixedPhrases

    /// - Returns: the question and the segment it begins at, or `nil` if the segments are no question.
    func question(_ segments: [Segment], words: UtteranceWords) -> (question: MenuQuestion, start: Int)? {
        func first(_ kind: Sense.Question) -> Int? {
            segments.firstIndex { $0.senses.question(kind) && $0.senses.items.isEmpty }
        }
        let begins = begin(segments)
        guard begins < segments.count else { return nil }
        if let diet = diet(segments, begins) { return (diet, begins) }
        if let name = outOfMenu(segments, words, begins) { return (.missing(name), begins) }
        let mentions = mentions(segments)
        if let price = first(.price),
            isWholePrice(segments, at: price) || segments[price...].contains(where: { $0.senses.question(.cost) })
        {
            return (.price(item(segments[price...], words), options: options(segments[price...], words)), price)
        }
        if let open = first(.open), open <= begins + 1, let cost = first(.cost), cost > open, !mentions.isEmpty {
            return (.price(item(segments[open...], words), options: options(segments[open...], words)), open)
        }
        if let allergen = allergen(segments, words, begins) { return (allergen, begins) }
        // Of what is in an item the menu knows the allergens.
        if fixed.contents.contains(words.text(segments[begins].range)),
            let item = items(segments[begins...]).first
        {
            return (.allergens(nil, itemIds: [menu.items[item].id], options: []), begins)
        }
        let isRequest = segments.contains(where: \.senses.isRequest)
        if let staff = first(.staff),
            staff <= begins + 1 && segments[staff].range.count > 1 || segments[begins].senses.question(.open)
        {
            return (.other, begins)
        }
        if fixed.how.contains(words[segments[begins].range.lowerBound]), !segments[begins].senses.isRequest,
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
        if let have = first(.have), have <= begins + 1, !segments[begins].senses.isRequest {
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
        // A question about a menu item in words unknown to the parser: the staff must answer.
        if begins < segments.count,
            segments[begins].senses.question(.open) || segments[begins].senses.question(.which),
            segments[begins].senses.intent == nil,
            segments[begins].senses.items.isEmpty
        {
            let isAbout =
                !mentions.isEmpty
                || segments.contains {
                    $0.senses.contains(.latest) && $0.range.lowerBound > 0 && $0.senses.intent == nil
                }
            let isStrange = segments[(begins + 1)...].contains {
                $0.role == .unknown || $0.senses.question(.have) || $0.senses.question(.staff)
            }
            let isNamed = !mentions.isEmpty || segments[begins].range.count > 1
            let isPlain =
                isStrange || fixed.how.contains(words[segments[begins].range.lowerBound])
                || isNamed && isOpened(segments, at: begins)
            if isAbout, isPlain, !isRequest || fixed.how.contains(words[0]) { return (.other, begins) }
        }
        return nil
    }

    /// The out-of-menu item a question is about: "do you have coke", "how much is a coke".
    private func outOfMenu(_ segments: [Segment], _ words: UtteranceWords, _ begins: Int) -> String? {
        let isAsked = segments[begins...].contains {
            $0.senses.question(.price) || $0.senses.question(.have) || $0.senses.question(.which)
        }
        guard isAsked, !segments[begins].senses.isRequest else { return nil }
        guard let item = segments.firstIndex(where: { !$0.senses.items.isEmpty }) else {
            let range = chunker.chunks(segments).first { $0.isOutOfMenu }?.range
            return range.map { words.text($0) }
        }
        // "do you have pumpkin spice lattes": that the menu has lattes is not the answer.
        let before = segments[..<item].lastIndex {
            $0.role == .unknown || $0.senses.contains(.outOfMenuIngredient) || $0.senses.contains(.outOfMenuItem)
        }
        guard let before, before > begins, before == item - 1 else { return nil }
        return words.text(segments[before].range.lowerBound..<segments[item].range.upperBound)
    }

    /// The index of the first segment after greetings and fillers.
    func begin(_ segments: [Segment]) -> Int { segments.firstIndex { !isPassed($0) } ?? 0 }

    /// Whether the words there open a question: "what's in", "is there", or one word before a definite ("does the
    /// mocha").
    private func isOpened(_ segments: [Segment], at begins: Int) -> Bool {
        if segments[begins].range.count > 1 { return true }
        guard !segments[begins].senses.contains(.filler) || segments[begins].senses.question(.contain),
            begins + 1 < segments.count
        else { return false }
        return segments[begins + 1].senses.contains { $0 == .definite || $0 == .latest }
    }

    private func isPassed(_ segment: Segment) -> Bool {
        let senses = segment.senses
        guard !senses.isEmpty, senses.items.isEmpty, senses.options.isEmpty else { return false }
        if senses.contains(where: { if case .question = $0 { true } else { false } }) { return false }
        return senses.contains { $0 == .filler || $0 == .repair || $0 == .conjunction } || senses.intent == .confirm
            || senses.intent == .decline
    }

    /// Whether the phrase asks for a price by itself ("how much is …"); "what does …" needs a "cost".
    private func isWholePrice(_ segments: [Segment], at index: Int) -> Bool {
        !segments[index].senses.question(.open)
    }

    private func mentions(_ segments: [Segment]) -> [Segment] {
        segments.filter { segment in
            segment.senses.contains { sense in
                switch sense {
                case .item, .option, .group, .category: true
                default: false
                }
            }
        }
    }

    /// The option group a degree question is about: "how spicy is the wrap".
    private func aspect(_ segments: [Segment]) -> String? {
        guard let item = items(segments[...]).first else { return nil }
        return segments.lazy.flatMap(\.senses.options).first { menu.items[item].groups.contains($0.group) }?.group
    }

    private func items(_ segments: ArraySlice<Segment>) -> [Int] {
        segments.first { !$0.senses.items.isEmpty }?.senses.items ?? []
    }

    private func group(_ segments: ArraySlice<Segment>) -> String? {
        for segment in segments {
            for case .group(let group) in segment.senses { return group }
        }
        return nil
    }

    private func category(_ segments: ArraySlice<Segment>) -> String? {
        for segment in segments {
            for case .category(let category) in segment.senses { return category }
        }
        return nil
    }

    private func head(_ segments: ArraySlice<Segment>) -> (Attachment, HeadPhrase?) {
        let attachment = attachmentResolver.attach(chunker.chunks(Array(segments))[...], isContinued: false)
        return (attachment, attachment.heads.first(where: \.isItem))
    }

    private func item(_ segments: ArraySlice<Segment>, _ words: UtteranceWords) -> ParsedOrderItem? {
        var draft = Draft(menu: menu, words: words, resolver: resolver)
        return head(segments).1.flatMap { ItemBuilder(menu: menu, words: words).items($0, &draft).first?.0 }
    }

    private func options(_ segments: ArraySlice<Segment>, _ words: UtteranceWords) -> [SelectedOption] {
        let attachment = head(segments).0
        guard attachment.heads.isEmpty else { return [] }
        return attachment.leading.compactMap(ItemBuilder(menu: menu, words: words).selected)
    }

    /// A question about a diet or a free-from claim: "do you have gluten free bagels", "is there anything vegan".
    /// Recognised first, so that no other reading drops the diet.
    private func diet(_ segments: [Segment], _ begins: Int) -> MenuQuestion? {
        guard begins < segments.count, !segments.contains(where: \.senses.isRequest) else { return nil }
        let senses = segments[begins].senses
        guard [.price, .which, .have, .contain, .open].contains(where: senses.question), senses.items.isEmpty else {
            return nil
        }
        let allergen = segments.indices.lazy.compactMap { index in
            let isFree = index + 1 < segments.count && segments[index + 1].senses.contains(.privative)
            let isWithout = index > begins && segments[index - 1].senses.amount == .without
            return isFree || isWithout ? segments[index].senses.allergen : nil
        }.first
        // "is it gluten free" asks about the item even if the menu has a gluten free bun; "do you have one" asks about
        // the bun.
        let freed =
            senses.question(.have)
            ? nil : segments.lazy.flatMap(\.senses.options).compactMap { menu.option($0)?.freeOf.first }.first
        let items = items(segments[...]), line = line(segments, begins)
        if let allergen = allergen ?? freed {
            if items.isEmpty, let line { return .contents(allergen, of: line) }
            if items.isEmpty, freed == nil, isOfAnything(segments, senses) {
                return .suitable(without: allergen, category: category(segments[...]))
            }
            return .allergens(allergen, itemIds: items.map { menu.items[$0].id }, options: [])
        }
        for segment in segments {
            for case .diet(let diet) in segment.senses {
                guard items.isEmpty, let line else { return .other }
                return .contents(diet, of: line)
            }
        }
        return nil
    }

    /// Whether a question is about all that the menu has: "what is nut free", "do you have anything without gluten".
    private func isOfAnything(_ segments: [Segment], _ opening: [Sense]) -> Bool {
        opening.question(.which) || opening.question(.have) || category(segments[...]) != nil
    }

    /// The line a pronoun refers to: "is it", "does that", "do they", "what's in it".
    private func line(_ segments: [Segment], _ begins: Int) -> LineReference? {
        var next =
            segments[begins...].dropFirst().first { $0.role == .unknown || !$0.senses.contains(.locative) }?.senses
            ?? []
        // "is there dairy in it"
        if let last = segments.last, segments.count > 2, segments[segments.count - 2].senses.contains(.locative),
            !next.contains(.all)
        {
            next = last.senses
        }
        return next.contains(.latest) ? .latest : next.contains(.all) ? .all : nil
    }

    /// A question about allergens: "does the brownie have nuts", "i'm allergic to milk", "what allergens are in the
    /// scone".
    private func allergen(_ segments: [Segment], _ words: UtteranceWords, _ begins: Int) -> MenuQuestion? {
        guard begins < segments.count else { return nil }
        let isAsked =
            segments[begins].senses.question(.contain) || segments[begins].senses.question(.open)
            || segments[begins].senses.question(.have)
        let isOfAllergens = segments.contains(where: \.senses.isAllergyWord)
        guard isAsked || isOfAllergens, !segments[begins].senses.isRequest else { return nil }
        let named = segments.lazy.compactMap(\.senses.allergen).first
        let things = segments.filter { $0.senses.allergen == nil }
        let items = items(things[...])
        if items.isEmpty, named != nil || isOfAllergens, let line = line(segments, begins) {
            return .contents(named, of: line)
        }
        let hasContain = segments.contains { $0.senses.question(.contain) && !$0.senses.isOpening } || isOfAllergens
        let hasPlace = segments.contains { $0.senses.contains(.locative) }
        guard named != nil || isOfAllergens, hasContain || hasPlace,
            !items.isEmpty || isOfAllergens || named != nil && (hasContain || hasPlace)
        else { return nil }
        let options = items.isEmpty ? things.flatMap(\.senses.options) : []
        if items.isEmpty, options.isEmpty, !isOfAllergens { return nil }
        return .allergens(named, itemIds: items.map { menu.items[$0].id }, options: options)
    }
}

extension [Sense] {
    /// Whether it is a request ("can I get"); what follows is ordered.
    fileprivate var isRequest: Bool { intent == .order || intent == .add || intent == .remove }

    /// Whether it opens a question ("does", "is"); "contain" and "free" close one.
    fileprivate var isOpening: Bool { contains(.question(.open)) || contains(.question(.have)) }

    var isAllergyWord: Bool { contains(.question(.allergy)) }
}
