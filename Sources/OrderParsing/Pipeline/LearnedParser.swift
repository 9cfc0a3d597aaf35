public import Ordering

/// Understands utterances by what a sequence labeller finds in them: which words name items and options it has learned
/// from sentences, so it sees them also where the menu does not have the words ("a large franchino with some oaty
/// milk").
///
/// What the words it found mean is looked up in the menu, exactly or by sound; how they belong together says the same
/// grammar as the rule parser's. Made once per menu and model; `parse` is pure and may be called from any thread.
public struct LearnedParser: OrderParser {
    private let grammar: Grammar
    private let tagger: CRFTagger

    /// - Throws: a decoding error only if the built-in language data is damaged, which its test excludes.
    public init(menu: Menu, model: CRFModel) throws {
        self.init(grammar: try Grammar(menu: menu), tagger: try CRFTagger(menu: menu, model: model))
    }

    init(grammar: Grammar, tagger: CRFTagger) {
        self.grammar = grammar
        self.tagger = tagger
    }

    public func parse(_ transcript: String) -> OrderParseResult {
        let (words, refusal) = Grammar.words(transcript, source: .ai)
        if let refusal { return refusal }
        let tagging = tagger.tag(words)
        var result = grammar.result(segments(words, tagging), words: words, source: .ai)
        result.confidence = tagging.spans.reduce(result.confidence) { min($0, $1.probability) }
        return result
    }

    /// What each phrase of an utterance was taken for; empty for one that is too long.
    public func explain(_ transcript: String) -> [ExplainedPhrase] {
        let words = Grammar.words(transcript, source: .ai).words
        return grammar.explain(segments(words, tagger.tag(words)), words: words)
    }

    /// Items and options where they were found; what lies between is read without the menu's words.
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
