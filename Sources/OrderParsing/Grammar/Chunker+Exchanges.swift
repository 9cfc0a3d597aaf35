internal import Ordering

/// Phrases whose sense follows from the one beside them: exchanges, halves, and kinds of an item.
extension Chunker {
    /// Makes options of items whose words also name an option and that are exchanged for an option of the same group:
    /// "white rice, sorry, brown rice" where brown rice is a side, too. "No cheddar instead of swiss" asks for cheddar.
    func exchanging(_ chunks: [Chunk]) -> [Chunk] {
        var chunks = chunks
        for cue in chunks.indices {
            switch chunks[cue].kind {
            case .insteadOf, .repair, .not, .no, .to: break
            case .conjunction where isOfHalves(chunks): break
            default: continue
            }
            guard let left = chunks[..<cue].lastIndex(where: { $0.kind != .filler }),
                let right = chunks[(cue + 1)...].firstIndex(where: { $0.kind != .filler && $0.kind != .definite })
            else { continue }
            let isBegin =
                chunks[cue].kind == .insteadOf && !chunks[..<left].contains { ClauseParser.isContent($0.kind) }
            if isBegin, case .option(var wanted) = chunks[left].kind, wanted.amount == .without,
                case .option(let other) = chunks[right].kind, other.amount == nil, shared(wanted, other) != nil
            {
                wanted.amount = nil
                chunks[left].kind = .option(wanted)
                continue
            }
            for (named, other) in [(right, left), (left, right)] {
                guard case .item = chunks[named].kind, let reading = chunks[named].asOption,
                    case .option(let phrase) = chunks[other].kind, let group = shared(reading, phrase),
                    named == 0 || !isDeterminer(chunks[named - 1])
                else { continue }
                let candidates = reading.candidates.filter { $0.group == group || isOfTwins($0) }
                chunks[named].kind = .option(OptionPhrase(candidates: candidates))
                // "With avocado but no edamame beans": of a group that takes several, a "no" leaves out.
                if named == right, chunks[cue].kind == .no, menu.group(group)?.select != .one {
                    chunks[named].kind = .option(OptionPhrase(candidates: candidates, amount: .without))
                    chunks[cue].kind = .filler
                }
                break
            }
        }
        return chunks
    }

    /// A group of which an item can have one option and that both phrases may mean.
    private func shared(_ one: OptionPhrase, _ other: OptionPhrase) -> String? {
        one.candidates.lazy.map(\.group).first { group in other.candidates.contains { $0.group == group } }
    }

    private func isDeterminer(_ chunk: Chunk) -> Bool {
        switch chunk.kind {
        case .article, .quantity: true
        default: false
        }
    }

    /// Whether only the two halves of an item are named: "pepperoni and meat lovers".
    private func isOfHalves(_ chunks: [Chunk]) -> Bool {
        var things = 0
        for chunk in chunks {
            switch chunk.kind {
            case .filler, .conjunction, .unknown: continue
            case .option(let phrase) where phrase.candidates.contains(where: isOfTwins): things += 1
            case .item where chunk.asOption?.candidates.contains(where: isOfTwins) == true: things += 1
            default: return false
            }
        }
        return things == 2
    }

    /// Narrows an ambiguous item by its kind said behind it: "four cookies, the chocolate chip kind".
    private func isKind(_ items: [Int], of all: [Int]) -> Bool {
        all.count > 1 && !items.isEmpty && items.count < all.count && items.allSatisfy(all.contains)
    }

    func narrowed(_ chunks: [Chunk]) -> [Chunk] {
        var result: [Chunk] = []
        for chunk in chunks {
            guard case .item(let items) = chunk.kind,
                let place = result.lastIndex(where: { $0.kind != .filler && $0.kind != .definite }),
                case .item(let all) = result[place].kind, isKind(items, of: all)
            else {
                result.append(chunk)
                continue
            }
            result[place].kind = chunk.kind
            result[place].range = result[place].range.lowerBound..<chunk.range.upperBound
            result.removeSubrange((place + 1)...)
        }
        return result
    }
}
