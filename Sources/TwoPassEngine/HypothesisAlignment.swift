internal import Speech

/// The alignment of two hypotheses of one utterance: the words on which they agree, and the differing parts between
/// those.
///
/// After Fiscus 1997, "A post-processing system to yield reduced word error rates: Recognizer Output Voting Error
/// Reduction (ROVER)".
struct HypothesisAlignment {
    enum Part: Equatable {
        /// Both hypotheses have this word. Its doubt is their mean doubt times `agreementDoubt`.
        case agreed(TranscribedWord)
        /// The hypotheses have different words, or one has none.
        case differing(first: [TranscribedWord], second: [TranscribedWord])
    }

    /// Function words of which a repetition is not meant; "two two percent milk lattes" is.
    private static let functionWords: Set<String> = [
        "a", "an", "the", "and", "with", "of", "to", "in", "on", "for", "i",
    ]

    private(set) var parts: [Part] = []
    /// Indices in `parts` where the hypotheses differ.
    private(set) var differences: [Int] = []

    /// Aligns word by word by the longest common subsequence. A function word that only one hypothesis has twice in a
    /// row counts once: a long sound, slowed down, may be recognised as two short words.
    ///
    /// - Parameters:
    ///   - before: the word before both hypotheses.
    ///   - first: the first engine's words.
    ///   - second: the second engine's words.
    ///   - agreementDoubt: factor on the doubt of a word in both hypotheses, 0…1.
    init(after before: String? = nil, first: [TranscribedWord], second: [TranscribedWord], agreementDoubt: Double) {
        let lengths = Self.commonLengths(first, second)
        var open = (first: [TranscribedWord](), second: [TranscribedWord]()), row = 0, column = 0, agreed = before
        while row < first.count || column < second.count {
            if row < first.count, column < second.count, first[row].text == second[column].text {
                add(differing: open, after: agreed)
                open = ([], [])
                agreed = first[row].text
                let doubt = 1 - (first[row].confidence + second[column].confidence) / 2
                parts.append(.agreed(first[row].with(confidence: 1 - agreementDoubt * doubt)))
                row += 1
                column += 1
            } else if column < second.count, row == first.count || lengths[row][column + 1] >= lengths[row + 1][column]
            {
                open.second.append(second[column])
                column += 1
            } else {
                open.first.append(first[row])
                row += 1
            }
        }
        add(differing: open, after: agreed)
    }

    /// Aligns the hypotheses as one part each.
    init(whole first: [TranscribedWord], _ second: [TranscribedWord]) {
        if first.map(\.text) == second.map(\.text) {
            parts = first.map(Part.agreed)
        } else {
            add(differing: (first, second))
        }
    }

    /// Returns the words with the second hypothesis at the given indices of `parts` and the first one elsewhere.
    ///
    /// - Parameter unmatchedScale: factor on the confidence of words in one hypothesis only, 0…1.
    func words(secondAt places: Set<Int>, unmatchedScale: Double = 1) -> [TranscribedWord] {
        parts.enumerated().flatMap { place, part in
            switch part {
            case .agreed(let word): [word]
            case .differing(let first, let second):
                (places.contains(place) ? second : first).map { $0.with(confidence: $0.confidence * unmatchedScale) }
            }
        }
    }

    private mutating func add(
        differing words: (first: [TranscribedWord], second: [TranscribedWord]), after agreed: String? = nil
    ) {
        guard !words.first.isEmpty || !words.second.isEmpty else { return }
        if words.first.isEmpty || words.second.isEmpty, let agreed, Self.functionWords.contains(agreed),
            (words.first + words.second).allSatisfy({ $0.text == agreed })
        {
            return
        }
        differences.append(parts.count)
        parts.append(.differing(first: words.first, second: words.second))
    }

    /// Returns the lengths of the longest common subsequences of the suffixes, for each pair of indices.
    private static func commonLengths(_ first: [TranscribedWord], _ second: [TranscribedWord]) -> [[Int]] {
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
