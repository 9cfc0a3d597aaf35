internal import Ordering

/// What must not be in an item, and how else it must be.
extension Chunker {
    /// "gluten free", "nut free" where nuts are a topping, too; "without dairy or nuts", "no fish" where no option can
    /// be left out by that name; "vegan".
    func diets(_ segments: [Segment], at index: Int, after elements: [Chunk]) -> ([String], Int)? {
        func meanings(_ at: Int) -> [Sense] { at < segments.count ? segments[at].meanings : [] }
        guard meanings(index).items.isEmpty else { return nil }
        if case let (allergens, next) = allergens(segments, at: index, isLeftOut: false), !allergens.isEmpty,
            meanings(next).contains(.lacking)
        {
            return (allergens, next + 1)
        }
        guard meanings(index).options.isEmpty else { return nil }
        for case .diet(let diet) in meanings(index) { return ([diet], index + 1) }
        // "free of gluten", "non dairy", "without any nuts", "take out the gluten"
        let isFreeOf = meanings(index).contains(.lacking) && meanings(index + 1).contains(.of)
        let isRefusal = meanings(index).amount == .without || meanings(index).contains(.non)
        let isUnwanted = meanings(index).allergen != nil && isUnwanting(elements)
        guard isFreeOf || isRefusal || isUnwanted else { return nil }
        let start = isFreeOf ? index + 2 : isRefusal ? index + 1 : index
        guard case let (allergens, next) = self.allergens(segments, at: start, isLeftOut: true), !allergens.isEmpty
        else { return nil }
        // "a steak taco no fish taco": that is another one.
        if isRefusal, !meanings(next - 1).options.isEmpty, !meanings(next).items.isEmpty { return nil }
        return (allergens, next)
    }

    /// Allergens in a row: "gluten and dairy".
    ///
    /// - Parameter isLeftOut: whether options that can be left out end the row: "no nuts" is about the topping.
    func allergens(_ segments: [Segment], at start: Int, isLeftOut: Bool) -> ([String], Int) {
        var found: [String] = []
        var index = start, end = start
        while index < segments.count {
            let meanings = segments[index].meanings
            if let allergen = meanings.allergen, meanings.items.isEmpty, !isLeftOut || !canBeLeftOut(meanings.options) {
                found.append(allergen)
                index += 1
                end = index
            } else if !found.isEmpty,
                meanings.contains(where: { $0 == .join || $0 == .alternative })
                    || isLeftOut && meanings.amount == .without
            {
                index += 1
            } else {
                break
            }
        }
        return (found, end)
    }

    /// "i don't want", "take out the": what follows is not wanted.
    private func isUnwanting(_ elements: [Chunk]) -> Bool {
        switch elements.last(where: { ![.filler, .article, .definite, .dangling].contains($0.kind) })?.kind {
        case .intent(.remove), .not, .splitRemoval: true
        default: false
        }
    }

    private func canBeLeftOut(_ options: [OptionReference]) -> Bool {
        options.contains { option in menu.group(option.group).map { $0.amounts || $0.select == .many } ?? false }
    }
}
