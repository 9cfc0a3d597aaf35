public import Ordering

/// How the learned parser and the rule parser are combined.
public enum ParsingStrategy: String, CaseIterable, Equatable, Sendable {
    /// The learned result if its confidence is above 0.8, otherwise the rules' result.
    case learnedFirst = "learned-first"
    /// The rules' result; the learned one if the rules understood nothing.
    case rulesFirst = "rules-first"
    /// Both, merged slot by slot.
    case hybrid
    /// The learned parser alone.
    case learnedOnly = "learned"
    /// The rules alone; the default.
    case rulesOnly = "rules"
}

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

/// A parser that combines the rule parser and the learned parser.
///
/// Create it once per menu and model. `parse` has no side effects and can be called from any thread. With two parsers
/// one runs after the other, because handing one to another thread takes longer.
///
/// The rules alone are the default: on menus and sentences of other authors the learned parser adds nothing to them
/// (`Tests/UnderstandingTests/README.md`).
public struct OrderParsingPipeline: OrderParser {
    private let strategy: ParsingStrategy
    private let rules: RuleParser
    /// `nil` for the rules alone, which need no model.
    private let learned: LearnedParser?
    private let merger: OrderResultMerger

    /// - Parameter model: the learned parser's weights; `nil` for the built-in model, which works with every menu.
    /// - Throws: `CRFModelError` or a decoding error if the built-in data is damaged; a test excludes that.
    public init(menu: Menu, strategy: ParsingStrategy = .rulesOnly, model: CRFModel? = nil) throws {
        let grammar = try Grammar(menu: menu)
        self.strategy = strategy
        rules = RuleParser(grammar: grammar)
        if strategy == .rulesOnly {
            learned = nil
        } else {
            let model = if let model { model } else { try CRFModel.builtIn() }
            learned = LearnedParser(grammar: grammar, tagger: try CRFTagger(menu: menu, model: model))
        }
        merger = OrderResultMerger(menu: menu)
    }

    /// Parses a transcript with the strategy's parsers.
    public func parse(_ transcript: String) -> OrderParseResult {
        guard let learned else { return rules.parse(transcript) }
        switch strategy {
        case .rulesOnly: return rules.parse(transcript)
        case .learnedOnly: return learned.parse(transcript)
        case .rulesFirst:
            let result = rules.parse(transcript)
            return result.intent == .unknown ? fallback(learned.parse(transcript), instead: result) : result
        case .learnedFirst:
            let result = learned.parse(transcript)
            return result.confidence > OrderResultMerger.trustedConfidence && !result.acts.isEmpty
                ? result : fallback(rules.parse(transcript), instead: result)
        case .hybrid: return merger.merge(learned: learned.parse(transcript), rules: rules.parse(transcript))
        }
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

    /// Parses a growing transcript for its preview. The learned parser runs only if the rules leave words unread.
    ///
    /// - Parameter memory: of the earlier words of the same transcript; use a new value for each utterance.
    public func preview(_ transcript: String, memory: inout ParsingMemory) -> OrderParseResult {
        guard strategy != .learnedOnly, strategy != .learnedFirst else { return parse(transcript) }
        let result = rules.parse(transcript, memory: &memory)
        guard strategy == .hybrid, let learned, !result.unread.isEmpty else { return result }
        return merger.merge(learned: learned.parse(transcript), rules: result)
    }

    private func fallback(_ result: OrderParseResult, instead first: OrderParseResult) -> OrderParseResult {
        guard !result.acts.isEmpty else { return first }
        var result = result
        result.source = .fallback
        return result
    }

    /// The role of each phrase, by the parser that decided.
    public func explain(_ transcript: String) -> [ExplainedPhrase] {
        guard let learned, parse(transcript).source == .learned else { return rules.explain(transcript) }
        return learned.explain(transcript)
    }
}
