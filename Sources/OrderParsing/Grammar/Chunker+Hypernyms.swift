internal import Ordering

/// General nouns: the noun of a category ("sandwich", "sub"), the common word of several options ("sauce"), and nouns
/// of neither the menu nor the language.
extension Chunker {
    /// The items of the category that a phrase names.
    func hyponyms(of senses: [Sense]) -> [Int]? {
        var items: [Int] = []
        for sense in senses {
            switch sense {
            case .category(let category): items += menu.items.indices.filter { menu.items[$0].category == category }
            case .genericNoun(let named): items += named
            default: continue
            }
        }
        return items.isEmpty ? nil : items
    }

    /// Absorbs a category noun into the item before it: "turkey sub", "americano coffee".
    func hypernym(_ segments: [Segment], at index: Int, _ chunks: inout [Chunk]) -> Int? {
        guard let last = chunks.last, case .item(let items) = last.kind,
            last.range.upperBound == segments[index].range.lowerBound,
            let hyponyms = hyponyms(of: segments[index].senses), items.allSatisfy(hyponyms.contains),
            !items.isEmpty || segments[index].senses.items.isEmpty
        else { return nil }
        chunks[chunks.count - 1].range = last.range.lowerBound..<segments[index].range.upperBound
        return index + 1
    }

    /// "no sides", "no food": the scope of the negation is a noun without an item or option, so nothing is negated.
    func negatedStranger(_ segments: [Segment], at index: Int, _ chunks: inout [Chunk]) -> Int? {
        let isNegation = segments[index].senses.amount == .without
        guard isNegation, index + 1 < segments.count, chunks.contains(where: { ClauseParser.isContent($0.kind) }) else {
            return nil
        }
        let next = segments[index + 1]
        let isGeneral = next.senses.contains { sense in
            switch sense {
            case .category, .group, .genericNoun: true
            default: false
            }
        }
        guard next.role == .unknown || isGeneral, next.senses.items.isEmpty, next.senses.options.isEmpty,
            next.senses.allergen == nil, !isFollowedByItem(segments, at: index + 2)
        else { return nil }
        chunks.append(Chunk(kind: .filler, range: segments[index].range))
        chunks.append(Chunk(kind: next.role == .unknown ? .unknown : .filler, range: next.range))
        return index + 2
    }

    /// "plum sauce": the common word of several options repeats the option before it.
    func repeatedOption(_ segments: [Segment], at index: Int, _ chunks: inout [Chunk]) -> Int? {
        let options = segments[index].senses.options
        guard options.count > 1, segments[index].senses.items.isEmpty, let last = chunks.last,
            case .option(let phrase) = last.kind, last.range.upperBound == segments[index].range.lowerBound,
            phrase.candidates.allSatisfy(options.contains)
        else { return nil }
        chunks[chunks.count - 1].range = last.range.lowerBound..<segments[index].range.upperBound
        return index + 1
    }

    /// Whether a phrase stands in a list of options: after "with", or after other options of an item that accepts it.
    /// An article or number before it begins a noun phrase of its own.
    func isInList(_ options: [OptionReference], after chunks: [Chunk]) -> Bool {
        guard let last = chunks.last else { return false }
        if last.kind == .with { return true }
        let groups = Set(options.map(\.group))
        var hasOption = false
        if case .item = last.kind { hasOption = true }
        for chunk in chunks.reversed() {
            switch chunk.kind {
            case .option, .with: hasOption = true
            case .conjunction, .filler, .unknown, .diet, .repair: continue
            case .item(let items):
                return hasOption && items.contains { !groups.isDisjoint(with: menu.items[$0].groups) }
            default: return false
            }
        }
        return false
    }

    /// Whether nothing of the order was said yet.
    func isFirst(_ chunks: [Chunk]) -> Bool { !chunks.contains { ClauseParser.isContent($0.kind) } }

    /// Whether a noun phrase is open: a determiner with options at most behind it.
    func isAfterDeterminer(_ chunks: [Chunk]) -> Bool {
        for chunk in chunks.reversed() {
            switch chunk.kind {
            case .filler, .option, .unknown, .diet: continue
            case .article, .definite, .quantity: return true
            default: return false
            }
        }
        return false
    }
}
