public import Ordering

/// One hypothesis of a recogniser's N-best list.
public struct RecognitionHypothesis: Equatable, Sendable {
    /// The recognised words.
    public let text: String
    /// Posterior probability, 0…1.
    public let confidence: Double

    /// A hypothesis with its posterior probability, 0…1.
    public init(text: String, confidence: Double) {
        self.text = text
        self.confidence = confidence
    }
}

/// The parser of orders: the menu's words and a grammar of spoken orders, without training.
///
/// Create it once per menu. It has no side effects and can be called from any thread.
public struct OrderParsingPipeline: OrderParser {
    private let grammar: Grammar

    /// Builds the lexicon of a menu.
    ///
    /// - Throws: a decoding error if the built-in language data is damaged; a test excludes that.
    public init(menu: Menu) throws { grammar = try Grammar(menu: menu) }

    /// Parses a transcript.
    public func parse(_ transcript: String) -> OrderParseResult {
        let (words, refusal) = grammar.words(transcript)
        return refusal ?? grammar.result(grammar.segmenter.segments(words), words: words)
    }

    /// Parses an N-best list.
    ///
    /// - Parameter hypotheses: the recogniser's hypotheses, best first; at most `mostHypotheses` are parsed.
    /// - Returns: the first result if every word of it was understood, otherwise the one with the largest product of
    ///   confidence and posterior.
    public func parse(_ hypotheses: [RecognitionHypothesis]) -> OrderParseResult {
        guard let first = hypotheses.first else { return parse("") }
        let best = parse(first.text)
        if best.unread.isEmpty, best.confidence >= Self.wholeConfidence { return best }
        var chosen = (result: best, weight: Self.weight(best, first))
        for hypothesis in hypotheses.dropFirst().prefix(Self.mostHypotheses - 1) {
            let result = parse(hypothesis.text), weight = Self.weight(result, hypothesis)
            if weight > chosen.weight { chosen = (result, weight) }
        }
        return chosen.result
    }

    /// Maximum number of hypotheses that are parsed.
    public static let mostHypotheses = 5
    /// Minimum confidence, 0…1, of a fully understood utterance.
    private static let wholeConfidence = 0.95

    private static func weight(_ result: OrderParseResult, _ hypothesis: RecognitionHypothesis) -> Double {
        result.acts.isEmpty ? 0 : result.confidence * result.confidence * hypothesis.confidence
    }

    /// Parses a growing transcript for its preview; only what the new words can change is parsed again.
    ///
    /// - Parameter memory: of the earlier words of the same transcript; use a new value for each utterance.
    public func preview(_ transcript: String, memory: inout ParsingMemory) -> OrderParseResult {
        let (words, refusal) = grammar.words(transcript)
        return refusal ?? grammar.result(grammar.segmenter.segments(words, memory: &memory), words: words)
    }

    /// The role of each phrase; empty for an utterance that is too long.
    public func explain(_ transcript: String) -> [ExplainedPhrase] {
        let words = grammar.words(transcript).words
        return grammar.explain(grammar.segmenter.segments(words), words: words)
    }
}
