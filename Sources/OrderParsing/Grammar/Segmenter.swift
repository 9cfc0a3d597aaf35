internal import Ordering
internal import Phonetics

/// A stretch of words with one role.
struct Segment: Equatable, Sendable {
    enum Role: Equatable, Sendable {
        /// A phrase with all its senses.
        case phrase([Sense])
        case number(NumeralParser.Reading)
        case unknown
    }

    var role: Role
    /// Word positions.
    var range: Range<Int>
    /// Similarity to the phrase in sound or spelling, 0…1; 1 for an exact match.
    var similarity = 1.0

    var senses: [Sense] {
        guard case .phrase(let senses) = role else { return [] }
        return senses
    }
}

extension Segment {
    /// Whether it is an article or a number.
    var isDeterminer: Bool { if case .number = role { true } else { senses.contains(.article) } }
}

/// Segments words into known phrases by dynamic programming: fewest unknown words first, then fewest segments.
struct Segmenter: Sendable {
    // Costs are in thousandths of an unknown word.
    private static let unknownCost = 1_000
    private static let phraseCost = 100
    /// Cost of a filler, per word; above a phrase, so that menu words that are also fillers keep their menu sense.
    private static let fillerCost = 120
    private static let numberCost = 110
    /// "one" is a number before it is a pro-form.
    private static let nounCost = 115
    /// Cost of "one extra", which may be a number and a degree.
    private static let repetitionCost = 125
    /// Cost of parts of names, which have a sense only in context.
    private static let partCost = 150
    /// Cost of an out-of-menu item; above a menu phrase that sounds nearly the same.
    private static let outOfMenuCost = 350
    /// Cost of a misheard phrase in addition to its distance.
    private static let soundCost = 300

    let lexicon: Lexicon
    let numbers: NumeralParser
    let phoneticMatcher: PhoneticMatcher

    func segments(_ words: [String]) -> [Segment] {
        var memory = ParsingMemory()
        return segments(words, memory: &memory)
    }

    /// Segments of a growing transcript. Offers that the new words cannot change are reused.
    func segments(_ words: [String], memory: inout ParsingMemory) -> [Segment] {
        let kept = memory.kept(words, reach: reach)
        let ids = lexicon.ids(words)
        for start in kept..<words.count { memory.offers.append(offers(words, ids, at: start)) }
        memory.words = words
        return sharingNouns(cheapest(memory.offers), words)
    }

    /// Completes names that share the noun of a later one (coordination ellipsis): "a chocolate and a plain croissant",
    /// "black and white pepper".
    private func sharingNouns(_ segments: [Segment], _ words: [String]) -> [Segment] {
        var segments = naming(countingWords(countingDigits(segments, words), words), words)
        guard segments.contains(where: { $0.senses.contains(.conjunction) }) else { return segments }
        for index in segments.indices.reversed() where segments[index].senses.contains(where: \.isOfMenu) {
            var place = index - 1
            var isDetermined = false
            while place > 0, segments[place].isDeterminer {
                place -= 1
                isDetermined = true
            }
            guard place > 0, segments[place].senses.contains(.conjunction) else { continue }
            let other = segments[place - 1]
            guard other.senses.items.isEmpty else { continue }
            let name = words[segments[index].range], wantsItem = !segments[index].senses.items.isEmpty
            // "a ham and cheese sandwich" may be one thing, "a ham and a cheese sandwich" are two.
            guard !wantsItem || isDetermined && (place < 2 || segments[place - 2].isDeterminer) else { continue }
            for count in 1...max(1, name.count) {
                let whole = lexicon.exact(Array(words[other.range]) + name.suffix(count)).filter {
                    $0.isOfMenu && $0.isItem == wantsItem
                }
                guard !whole.isEmpty else { continue }
                segments[place - 1].role = .phrase(whole)
                break
            }
        }
        return segments
    }

    /// Completes names with the noun of the counted item before them: "two croissants one plain one chocolate".
    private func naming(_ segments: [Segment], _ words: [String]) -> [Segment] {
        guard segments.count > 4 else { return segments }
        let unnamed = segments
        var segments = segments
        var noun: [String] = []
        // Whether a kind is without changes ("two black") and no item; the number of kinds that are other items.
        var isPlain = false, items = 0
        for index in segments.indices {
            let senses = segments[index].senses
            if !senses.items.isEmpty {
                let said = words[segments[index].range].suffix(1)
                noun = index > 0 && segments[index - 1].isDeterminer || noun.isEmpty ? Array(said) : noun
                continue
            }
            guard !noun.isEmpty, index > 0, case .number = segments[index - 1].role,
                index + 1 == segments.count || segments[index + 1].isDeterminer
                    || segments[index + 1].senses.contains(.conjunction) || segments[index + 1].senses == [.filler]
            else { continue }
            let singular = noun.map { Pluralizer.singular($0) ?? $0 }
            let whole = [noun, singular].lazy.map { lexicon.exact(Array(words[segments[index].range]) + $0) }
                .first { $0.contains(where: \.isItem) }
            if senses.contains(.plain) { isPlain = isPlain || whole == nil } else if whole != nil { items += 1 }
            if let whole { segments[index].role = .phrase(whole.filter(\.isItem)) }
        }
        // "four coffees two black two with cream": no other kind is named, so "black" is no item of its own.
        return isPlain || items == 0 ? unnamed : segments
    }

    /// Reads a number before an option of the group that it names an option of, too: "six footlongs" of six inches or a
    /// foot.
    private func countingWords(_ segments: [Segment], _ words: [String]) -> [Segment] {
        var segments = segments
        for index in segments.indices.dropLast() {
            let options = segments[index].senses.options, next = segments[index + 1].senses
            guard let option = options.first, next.options.contains(where: { $0.group == option.group }),
                options.allSatisfy({ $0.group == option.group }), segments[index].senses.items.isEmpty,
                let number = numbers.read(words, at: segments[index].range.lowerBound),
                number.count == segments[index].range.count, case .value = number.reading
            else { continue }
            segments[index].role = .number(number.reading)
        }
        return segments
    }

    /// Reads digits that begin a noun phrase as its number, also where they name an option: "2 lattes" beside 2 % milk.
    /// "A 2 % latte" is not two.
    private func countingDigits(_ segments: [Segment], _ words: [String]) -> [Segment] {
        var segments = segments
        for index in segments.indices.dropLast()
        where segments[index].range.count == 1 && segments[index].senses.items.isEmpty {
            guard !segments[index].senses.options.isEmpty, !segments[index + 1].senses.items.isEmpty,
                let number = Int(words[segments[index].range.lowerBound]),
                index == 0
                    || !segments[index - 1].isDeterminer && segments[index - 1].senses.options.isEmpty
                        && !segments[index - 1].senses.contains(.definite)
            else { continue }
            segments[index].role = .number(.value(number))
        }
        return segments
    }

    /// Maximum words of a phrase or mishearing.
    private var reach: Int { max(lexicon.longest, PhoneticMatcher.mostWords) }

    /// A phrase or number that may begin at a word.
    struct Offer: Equatable, Sendable {
        enum Role: Equatable, Sendable {
            case phrase(Int)
            /// A menu phrase that the words sound or look similar to.
            case misheard(Int)
            case number(NumeralParser.Reading)
        }

        var role: Role
        var count: Int
        var cost: Int
        var similarity = 1.0
    }

    private func offers(_ words: [String], _ ids: [UInt32], at start: Int) -> [Offer] {
        var offers: [Offer] = []
        lexicon.forEachMatch(ids, at: start) { match in
            let senses = lexicon.senses(match.phrase)
            offers.append(Offer(role: .phrase(match.phrase), count: match.count, cost: cost(match, senses)))
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
        // Known words are no mishearing.
        guard !ids[start..<min(words.count, start + PhoneticMatcher.mostWords)].allSatisfy(lexicon.isKnown)
        else { return offers }
        for match in phoneticMatcher.matches(words, at: start, isKnown: { lexicon.isKnown(ids[$0]) }) {
            let cost = Self.soundCost + Int((1 - match.similarity) * Double(Self.unknownCost))
            offers.append(
                Offer(role: .misheard(match.payload), count: match.count, cost: cost, similarity: match.similarity))
        }
        return offers
    }

    /// The cheapest sequence of offers for all words.
    private func cheapest(_ offers: [[Offer]]) -> [Segment] {
        // best[i] is the lowest cost of the words from i on; filled from the end.
        var best = [(cost: Int, offer: Int)](repeating: (0, -1), count: offers.count + 1)
        for start in offers.indices.reversed() {
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
        var position = 0
        while position < offers.count {
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
        case .phrase(let phrase): .phrase(lexicon.senses(phrase))
        case .misheard(let phrase): .phrase(lexicon.senses(phrase).filter(\.isOfMenu))
        case .number(let reading): .number(reading)
        }
    }

    private func cost(_ match: Lexicon.Match, _ senses: [Sense]) -> Int {
        switch senses {
        case [.filler]: lexicon.isFiller(match.phrase) ? Self.fillerCost : Self.fillerCost * match.count
        case [.proform]: Self.nounCost
        case [.measure]: Self.partCost
        // "one extra hot latte" is one of them, extra hot.
        case [.oneMore]: Self.repetitionCost
        case [.outOfMenuItem], [.outOfMenuIngredient]: Self.outOfMenuCost
        case _ where senses.allSatisfy(\.isPartial): Self.partCost
        default: Self.phraseCost
        }
    }

    /// Whether a menu phrase begins at a word, or any phrase that ends after `end`.
    private func beginsPhrase(_ ids: [UInt32], at start: Int, beyond end: Int) -> Bool {
        var begins = false
        lexicon.forEachMatch(ids, at: start) { match in
            if start + match.count > end || lexicon.senses(match.phrase).contains(where: \.isOfMenu) { begins = true }
        }
        return begins
    }
}
