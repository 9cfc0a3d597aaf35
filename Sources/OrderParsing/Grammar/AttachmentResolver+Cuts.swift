internal import Ordering

/// Where the words of one head end and those of the next begin.
extension AttachmentResolver {
    func cut(_ chunks: [Chunk], after head: Int, before next: Int) -> Int {
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
                if head >= 0, isSaid(phrase, chunks[(next + 1)...]), !isSaid(phrase, chunks[..<head].reversed()),
                    takes(chunks[head], phrase)
                {
                    return cut
                }
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
            // "two more muffins"
            case .diet, .more, .less: cut = index
            case .filler, .dangling, .unknown: continue
            default: return cut
            }
        }
        return cut
    }

    /// Whether the choice of an option is made by one of the options beside a head, too: "a tea large, a tea small".
    private func isSaid(_ phrase: OptionPhrase, _ beside: some Sequence<Chunk>) -> Bool {
        for chunk in beside {
            switch chunk.kind {
            case .filler: continue
            case .option(let other):
                let isSame = other.candidates.contains { option in
                    menu.group(option.group)?.select == .one && phrase.candidates.contains { $0.group == option.group }
                }
                if isSame { return true }
            default: return false
            }
        }
        return false
    }

    private func takes(_ head: Chunk, _ phrase: OptionPhrase) -> Bool {
        phrase.candidates.contains { isTaken($0.group, by: head) }
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
}
