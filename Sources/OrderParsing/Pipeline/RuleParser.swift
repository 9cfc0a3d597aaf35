public import Ordering

/// A rule-based parser: the menu's words and a grammar of spoken orders, without training.
///
/// Create it once per menu. `parse` has no side effects and can be called from any thread.
public struct RuleParser: OrderParser {
    private let grammar: Grammar

    /// Builds the lexicon of a menu.
    ///
    /// - Throws: a decoding error if the built-in language data is damaged; a test excludes that.
    public init(menu: Menu) throws { self.init(grammar: try Grammar(menu: menu)) }

    init(grammar: Grammar) { self.grammar = grammar }

    /// Parses a transcript with the rules.
    public func parse(_ transcript: String) -> OrderParseResult {
        let (words, refusal) = grammar.words(transcript, source: .rules)
        return refusal ?? grammar.result(grammar.segmenter.segments(words), words: words, source: .rules)
    }

    /// Parses a growing transcript; only what the new words can change is parsed again.
    public func parse(_ transcript: String, memory: inout ParsingMemory) -> OrderParseResult {
        let (words, refusal) = grammar.words(transcript, source: .rules)
        return refusal
            ?? grammar.result(grammar.segmenter.segments(words, memory: &memory), words: words, source: .rules)
    }

    /// The role of each phrase; empty for an utterance that is too long.
    public func explain(_ transcript: String) -> [ExplainedPhrase] {
        let words = grammar.words(transcript, source: .rules).words
        return grammar.explain(grammar.segmenter.segments(words), words: words)
    }
}
