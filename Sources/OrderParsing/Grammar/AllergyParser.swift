internal import Ordering

/// An allergy statement, separated from the rest of the utterance.
struct AllergyStatement {
    var allergens: [String] = []
    /// The segments outside the statement.
    var rest: [Segment] = []
    /// Whether a person has the allergy: "I'm allergic to nuts", not "is it safe for a nut allergy".
    var isOfSomebody = false
    /// Whether the allergen is unknown to the menu: "I'm allergic to kiwis".
    var isUnknown = false
    /// Positions of its unknown words, such as names of people.
    var unread: [Int] = []
}

/// Finds allergy statements: "I'm allergic to nuts", "my son has a nut allergy", "I'm celiac". A negated one ("I'm not
/// allergic") is dropped.
struct AllergyParser: Sendable {
    /// Maximum unknown words before it that belong to it: "my brother's".
    private static let mostUnknown = 2

    let chunker: Chunker

    /// - Returns: `nil` if the segments contain no allergy statement.
    func read(_ segments: [Segment]) -> AllergyStatement? {
        guard segments.contains(where: \.senses.isAllergyWord) else { return nil }
        var statement = AllergyStatement()
        var start = 0
        while let index = segments[start...].firstIndex(where: \.senses.isAllergyWord) {
            let (allergens, range) = named(segments, at: index, from: start)
            let begin = begin(segments, range.lowerBound, index, from: start)
            let lead = segments[begin..<range.lowerBound]
            let isOfSomebody = isWhole(segments[index]) || lead.contains { !Self.isAsking($0) }
            // "what allergens are in the scone"
            guard !allergens.isEmpty || isOfSomebody else {
                statement.rest += segments[start..<range.upperBound]
                start = range.upperBound
                continue
            }
            statement.rest += segments[start..<begin]
            start = range.upperBound
            if !isWhole(segments[index]), lead.contains(where: isNegation) { continue }
            statement.unread += lead.filter { $0.role == .unknown }.flatMap(\.range)
            statement.isOfSomebody = statement.isOfSomebody || isOfSomebody
            statement.allergens += allergens.filter { !statement.allergens.contains($0) }
            guard allergens.isEmpty else { continue }
            if isOpen(segments[index]), start < segments.count,
                segments[start].role == .unknown || !segments[start].senses.allSatisfy(leadsUp)
            {
                statement.isUnknown = true
                start += 1
            } else {
                // "no nuts, I'm allergic"
                let said = segments.filter(\.senses.items.isEmpty).compactMap(\.senses.allergen)
                for allergen in said where !statement.allergens.contains(allergen) {
                    statement.allergens.append(allergen)
                }
            }
        }
        statement.rest += segments[start...]
        return statement.rest.count < segments.count ? statement : nil
    }

    /// The allergens after, before or in an allergy phrase, and the range of their segments.
    private func named(_ segments: [Segment], at index: Int, from start: Int) -> ([String], Range<Int>) {
        if case let (allergens, next) = chunker.allergens(segments, at: index + 1, isExcluded: false),
            !allergens.isEmpty
        {
            return (allergens, index..<next)
        }
        var first = index
        while first > start,
            segments[first - 1].senses.allergen != nil
                || first < index && segments[first - 1].senses.contains(.conjunction)
        { first -= 1 }
        while first < index, segments[first].senses.allergen == nil { first += 1 }
        if first < index { return (chunker.allergens(segments, at: first, isExcluded: false).0, first..<index + 1) }
        return (segments[index].senses.allergen.map { [$0] } ?? [], index..<index + 1)
    }

    /// The start of the statement, including "my son is" and "I have a".
    private func begin(_ segments: [Segment], _ first: Int, _ index: Int, from start: Int) -> Int {
        guard !isWhole(segments[index]) else { return first }
        var begin = first, unknown = 0
        while begin > start {
            let before = segments[begin - 1]
            if before.role == .unknown { unknown += 1 }
            let isLead =
                before.role == .unknown
                ? unknown <= Self.mostUnknown
                : isNegation(before) || !before.senses.isEmpty && before.senses.allSatisfy(leadsUp)
            guard isLead else { break }
            begin -= 1
        }
        return begin
    }

    /// Whether the phrase includes its subject ("I'm allergic to"); a "no" before it is then separate.
    private func isWhole(_ segment: Segment) -> Bool { segment.range.count > 2 }

    /// Whether the allergen follows: "allergic to".
    private func isOpen(_ segment: Segment) -> Bool { segment.range.count > 1 }

    private func isNegation(_ segment: Segment) -> Bool {
        let senses = segment.senses
        return senses.contains(.not) || senses.contains(.narrative) || senses.intent == .decline
            || senses.amount == .without || senses.intent == .remove
    }

    private static func isAsking(_ segment: Segment) -> Bool {
        segment.senses.contains { if case .question = $0 { true } else { $0 == .article } }
    }

    private func leadsUp(_ sense: Sense) -> Bool {
        switch sense {
        case .filler, .article, .question: true
        default: false
        }
    }
}
