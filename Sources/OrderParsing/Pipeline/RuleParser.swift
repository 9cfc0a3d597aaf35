public import Ordering

/// Understands utterances by the menu's words and rules of English order, in microseconds, without training.
///
/// Made once per menu; `parse` is pure and may be called from any thread.
public struct RuleParser: OrderParser {
    private let grammar: Grammar

    /// Compiles the menu's phrases.
    ///
    /// - Throws: a decoding error only if the built-in language data is damaged, which its test excludes.
    public init(menu: Menu) throws { self.init(grammar: try Grammar(menu: menu)) }

    init(grammar: Grammar) { self.grammar = grammar }

    public func parse(_ transcript: String) -> OrderParseResult {
        let (words, refusal) = Grammar.words(transcript, source: .nlu)
        return refusal ?? grammar.result(grammar.segmenter.segments(words), words: words, source: .nlu)
    }

    /// Understands a transcript that goes on from the last one: only what the new words may change is looked up.
    public func parse(_ transcript: String, memory: inout ParsingMemory) -> OrderParseResult {
        let (words, refusal) = Grammar.words(transcript, source: .nlu)
        return refusal ?? grammar.result(grammar.segmenter.segments(words, memory: &memory), words: words, source: .nlu)
    }

    /// What each phrase of an utterance was taken for; empty for one that is too long.
    public func explain(_ transcript: String) -> [ExplainedPhrase] {
        let words = Grammar.words(transcript, source: .nlu).words
        return grammar.explain(grammar.segmenter.segments(words), words: words)
    }
}
