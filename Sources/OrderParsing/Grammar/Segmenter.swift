internal import Ordering

/// A stretch of words with one role.
struct Segment: Equatable, Sendable {
    enum Role: Equatable, Sendable {
        /// One phrase, and all it may mean.
        case phrase([Sense])
        case number(NumeralParser.Reading)
        case unknown
    }

    var role: Role
    /// Word positions.
    var range: Range<Int>
    /// 1 where the words are the phrase; less where they only sound or look like it, 0…1.
    var similarity = 1.0
    /// Which parser decided on the role.
    var source = ParseSource.nlu

    var meanings: [Sense] {
        guard case .phrase(let meanings) = role else { return [] }
        return meanings
    }
}

/// Cuts words into the segments that explain them best: the fewest unknown words, then the fewest segments.
struct Segmenter: Sendable {
    // Costs are in thousandths of an unknown word.
    private static let unknownCost = 1_000
    private static let phraseCost = 100
    /// A word, dearer than a phrase, so that menu words that are also fillers or numbers keep their meaning.
    private static let fillerCost = 120
    private static let numberCost = 110
    /// "one" is a number before it is a noun.
    private static let nounCost = 115
    /// Parts of names, which mean something only in their place.
    private static let partCost = 150
    /// What is had elsewhere: more than a phrase of the menu that sounds nearly the same.
    private static let elsewhereCost = 350
    /// What a misheard phrase costs besides its distance.
    private static let soundCost = 300

    let lexicon: Lexicon
    let numbers: NumeralParser
    let sounds: PhoneticMatcher

    func segments(_ words: [String]) -> [Segment] {
        var memory = ParsingMemory()
        return segments(words, memory: &memory)
    }

    /// Segments of words that go on from those read before: what the new words cannot change is not looked up again.
    func segments(_ words: [String], memory: inout ParsingMemory) -> [Segment] {
        let kept = memory.kept(words, reach: reach)
        let ids = lexicon.ids(words)
        for start in kept..<words.count { memory.offers.append(offers(words, ids, at: start, ofMenu: true)) }
        memory.words = words
        return cheapest(memory.offers, in: 0..<words.count)
    }

    /// Segments of some of the words, without the menu's phrases.
    func segments(_ words: [String], ofLanguageIn stretch: Range<Int>) -> [Segment] {
        guard !stretch.isEmpty else { return [] }
        let words = Array(words[..<stretch.upperBound])
        let ids = lexicon.ids(words)
        let offers = words.indices.map { $0 < stretch.lowerBound ? [] : self.offers(words, ids, at: $0, ofMenu: false) }
        return cheapest(offers, in: stretch)
    }

    /// How many words a phrase or a mishearing may take.
    private var reach: Int { max(lexicon.longest, PhoneticMatcher.mostWords) }

    /// A phrase or number that begins at a word.
    struct Offer: Equatable, Sendable {
        enum Role: Equatable, Sendable {
            case phrase(Int)
            /// A phrase of the menu that the words only sound or look like.
            case misheard(Int)
            case number(NumeralParser.Reading)
        }

        var role: Role
        var count: Int
        var cost: Int
        var similarity = 1.0
    }

    private func offers(_ words: [String], _ ids: [UInt32], at start: Int, ofMenu: Bool) -> [Offer] {
        var offers: [Offer] = []
        lexicon.forEachMatch(ids, at: start) { match in
            let meanings = lexicon.meanings(match.phrase)
            if !ofMenu, meanings.allSatisfy(\.isOfMenu) { return }
            offers.append(Offer(role: .phrase(match.phrase), count: match.count, cost: cost(match, meanings)))
        }
        if let number = numbers.read(words, at: start) {
            offers.append(Offer(role: .number(number.reading), count: number.count, cost: Self.numberCost))
            // A phrase may begin with a number itself: "two seven spice fries", "two two percent milks", "two eight
            // ounce lattes".
            for end in start + 1..<start + number.count where beginsPhrase(ids, at: end, beyond: start + number.count) {
                guard let shorter = numbers.read(Array(words[..<end]), at: start), shorter.count == end - start else {
                    continue
                }
                offers.append(Offer(role: .number(shorter.reading), count: shorter.count, cost: Self.numberCost))
            }
        }
        // Words that all mean something are no mishearing.
        guard ofMenu, !ids[start..<min(words.count, start + PhoneticMatcher.mostWords)].allSatisfy(lexicon.isKnown)
        else { return offers }
        for match in sounds.matches(words, at: start, isKnown: { lexicon.isKnown(ids[$0]) }) {
            let cost = Self.soundCost + Int((1 - match.similarity) * Double(Self.unknownCost))
            offers.append(
                Offer(role: .misheard(match.payload), count: match.count, cost: cost, similarity: match.similarity))
        }
        return offers
    }

    /// The offers that explain a stretch of words best.
    private func cheapest(_ offers: [[Offer]], in stretch: Range<Int>) -> [Segment] {
        // best[i] is the cheapest way to explain the words from i on; filled from the end.
        var best = [(cost: Int, offer: Int)](repeating: (0, -1), count: stretch.upperBound + 1)
        for start in stretch.reversed() {
            var choice = -1, count = 1
            var cheapest = Self.unknownCost + best[start + 1].cost
            for (index, offer) in offers[start].enumerated() {
                let total = offer.cost + best[start + offer.count].cost
                guard total < cheapest || (total == cheapest && offer.count > count) else { continue }
                (cheapest, choice, count) = (total, index, offer.count)
            }
            best[start] = (cheapest, choice)
        }
        var segments: [Segment] = []
        var position = stretch.lowerBound
        while position < stretch.upperBound {
            let chosen = best[position].offer
            let offer = chosen < 0 ? nil : offers[position][chosen]
            let range = position..<position + (offer?.count ?? 1)
            segments.append(
                Segment(role: offer.map(role) ?? .unknown, range: range, similarity: offer?.similarity ?? 1))
            position = range.upperBound
        }
        return segments
    }

    private func role(_ offer: Offer) -> Segment.Role {
        switch offer.role {
        case .phrase(let phrase): .phrase(lexicon.meanings(phrase))
        case .misheard(let phrase): .phrase(lexicon.meanings(phrase).filter(\.isOfMenu))
        case .number(let reading): .number(reading)
        }
    }

    /// What words mean that are known to name an item or an option: the phrase they are, or the one they are nearest
    /// to.
    func named(_ words: [String], in span: Range<Int>, isItem: Bool) -> [Segment] {
        let said = Array(words[span])
        func fits(_ meaning: Sense) -> Bool {
            switch meaning {
            case .item: isItem
            case .option: !isItem
            default: false
            }
        }
        var exact: [Sense] = []
        lexicon.forEachMatch(lexicon.ids(said), at: 0) { match in
            if match.count == said.count { exact = lexicon.meanings(match.phrase).filter(fits) }
        }
        if !exact.isEmpty { return [Segment(role: .phrase(exact), range: span, source: .ai)] }
        guard let near = sounds.nearest(said, among: { lexicon.meanings($0).contains(where: fits) }) else {
            return [Segment(role: isItem ? .phrase([.strangeItem]) : .unknown, range: span, source: .ai)]
        }
        return [
            Segment(
                role: .phrase(lexicon.meanings(near.payload).filter(fits)), range: span, similarity: near.similarity,
                source: .ai)
        ]
    }

    private func cost(_ match: Lexicon.Match, _ meanings: [Sense]) -> Int {
        switch meanings {
        case [.filler]: lexicon.isFiller(match.phrase) ? Self.fillerCost : Self.fillerCost * match.count
        case [.noun]: Self.nounCost
        case [.measure]: Self.partCost
        case [.elsewhere], [.flavorElsewhere]: Self.elsewhereCost
        case _ where meanings.allSatisfy(\.isPartial): Self.partCost
        default: Self.phraseCost
        }
    }

    /// Whether a phrase of the menu begins at a word, or any that ends behind `end`.
    private func beginsPhrase(_ ids: [UInt32], at start: Int, beyond end: Int) -> Bool {
        var begins = false
        lexicon.forEachMatch(ids, at: start) { match in
            if start + match.count > end || lexicon.meanings(match.phrase).contains(where: \.isOfMenu) { begins = true }
        }
        return begins
    }
}
