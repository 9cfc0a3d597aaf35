internal import Ordering

/// Finds a second thing that is named by what differs only: "a large latte and a small one", "and two small ones", "one
/// with oat milk and one with soy", "a latte for me and one for my wife". It is the item before it once more; in "one
/// large one small latte" it is the one behind it.
struct EllipsisResolver: Sendable {
    let menu: Menu

    func elements(_ elements: [Chunk]) -> [Chunk] {
        var elements = withPlain(withSame(elements))
        for index in elements.indices.reversed() {
            if case .item = elements[index].kind, let place = placeOfFirst(in: elements, before: index) {
                elements.insert(Chunk(kind: elements[index].kind, range: elements[place - 1].range), at: place)
            }
        }
        var index = 0
        while index < elements.count {
            if elements[index].kind == .join, let said = item(in: elements, before: index),
                let (place, isNew) = place(in: elements, after: index, said)
            {
                let item = Chunk(kind: .item(said.items), range: elements[isNew ? place - 1 : place].range)
                if isNew { elements.insert(item, at: place) } else { elements[place] = item }
                index = place
            }
            index += 1
        }
        return elements
    }

    /// "with the same milk", "the same size": what was said of that kind last; what was said in another turn is not
    /// known here, and then nothing is.
    private func withSame(_ elements: [Chunk]) -> [Chunk] {
        guard elements.contains(where: { $0.kind == .again }) else { return elements }
        var result: [Chunk] = []
        for element in elements {
            // "the same iced" is the whole thing once more.
            guard let same = result.last, same.kind == .again,
                let group = group(of: element, isWith: result.dropLast().last?.kind == .with)
            else {
                result.append(element)
                continue
            }
            result.removeLast()
            let range = same.range.lowerBound..<element.range.upperBound
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

    /// "one decaf latte and one regular", "one decaf and two regular": no size, where no other is named, but one as it
    /// comes.
    private func withPlain(_ elements: [Chunk]) -> [Chunk] {
        guard elements.contains(where: \.mayBePlain) else { return elements }
        func groups(_ element: Chunk) -> Set<String> {
            if case .option(let phrase) = element.kind { Set(phrase.candidates.map(\.group)) } else { [] }
        }
        return elements.indices.map { index in
            var element = elements[index]
            let next = nextSaid(elements, from: index + 1)
            guard element.mayBePlain, index > 0, case .quantity = elements[index - 1].kind else { return element }
            // "one decaf and two regular lattes"
            if next < elements.count, case .item = elements[next].kind,
                let first = elements[..<(index - 1)].last(where: { $0.kind != .join && $0.kind != .filler }),
                !groups(first).isEmpty, groups(first).isDisjoint(with: groups(element))
            {
                element.kind = .filler
                return element
            }
            guard endsThing(elements, at: next) else { return element }
            // What was said of several things is true of each piece of them.
            let item = elements[..<index].lastIndex { if case .item = $0.kind { true } else { false } }
            let isOfSeveral =
                elements[..<(item ?? 0)].last { if case .quantity = $0.kind { true } else { false } }.map {
                    $0.kind != .quantity(1)
                } ?? false
            let pieces = (elements[(item ?? 0)..<index] + elements[(index + 1)...]).map(groups)
            let others =
                isOfSeveral && pieces.contains { !$0.isEmpty }
                ? pieces : (elements[..<index] + elements[(index + 1)...]).map(groups)
            guard others.contains(where: { !$0.isEmpty }), others.allSatisfy(groups(element).isDisjoint) else {
                return element
            }
            element.kind = .plain
            return element
        }
    }

    private func nextSaid(_ elements: [Chunk], from index: Int) -> Int {
        elements[index...].firstIndex { $0.kind != .filler } ?? elements.count
    }

    private func group(of element: Chunk, isWith: Bool) -> String? {
        switch element.kind {
        case .group(let group): group
        case .option(let phrase) where isWith && phrase.amount == nil: phrase.candidates.first?.group
        default: nil
        }
    }

    /// Where the first thing of "one large one small latte" ends: two numbers with options that cannot both be, and one
    /// item.
    private func placeOfFirst(in elements: [Chunk], before item: Int) -> Int? {
        var index = item
        func options() -> [OptionReference] {
            var found: [OptionReference] = []
            while index > 0 {
                switch elements[index - 1].kind {
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
            guard index > 0, isNumber(elements[index - 1].kind) else { return false }
            index -= 1
            return true
        }
        func isQuantity(_ kind: Chunk.Kind) -> Bool {
            if case .quantity(let count?) = kind { count > 0 } else { false }
        }
        // "two regular lattes", behind "one decaf and"
        let isSecondPlain = index > 0 && elements[index - 1].mayBePlain && elements[index - 1].kind == .filler
        if isSecondPlain { index -= 1 }
        let second = options()
        let isCounted = index > 0 && isQuantity(elements[index - 1].kind)
        guard !second.isEmpty || isSecondPlain || isCounted, takes({ isQuantity($0) || $0 == .article }) else {
            return nil
        }
        if index > 0, elements[index - 1].kind == .join { index -= 1 }
        let place = index
        let first = options()
        let isFirstCounted = index > 0 && isQuantity(elements[index - 1].kind)
        guard !first.isEmpty, takes({ isQuantity($0) || $0 == .article && isCounted }) else { return nil }
        // "make it a large and …": a change, and no thing.
        switch elements[..<index].last(where: { $0.kind != .filler })?.kind {
        case nil, .intent(.order), .intent(.add), .join, .also, .item, .option: break
        default: return nil
        }
        // Of one thing there are no two numbers: "one decaf and two iced lattes", "one decaf and two coffees".
        var groups: [String] = []
        if case .item(let items) = elements[item].kind { groups = items.flatMap { menu.items[$0].groups } }
        return isFirstCounted && isCounted && first.contains { groups.contains($0.group) }
            || differs(second, from: Said(items: [], options: first)) ? place : nil
    }

    /// An item, and what was said of it.
    private struct Said {
        var items: [Int]
        var options: [OptionReference]
        var quantity: Int?
    }

    /// The item that a join goes on from: nothing but its options lies between.
    private func item(in elements: [Chunk], before join: Int) -> Said? {
        var options: [OptionReference] = []
        var index = join
        var items: [Int]?
        while index > 0 {
            index -= 1
            switch elements[index].kind {
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

    /// Where the item is to stand behind a join, and whether it stands there anew or in place of "one"; `nil` where no
    /// second thing is named.
    private func place(in elements: [Chunk], after join: Int, _ said: Said) -> (Int, isNew: Bool)? {
        func next(_ from: Int) -> Int { nextSaid(elements, from: from) }
        func option(_ at: Int) -> OptionPhrase? {
            guard at < elements.count, case .option(let phrase) = elements[at].kind else { return nil }
            return phrase
        }
        let first = next(join + 1)
        guard first < elements.count else { return nil }
        let isCounted: Bool
        // "two large lattes and two small ones" are four; one of several may be a piece of them.
        var isSeveral = false
        switch elements[first].kind {
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
        if !options.isEmpty, end < elements.count, elements[end].kind == .quantity(1) {
            return endsThing(elements, at: next(end + 1)) ? (end, false) : nil
        }
        if options.isEmpty, end < elements.count, elements[end].kind == .plain, !said.options.isEmpty {
            return endsThing(elements, at: next(end + 1)) ? (end, true) : nil
        }
        // Several of one are pieces of it: "two lattes, one with oat and one with soy"; no large one is small.
        guard isSeveral || said.quantity ?? 1 == 1 || differs(options, from: said) else { return nil }
        if options.isEmpty {
            guard isCounted else { return nil }
            // "and one for my wife"
            if first + 1 < elements.count, elements[first + 1].saysWhom {
                return endsThing(elements, at: end) ? (first, false) : nil
            }
            if end < elements.count, elements[end].kind == .with, option(next(end + 1)) != nil {
                var behind = next(end + 1)
                while let phrase = option(behind) {
                    options += phrase.candidates
                    behind = next(behind + 1)
                }
                return differs(options, from: said) && endsThing(elements, at: behind) ? (first, false) : nil
            }
            return nil
        }
        return differs(options, from: said) && endsThing(elements, at: end) ? (end, true) : nil
    }

    /// Whether one of the options takes the place of what the first thing has.
    private func differs(_ options: [OptionReference], from said: Said) -> Bool {
        options.contains { option in
            guard let group = menu.group(option.group), group.select == .one else { return false }
            return said.options.contains { $0.group == option.group && $0 != option }
        }
    }

    /// Whether no item follows that the options could be of.
    private func endsThing(_ elements: [Chunk], at index: Int) -> Bool {
        guard index < elements.count else { return true }
        switch elements[index].kind {
        case .join, .also, .with, .intent, .to: return true
        default: return false
        }
    }
}
