internal import Speech

/// Two readings of one utterance side by side: the words they agree on, and between those what each of them has.
///
/// After Fiscus 1997, "A post-processing system to yield reduced word error rates: Recognizer Output Voting Error
/// Reduction (ROVER)".
struct HypothesisAlignment {
    enum Part: Equatable {
        /// Both read this word; it is as doubtful as they are on average, or less (`agreedDoubt`).
        case agreed(TranscribedWord)
        /// They read different words, or one of them none.
        case differing(first: [TranscribedWord], second: [TranscribedWord])
    }

    /// Words that nobody says twice in a row to mean more than once; "two two percent milk lattes" are two.
    private static let small: Set<String> = ["a", "an", "the", "and", "with", "of", "to", "in", "on", "for", "i"]

    private(set) var parts: [Part] = []
    /// Places in `parts` where the readings differ.
    private(set) var differences: [Int] = []

    /// Aligns word by word, with as many words agreed on as can be. A small word that only one reading heard twice in a
    /// row was said once: a long sound, played slower, may be heard as two short words.
    ///
    /// - Parameters:
    ///   - before: the word before both readings.
    ///   - agreedDoubt: factor on the doubt in a word that both read, 0…1.
    init(after before: String? = nil, first: [TranscribedWord], second: [TranscribedWord], agreedDoubt: Double) {
        let common = Self.common(first, second)
        var open = (first: [TranscribedWord](), second: [TranscribedWord]()), row = 0, column = 0, agreed = before
        while row < first.count || column < second.count {
            if row < first.count, column < second.count, first[row].text == second[column].text {
                add(differing: open, after: agreed)
                open = ([], [])
                agreed = first[row].text
                let doubt = 1 - (first[row].confidence + second[column].confidence) / 2
                parts.append(.agreed(first[row].with(confidence: 1 - agreedDoubt * doubt)))
                row += 1
                column += 1
            } else if column < second.count, row == first.count || common[row][column + 1] >= common[row + 1][column] {
                open.second.append(second[column])
                column += 1
            } else {
                open.first.append(first[row])
                row += 1
            }
        }
        add(differing: open, after: agreed)
    }

    /// Takes each reading as a whole.
    init(whole first: [TranscribedWord], _ second: [TranscribedWord]) {
        if first.map(\.text) == second.map(\.text) {
            parts = first.map(Part.agreed)
        } else {
            add(differing: (first, second))
        }
    }

    /// The words that stand when the second reading is taken at these places of `parts` and the first one at the
    /// others.
    ///
    /// - Parameter aloneScale: factor on the confidence of words that only one of the readings has, 0…1.
    func words(secondAt places: Set<Int>, aloneScale: Double = 1) -> [TranscribedWord] {
        parts.enumerated().flatMap { place, part in
            switch part {
            case .agreed(let word): [word]
            case .differing(let first, let second):
                (places.contains(place) ? second : first).map { $0.with(confidence: $0.confidence * aloneScale) }
            }
        }
    }

    private mutating func add(
        differing words: (first: [TranscribedWord], second: [TranscribedWord]), after agreed: String? = nil
    ) {
        guard !words.first.isEmpty || !words.second.isEmpty else { return }
        if words.first.isEmpty || words.second.isEmpty, let agreed, Self.small.contains(agreed),
            (words.first + words.second).allSatisfy({ $0.text == agreed })
        {
            return
        }
        differences.append(parts.count)
        parts.append(.differing(first: words.first, second: words.second))
    }

    /// Lengths of the longest common subsequences of what is left from each pair of places on.
    private static func common(_ first: [TranscribedWord], _ second: [TranscribedWord]) -> [[Int]] {
        var lengths = Array(repeating: Array(repeating: 0, count: second.count + 1), count: first.count + 1)
        for row in first.indices.reversed() {
            for column in second.indices.reversed() {
                lengths[row][column] =
                    first[row].text == second[column].text
                    ? lengths[row + 1][column + 1] + 1 : max(lengths[row + 1][column], lengths[row][column + 1])
            }
        }
        return lengths
    }
}

extension TranscribedWord {
    fileprivate func with(confidence: Double) -> TranscribedWord {
        TranscribedWord(text: text, span: span, confidence: confidence)
    }
}
