internal import Feedback
internal import Foundation
internal import OrderParsing
internal import OrderSession
internal import Ordering

/// Prints parses for people or as JSON, for `brews parse`.
struct ParseOutputWriter {
    private static let wordColumn = 28

    let menu: Menu
    let writer: PromptWriter
    let setup: Setup
    let parser: OrderParsingPipeline
    let explains: Bool
    /// The cart that utterances are applied to; `nil` to print parses alone.
    var cart: CartCoordinator?

    mutating func show(_ text: String) throws {
        let result = parser.parse(text)
        let prompts = cart?.apply(result, said: text)
        let explanation = explains ? parser.explain(text) : nil
        let reply = prompts.map(writer.reply)
        if setup.json {
            try setup.console.json(
                ParseOutput(result, text: text, menu: menu, cart: cart?.lines, reply: reply, explanation: explanation))
        } else {
            page(result, text, reply, explanation)
        }
    }

    private func page(_ result: OrderParseResult, _ text: String, _ reply: String?, _ explanation: [ExplainedPhrase]?) {
        let console = setup.console
        console.line(console.styled(text, .bold))
        for phrase in explanation ?? [] {
            let likeness = phrase.similarity < 1 ? String(format: "  (sounds like it, %.2f)", phrase.similarity) : ""
            console.line(
                "  \(phrase.words.padded(to: Self.wordColumn))\(phrase.role.padded(to: 12))"
                    + "\(phrase.sense)\(likeness)"
            )
        }
        console.line(
            "  intent    \(result.intent.rawValue) (confidence \(String(format: "%.2f", result.confidence)), "
                + "\(result.source.rawValue))"
        )
        for item in result.items {
            console.line("  item      \(item.quantity) × \(item.name)")
            for option in item.options {
                console.line("              \(option.option.group): \(describe(option))  “\(option.spoken)”")
            }
        }
        for option in result.looseChange.options {
            console.line("  option    \(option.option.group): \(describe(option))  “\(option.spoken)”")
        }
        if let quantity = result.looseChange.quantity { console.line("  quantity  \(quantity)") }
        for case .ask(let question) in result.acts where cart == nil {
            console.line("  answer    \(writer.sentence(.answer(question)))")
        }
        if cart == nil, case .avoid? = result.acts.first, result.acts.count == 1 {
            var empty = CartCoordinator(menu: menu)
            for prompt in empty.apply(result) { console.line("  answer    \(writer.sentence(prompt))") }
        }
        for warning in result.warnings { console.line("  note      \(warning)") }
        if let cart, let reply {
            for line in cart.lines { console.line("  cart      \(writer.describe(line))") }
            console.line("  reply     \(reply)")
        }
    }

    private func describe(_ selected: SelectedOption) -> String {
        let name = menu.option(selected.option)?.name ?? selected.option.option
        return [selected.amount?.rawValue, selected.count.map { "\($0) ×" }, name].compactMap { $0 }.joined(
            separator: " ")
    }
}

/// The JSON of one utterance.
private struct ParseOutput: Encodable {
    let text: String
    let intent: OrderIntent
    let items: [ItemOutput]
    /// Options without an item.
    let options: [LooseOption]
    /// A quantity without an item.
    let quantity: Int?
    let confidence: Double
    let source: String
    let warnings: [String]
    /// The cart after the utterance and the reply; only with `--cart`.
    let cart: [ItemOutput]?
    let reply: String?
    /// Only with `--explain`.
    let explanation: [Phrase]?

    struct LooseOption: Encodable {
        let group: String
        let id: String
        let amount: OptionAmount?
        let count: Int?
        let spoken: String
    }

    struct Phrase: Encodable {
        let words: String
        let role: String
        let meaning: String
        let similarity: Double
        let source: String
    }

    init(
        _ result: OrderParseResult, text: String, menu: Menu, cart: [OrderLine]?, reply: String?,
        explanation: [ExplainedPhrase]?
    ) {
        self.text = text
        intent = result.intent
        items = result.items.map { ItemOutput($0, menu: menu) }
        options = result.looseChange.options.map {
            LooseOption(
                group: $0.option.group, id: $0.option.option, amount: $0.amount, count: $0.count, spoken: $0.spoken)
        }
        quantity = result.looseChange.quantity
        confidence = result.confidence.rounded(places: 3)
        source = result.source.rawValue
        warnings = result.warnings
        self.cart = cart?.map { ItemOutput($0, menu: menu) }
        self.reply = reply
        self.explanation = explanation?.map {
            Phrase(
                words: $0.words, role: $0.role, meaning: $0.sense, similarity: $0.similarity.rounded(places: 2),
                source: result.source.rawValue)
        }
    }
}
