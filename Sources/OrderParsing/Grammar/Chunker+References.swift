internal import Ordering

/// Phrases that speak of what was ordered before.
extension Chunker {
    /// Reads "the second one", "the last two", "the second latte", "the large one", "two of the", "two of them".
    func reference(_ segments: [Segment], at start: Int, after elements: [Chunk]) -> (Chunk, Int)? {
        var index = start
        func meanings(_ at: Int) -> [Sense] { at < segments.count ? segments[at].meanings : [] }
        func isNoun(_ at: Int) -> Bool {
            guard at < segments.count else { return false }
            return segments[at].role == .number(.value(1)) && segments[at].range.count == 1
                || meanings(at).contains(.noun)
        }
        func element(_ reference: LineReference, to end: Int) -> (Chunk, Int) {
            (
                Chunk(
                    kind: .reference(reference),
                    range: segments[start].range.lowerBound..<segments[end - 1].range.upperBound), end
            )
        }
        if let part = part(segments, at: start) { return part }
        if let every = every(segments, at: start) { return every }
        let isDefinite = meanings(index).contains(.definite)
        if isDefinite { index += 1 }
        if let ordinal = meanings(index).ordinal, meanings(index).options.isEmpty, meanings(index).items.isEmpty {
            if case .article? = elements.last?.kind { return nil }
            index += 1
            if index < segments.count, case .number(.value(let count)) = segments[index].role, ordinal == -1, count > 1
            {
                return element(.newest(count), to: index + 1)
            }
            if isNoun(index) { return element(.nth(ordinal, of: .all), to: index + 1) }
            var description = index
            var options: [OptionReference] = []
            while let option = meanings(description).options.first, meanings(description).items.isEmpty {
                options.append(option)
                description += 1
            }
            let items = meanings(description).items
            if !items.isEmpty {
                return element(
                    .nth(ordinal, of: .described(items: items.map { menu.items[$0].id }, options: options)),
                    to: description + 1)
            }
            if !options.isEmpty, isNoun(description) {
                return element(.nth(ordinal, of: .described(items: [], options: options)), to: description + 1)
            }
            return isDefinite || index < segments.count ? element(.nth(ordinal, of: .all), to: index) : nil
        }
        guard isDefinite else { return nil }
        if isNoun(index), meanings(index + 1).contains(.with) || index + 1 == segments.count {
            return element(.latest, to: index + 1)
        }
        var options: [OptionReference] = []
        while let option = meanings(index).options.first, meanings(index).items.isEmpty {
            options.append(option)
            index += 1
        }
        guard !options.isEmpty, isNoun(index) else { return nil }
        // Said alone it answers: "the large one, please".
        let isAlone =
            elements.allSatisfy { $0.kind == .filler || $0.kind == .no }
            && segments[(index + 1)...].allSatisfy { $0.meanings.contains(.filler) }
        return isAlone ? nil : element(.described(items: [], options: options), to: index + 1)
    }

    /// "two of each", "two each": a number that every line gets.
    func countOfEach(_ segments: [Segment], at start: Int) -> (Int, Int)? {
        guard case .number(.value(let count)) = segments[start].role, start + 1 < segments.count else { return nil }
        let each = segments[start + 1].meanings.contains(.of) ? start + 2 : start + 1
        guard each < segments.count, segments[each].meanings.contains(.each) else { return nil }
        // "two each with oat milk" is about the milk, "two of each sugar" about sugars.
        return segments[(each + 1)...].allSatisfy { $0.meanings.contains(.filler) } ? (count, each + 1) : nil
    }

    /// "both shakes", "all the lattes": several lines by what they are.
    private func every(_ segments: [Segment], at start: Int) -> (Chunk, Int)? {
        guard segments[start].meanings.contains(.newestTwo) || segments[start].meanings.contains(.all),
            segments[start].meanings.amount == nil
        else { return nil }
        var index = start + 1
        if index < segments.count,
            segments[index].meanings.contains(.definite) || segments[index].meanings.contains(.of)
        {
            index += 1
        }
        if index < segments.count, segments[index].meanings.contains(.definite) { index += 1 }
        guard index < segments.count, !segments[index].meanings.items.isEmpty,
            segments[index].meanings.options.isEmpty || index > start + 1
        else { return nil }
        let items = segments[index].meanings.items.map { menu.items[$0].id }
        // "both the latte and the mocha": each is named.
        if index + 1 < segments.count, segments[index + 1].meanings.contains(.join) { return nil }
        let range = segments[start].range.lowerBound..<segments[index].range.upperBound
        return (Chunk(kind: .reference(.every(.described(items: items, options: []))), range: range), index + 1)
    }

    private func part(_ segments: [Segment], at start: Int) -> (Chunk, Int)? {
        guard start + 2 < segments.count, case .number(.value(let count)) = segments[start].role,
            segments[start + 1].meanings.contains(.of)
        else { return nil }
        let next = segments[start + 2].meanings
        func range(_ last: Int) -> Range<Int> { segments[start].range.lowerBound..<segments[last].range.upperBound }
        let isAlone =
            start + 3 >= segments.count
            || (segments[start + 3].meanings.items.isEmpty && segments[start + 3].meanings.options.isEmpty)
            || !next.contains(.definite)
        if next.contains(.all), isAlone { return (Chunk(kind: .pieces(count), range: range(start + 2)), start + 3) }
        if next.contains(.definite) { return (Chunk(kind: .partOf(count), range: range(start + 2)), start + 3) }
        if next.contains(.latest) { return (Chunk(kind: .pieces(count), range: range(start + 2)), start + 3) }
        return nil
    }
}
