internal import Ordering

/// Splits: pieces of one item that differ, and options distributed over several items.
extension AttachmentResolver {
    /// Numbers followed by options, in order.
    func splits(_ chunks: [Chunk]) -> [HeadPhrase.Split] {
        var splits: [HeadPhrase.Split] = []
        for (index, chunk) in chunks.enumerated() {
            switch chunk.kind {
            case .quantity(let count?)
            where count > 0 && isFollowedByOptions(chunks, at: index + 1, end: chunks.count):
                splits.append(HeadPhrase.Split(count: count))
            case .option(let phrase):
                if let count = phrase.count, !phrase.isMeasured {
                    var plain = chunk
                    plain.kind = .option(OptionPhrase(candidates: phrase.candidates))
                    splits.append(HeadPhrase.Split(count: count, options: [plain]))
                } else if splits.isEmpty {
                    return []
                } else {
                    splits[splits.count - 1].options.append(chunk)
                }
            case .half where isFollowedByOptions(chunks, at: index + 1, end: chunks.count):
                splits.append(HeadPhrase.Split(count: nil, isHalf: true))
            case .rest, .reference(.other): if !splits.isEmpty { splits.append(HeadPhrase.Split(count: nil)) }
            case .diet(let diet): if !splits.isEmpty { splits[splits.count - 1].diets.append(diet) }
            default: continue
            }
        }
        return splits
    }

    /// Whether counted options describe pieces: at least two that add up to no more than the whole ("one vanilla one
    /// caramel").
    func isSplit(_ chunks: [Chunk], at index: Int, total: Int) -> Bool {
        var sum = 0, parts = 0
        for chunk in chunks {
            guard case .option(let phrase) = chunk.kind, let count = phrase.count, !phrase.isMeasured else {
                continue
            }
            sum += count
            parts += 1
        }
        return parts > 1 && sum <= total
    }

    /// Number of articles followed by options ("a large and a small"). A single one is no split ("and a double shot").
    func articleParts(_ chunks: [Chunk], end: Int) -> Int {
        chunks.indices.prefix(end).count {
            chunks[$0].kind == .article && isFollowedByOptions(chunks, at: $0 + 1, end: end)
        }
    }

    func isFollowedByOptions(_ chunks: [Chunk], at start: Int, end: Int) -> Bool {
        for index in start..<max(start, end) {
            switch chunks[index].kind {
            case .option, .plain, .diet: return true
            // "one with whip and one without"
            case .dangling, .no: return true
            case .with, .filler, .article, .locative: continue
            default: return false
            }
        }
        return false
    }

    /// Distributes options over as many items: "a latte and a mocha, one large and one small".
    func shareParts(_ chunks: [Chunk], _ heads: inout [HeadPhrase]) {
        // "with a double shot and a caramel" attaches to the last item.
        let isOfLast = chunks.first { $0.kind != .filler }?.kind == .with
        let parts = splits(
            chunks.map { $0.kind == .article && !isOfLast ? Chunk(kind: .quantity(1), range: $0.range) : $0 })
        guard heads.count > 1, parts.count == heads.count,
            parts.allSatisfy({ $0.count ?? 1 == 1 && $0.diets.isEmpty && $0.options.contains(where: isOneOfSeveral) }),
            heads.allSatisfy({ $0.isItem && $0.quantity ?? 1 == 1 && $0.splits.isEmpty && $0.part == nil }),
            heads.dropLast().allSatisfy(\.after.isEmpty)
        else { return }
        for (index, part) in parts.enumerated() {
            heads[index].after = part.options
            heads[index].trailing = nil
            heads[index].range = part.options.reduce(heads[index].range) { union($0, $1.range) }
        }
    }

    /// Whether an option is one of several alternatives, such as a size, rather than an addition.
    func isOneOfSeveral(_ chunk: Chunk) -> Bool {
        guard case .option(let phrase) = chunk.kind else { return false }
        return phrase.candidates.contains { menu.group($0.group)?.select == .one }
    }
}
