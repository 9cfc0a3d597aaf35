internal import Ordering

/// Finds what a guest says must be in nothing they get: "I'm allergic to nuts", "I have a nut allergy".
struct AvoidanceReader: Sendable {
    /// Unknown words before it that belong to it: "my brother's".
    private static let mostUnknown = 2

    let reader: PhraseReader

    /// - Returns: the allergens and the segments that name them, with what leads up to these; `nil` where nothing is said of an allergy.
    func read(_ segments: [Segment]) -> (allergens: [String], said: Range<Int>)? {
        for index in segments.indices where segments[index].meanings.isAllergyWord {
            if case let (allergens, next) = reader.allergens(segments, at: index + 1, isLeftOut: false), !allergens.isEmpty {
                return (allergens, begin(segments, index)..<next)
            }
            for start in segments[..<index].indices {
                if case let (allergens, next) = reader.allergens(segments, at: start, isLeftOut: false), next == index, !allergens.isEmpty {
                    return (allergens, begin(segments, start)..<index + 1)
                }
            }
        }
        return nil
    }

    /// Where it begins: before "my son is" and "I have a".
    private func begin(_ segments: [Segment], _ index: Int) -> Int {
        var begin = index, unknown = 0
        while begin > 0 {
            let before = segments[begin - 1]
            if before.role == .unknown { unknown += 1 }
            let isLead = before.role == .unknown ? unknown <= Self.mostUnknown : !before.meanings.isEmpty && before.meanings.allSatisfy(Self.leadsUp)
            guard isLead else { break }
            begin -= 1
        }
        return begin
    }

    private static func leadsUp(_ meaning: Meaning) -> Bool {
        switch meaning {
        case .filler, .article, .question, .narrative: true
        default: false
        }
    }
}
