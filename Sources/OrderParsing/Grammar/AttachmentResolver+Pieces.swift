internal import Ordering

/// Pieces of one thing that differ, and parts that are each of another thing.
extension AttachmentResolver {
    /// Numbers that options follow, one after the other.
    func splits(_ elements: [Chunk]) -> [HeadPhrase.Split] {
        var splits: [HeadPhrase.Split] = []
        for (index, element) in elements.enumerated() {
            switch element.kind {
            case .quantity(let count?)
            where count > 0 && isFollowedByOptions(elements, at: index + 1, end: elements.count):
                splits.append(HeadPhrase.Split(count: count))
            case .option(let phrase):
                if let count = phrase.count, !phrase.isMeasured {
                    var plain = element
                    plain.kind = .option(OptionPhrase(candidates: phrase.candidates))
                    splits.append(HeadPhrase.Split(count: count, options: [plain]))
                } else if splits.isEmpty {
                    return []
                } else {
                    splits[splits.count - 1].options.append(element)
                }
            case .half where isFollowedByOptions(elements, at: index + 1, end: elements.count):
                splits.append(HeadPhrase.Split(count: nil, isHalf: true))
            case .rest, .reference(.other): if !splits.isEmpty { splits.append(HeadPhrase.Split(count: nil)) }
            case .diet(let diet): if !splits.isEmpty { splits[splits.count - 1].diets.append(diet) }
            default: continue
            }
        }
        return splits
    }

    /// Whether counted options are said of pieces: two in a row that make up the whole ("one vanilla one caramel").
    func isSplit(_ elements: [Chunk], at index: Int, total: Int) -> Bool {
        var sum = 0, parts = 0
        for element in elements {
            guard case .option(let phrase) = element.kind, let count = phrase.count, !phrase.isMeasured else {
                continue
            }
            sum += count
            parts += 1
        }
        return parts > 1 && sum <= total
    }

    /// "a large and a small": one article alone is no part ("and a double shot").
    func articleParts(_ elements: [Chunk], end: Int) -> Int {
        elements.indices.prefix(end).count {
            elements[$0].kind == .article && isFollowedByOptions(elements, at: $0 + 1, end: end)
        }
    }

    func isFollowedByOptions(_ elements: [Chunk], at start: Int, end: Int) -> Bool {
        for index in start..<max(start, end) {
            switch elements[index].kind {
            case .option, .plain, .diet: return true
            // "one with whip and one without"
            case .dangling, .no: return true
            case .with, .filler, .article, .place: continue
            default: return false
            }
        }
        return false
    }

    /// "a latte and a mocha, one large and one small": as many parts as there are things, each the next one's.
    func shareParts(_ elements: [Chunk], _ anchors: inout [HeadPhrase]) {
        // "with a double shot and a caramel" are options of the last one.
        let isOfLast = elements.first { $0.kind != .filler }?.kind == .with
        let parts = splits(
            elements.map { $0.kind == .article && !isOfLast ? Chunk(kind: .quantity(1), range: $0.range) : $0 })
        guard anchors.count > 1, parts.count == anchors.count,
            parts.allSatisfy({ $0.count ?? 1 == 1 && $0.diets.isEmpty && $0.options.contains(where: isOneOfSeveral) }),
            anchors.allSatisfy({ $0.isItem && $0.quantity ?? 1 == 1 && $0.splits.isEmpty && $0.part == nil }),
            anchors.dropLast().allSatisfy(\.after.isEmpty)
        else { return }
        for (index, part) in parts.enumerated() {
            anchors[index].after = part.options
            anchors[index].trailing = nil
            anchors[index].range = part.options.reduce(anchors[index].range) { union($0, $1.range) }
        }
    }

    /// Whether an option is one of several ways to have a thing, such as a size, and nothing that is added to it.
    func isOneOfSeveral(_ element: Chunk) -> Bool {
        guard case .option(let phrase) = element.kind else { return false }
        return phrase.candidates.contains { menu.group($0.group)?.select == .one }
    }
}
