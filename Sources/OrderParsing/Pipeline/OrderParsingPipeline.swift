public import Ordering

/// How the learned parser and the rule parser share the work.
public enum ParsingStrategy: String, CaseIterable, Equatable, Sendable {
    /// The learned result where it is sure (above 0.8), else the rules'.
    case aiFirst = "learned-first"
    /// The rules' result, the learned one where the rules understood nothing.
    case nluFirst = "rules-first"
    /// Both, merged slot by slot; the default.
    case hybrid
    case aiOnly = "learned"
    case nluOnly = "rules"
}

/// One reading of an utterance by a recogniser.
public struct RecognitionHypothesis: Equatable, Sendable {
    public let text: String
    /// How likely it is, 0…1.
    public let confidence: Double

    public init(text: String, confidence: Double) {
        self.text = text
        self.confidence = confidence
    }
}

/// Understands utterances with rule parser and learned parser together.
///
/// Both together take some two hundred microseconds, so they run one after the other: handing one to another thread
/// would take longer. Made once per menu and model; `parse` is pure and may be called from any thread.
public struct OrderParsingPipeline: OrderParser {
    private let strategy: ParsingStrategy
    private let rules: RuleParser
    private let learned: LearnedParser
    private let merger: OrderResultMerger

    /// - Parameter model: what the learned parser has learned; `nil` for the built-in model, which works for every
    ///   menu.
    /// - Throws: `CRFModelError` or a decoding error only if the built-in data is damaged, which its test excludes.
    public init(menu: Menu, strategy: ParsingStrategy = .hybrid, model: CRFModel? = nil) throws {
        let grammar = try Grammar(menu: menu)
        let model = if let model { model } else { try CRFModel.builtIn() }
        self.strategy = strategy
        rules = RuleParser(grammar: grammar)
        learned = LearnedParser(grammar: grammar, tagger: try CRFTagger(menu: menu, model: model))
        merger = OrderResultMerger(menu: menu)
    }

    public func parse(_ transcript: String) -> OrderParseResult {
        switch strategy {
        case .nluOnly: return rules.parse(transcript)
        case .aiOnly: return learned.parse(transcript)
        case .nluFirst:
            let result = rules.parse(transcript)
            return result.intent == .unknown ? fallback(learned.parse(transcript), instead: result) : result
        case .aiFirst:
            let result = learned.parse(transcript)
            return result.confidence > OrderResultMerger.trustedConfidence && !result.acts.isEmpty
                ? result : fallback(rules.parse(transcript), instead: result)
        case .hybrid: return merger.merge(ai: learned.parse(transcript), nlu: rules.parse(transcript))
        }
    }

    /// Understands what was heard, where the recogniser is not sure what it was.
    ///
    /// - Parameter hypotheses: its N best readings with their likelihoods, best first; at most `mostHypotheses` are
    ///   read.
    /// - Returns: the first where it makes whole sense, and otherwise the one that makes most, weighed with its
    ///   likelihood.
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

    /// Readings of one utterance that are looked at.
    public static let mostHypotheses = 5
    /// From here on, 0…1, an utterance makes whole sense.
    private static let wholeConfidence = 0.95

    private static func weight(_ result: OrderParseResult, _ hypothesis: RecognitionHypothesis) -> Double {
        result.acts.isEmpty ? 0 : result.confidence * result.confidence * hypothesis.confidence
    }

    /// Understands a transcript that goes on from the last one, for its preview: the learned parser is asked only where
    /// the rules leave words unread.
    ///
    /// - Parameter memory: of the same transcript's earlier words; begin each utterance with a new one.
    public func preview(_ transcript: String, memory: inout ParsingMemory) -> OrderParseResult {
        guard strategy != .aiOnly, strategy != .aiFirst else { return parse(transcript) }
        let result = rules.parse(transcript, memory: &memory)
        guard strategy == .hybrid, !result.unread.isEmpty else { return result }
        return merger.merge(ai: learned.parse(transcript), nlu: result)
    }

    private func fallback(_ result: OrderParseResult, instead first: OrderParseResult) -> OrderParseResult {
        guard !result.acts.isEmpty else { return first }
        var result = result
        result.source = .fallback
        return result
    }

    /// What each phrase of an utterance was taken for, by the parser that decided.
    public func explain(_ transcript: String) -> [ExplainedPhrase] {
        parse(transcript).source == .ai ? learned.explain(transcript) : rules.explain(transcript)
    }
}
