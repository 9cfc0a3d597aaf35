internal import Ordering

/// Resolves nominal ellipsis: a second item of which only the difference is said: "a large latte and a small one", "and
/// two small ones", "one with oat milk and one with soy", "a latte for me and one for my wife". The elided noun is the
/// item before, or in "one large one small latte" the item after.
struct EllipsisResolver: Sendable {
    let menu: Menu

    func chunks(_ chunks: [Chunk]) -> [Chunk] {
        var chunks = withCounts(withPlain(withSame(chunks)))
        for index in chunks.indices.reversed() {
            if case .item = chunks[index].kind, let place = placeOfFirst(in: chunks, before: index) {
                chunks.insert(Chunk(kind: chunks[index].kind, range: chunks[place - 1].range), at: place)
            }
        }
        var index = 0
        while index < chunks.count {
            if chunks[index].kind == .conjunction, let said = item(in: chunks, before: index),
                let (place, isNew) = place(in: chunks, after: index, said)
            {
                let item = Chunk(kind: .item(said.items), range: chunks[isNew ? place - 1 : place].range)
                if isNew { chunks.insert(item, at: place) } else { chunks[place] = item }
                index = place
            }
            index += 1
        }
        return chunks
    }

    /// Resolves "with the same milk", "the same size" within the utterance.
    private func withSame(_ chunks: [Chunk]) -> [Chunk] {
        guard chunks.contains(where: { $0.kind == .again }) else { return chunks }
        var result: [Chunk] = []
        for chunk in chunks {
            // "the same iced" repeats the whole item.
            guard let same = result.last, same.kind == .again,
                let group = group(of: chunk, isWith: result.dropLast().last?.kind == .with)
            else {
                result.append(chunk)
                continue
            }
            result.removeLast()
            let range = same.range.lowerBound..<chunk.range.upperBound
            let earlier = result.last {
                if case .option(let phrase) = $0.kind {
                    phrase.candidates.contains { $0.group == group }
                } else {
                    false
                }
            }
            result.append(Chunk(kind: earlier?.kind ?? .filler, range: range))
        }
        return result
    }

    /// Resolves a count without its option: "a latte with two sugars and a coffee with three".
    private func withCounts(_ chunks: [Chunk]) -> [Chunk] {
        var chunks = chunks
        var counted: [OptionReference] = []
        for index in chunks.indices {
            if case .option(let phrase) = chunks[index].kind, phrase.count != nil, phrase.amount == nil {
                counted = phrase.candidates.filter { option in
                    menu.group(option.group).map { $0.amounts && $0.select == .many } ?? false
                }
            }
            guard index > 0, chunks[index - 1].kind == .with, case .quantity(let count?) = chunks[index].kind,
                !counted.isEmpty, endsThing(chunks, at: nextSaid(chunks, from: index + 1))
            else { continue }
            chunks[index].kind = .option(OptionPhrase(candidates: counted, count: count))
        }
        return chunks
    }

    /// Resolves "regular" as "without changes": "one decaf latte and one regular". It is no size if no other size is
    /// named.
    private func withPlain(_ chunks: [Chunk]) -> [Chunk] {
        guard chunks.contains(where: \.mayBePlain) else { return chunks }
        func groups(_ chunk: Chunk) -> Set<String> {
            if case .option(let phrase) = chunk.kind { Set(phrase.candidates.map(\.group)) } else { [] }
        }
        return chunks.indices.map { index in
            var chunk = chunks[index]
            let next = nextSaid(chunks, from: index + 1)
            guard chunk.mayBePlain, index > 0, case .quantity = chunks[index - 1].kind else { return chunk }
            // "one decaf and two regular lattes"
            if next < chunks.count, case .item = chunks[next].kind,
                let first = chunks[..<(index - 1)].last(where: { $0.kind != .conjunction && $0.kind != .filler }),
                !groups(first).isEmpty, groups(first).isDisjoint(with: groups(chunk))
            {
                chunk.kind = .filler
                return chunk
            }
            guard endsThing(chunks, at: next) else { return chunk }
            // What is said of several items is shared by all pieces.
            let item = chunks[..<index].lastIndex { if case .item = $0.kind { true } else { false } }
            let isOfSeveral =
                chunks[..<(item ?? 0)].last { if case .quantity = $0.kind { true } else { false } }.map {
                    $0.kind != .quantity(1)
                } ?? false
            let pieces = (chunks[(item ?? 0)..<index] + chunks[(index + 1)...]).map(groups)
            let others =
                isOfSeveral && pieces.contains { !$0.isEmpty }
                ? pieces : (chunks[..<index] + chunks[(index + 1)...]).map(groups)
            guard others.contains(where: { !$0.isEmpty }), others.allSatisfy(groups(chunk).isDisjoint) else {
                return chunk
            }
            chunk.kind = .plain
            return chunk
        }
    }

    private func nextSaid(_ chunks: [Chunk], from index: Int) -> Int {
        chunks[index...].firstIndex { $0.kind != .filler } ?? chunks.count
    }

    private func group(of chunk: Chunk, isWith: Bool) -> String? {
        switch chunk.kind {
        case .group(let group): group
        case .option(let phrase) where isWith && phrase.amount == nil: phrase.candidates.first?.group
        default: nil
        }
    }

    /// The end of the first elided item of "one large one small latte": two numbers with incompatible options and one
    /// item.
    private func placeOfFirst(in chunks: [Chunk], before item: Int) -> Int? {
        var index = item
        func options() -> [OptionReference] {
            var found: [OptionReference] = []
            while index > 0 {
                switch chunks[index - 1].kind {
                case .option(let phrase) where phrase.amount == nil && (phrase.count == nil || phrase.isMeasured):
                    found += phrase.candidates
                case .filler where !found.isEmpty: break
                default: return found
                }
                index -= 1
            }
            return found
        }
        func takes(_ isNumber: (Chunk.Kind) -> Bool) -> Bool {
            guard index > 0, isNumber(chunks[index - 1].kind) else { return false }
            index -= 1
            return true
        }
        func isQuantity(_ kind: Chunk.Kind) -> Bool {
            if case .quantity(let count?) = kind { count > 0 } else { false }
        }
        // "two regular lattes", behind "one decaf and"
        let isSecondPlain = index > 0 && chunks[index - 1].mayBePlain && chunks[index - 1].kind == .filler
        if isSecondPlain { index -= 1 }
        let second = options()
        let isCounted = index > 0 && isQuantity(chunks[index - 1].kind)
        guard !second.isEmpty || isSecondPlain || isCounted, takes({ isQuantity($0) || $0 == .article }) else {
            return nil
        }
        if index > 0, chunks[index - 1].kind == .conjunction { index -= 1 }
        let place = index
        let first = options()
        let isFirstCounted = index > 0 && isQuantity(chunks[index - 1].kind)
        guard !first.isEmpty, takes({ isQuantity($0) || $0 == .article && isCounted }) else { return nil }
        // "make it a large and …" is an edit.
        switch chunks[..<index].last(where: { $0.kind != .filler })?.kind {
        case nil, .intent(.order), .intent(.add), .conjunction, .also, .item, .option: break
        default: return nil
        }
        // Two numbers cannot modify one item: "one decaf and two iced lattes".
        var groups: [String] = []
        if case .item(let items) = chunks[item].kind { groups = items.flatMap { menu.items[$0].groups } }
        return isFirstCounted && isCounted && first.contains { groups.contains($0.group) }
            || differs(second, from: Said(items: [], options: first)) ? place : nil
    }

    /// An antecedent: its items and options.
    private struct Said {
        var items: [Int]
        var options: [OptionReference]
        var quantity: Int?
    }

    /// The antecedent of a conjunction, with only its options between them.
    private func item(in chunks: [Chunk], before join: Int) -> Said? {
        var options: [OptionReference] = []
        var index = join
        var items: [Int]?
        while index > 0 {
            index -= 1
            switch chunks[index].kind {
            case .item(let indices):
                if items != nil || indices.isEmpty { return items.map { Said(items: $0, options: options) } }
                items = indices
            case .option(let phrase): options += phrase.amount == .without ? [] : phrase.candidates
            case .filler, .with: continue
            case .quantity(let value): return items.map { Said(items: $0, options: options, quantity: value ?? 0) }
            default: return items.map { Said(items: $0, options: options) }
            }
        }
        return items.map { Said(items: $0, options: options) }
    }

    /// The position of the elided item after a conjunction, and whether it is inserted or replaces "one"; `nil` if
    /// there is no ellipsis.
    private func place(in chunks: [Chunk], after join: Int, _ said: Said) -> (Int, isNew: Bool)? {
        func next(_ from: Int) -> Int { nextSaid(chunks, from: from) }
        func option(_ at: Int) -> OptionPhrase? {
            guard at < chunks.count, case .option(let phrase) = chunks[at].kind else { return nil }
            return phrase
        }
        let first = next(join + 1)
        guard first < chunks.count else { return nil }
        let isCounted: Bool
        // "two large lattes and two small ones" are four. One of several may be a piece of them.
        var isSeveral = false
        switch chunks[first].kind {
        case .article: isCounted = false
        case .quantity(1): isCounted = true
        case .quantity(let count?) where count > 1: (isCounted, isSeveral) = (false, true)
        default: return nil
        }
        var end = next(first + 1)
        var options: [OptionReference] = []
        while let phrase = option(end) {
            guard phrase.amount == nil, phrase.count == nil || phrase.isMeasured else { return nil }
            options += phrase.candidates
            end = next(end + 1)
        }
        if !options.isEmpty, end < chunks.count, chunks[end].kind == .quantity(1) {
            return endsThing(chunks, at: next(end + 1)) ? (end, false) : nil
        }
        if options.isEmpty, end < chunks.count, chunks[end].kind == .plain, !said.options.isEmpty {
            return endsThing(chunks, at: next(end + 1)) ? (end, true) : nil
        }
        // "two lattes, one with oat and one with soy" splits the line. A different size makes a new one.
        guard isSeveral || said.quantity ?? 1 == 1 || differs(options, from: said) else { return nil }
        if options.isEmpty {
            guard isCounted else { return nil }
            // "and one for my wife"
            if first + 1 < chunks.count, chunks[first + 1].isBenefactive {
                return endsThing(chunks, at: end) ? (first, false) : nil
            }
            if end < chunks.count, chunks[end].kind == .with, option(next(end + 1)) != nil {
                var behind = next(end + 1)
                while let phrase = option(behind) {
                    options += phrase.candidates
                    behind = next(behind + 1)
                }
                return differs(options, from: said) && endsThing(chunks, at: behind) ? (first, false) : nil
            }
            return nil
        }
        return differs(options, from: said) && endsThing(chunks, at: end) && !continues(chunks, at: end)
            ? (end, true) : nil
    }

    /// Whether one of the options excludes an option of the antecedent.
    private func differs(_ options: [OptionReference], from said: Said) -> Bool {
        options.contains { option in
            guard let group = menu.group(option.group), group.select == .one else { return false }
            return said.options.contains { $0.group == option.group && $0 != option }
        }
    }

    /// Whether coordinated options go on to an item: "a mocha and a large caramel and hazelnut latte" has no ellipsis.
    private func continues(_ chunks: [Chunk], at index: Int) -> Bool {
        guard index < chunks.count, chunks[index].kind == .conjunction else { return false }
        let next = chunks[(index + 1)...].first { chunk in
            switch chunk.kind {
            case .option, .filler: false
            default: true
            }
        }
        guard index + 1 < chunks.count, case .option = chunks[index + 1].kind, case .item? = next?.kind else {
            return false
        }
        return true
    }

    /// Whether no item follows that the options could attach to.
    private func endsThing(_ chunks: [Chunk], at index: Int) -> Bool {
        guard index < chunks.count else { return true }
        switch chunks[index].kind {
        case .conjunction, .also, .with, .intent, .to: return true
        default: return false
        }
    }
}
