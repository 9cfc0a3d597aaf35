internal import Ordering

/// Reference resolution, first step: phrases that refer to lines of the order.
extension Chunker {
    /// Reads "the second one", "the last two", "the second latte", "the large one", "two of the", "two of them".
    func reference(_ segments: [Segment], at start: Int, after chunks: [Chunk]) -> (Chunk, Int)? {
        var index = start
        func senses(_ at: Int) -> [Sense] { at < segments.count ? segments[at].senses : [] }
        func isProform(_ at: Int) -> Bool {
            guard at < segments.count else { return false }
            return segments[at].role == .number(.value(1)) && segments[at].range.count == 1
                || senses(at).contains(.proform)
        }
        func chunk(_ reference: LineReference, to end: Int) -> (Chunk, Int) {
            (
                Chunk(
                    kind: .reference(reference),
                    range: segments[start].range.lowerBound..<segments[end - 1].range.upperBound), end
            )
        }
        if let part = part(segments, at: start) { return part }
        // "an everything bagel" refers to nothing.
        if chunks.last?.kind != .article, let every = every(segments, at: start) { return every }
        let isDefinite = senses(index).contains(.definite)
        if isDefinite { index += 1 }
        if let ordinal = senses(index).ordinal, senses(index).options.isEmpty, senses(index).items.isEmpty {
            if case .article? = chunks.last?.kind { return nil }
            index += 1
            if index < segments.count, case .number(.value(let count)) = segments[index].role, ordinal == -1, count > 1
            {
                return chunk(.newest(count), to: index + 1)
            }
            if isProform(index) { return chunk(.nth(ordinal, of: .all), to: index + 1) }
            var description = index
            var options: [OptionReference] = []
            while let option = senses(description).options.first, senses(description).items.isEmpty {
                options.append(option)
                description += 1
            }
            let items = senses(description).items
            if !items.isEmpty {
                return chunk(
                    .nth(ordinal, of: .described(items: items.map { menu.items[$0].id }, options: options)),
                    to: description + 1)
            }
            if !options.isEmpty, isProform(description) {
                return chunk(.nth(ordinal, of: .described(items: [], options: options)), to: description + 1)
            }
            return isDefinite || index < segments.count ? chunk(.nth(ordinal, of: .all), to: index) : nil
        }
        guard isDefinite else { return nil }
        if isProform(index), senses(index + 1).contains(.with) || index + 1 == segments.count {
            return chunk(.latest, to: index + 1)
        }
        var options: [OptionReference] = []
        while let option = senses(index).options.first, senses(index).items.isEmpty {
            options.append(option)
            index += 1
        }
        guard !options.isEmpty, isProform(index) else { return nil }
        // By itself it is an answer: "the large one, please".
        let isAlone =
            chunks.allSatisfy { $0.kind == .filler || $0.kind == .no }
            && segments[(index + 1)...].allSatisfy { $0.senses.contains(.filler) }
        return isAlone ? nil : chunk(.described(items: [], options: options), to: index + 1)
    }

    /// A number distributed over every line: "two of each", "two each".
    func countOfEach(_ segments: [Segment], at start: Int) -> (Int, Int)? {
        guard case .number(.value(let count)) = segments[start].role, start + 1 < segments.count else { return nil }
        let each = segments[start + 1].senses.contains(.of) ? start + 2 : start + 1
        guard each < segments.count, segments[each].senses.contains(.each) else { return nil }
        // "two each with oat milk" distributes the milk, "two of each sugar" the sugars.
        return segments[(each + 1)...].allSatisfy { $0.senses.contains(.filler) } ? (count, each + 1) : nil
    }

    /// A quantified description of several lines: "both shakes", "all the lattes".
    private func every(_ segments: [Segment], at start: Int) -> (Chunk, Int)? {
        guard segments[start].senses.contains(.newestTwo) || segments[start].senses.contains(.all),
            segments[start].senses.amount == nil
        else { return nil }
        var index = start + 1
        if index < segments.count,
            segments[index].senses.contains(.definite) || segments[index].senses.contains(.of)
        {
            index += 1
        }
        if index < segments.count, segments[index].senses.contains(.definite) { index += 1 }
        guard index < segments.count, !segments[index].senses.items.isEmpty,
            segments[index].senses.options.isEmpty || index > start + 1
        else { return nil }
        let items = segments[index].senses.items.map { menu.items[$0].id }
        // "both the latte and the mocha": the items are named one by one.
        if index + 1 < segments.count, segments[index + 1].senses.contains(.conjunction) { return nil }
        let range = segments[start].range.lowerBound..<segments[index].range.upperBound
        return (Chunk(kind: .reference(.every(.described(items: items, options: []))), range: range), index + 1)
    }

    private func part(_ segments: [Segment], at start: Int) -> (Chunk, Int)? {
        guard start + 2 < segments.count, case .number(.value(let count)) = segments[start].role,
            segments[start + 1].senses.contains(.of)
        else { return nil }
        let next = segments[start + 2].senses
        func range(_ last: Int) -> Range<Int> { segments[start].range.lowerBound..<segments[last].range.upperBound }
        let isAlone =
            start + 3 >= segments.count
            || (segments[start + 3].senses.items.isEmpty && segments[start + 3].senses.options.isEmpty)
            || !next.contains(.definite)
        if next.contains(.all), isAlone { return (Chunk(kind: .pieces(count), range: range(start + 2)), start + 3) }
        // "one of the toasted ones"
        if next.contains(.definite) {
            var end = start + 3
            var options: [OptionReference] = []
            while end < segments.count, let option = segments[end].senses.options.first,
                segments[end].senses.items.isEmpty
            {
                options.append(option)
                end += 1
            }
            if !options.isEmpty, end < segments.count, segments[end].senses.contains(.proform) {
                let described = LineReference.part(count, of: .described(items: [], options: options))
                return (Chunk(kind: .reference(described), range: range(end)), end + 1)
            }
            return (Chunk(kind: .partitive(count), range: range(start + 2)), start + 3)
        }
        if next.contains(.latest) { return (Chunk(kind: .pieces(count), range: range(start + 2)), start + 3) }
        return nil
    }
}
