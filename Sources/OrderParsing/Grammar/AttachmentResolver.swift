internal import Ordering

/// Gives every option and number to the thing it belongs to.
///
/// What stands before the first item is that item's, what stands after the last is that one's. Between two items the
/// cut is the last number or article that only options follow ("a latte with milk and | a small mocha"); without one,
/// the words people put before a noun (size, temperature, roast, shots) go to the item they stand before.
struct AttachmentResolver: Sendable {
    let menu: Menu

    /// - Parameter isContinued: whether the clause goes on from something said before, so that options may stand for
    ///   themselves in front of the first item ("no wait small and a muffin").
    func group(_ elements: ArraySlice<Chunk>, isContinued: Bool) -> Attachment {
        let elements = leavingOutExcepted(Array(elements))
        var grouping = Attachment()
        let heads = heads(elements)
        var start = 0
        if let first = heads.first {
            let beginning = cut(elements, after: -1, before: first)
            let isOfOther =
                isReference(elements[first]) || leads(elements, to: beginning) || isNumber(elements, to: beginning)
            start = isContinued || isOfOther ? beginning : 0
            if start == 0, isBegun(elements[..<beginning], elements[first]) {
                grouping.ellipsis = elements[..<beginning].filter { if case .option = $0.kind { true } else { false } }
                start = beginning
            }
            if grouping.ellipsis.isEmpty { lead(elements[..<start], &grouping) }
        } else {
            lead(elements[...], &grouping)
            return grouping
        }
        for (position, head) in heads.enumerated() {
            let end =
                position + 1 < heads.count ? cut(elements, after: head, before: heads[position + 1]) : elements.count
            var anchor = anchor(elements, head: head, in: start..<end)
            note(elements, before: start, position: position, &anchor, &grouping)
            grouping.anchors.append(anchor)
            start = end
        }
        shareDiets(elements, &grouping.anchors)
        if let last = heads.last { shareParts(Array(elements[(last + 1)...]), &grouping.anchors) }
        return grouping
    }

    /// "with everything but onions": without onions, where they can be left out; what all the rest is, nobody said.
    private func leavingOutExcepted(_ elements: [Chunk]) -> [Chunk] {
        guard let except = elements.firstIndex(where: { $0.kind == .except }) else { return elements }
        var elements = elements
        for index in elements.indices[(except + 1)...] {
            switch elements[index].kind {
            case .option(var phrase) where phrase.amount == nil:
                phrase.candidates = phrase.candidates.filter { option in
                    menu.group(option.group).map { !$0.isOfWays && !$0.kind.standsBeforeNoun } ?? false
                }
                phrase.amount = .without
                elements[index].kind = phrase.candidates.isEmpty ? .filler : .option(phrase)
            case .option, .join, .filler, .article, .definite: continue
            default: return elements
            }
        }
        return elements
    }

    /// Positions of items and references; "two of them" counts as one unless it splits the item before it.
    private func heads(_ elements: [Chunk]) -> [Int] {
        var heads: [Int] = []
        // How many of the item before there are, and whether some of them were set apart.
        var pieces = 1, quantity = 1
        var isSplit = false
        for (index, element) in elements.enumerated() {
            switch element.kind {
            case .quantity(let value):
                isSplit = pieces > 1
                quantity = value ?? 1
            case .item:
                pieces = quantity
                quantity = 1
                isSplit = false
                heads.append(index)
            case .reference(.other)
            where isSplit || splits(Array(elements[(heads.last.map { $0 + 1 } ?? 0)..<index])).count == 1: continue
            case .reference: heads.append(index)
            case .pieces(let count):
                if heads.isEmpty || pieces > 1 && count >= pieces { heads.append(index) }
                isSplit = pieces > 1
            default: continue
            }
        }
        return heads
    }

    /// Whether options behind an article end in "and": their thing is named later, and comes with all of them. "A cocoa
    /// and a latte" are two things.
    private func isBegun(_ elements: ArraySlice<Chunk>, _ thing: Chunk) -> Bool {
        guard elements.last(where: { $0.kind != .filler })?.kind == .join else { return false }
        let options = elements.compactMap { if case .option(let phrase) = $0.kind { phrase } else { nil } }
        let isOneOfSeveral = elements.contains(where: isOneOfSeveral)
        return elements.contains { $0.kind == .article } && isOneOfSeveral
            && options.allSatisfy { $0.all.contains { isTaken($0.group, by: thing) } }
    }

    /// "one and a latte": one of something else. "A dozen and one lattes" is a number, if one at all.
    private func isNumber(_ elements: [Chunk], to start: Int) -> Bool {
        let said = elements[..<start].map(\.kind).filter { $0 != .filler }
        guard said.count == 2, said[1] == .join, start < elements.count, elements[start].kind == .article,
            case .quantity = said[0]
        else { return false }
        return true
    }

    /// Whether "in the" or "to the" stands before a position.
    private func leads(_ elements: [Chunk], to start: Int) -> Bool {
        guard start > 0, start < elements.count else { return false }
        let isKnown = elements[start].kind == .definite || isReference(elements[start])
        let before = elements[..<start].last { $0.kind != .filler }?.kind
        return isKnown && (before == .place || before == .to)
    }

    private func isReference(_ element: Chunk) -> Bool {
        switch element.kind {
        case .reference, .pieces: true
        default: false
        }
    }

    private func cut(_ elements: [Chunk], after anchor: Int, before next: Int) -> Int {
        var cut = next
        if next > anchor + 1, case .partOf = elements[next - 1].kind { return next - 1 }
        if isReference(elements[next]) { return next }
        var index = next
        while index > anchor + 1 {
            index -= 1
            switch elements[index].kind {
            case .quantity, .article, .definite, .partOf: return index
            case .option(let phrase):
                // "a bagel toasted large latte": no latte is toasted.
                guard phrase.candidates.contains(where: { isTaken($0.group, by: elements[next]) }) else { return cut }
                if anchor < 0
                    || phrase.amount == nil
                        && phrase.candidates.contains(where: { menu.group($0.group)?.kind.standsBeforeNoun ?? false })
                {
                    cut = index
                }
            case .join, .also:
                // "large and iced latte": of two things joined before the first item, both are its own.
                if anchor < 0, cut != next, index > 0, case .option = elements[index - 1].kind { continue }
                return index
            case .diet: cut = index
            case .filler, .dangling: continue
            default: return cut
            }
        }
        return cut
    }

    /// Whether one of the items an anchor may mean takes a group.
    private func isTaken(_ group: String, by anchor: Chunk) -> Bool {
        guard case .item(let indices) = anchor.kind else { return false }
        return indices.isEmpty || indices.contains { menu.items[$0].groups.contains(group) }
    }

    private func lead(_ elements: ArraySlice<Chunk>, _ grouping: inout Attachment) {
        let splits = splits(Array(elements))
        if splits.count > 1 || splits.first?.isHalf == true {
            grouping.leadingSplits = splits
            return
        }
        for (index, element) in zip(elements.indices, elements) {
            switch element.kind {
            case .option: grouping.leading.append(element)
            case .diet(let diet): grouping.leadingDiets.append(diet)
            case .quantity(let value):
                // "the large one": the number stands for the item.
                if value == 1, index > elements.startIndex, case .option = elements[index - 1].kind { continue }
                if let value, index + 1 < elements.endIndex, elements[index + 1].kind == .dangling {
                    grouping.leadingUnits = value
                    continue
                }
                if index + 1 < elements.endIndex, elements[index + 1].kind == .more || elements[index + 1].kind == .less
                {
                    grouping.leadingMore = (value ?? 0) * (elements[index + 1].kind == .less ? -1 : 1)
                    continue
                }
                grouping.leadingQuantity = value
                grouping.hasLeadingQuantity = true
            default: continue
            }
        }
    }

    private func anchor(_ elements: [Chunk], head: Int, in range: Range<Int>) -> HeadPhrase {
        let element = elements[head]
        var anchor = HeadPhrase(head: .reference(.latest), headElement: element, range: element.range)
        switch element.kind {
        case .item(let indices): anchor.head = .item(indices)
        case .reference(let reference): anchor.head = .reference(reference)
        case .pieces(let count):
            anchor.head = .reference(.latest)
            anchor.part = count
        default: break
        }
        for index in range where index != head {
            let element = elements[index]
            index < head
                ? take(element, beforeHead: &anchor)
                : take(element, at: index, in: elements, end: range.upperBound, behindHead: &anchor)
        }
        return anchor
    }

    private func take(_ element: Chunk, beforeHead anchor: inout HeadPhrase) {
        switch element.kind {
        case .quantity(let value): anchor.quantities.append(value)
        case .option: anchor.before.append(element)
        case .diet(let diet): anchor.diets.append(diet)
        case .unknown: anchor.determiner = .bare
        case .less: anchor.isFewer = true
        case .article:
            anchor.determiner = .article
            // "two drinks, a latte and a mocha": how many there are in all. Half a latte is no number.
            if !anchor.quantities.contains(nil) { anchor.quantities = [] }
        case .definite: anchor.determiner = .definite
        case .partOf(let count):
            anchor.part = count
            anchor.determiner = .definite
        default: return
        }
        switch element.kind {
        case .quantity, .option, .diet: anchor.range = union(anchor.range, element.range)
        default: return
        }
    }

    private func take(
        _ element: Chunk, at index: Int, in elements: [Chunk], end: Int, behindHead anchor: inout HeadPhrase
    ) {
        let total = anchor.quantity ?? 1
        switch element.kind {
        case .option(let phrase):
            // Of a milk there are no two: "two lattes, one oat, one soy".
            if total > 1, let count = phrase.count, !phrase.isMeasured, count <= total,
                isSplit(elements, at: index, total: total)
            {
                var plain = element
                plain.kind = .option(OptionPhrase(candidates: phrase.candidates))
                anchor.splits.append(HeadPhrase.Split(count: count, options: [plain]))
            } else if anchor.splits.isEmpty {
                anchor.after.append(element)
            } else {
                anchor.splits[anchor.splits.count - 1].options.append(element)
            }
            anchor.range = union(anchor.range, element.range)
        case .diet(let diet):
            if anchor.splits.isEmpty {
                anchor.diets.append(diet)
            } else {
                anchor.splits[anchor.splits.count - 1].diets.append(diet)
            }
            anchor.range = union(anchor.range, element.range)
        case .quantity(let value), .pieces(let value as Int?):
            if total > 1, let value, (1...total).contains(value), isFollowedByOptions(elements, at: index + 1, end: end)
            {
                anchor.splits.append(HeadPhrase.Split(count: value))
            } else if case .pieces = element.kind {
                anchor.pieces = value
            } else if elements[index - 1].kind != .join {
                anchor.trailing = value ?? 0
                anchor.isTrailingAlone = isAlone(elements, at: index)
            }
        case .article
        where total > 1 && isFollowedByOptions(elements, at: index + 1, end: end)
            && articleParts(elements, end: end) > 1:
            anchor.splits.append(HeadPhrase.Split(count: 1))
        case .half where total > 1 && isFollowedByOptions(elements, at: index + 1, end: end):
            anchor.splits.append(HeadPhrase.Split(count: nil, isHalf: true))
        case .rest, .reference(.other):
            if total > 1, !anchor.splits.isEmpty { anchor.splits.append(HeadPhrase.Split(count: nil)) }
        case .dangling, .no:
            // "one with whip and one without": without what the part before has.
            guard anchor.splits.count > 1, let said = anchor.splits[anchor.splits.count - 2].options.last,
                case .option(var phrase) = said.kind,
                anchor.splits.last?.options.isEmpty == true
            else { return }
            phrase.amount = .without
            anchor.splits[anchor.splits.count - 1].options.append(Chunk(kind: .option(phrase), range: element.range))
            anchor.range = union(anchor.range, element.range)
        default: return
        }
    }

    /// Whether a number ends what is said of a thing, with a word such as "please" behind it: "for table three" is no
    /// number of things.
    private func isAlone(_ elements: [Chunk], at index: Int) -> Bool {
        let isBehindThing =
            switch elements[index - 1].kind {
            case .item, .option: true
            default: false
            }
        let rest = elements[(index + 1)...]
        return isBehindThing && !rest.isEmpty && rest.allSatisfy { $0.kind == .filler }
    }

    /// Looks at what leads to an anchor: "to a mocha", "in the latte", "and".
    private func note(
        _ elements: [Chunk], before start: Int, position: Int, _ anchor: inout HeadPhrase, _ grouping: inout Attachment
    ) {
        var index = start
        while index > 0 {
            index -= 1
            switch elements[index].kind {
            case .filler, .dangling: continue
            case .to:
                anchor.isAfterTo = true
                anchor.isPlace = anchor.determiner == .definite || !anchor.isItem
            case .place: anchor.isPlace = anchor.determiner == .definite || !anchor.isItem
            case .with: anchor.isAfterTo = true
            case .join: anchor.isJoined = true
            default: return
            }
            break
        }
        guard anchor.isPlace, position > 0 else { return }
        // What goes into this one was taken for the one before: the options after its last "and".
        let previous = grouping.anchors[position - 1]
        let moved = previous.after.reversed().prefix { option in
            !elements.contains {
                $0.kind == .join && $0.range.lowerBound >= option.range.upperBound
                    && $0.range.upperBound <= anchor.range.lowerBound
            }
        }
        guard !moved.isEmpty, index > 0 else { return }
        grouping.anchors[position - 1].after.removeLast(moved.count)
        anchor.before += moved.reversed()
    }

    func union(_ a: Range<Int>, _ b: Range<Int>) -> Range<Int> {
        min(a.lowerBound, b.lowerBound)..<max(a.upperBound, b.upperBound)
    }
}
