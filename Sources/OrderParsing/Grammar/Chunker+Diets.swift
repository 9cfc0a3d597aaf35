internal import Ordering

/// Diets and free-from requirements.
extension Chunker {
    /// "gluten free", "nut free" (also where nuts are a topping), "without dairy or nuts", "no fish" where no option of
    /// that name can be excluded, "vegan".
    func diets(_ segments: [Segment], at index: Int, after chunks: [Chunk]) -> ([String], Int)? {
        func senses(_ at: Int) -> [Sense] { at < segments.count ? segments[at].senses : [] }
        guard senses(index).items.isEmpty else { return nil }
        if case let (allergens, next) = allergens(segments, at: index, isExcluded: false), !allergens.isEmpty,
            senses(next).contains(.privative)
        {
            return (allergens, next + 1)
        }
        guard senses(index).options.isEmpty else { return nil }
        for case .diet(let diet) in senses(index) { return ([diet], index + 1) }
        // "free of gluten", "non dairy", "without any nuts", "take out the gluten"
        let isFreeOf = senses(index).contains(.privative) && senses(index + 1).contains(.of)
        let isRefusal = senses(index).amount == .without || senses(index).contains(.privativePrefix)
        let isUnwanted = senses(index).allergen != nil && isUnwanting(chunks)
        guard isFreeOf || isRefusal || isUnwanted else { return nil }
        let start = isFreeOf ? index + 2 : isRefusal ? index + 1 : index
        guard case let (allergens, next) = self.allergens(segments, at: start, isExcluded: true), !allergens.isEmpty
        else { return nil }
        // "a steak taco no fish taco": a repair of the item.
        if isRefusal, !senses(next - 1).options.isEmpty, !senses(next).items.isEmpty { return nil }
        return (allergens, next)
    }

    /// Coordinated allergens: "gluten and dairy".
    ///
    /// - Parameter isExcluded: whether an option that can be excluded ends the list: "no nuts" means the topping.
    func allergens(_ segments: [Segment], at start: Int, isExcluded: Bool) -> ([String], Int) {
        var found: [String] = []
        var index = start, end = start
        while index < segments.count {
            let senses = segments[index].senses
            if let allergen = senses.allergen, senses.items.isEmpty, !isExcluded || !canBeExcluded(senses.options) {
                found.append(allergen)
                index += 1
                end = index
            } else if !found.isEmpty,
                senses.contains(where: { $0 == .conjunction || $0 == .alternative })
                    || isExcluded && senses.amount == .without
            {
                index += 1
            } else {
                break
            }
        }
        return (found, end)
    }

    /// Whether a negating verb precedes: "i don't want", "take out the".
    private func isUnwanting(_ chunks: [Chunk]) -> Bool {
        switch chunks.last(where: { ![.filler, .article, .definite, .dangling].contains($0.kind) })?.kind {
        case .intent(.remove), .not, .particleVerb: true
        default: false
        }
    }

    private func canBeExcluded(_ options: [OptionReference]) -> Bool {
        options.contains { option in menu.group(option.group).map { $0.amounts || $0.select == .many } ?? false }
    }
}
