internal import Ordering

/// A stretch of words with one role.
struct Segment: Equatable, Sendable {
    enum Role: Equatable, Sendable {
        /// One phrase, and all it may mean.
        case phrase([Lexicon.Meaning])
        case number(NumberReader.Reading)
        case unknown
    }

    var role: Role
    /// Word positions.
    var range: Range<Int>
}

/// Cuts words into the segments that explain them best: the fewest unknown words, then the fewest segments.
struct Segmenter: Sendable {
    // Costs are in thousandths of an unknown word.
    private static let unknownCost = 1_000
    private static let phraseCost = 100
    /// Dearer than a phrase, so that menu words that are also fillers or numbers keep their meaning.
    private static let fillerCost = 120
    private static let numberCost = 110

    let lexicon: Lexicon
    let numbers: NumberReader

    func segments(_ words: [String]) -> [Segment] {
        // best[i] is the cheapest way to explain the words from i on; filled from the end.
        var best = [(cost: Int, segment: Segment?)](repeating: (0, nil), count: words.count + 1)
        for start in words.indices.reversed() {
            var choice = Segment(role: .unknown, range: start..<start + 1)
            var cheapest = Self.unknownCost + best[start + 1].cost
            func offer(_ role: Segment.Role, count: Int, cost: Int) {
                let total = cost + best[start + count].cost
                guard total < cheapest || (total == cheapest && count > choice.range.count) else { return }
                cheapest = total
                choice = Segment(role: role, range: start..<start + count)
            }
            for match in lexicon.matches(words, at: start) {
                offer(.phrase(match.meanings), count: match.count, cost: match.meanings == [.filler] ? Self.fillerCost : Self.phraseCost)
            }
            if let number = numbers.read(words, at: start) {
                offer(.number(number.reading), count: number.count, cost: Self.numberCost)
                // A menu phrase may begin with a number itself: "two seven spice fries", "two two percent milks".
                for end in start + 1..<start + number.count where lexicon.matches(words, at: end).contains(where: \.isOfMenu) {
                    guard let shorter = numbers.read(Array(words[..<end]), at: start), shorter.count == end - start else { continue }
                    offer(.number(shorter.reading), count: shorter.count, cost: Self.numberCost)
                }
            }
            best[start] = (cheapest, choice)
        }
        var segments: [Segment] = []
        var position = 0
        while position < words.count, let segment = best[position].segment {
            segments.append(segment)
            position = segment.range.upperBound
        }
        return segments
    }
}
