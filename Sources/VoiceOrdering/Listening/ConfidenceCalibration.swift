package import Ordering
package import Speech

/// How sure it is that a line was said, from what the recogniser thought of its words.
///
/// The certainty of a line is the mean confidence of its words, times that of the least sure word of the item's name,
/// and less where the whole utterance is doubtful: who talks of something else is seldom heard well from end to end.
/// Measured on 426 lines of recorded orders (quiet, kitchen and coffee shop at 6 dB) and on 20 minutes of read
/// sentences that order nothing, of which 36 lines were made: `benchmarks/README.md` has the table. In the middle of
/// talk even a line of sure words is doubtful: "no time to think about the real world" gave "a water".
package struct ConfidenceCalibration {
    /// What was heard just before an utterance.
    package enum Before {
        /// Nothing, or what was understood.
        case plain
        /// Speech of which no word is sure, or talk a while ago.
        case unclear
        /// Talk of something else (`isTalk`).
        case talk
    }

    /// Mean confidence from which on an utterance is not doubtful.
    private static let plain = 0.93
    /// Shares of the measured lines that were right in every slot, by certainty; between two it is the straight line.
    private static let shares: [(certainty: Double, right: Double)] = [
        (0, 0.2), (0.5, 0.5), (0.8, 0.58), (0.92, 0.7), (0.96, 0.87), (0.99, 0.93), (0.999, 0.95), (1, 1),
    ]

    /// Options from which on a line was ordered, however badly it was heard: out of talk come items by their names,
    /// hardly ever with two options.
    private static let optionsOrdered = 2

    /// What is left of a line's confidence after talk and after unclear speech: too little to take it without asking.
    private static let leftAmidSpeech = 0.9

    private let words: [TranscribedWord]
    private let before: Before
    private let mean: Double

    package init(_ words: [TranscribedWord], after before: Before = .plain) {
        self.words = words
        self.before = before
        mean = Self.mean(words.map(\.confidence)) ?? 0
    }

    /// Whether an utterance, weighed, is likely talk of something else: nothing of it was understood, or no line and it
    /// was heard badly.
    package func isTalk(_ weighed: OrderParseResult) -> Bool {
        weighed.intent == .unknown || (weighed.items.isEmpty && mean < Self.plain)
    }

    /// 0…1.
    package func certainty(of item: ParsedOrderItem) -> Double {
        let line = confidences(of: item.spoken), name = confidences(of: item.nameSpoken)
        return (Self.mean(line) ?? mean) * (name.min() ?? mean) * min(1, mean / Self.plain)
    }

    /// The parse without lines that are likely talk, the other lines' confidences as shares of right lines.
    ///
    /// A line with two options or more is kept, to be asked about, unless it is amid talk.
    ///
    /// - Parameter least: below it a line is talk; 0 leaves everything as it is.
    package func weighed(_ parse: OrderParseResult, least: Double) -> OrderParseResult {
        guard least > 0 else { return parse }
        func likely(_ items: [ParsedOrderItem]) -> [ParsedOrderItem] {
            items.compactMap { item in
                let certainty = certainty(of: item)
                let isOrder = item.options.count >= Self.optionsOrdered && before != .talk
                guard isOrder || item.confidence * certainty >= least else { return nil }
                var item = item
                item.confidence *= Self.right(certainty) * (before == .plain ? 1 : Self.leftAmidSpeech)
                return item
            }
        }
        var result = parse
        result.acts = parse.acts.compactMap { act in
            guard case .add(let items) = act else { return act }
            let left = likely(items)
            return left.isEmpty ? nil : .add(left)
        }
        guard result.acts != parse.acts else { return parse }
        result.items = result.acts.flatMap { act -> [ParsedOrderItem] in
            guard case .add(let items) = act else { return [] }
            return items
        }
        // An utterance of which nothing is left was not understood.
        return result.acts.isEmpty
            ? OrderParseResult(intent: .unknown, confidence: 0, source: parse.source, unread: words.map(\.text))
            : result
    }

    private static func right(_ certainty: Double) -> Double {
        guard let above = shares.firstIndex(where: { $0.certainty >= certainty }), above > 0 else {
            return certainty > 0 ? 1 : shares[0].right
        }
        let (low, high) = (shares[above - 1], shares[above])
        return low.right + (high.right - low.right) * (certainty - low.certainty) / (high.certainty - low.certainty)
    }

    /// Of the words of a phrase, wherever they were said.
    private func confidences(of phrase: String) -> [Double] {
        let names = Set(phrase.split(separator: " "))
        return words.filter { names.contains(Substring($0.text)) }.map(\.confidence)
    }

    private static func mean(_ values: [Double]) -> Double? {
        values.isEmpty ? nil : values.reduce(0, +) / Double(values.count)
    }
}
