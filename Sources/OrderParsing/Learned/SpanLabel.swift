/// The role of a span of words in an order.
public enum SpanLabel: String, CaseIterable, Hashable, Sendable, Codable {
    /// An item, whether or not the menu has it: "latte", "franchino".
    case item
    /// An option: "large", "oat milk".
    case option
    /// The quantity of an item: "two", "half a dozen". Articles are no quantities.
    case quantity
    /// The amount of an option: "no", "a little bit of", "two pumps of", the "two" of "two sugars".
    case amount
    /// A reference to an earlier item or line: "it", "the second one", "both".
    case reference
}

/// The label of one word in the BIO scheme.
package struct WordLabel: Hashable, Sendable {
    /// 0 for outside; then two per span label, B before I.
    package let index: Int

    package static let count = 1 + 2 * SpanLabel.allCases.count
    package static let outside = WordLabel(index: 0)

    package static func first(of label: SpanLabel) -> WordLabel {
        WordLabel(index: 1 + 2 * (SpanLabel.allCases.firstIndex(of: label) ?? 0))
    }

    package static func inside(_ label: SpanLabel) -> WordLabel { WordLabel(index: first(of: label).index + 1) }

    /// The label of the span; `nil` outside.
    package var span: SpanLabel? { index == 0 ? nil : SpanLabel.allCases[(index - 1) / 2] }

    package var isFirst: Bool { index % 2 == 1 }

    /// "O", "B-item", "I-item"…
    package var name: String { span.map { (isFirst ? "B-" : "I-") + $0.rawValue } ?? "O" }

    /// All labels in the order of their indices.
    package static let names = (0..<count).map { WordLabel(index: $0).name }

    /// The spans of a label sequence. An I without a B begins a span.
    package static func spans(_ labels: [WordLabel]) -> [(label: SpanLabel, words: Range<Int>)] {
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
