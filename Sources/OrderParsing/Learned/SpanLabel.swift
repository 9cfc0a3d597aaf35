/// What a stretch of words is in an order.
public enum SpanLabel: String, CaseIterable, Hashable, Sendable, Codable {
    /// Something the menu sells, or should: "latte", "franchino".
    case item
    /// A value of an option group: "large", "oat milk".
    case option
    /// How many of an item: "two", "half a dozen". Articles are no quantities.
    case quantity
    /// How much of an option: "no", "a little bit of", "two pumps of", the "two" of "two sugars".
    case amount
    /// Something said or ordered before: "it", "the second one", "both".
    case reference
}

/// The label of one word: outside of everything, or first or further word of a span (the BIO scheme).
struct WordLabel: Hashable, Sendable {
    /// 0 for outside; then two for each span label, the first word's before the further ones'.
    let index: Int

    static let count = 1 + 2 * SpanLabel.allCases.count
    static let outside = WordLabel(index: 0)

    static func first(of label: SpanLabel) -> WordLabel {
        WordLabel(index: 1 + 2 * (SpanLabel.allCases.firstIndex(of: label) ?? 0))
    }

    static func inside(_ label: SpanLabel) -> WordLabel { WordLabel(index: first(of: label).index + 1) }

    /// The span's label; `nil` outside.
    var span: SpanLabel? { index == 0 ? nil : SpanLabel.allCases[(index - 1) / 2] }

    var isFirst: Bool { index % 2 == 1 }

    /// "O", "B-item", "I-item"…
    var name: String { span.map { (isFirst ? "B-" : "I-") + $0.rawValue } ?? "O" }

    /// All labels in the order of their indices.
    static let names = (0..<count).map { WordLabel(index: $0).name }

    /// The spans that labels describe. A further word without a first one begins a span.
    static func spans(_ labels: [WordLabel]) -> [(label: SpanLabel, words: Range<Int>)] {
        var spans: [(label: SpanLabel, words: Range<Int>)] = []
        for (place, label) in labels.enumerated() {
            guard let span = label.span else { continue }
            if !label.isFirst, let last = spans.last, last.words.upperBound == place, last.label == span {
                spans[spans.count - 1].words = last.words.lowerBound..<place + 1
            } else {
                spans.append((span, place..<place + 1))
            }
        }
        return spans
    }
}
