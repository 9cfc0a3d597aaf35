public import Ordering

/// A parser based on a sequence tagger, which finds items and options by context, also if the menu does not have the
/// words ("a large franchino with some oaty milk").
///
/// The spans are looked up in the menu, exactly or by sound. The grammar is the rule parser's. Create it once per menu
/// and model. `parse` has no side effects and can be called from any thread.
public struct LearnedParser: OrderParser {
    private let grammar: Grammar
    private let tagger: CRFTagger

    /// - Throws: a decoding error if the built-in language data is damaged; a test excludes that.
    public init(menu: Menu, model: CRFModel) throws {
        self.init(grammar: try Grammar(menu: menu), tagger: try CRFTagger(menu: menu, model: model))
    }

    init(grammar: Grammar, tagger: CRFTagger) {
        self.grammar = grammar
        self.tagger = tagger
    }

    /// Parses a transcript with the tagger.
    public func parse(_ transcript: String) -> OrderParseResult {
        let (words, refusal) = grammar.words(transcript, source: .learned)
        if let refusal { return refusal }
        let tagging = tagger.tag(words)
        var result = grammar.result(segments(words, tagging), words: words, source: .learned)
        result.confidence = tagging.spans.reduce(result.confidence) { min($0, $1.probability) }
        return result
    }

    /// The role of each phrase; empty for an utterance that is too long.
    public func explain(_ transcript: String) -> [ExplainedPhrase] {
        let words = grammar.words(transcript, source: .learned).words
        return grammar.explain(segments(words, tagger.tag(words)), words: words)
    }

    /// Items and options as tagged; the words between them are segmented without the menu's phrases.
    private func segments(_ words: [String], _ tagging: LearnedTagging) -> [Segment] {
        var segments: [Segment] = []
        var start = 0
        for span in tagging.spans where span.label == .item || span.label == .option {
            segments += grammar.segmenter.segments(words, ofLanguageIn: start..<span.words.lowerBound)
            segments += grammar.segmenter.named(words, in: span.words, isItem: span.label == .item)
            start = span.words.upperBound
        }
        return segments + grammar.segmenter.segments(words, ofLanguageIn: start..<words.count)
    }
}
