internal import OrderParsing
internal import Ordering

/// Simulates errors of speaking and recognition: words misheard, dropped, doubled, split, joined, and fillers inserted.
struct DisfluencyModel: Sendable {
    let data: TrainingData

    // Percentages of words, or of sentences.
    private static let misheardName = 5, replacedName = 3, split = 2, joined = 2, dropped = 3, doubled = 1, filled = 3,
        replacedPlain = 2
    private static let untouchedSentences = 35

    func damage(_ sentence: LabelledSentence, _ random: inout TrainingRandom) -> LabelledSentence {
        guard !random.chance(Self.untouchedSentences) else { return sentence }
        var damaged = LabelledSentence(words: [], labels: [])
        func add(_ word: String, _ label: WordLabel) {
            damaged.words.append(word)
            damaged.labels.append(label)
        }
        for (place, (word, label)) in zip(sentence.words, sentence.labels).enumerated() {
            // A word before a known name is an option, so only the last word of a name is replaced.
            let isLast =
                place + 1 == sentence.labels.count || sentence.labels[place + 1].isFirst
                || sentence.labels[place + 1].span == nil
            let isName = label.span == .item || label.span == .option
            if isName {
                if random.chance(Self.misheardName) {
                    add(misspelled(word, &random), label)
                } else if random.chance(Self.replacedName), isLast, let other = random.pick(data.otherWords) {
                    add(other, label)
                } else if random.chance(Self.split), word.count >= 6 {
                    let cut = word.index(word.startIndex, offsetBy: 2 + random.below(word.count - 3))
                    add(String(word[..<cut]), label)
                    add(String(word[cut...]), label.span.map(WordLabel.inside) ?? label)
                } else if random.chance(Self.joined), let span = label.span, !label.isFirst,
                    damaged.labels.last?.span == span, let before = damaged.words.popLast()
                {
                    damaged.words.append(before + word)
                } else {
                    add(word, label)
                }
                continue
            }
            if label == .outside {
                if random.chance(Self.dropped) { continue }
                if random.chance(Self.replacedPlain), let other = random.pick(data.otherWords) {
                    add(other, label)
                    continue
                }
                if random.chance(Self.doubled) { add(word, label) }
                if random.chance(Self.filled), let filler = random.pick(data.interjections) {
                    for part in SpokenWords(filler).words { add(part, label) }
                }
            }
            add(word, label)
        }
        return damaged
    }

    /// A word with one or two wrong letters: changed, deleted, doubled or swapped.
    private func misspelled(_ word: String, _ random: inout TrainingRandom) -> String {
        var letters = Array(word)
        let alike: [Character: [Character]] = [
            "a": ["e", "o", "u"], "e": ["a", "i"], "i": ["e", "y"], "o": ["a", "u"], "u": ["o", "a"],
            "c": ["k", "s", "g"], "k": ["c", "g"], "g": ["k", "j"],
            "t": ["d", "p"], "d": ["t", "b"],
            "p": ["b", "t"], "b": ["p", "v"], "m": ["n"], "n": ["m"], "f": ["v", "t"], "v": ["f", "w"],
            "s": ["z", "c"], "l": ["r", "w"], "r": ["l", "w"],
        ]
        for _ in 0..<(word.count > 5 && random.chance(50) ? 2 : 1) {
            guard letters.count >= 3 else { return String(letters) }
            let place = 1 + random.below(letters.count - 1)
            switch random.below(4) {
            case 0: letters.remove(at: place)
            case 1: letters.insert(letters[place], at: place)
            case 2: letters.swapAt(place, place - 1)
            default:
                letters[place] = random.pick(alike[letters[place]] ?? []) ?? random.pick(Array("aeioutnrslcdmp")) ?? "e"
            }
        }
        return String(letters)
    }
}
