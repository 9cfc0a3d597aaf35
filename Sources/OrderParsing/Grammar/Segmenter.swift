internal import Ordering

/// A stretch of words with one role.
struct Segment: Equatable, Sendable {
    enum Role: Equatable, Sendable {
        /// One phrase, and all it may mean.
        case phrase([Meaning])
        case number(NumberReader.Reading)
        case unknown
    }

    var role: Role
    /// Word positions.
    var range: Range<Int>
    /// 1 where the words are the phrase; less where they only sound or look like it, 0…1.
    var similarity = 1.0
    /// Which parser decided on the role.
    var source = ParseSource.nlu

    var meanings: [Meaning] {
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
    /// What a misheard phrase costs besides its distance.
    private static let soundCost = 300

    let lexicon: Lexicon
    let numbers: NumberReader
    let sounds: SoundMatcher

    func segments(_ words: [String]) -> [Segment] { segments(words, in: words.startIndex..<words.endIndex, ofMenu: true) }

    /// Segments of some of the words.
    ///
    /// - Parameter ofMenu: whether phrases of the menu are looked for, or only those of the language.
    func segments(_ words: [String], in stretch: Range<Int>, ofMenu: Bool) -> [Segment] {
        guard !stretch.isEmpty else { return [] }
        let words = stretch.upperBound == words.count ? words : Array(words[..<stretch.upperBound])
        let ids = lexicon.ids(words)
        // best[i] is the cheapest way to explain the words from i on; filled from the end.
        var best = [(cost: Int, segment: Segment?)](repeating: (0, nil), count: words.count + 1)
        for start in stretch.reversed() {
            var choice = Segment(role: .unknown, range: start..<start + 1)
            var cheapest = Self.unknownCost + best[start + 1].cost
            func offer(_ role: @autoclosure () -> Segment.Role, count: Int, cost: Int, similarity: Double = 1) {
                let total = cost + best[start + count].cost
                guard total < cheapest || (total == cheapest && count > choice.range.count) else { return }
                cheapest = total
                choice = Segment(role: role(), range: start..<start + count, similarity: similarity)
            }
            lexicon.forEachMatch(ids, at: start) { match in
                let meanings = lexicon.meanings(match.phrase)
                if !ofMenu, meanings.allSatisfy(\.isOfMenu) { return }
                offer(.phrase(meanings), count: match.count, cost: cost(match, meanings))
            }
            if let number = numbers.read(words, at: start) {
                offer(.number(number.reading), count: number.count, cost: Self.numberCost)
                // A menu phrase may begin with a number itself: "two seven spice fries", "two two percent milks".
                for end in start + 1..<start + number.count where isMenuPhrase(ids, at: end) {
                    guard let shorter = numbers.read(Array(words[..<end]), at: start), shorter.count == end - start else { continue }
                    offer(.number(shorter.reading), count: shorter.count, cost: Self.numberCost)
                }
            }
            guard ofMenu else {
                best[start] = (cheapest, choice)
                continue
            }
            for match in sounds.matches(words, at: start) {
                let cost = Self.soundCost + Int((1 - match.similarity) * Double(Self.unknownCost))
                offer(.phrase(lexicon.meanings(match.payload).filter(\.isOfMenu)), count: match.count, cost: cost, similarity: match.similarity)
            }
            best[start] = (cheapest, choice)
        }
        var segments: [Segment] = []
        var position = stretch.lowerBound
        while position < words.count, let segment = best[position].segment {
            segments.append(segment)
            position = segment.range.upperBound
        }
        return segments
    }

    /// What words mean that are known to name an item or an option: the phrase they are, or the one they are nearest to.
    func named(_ words: [String], in span: Range<Int>, isItem: Bool) -> [Segment] {
        let said = Array(words[span])
        func fits(_ meaning: Meaning) -> Bool {
            switch meaning {
            case .item: isItem
            case .option: !isItem
            default: false
            }
        }
        var exact: [Meaning] = []
        lexicon.forEachMatch(lexicon.ids(said), at: 0) { match in if match.count == said.count { exact = lexicon.meanings(match.phrase).filter(fits) } }
        if !exact.isEmpty { return [Segment(role: .phrase(exact), range: span, source: .ai)] }
        guard let near = sounds.nearest(said, among: { lexicon.meanings($0).contains(where: fits) }) else {
            return [Segment(role: isItem ? .phrase([.strangeItem]) : .unknown, range: span, source: .ai)]
        }
        return [Segment(role: .phrase(lexicon.meanings(near.payload).filter(fits)), range: span, similarity: near.similarity, source: .ai)]
    }

    private func cost(_ match: Lexicon.Match, _ meanings: [Meaning]) -> Int {
        switch meanings {
        case [.filler]: lexicon.isFiller(match.phrase) ? Self.fillerCost : Self.fillerCost * match.count
        case [.noun]: Self.nounCost
        case _ where meanings.allSatisfy(\.isPartial): Self.partCost
        default: Self.phraseCost
        }
    }

    private func isMenuPhrase(_ ids: [UInt32], at start: Int) -> Bool {
        var isOfMenu = false
        lexicon.forEachMatch(ids, at: start) { match in
            if lexicon.meanings(match.phrase).contains(where: \.isOfMenu) { isOfMenu = true }
        }
        return isOfMenu
    }
}
