public import Ordering

/// Understands utterances by the menu's words and rules of English order, in microseconds, without training.
///
/// Made once per menu; `parse` is pure and may be called from any thread.
public struct RuleParser: OrderParser {
    private let menu: Menu
    private let segmenter: Segmenter
    private let reader: PhraseReader
    private let assembler: ItemAssembler

    /// Compiles the menu's phrases.
    ///
    /// - Throws: a decoding error only if the built-in language data is damaged, which its test excludes.
    public init(menu: Menu) throws {
        let language = try Language.english()
        let numbers = NumberReader(language.numbers)
        self.menu = menu
        segmenter = Segmenter(lexicon: Lexicon(menu: menu, language: language, numbers: numbers), numbers: numbers)
        reader = PhraseReader(menu: menu)
        assembler = ItemAssembler(menu: menu)
    }

    public func parse(_ transcript: String) -> OrderParseResult {
        guard let spoken = SpokenWords(transcript: transcript) else {
            let limits = "\(SpokenWords.mostCharacters) characters or \(SpokenWords.mostWords) words"
            return OrderParseResult(intent: .unknown, confidence: 0, source: .nlu, warnings: ["longer than \(limits): nothing was read"])
        }
        let words = spoken.words
        guard !words.isEmpty else { return OrderParseResult(intent: .unknown, confidence: 0, source: .nlu) }
        let elements = reader.elements(segmenter.segments(words))
        var assembly = assembler.assemble(elements, words: words)
        let confidence = Self.confidence(elements)
        for index in assembly.items.indices { assembly.items[index].confidence = confidence }
        var intent = Self.intent(elements, assembly)
        if intent == .remove, assembly.items.isEmpty, !assembly.looseOptions.isEmpty {
            // "I don't want foam" takes away the foam, not the item.
            intent = .change
            assembly.looseOptions = assembly.looseOptions.map { SelectedOption(option: $0.option, amount: .without, spoken: $0.spoken) }
        }
        let unread = elements.filter { $0.kind == .unknown }.map { words[$0.range].joined(separator: " ") }
        if !unread.isEmpty, intent != .unknown { assembly.warnings.append("not understood: " + unread.joined(separator: ", ")) }
        return OrderParseResult(
            intent: intent, items: assembly.items, looseOptions: assembly.looseOptions, looseQuantity: assembly.looseQuantity,
            confidence: intent == .unknown ? 0 : confidence, source: .nlu, warnings: assembly.warnings,
            isUnfinished: Self.isUnfinished(elements, assembly))
    }

    /// The share of the words that carry meaning and were understood.
    private static func confidence(_ elements: [Element]) -> Double {
        var understood = 0, unknown = 0
        for element in elements {
            switch element.kind {
            case .item, .option, .quantity, .intent, .with, .join, .article: understood += element.range.count
            case .unknown, .dangling: unknown += element.range.count
            case .filler: continue
            }
        }
        return understood == 0 ? 0 : Double(understood) / Double(understood + unknown)
    }

    /// Where several intents are said without an item, the one that changes most decides, except that a first "yes" or
    /// "no" answers the open question.
    private static let priority: [OrderIntent] = [.clear, .cancel, .readCart, .repeat, .help, .confirm, .checkout, .remove, .decline]

    private static func intent(_ elements: [Element], _ assembly: ItemAssembler.Assembly) -> OrderIntent {
        let said = elements.compactMap { if case .intent(let intent) = $0.kind { intent } else { nil } }
        if !assembly.items.isEmpty {
            let firstItem = elements.firstIndex { if case .item = $0.kind { true } else { false } } ?? elements.count
            let before = elements[..<firstItem].compactMap { if case .intent(let intent) = $0.kind { intent } else { nil } }
            if before.contains(.clear) || before.contains(.remove) || before.contains(.cancel) { return .remove }
            return before.contains(.add) ? .add : .order
        }
        if let strongest = priority.first(where: said.contains), strongest != .decline || assembly.looseOptions.isEmpty { return strongest }
        if !assembly.looseOptions.isEmpty || assembly.looseQuantity != nil { return .change }
        return said.isEmpty ? .unknown : said[0]
    }

    /// Words that end as if more were to come: "a large latte with", "and a", "can I get a large".
    private static func isUnfinished(_ elements: [Element], _ assembly: ItemAssembler.Assembly) -> Bool {
        guard let last = elements.last(where: { $0.kind != .filler }) else { return false }
        switch last.kind {
        case .with, .join, .article, .dangling: return true
        case .intent(.order), .intent(.add), .intent(.remove): return true
        case .quantity: return !assembly.items.isEmpty || elements.contains { $0.kind == .intent(.order) || $0.kind == .intent(.add) }
        case .option:
            return assembly.items.isEmpty
                && elements.contains { element in
                    switch element.kind {
                    case .intent(.order), .intent(.add), .article, .quantity: true
                    default: false
                    }
                }
        case .item, .intent, .filler, .unknown: return false
        }
    }
}
