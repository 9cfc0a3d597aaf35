internal import Ordering

/// What a guest says must be in nothing they get, and what else they say.
struct Avoidance {
    var allergens: [String] = []
    /// The segments without those that speak of it.
    var rest: [Segment] = []
    /// Whether it was said of somebody: "I'm allergic to nuts", and not "is it safe for a nut allergy".
    var isOfSomebody = false
    /// Whether an allergy was spoken of that the menu knows nothing of: "I'm allergic to kiwis".
    var isUnknown = false
    /// Positions of words in it that mean nothing: names of people.
    var unread: [Int] = []
}

/// Finds statements of allergies: "I'm allergic to nuts", "my son has a nut allergy", "I'm celiac", and "I'm not
/// allergic", which is none.
struct AvoidanceParser: Sendable {
    /// Unknown words before it that belong to it: "my brother's".
    private static let mostUnknown = 2

    let reader: Chunker

    /// - Returns: `nil` where nothing is said of an allergy.
    func read(_ segments: [Segment]) -> Avoidance? {
        guard segments.contains(where: \.meanings.isAllergyWord) else { return nil }
        var avoidance = Avoidance()
        var start = 0
        while let index = segments[start...].firstIndex(where: \.meanings.isAllergyWord) {
            let (allergens, range) = named(segments, at: index, from: start)
            let begin = begin(segments, range.lowerBound, index, from: start)
            let lead = segments[begin..<range.lowerBound]
            let isOfSomebody = isWhole(segments[index]) || lead.contains { !Self.isAsking($0) }
            // "what allergens are in the scone"
            guard !allergens.isEmpty || isOfSomebody else {
                avoidance.rest += segments[start..<range.upperBound]
                start = range.upperBound
                continue
            }
            avoidance.rest += segments[start..<begin]
            start = range.upperBound
            if !isWhole(segments[index]), lead.contains(where: isNegation) { continue }
            avoidance.unread += lead.filter { $0.role == .unknown }.flatMap(\.range)
            avoidance.isOfSomebody = avoidance.isOfSomebody || isOfSomebody
            avoidance.allergens += allergens.filter { !avoidance.allergens.contains($0) }
            guard allergens.isEmpty else { continue }
            if isOpen(segments[index]), start < segments.count,
                segments[start].role == .unknown || !segments[start].meanings.allSatisfy(leadsUp)
            {
                avoidance.isUnknown = true
                start += 1
            } else {
                // "no nuts, I'm allergic"
                let said = segments.filter(\.meanings.items.isEmpty).compactMap(\.meanings.allergen)
                for allergen in said where !avoidance.allergens.contains(allergen) {
                    avoidance.allergens.append(allergen)
                }
            }
        }
        avoidance.rest += segments[start...]
        return avoidance.rest.count < segments.count ? avoidance : nil
    }

    /// The allergens behind an allergy word, before it or in it, and all their segments.
    private func named(_ segments: [Segment], at index: Int, from start: Int) -> ([String], Range<Int>) {
        if case let (allergens, next) = reader.allergens(segments, at: index + 1, isLeftOut: false), !allergens.isEmpty
        {
            return (allergens, index..<next)
        }
        var first = index
        while first > start,
            segments[first - 1].meanings.allergen != nil
                || first < index && segments[first - 1].meanings.contains(.join)
        { first -= 1 }
        while first < index, segments[first].meanings.allergen == nil { first += 1 }
        if first < index { return (reader.allergens(segments, at: first, isLeftOut: false).0, first..<index + 1) }
        return (segments[index].meanings.allergen.map { [$0] } ?? [], index..<index + 1)
    }

    /// Where it begins: before "my son is" and "I have a".
    private func begin(_ segments: [Segment], _ first: Int, _ index: Int, from start: Int) -> Int {
        guard !isWhole(segments[index]) else { return first }
        var begin = first, unknown = 0
        while begin > start {
            let before = segments[begin - 1]
            if before.role == .unknown { unknown += 1 }
            let isLead =
                before.role == .unknown
                ? unknown <= Self.mostUnknown
                : isNegation(before) || !before.meanings.isEmpty && before.meanings.allSatisfy(leadsUp)
            guard isLead else { break }
            begin -= 1
        }
        return begin
    }

    /// "I'm allergic to": says who by itself, so that a "no" before it is none of it.
    private func isWhole(_ segment: Segment) -> Bool { segment.range.count > 2 }

    /// "allergic to": what follows is what.
    private func isOpen(_ segment: Segment) -> Bool { segment.range.count > 1 }

    private func isNegation(_ segment: Segment) -> Bool {
        let meanings = segment.meanings
        return meanings.contains(.not) || meanings.contains(.narrative) || meanings.intent == .decline
            || meanings.amount == .without || meanings.intent == .remove
    }

    private static func isAsking(_ segment: Segment) -> Bool {
        segment.meanings.contains { if case .question = $0 { true } else { $0 == .article } }
    }

    private func leadsUp(_ meaning: Sense) -> Bool {
        switch meaning {
        case .filler, .article, .question: true
        default: false
        }
    }
}
