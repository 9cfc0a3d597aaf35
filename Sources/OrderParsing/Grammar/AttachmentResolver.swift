internal import Ordering

/// Attaches every option and number to its head.
///
/// Chunks before the first item attach to it, chunks after the last item to that one. Between two items the boundary is
/// the last number or article followed only by options ("a latte with milk and | a small mocha"). Without one,
/// prenominal options (size, temperature, roast, shots) attach to the item they precede.
struct AttachmentResolver: Sendable {
    let menu: Menu

    /// - Parameter isContinued: whether the clause continues an earlier one. Options before the first item may then
    ///   stand alone ("no wait small and a muffin").
    func attach(_ chunks: ArraySlice<Chunk>, isContinued: Bool) -> Attachment {
        let chunks = leavingOutExcepted(Array(chunks))
        var attachment = Attachment()
        let headIndices = headIndices(chunks)
        var start = 0
        if let first = headIndices.first {
            let beginning = cut(chunks, after: -1, before: first)
            let isOfOther =
                isReference(chunks[first]) || leads(chunks, to: beginning) || isNumber(chunks, to: beginning)
            start = isContinued || isOfOther ? beginning : 0
            if start == 0, isBegun(chunks[..<beginning], chunks[first]) {
                attachment.ellipsis = chunks[..<beginning].filter { if case .option = $0.kind { true } else { false } }
                start = beginning
            }
            if attachment.ellipsis.isEmpty { lead(chunks[..<start], &attachment) }
        } else {
            lead(chunks[...], &attachment)
            return attachment
        }
        for (position, headIndex) in headIndices.enumerated() {
            let end =
                position + 1 < headIndices.count
                ? cut(chunks, after: headIndex, before: headIndices[position + 1]) : chunks.count
            var head = head(chunks, headIndex: headIndex, in: start..<end)
            note(chunks, before: start, position: position, &head, &attachment)
            head.isExcepted = chunks[..<headIndex].contains { $0.kind == .except }
            attachment.heads.append(head)
            start = end
        }
        shareDiets(chunks, &attachment.heads)
        if let last = headIndices.last { shareParts(Array(chunks[(last + 1)...]), &attachment.heads) }
        return attachment
    }

    /// "with everything but onions": onions are excluded where the menu allows that; "everything" is not interpreted.
    private func leavingOutExcepted(_ chunks: [Chunk]) -> [Chunk] {
        guard let except = chunks.firstIndex(where: { $0.kind == .except }) else { return chunks }
        var chunks = chunks
        for index in chunks.indices[(except + 1)...] {
            switch chunks[index].kind {
            case .option(var phrase) where phrase.amount == nil:
                phrase.candidates = phrase.candidates.filter { option in
                    menu.group(option.group).map { !$0.isOfWays && !$0.kind.standsBeforeNoun } ?? false
                }
                phrase.amount = .without
                chunks[index].kind = phrase.candidates.isEmpty ? .filler : .option(phrase)
            case .option, .conjunction, .filler, .article, .definite: continue
            default: return chunks
            }
        }
        return chunks
    }

    /// Positions of items and references. "two of them" is a head unless it splits the item before it.
    private func headIndices(_ chunks: [Chunk]) -> [Int] {
        var headIndices: [Int] = []
        // The quantity of the item before, and whether part of it was already split off.
        var pieces = 1, quantity = 1
        var isSplit = false
        for (index, chunk) in chunks.enumerated() {
            switch chunk.kind {
            case .quantity(let value):
                isSplit = pieces > 1
                quantity = value ?? 1
            case .item:
                pieces = quantity
                quantity = 1
                isSplit = false
                headIndices.append(index)
            case .reference(.other)
            where isSplit || splits(Array(chunks[(headIndices.last.map { $0 + 1 } ?? 0)..<index])).count == 1: continue
            case .reference(let reference)
            where isFloating(reference, of: pieces, chunks, at: index, heads: headIndices): continue
            case .reference: headIndices.append(index)
            case .pieces(let count):
                if headIndices.isEmpty || pieces > 1 && count >= pieces { headIndices.append(index) }
                isSplit = pieces > 1
            default: continue
            }
        }
        return headIndices
    }

    /// Whether a quantifier restates the number of the item before it (quantifier floating): "two lattes both large".
    /// The options behind it attach to that item.
    private func isFloating(
        _ reference: LineReference, of quantity: Int, _ chunks: [Chunk], at index: Int, heads: [Int]
    ) -> Bool {
        guard heads.count == 1, let head = heads.last, case .item = chunks[head].kind, quantity > 1,
            reference == .newest(quantity) || reference == .all,
            chunks[(head + 1)..<index].allSatisfy({ chunk in
                switch chunk.kind {
                case .option(let phrase): phrase.count == nil || phrase.isMeasured
                case .with, .filler: true
                default: false
                }
            })
        else { return false }
        return isFollowedByOptions(chunks, at: index + 1, end: chunks.count)
    }

    /// Whether an article, options and "and" begin a head that is named later (right node raising): "a large chocolate
    /// and a small vanilla shake". "A cocoa and a latte" are two items.
    private func isBegun(_ chunks: ArraySlice<Chunk>, _ thing: Chunk) -> Bool {
        guard chunks.last(where: { $0.kind != .filler })?.kind == .conjunction else { return false }
        let options = chunks.compactMap { if case .option(let phrase) = $0.kind { phrase } else { nil } }
        let isOneOfSeveral = chunks.contains(where: isOneOfSeveral)
        return chunks.contains { $0.kind == .article } && isOneOfSeveral
            && options.allSatisfy { $0.all.contains { isTaken($0.group, by: thing) } }
    }

    /// "one and a latte": a number without a noun, then a new item.
    private func isNumber(_ chunks: [Chunk], to start: Int) -> Bool {
        let said = chunks[..<start].map(\.kind).filter { $0 != .filler }
        guard said.count == 2, said[1] == .conjunction, start < chunks.count, chunks[start].kind == .article,
            case .quantity = said[0]
        else { return false }
        return true
    }

    /// Whether "in the" or "to the" precedes a position.
    private func leads(_ chunks: [Chunk], to start: Int) -> Bool {
        guard start > 0, start < chunks.count else { return false }
        let isKnown = chunks[start].kind == .definite || isReference(chunks[start])
        let before = chunks[..<start].last { $0.kind != .filler }?.kind
        return isKnown && (before == .locative || before == .to)
    }

    private func isReference(_ chunk: Chunk) -> Bool {
        switch chunk.kind {
        case .reference, .pieces: true
        default: false
        }
    }

    private func cut(_ chunks: [Chunk], after head: Int, before next: Int) -> Int {
        var cut = next
        if next > head + 1, case .partitive = chunks[next - 1].kind { return next - 1 }
        if isReference(chunks[next]) { return next }
        var index = next
        while index > head + 1 {
            index -= 1
            switch chunks[index].kind {
            case .quantity, .article, .definite, .partitive: return index
            case .option(let phrase):
                // "a bagel toasted large latte": a latte cannot be toasted, so the option attaches to the bagel.
                guard phrase.candidates.contains(where: { isTaken($0.group, by: chunks[next]) }) else { return cut }
                if head < 0
                    || phrase.amount == nil
                        && phrase.candidates.contains(where: { menu.group($0.group)?.kind.standsBeforeNoun ?? false })
                {
                    cut = index
                }
            case .conjunction, .also:
                // "large and iced latte": coordinated options before the first item both attach to it.
                if head < 0, cut != next, index > 0, case .option = chunks[index - 1].kind { continue }
                return coordinated(chunks, at: index, after: head, before: next) ?? index
            case .diet: cut = index
            case .filler, .dangling, .unknown: continue
            default: return cut
            }
        }
        return cut
    }

    /// The determiner of coordinated options before a later item: "a mocha and | a large caramel and hazelnut latte".
    private func coordinated(_ chunks: [Chunk], at conjunction: Int, after head: Int, before next: Int) -> Int? {
        guard conjunction + 1 < next, case .option = chunks[conjunction + 1].kind else { return nil }
        var index = conjunction - 1
        var hasOption = false
        while index > head + 1 {
            switch chunks[index].kind {
            case .option(let phrase):
                guard phrase.candidates.contains(where: { isTaken($0.group, by: chunks[next]) }) else { return nil }
                hasOption = true
            case .conjunction, .filler: break
            case .article, .quantity: return hasOption && chunks[index - 1].kind != .with ? index : nil
            default: return nil
            }
            index -= 1
        }
        return nil
    }

    /// Whether one of a head's items accepts an option group.
    private func isTaken(_ group: String, by head: Chunk) -> Bool {
        guard case .item(let indices) = head.kind else { return false }
        return indices.isEmpty || indices.contains { menu.items[$0].groups.contains(group) }
    }

    private func lead(_ chunks: ArraySlice<Chunk>, _ attachment: inout Attachment) {
        let splits = splits(Array(chunks))
        if splits.count > 1 || splits.first?.isHalf == true {
            attachment.leadingSplits = splits
            return
        }
        for (index, chunk) in zip(chunks.indices, chunks) {
            switch chunk.kind {
            case .option: attachment.leading.append(chunk)
            case .diet(let diet): attachment.leadingDiets.append(diet)
            case .quantity(let value):
                // "the large one": "one" is a pro-form, not a number.
                if value == 1, index > chunks.startIndex, case .option = chunks[index - 1].kind { continue }
                if let value, index + 1 < chunks.endIndex, chunks[index + 1].kind == .dangling {
                    attachment.leadingUnits = value
                    continue
                }
                if index + 1 < chunks.endIndex, chunks[index + 1].kind == .more || chunks[index + 1].kind == .less {
                    attachment.leadingMore = (value ?? 0) * (chunks[index + 1].kind == .less ? -1 : 1)
                    continue
                }
                attachment.leadingQuantity = value
                attachment.hasLeadingQuantity = true
            default: continue
            }
        }
    }

    private func head(_ chunks: [Chunk], headIndex: Int, in range: Range<Int>) -> HeadPhrase {
        let chunk = chunks[headIndex]
        var head = HeadPhrase(referent: .reference(.latest), chunk: chunk, range: chunk.range)
        switch chunk.kind {
        case .item(let indices): head.referent = .item(indices)
        case .reference(let reference): head.referent = .reference(reference)
        case .pieces(let count):
            head.referent = .reference(.latest)
            head.part = count
        default: break
        }
        for index in range where index != headIndex {
            let chunk = chunks[index]
            index < headIndex
                ? take(chunk, beforeHead: &head)
                : take(chunk, at: index, in: chunks, end: range.upperBound, behindHead: &head)
        }
        return head
    }

    private func take(_ chunk: Chunk, beforeHead head: inout HeadPhrase) {
        switch chunk.kind {
        case .quantity(let value): head.quantities.append(value)
        case .option: head.before.append(chunk)
        case .diet(let diet): head.diets.append(diet)
        case .unknown: head.determiner = .bare
        case .less: head.isFewer = true
        case .more: head.isMore = true
        case .article:
            head.determiner = .article
            head.isMore = chunk.isMore
            // "two drinks, a latte and a mocha": the number is the total. Half of an item is no valid quantity.
            if !head.quantities.contains(nil) { head.quantities = [] }
        case .definite: head.determiner = .definite
        case .partitive(let count):
            head.part = count
            head.determiner = .definite
        default: return
        }
        switch chunk.kind {
        case .quantity, .option, .diet: head.range = union(head.range, chunk.range)
        default: return
        }
    }

    private func take(
        _ chunk: Chunk, at index: Int, in chunks: [Chunk], end: Int, behindHead head: inout HeadPhrase
    ) {
        let total = head.quantity ?? 1
        switch chunk.kind {
        case .option(let phrase):
            // Counted options of a group of one describe pieces: "two lattes, one oat, one soy".
            if total > 1, let count = phrase.count, !phrase.isMeasured, count <= total,
                isSplit(chunks, at: index, total: total)
            {
                var plain = chunk
                plain.kind = .option(OptionPhrase(candidates: phrase.candidates))
                head.splits.append(HeadPhrase.Split(count: count, options: [plain]))
            } else if head.splits.isEmpty {
                head.after.append(chunk)
            } else {
                head.splits[head.splits.count - 1].options.append(chunk)
            }
            head.range = union(head.range, chunk.range)
        case .diet(let diet):
            if head.splits.isEmpty {
                head.diets.append(diet)
            } else {
                head.splits[head.splits.count - 1].diets.append(diet)
            }
            head.range = union(head.range, chunk.range)
        case .quantity(let value), .pieces(let value as Int?):
            if total > 1, let value, (1...total).contains(value), isFollowedByOptions(chunks, at: index + 1, end: end) {
                head.splits.append(HeadPhrase.Split(count: value))
            } else if case .pieces = chunk.kind {
                head.pieces = value
            } else if chunks[index - 1].kind != .conjunction {
                head.trailing = value ?? 0
                head.isTrailingAlone = isAlone(chunks, at: index)
            }
        case .article
        where total > 1 && isFollowedByOptions(chunks, at: index + 1, end: end)
            && articleParts(chunks, end: end) > 1:
            head.splits.append(HeadPhrase.Split(count: 1))
        case .half where total > 1 && isFollowedByOptions(chunks, at: index + 1, end: end):
            head.splits.append(HeadPhrase.Split(count: nil, isHalf: true))
        case .less where head.referent == .reference(.latest) && head.chunk.range.count > 1 && head.more == nil:
            // "make that one less"
            head.more = -1
        case .less where head.trailing.map({ $0 > 0 }) == true:
            // "make that two less"
            head.more = -(head.trailing ?? 0)
            head.trailing = nil
        case .rest, .reference(.other):
            if total > 1, !head.splits.isEmpty { head.splits.append(HeadPhrase.Split(count: nil)) }
        case .dangling, .no:
            // "one with whip and one without": ellipsis of the option named before.
            guard head.splits.count > 1, let said = head.splits[head.splits.count - 2].options.last,
                case .option(var phrase) = said.kind,
                head.splits.last?.options.isEmpty == true
            else { return }
            phrase.amount = .without
            head.splits[head.splits.count - 1].options.append(Chunk(kind: .option(phrase), range: chunk.range))
            head.range = union(head.range, chunk.range)
        default: return
        }
    }

    /// Whether a number ends the phrase, followed by a filler such as "please". "for table three" is no quantity.
    private func isAlone(_ chunks: [Chunk], at index: Int) -> Bool {
        let isBehindThing =
            switch chunks[index - 1].kind {
            case .item, .option: true
            default: false
            }
        let rest = chunks[(index + 1)...]
        return isBehindThing && !rest.isEmpty && rest.allSatisfy { $0.kind == .filler }
    }

    /// Records what precedes a head: "to a mocha", "in the latte", "and".
    private func note(
        _ chunks: [Chunk], before start: Int, position: Int, _ head: inout HeadPhrase, _ attachment: inout Attachment
    ) {
        var index = start
        while index > 0 {
            index -= 1
            switch chunks[index].kind {
            case .filler, .dangling: continue
            case .to:
                head.isAfterTo = true
                head.isPlace = head.determiner == .definite || !head.isItem
            case .locative: head.isPlace = head.determiner == .definite || !head.isItem
            case .with: head.isAfterTo = true
            case .conjunction: head.isJoined = true
            default: return
            }
            break
        }
        guard head.isPlace, position > 0 else { return }
        // Options after the previous item's last "and" belong to this locative head.
        let previous = attachment.heads[position - 1]
        let moved = previous.after.reversed().prefix { option in
            !chunks.contains {
                $0.kind == .conjunction && $0.range.lowerBound >= option.range.upperBound
                    && $0.range.upperBound <= head.range.lowerBound
            }
        }
        guard !moved.isEmpty, index > 0 else { return }
        attachment.heads[position - 1].after.removeLast(moved.count)
        head.before += moved.reversed()
    }

    func union(_ a: Range<Int>, _ b: Range<Int>) -> Range<Int> {
        min(a.lowerBound, b.lowerBound)..<max(a.upperBound, b.upperBound)
    }
}
