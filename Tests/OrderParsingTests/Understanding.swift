internal import Ordering
internal import Testing

/// An utterance and what it must be understood as, in a notation that reads like the result:
/// `2 × latte "two large lattes": size/large "large", sweetener/sugar light "a little sugar"`.
struct Understanding: Sendable, CustomTestStringConvertible {
    let text: String
    let intent: OrderIntent
    /// Items, options without an item, and `quantity 2`.
    let meaning: [String]
    /// Parts of the warnings, in their order.
    let warnings: [String]

    init(_ text: String, _ intent: OrderIntent = .order, _ meaning: String..., warnings: [String] = []) {
        self.text = text
        self.intent = intent
        self.meaning = meaning
        self.warnings = warnings
    }

    var testDescription: String { text }

    /// A result in the same notation.
    static func describe(_ result: OrderParseResult) -> [String] {
        result.items.map { item in
            "\(item.quantity) × \(item.itemId) \"\(item.spoken)\""
                + (item.options.isEmpty ? "" : ": " + item.options.map(describe).joined(separator: ", "))
        } + result.looseChange.options.map(describe) + (result.looseChange.quantity.map { ["quantity \($0)"] } ?? [])
    }

    private static func describe(_ option: SelectedOption) -> String {
        let measure = [option.amount?.rawValue, option.count.map { "×\($0)" }].compactMap { $0 }.map { " " + $0 }
            .joined()
        return "\(option.option.group)/\(option.option.option)\(measure) \"\(option.spoken)\""
    }
}
