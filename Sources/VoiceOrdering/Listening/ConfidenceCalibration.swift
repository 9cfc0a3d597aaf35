package import Ordering
package import Speech

/// Calibrated confidence of order lines, from the recogniser's word confidences.
///
/// The raw confidence of a line is the mean confidence of its words, times the confidence of the least confident word
/// of the item's name, and is reduced where the mean confidence of the whole utterance is low: off-topic speech is
/// seldom recognised well from end to end. Calibration maps the raw value to the measured share of correct lines: 426
/// lines of recorded orders (quiet, kitchen and coffee shop at 6 dB), and 36 lines produced by 20 minutes of read
/// sentences that order nothing (table in `benchmarks/README.md`). In the middle of off-topic speech even a line of
/// confident words is doubtful: "no time to think about the real world" gave "a water".
package struct ConfidenceCalibration {
    /// What was recognised just before an utterance.
    package enum Context {
        /// Nothing, or an utterance that was understood.
        case normal
        /// Speech without a confident word, or off-topic speech a while ago.
        case lowConfidence
        /// Off-topic speech (`isOffTopic`).
        case offTopic
    }

    /// Mean confidence from which on an utterance as a whole is not doubtful.
    private static let reliableMean = 0.93
    /// Measured share of lines correct in every slot, by raw confidence; interpolated linearly.
    private static let curve: [(raw: Double, correct: Double)] = [
        (0, 0.2), (0.5, 0.5), (0.8, 0.58), (0.92, 0.7), (0.96, 0.87), (0.99, 0.93), (0.999, 0.95), (1, 1),
    ]

    /// Number of options from which on a line counts as ordered however low its confidence: off-topic speech yields
    /// bare item names, hardly ever with two options.
    private static let orderedOptionCount = 2

    /// Factor on a line's confidence after off-topic or low-confidence speech: low enough that it is confirmed with the
    /// guest.
    private static let contextFactor = 0.9

    private let words: [TranscribedWord]
    private let context: Context
    private let mean: Double

    /// - Parameters:
    ///   - words: the words of one utterance.
    ///   - context: what was recognised just before it.
    package init(_ words: [TranscribedWord], after context: Context = .normal) {
        self.words = words
        self.context = context
        mean = Self.mean(words.map(\.confidence)) ?? 0
    }

    /// Whether an utterance is probably off-topic speech: nothing was understood, or it has no line and a low mean
    /// confidence.
    ///
    /// - Parameter parse: the calibrated parse of the utterance.
    package func isOffTopic(_ parse: OrderParseResult) -> Bool {
        parse.intent == .unknown || (parse.items.isEmpty && mean < Self.reliableMean)
    }

    /// The raw confidence of a line, 0…1.
    package func rawConfidence(of item: ParsedOrderItem) -> Double {
        let line = confidences(of: item.spoken), name = confidences(of: item.nameSpoken)
        return (Self.mean(line) ?? mean) * (name.min() ?? mean) * min(1, mean / Self.reliableMean)
    }

    /// The parse with calibrated confidences and without lines that are probably off-topic speech.
    ///
    /// A line with two options or more is kept, and confirmed with the guest, except right after off-topic speech.
    ///
    /// - Parameters:
    ///   - parse: the parse of the utterance's words.
    ///   - minimum: lines with less confidence are removed, 0…1; 0 returns the parse unchanged.
    package func calibrated(_ parse: OrderParseResult, minimum: Double) -> OrderParseResult {
        guard minimum > 0 else { return parse }
        func likely(_ items: [ParsedOrderItem]) -> [ParsedOrderItem] {
            items.compactMap { item in
                let raw = rawConfidence(of: item)
                let isOrder = item.options.count >= Self.orderedOptionCount && context != .offTopic
                guard isOrder || item.confidence * raw >= minimum else { return nil }
                var item = item
                item.confidence *= Self.shareCorrect(raw) * (context == .normal ? 1 : Self.contextFactor)
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
        // Without any act left the utterance was not understood.
        return result.acts.isEmpty
            ? OrderParseResult(intent: .unknown, confidence: 0, unread: words.map(\.text))
            : result
    }

    private static func shareCorrect(_ raw: Double) -> Double {
        guard let above = curve.firstIndex(where: { $0.raw >= raw }), above > 0 else {
            return raw > 0 ? 1 : curve[0].correct
        }
        let (low, high) = (curve[above - 1], curve[above])
        return low.correct + (high.correct - low.correct) * (raw - low.raw) / (high.raw - low.raw)
    }

    /// Confidences of the words of a phrase, wherever they occur in the utterance.
    private func confidences(of phrase: String) -> [Double] {
        let names = Set(phrase.split(separator: " "))
        return words.filter { names.contains(Substring($0.text)) }.map(\.confidence)
    }

    private static func mean(_ values: [Double]) -> Double? {
        values.isEmpty ? nil : values.reduce(0, +) / Double(values.count)
    }
}
