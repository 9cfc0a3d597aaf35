public import Speech

/// Returns how well words make semantic as an order, 0…1: 0 for no semantic, 1 when every word is understood.
///
/// Provided by the composition root from the parser and the menu; without side effects, callable from any thread.
public typealias HypothesisScorer = @Sendable (_ words: [String]) -> Double

/// Combines two hypotheses of one utterance where they differ, by semantic score and confidence (ROVER).
///
/// ```
/// let combiner = HypothesisCombiner()
/// if combiner.needsSecondPass(closing.words) {
///     let (choice, result) = combiner.combine(closing, stable: [], second: words, scorer: scorer)
/// }
/// ```
public struct HypothesisCombiner: Equatable, Sendable {
    /// The unit of each decision.
    public enum Unit: String, Equatable, Sendable {
        /// The whole utterance: one hypothesis is used. For engines whose confidences are not comparable.
        case utterance
        /// Each place where the hypotheses differ, so that one may correct the other.
        case word
    }

    /// Weights of the combination.
    public struct Settings: Equatable, Sendable {
        /// Confidence, 0…1. When all open words of the first hypothesis reach it, there is no second pass.
        public var confidenceThreshold: Double
        /// Weight of the semantic score against confidence, 0…1.
        public var semanticWeight: Double
        /// Factor on the second engine's confidences, 0…2, because engines are calibrated differently and one with a
        /// grammar is overconfident. Chosen, as the other values, on recorded orders with a second pass in the model's
        /// own language: `benchmarks/README.md`.
        public var secondConfidenceScale: Double
        /// Score margin, 0…1, needed to use anything of the second hypothesis. The guest has already seen the first.
        public var margin: Double
        /// The unit of each decision.
        public var unit: Unit
        /// Confidence, 0…1, of the null word: of a hypothesis that has no word where the other has some (ROVER's
        /// null-arc confidence).
        public var nullConfidence: Double
        /// For `.word`: factor on the doubt (1 − confidence) of a word in both hypotheses, 0…1. Words on which two
        /// hypotheses agree are seldom wrong.
        public var agreementDoubt: Double
        /// For `.word`: factor on the confidence of words in one hypothesis only, 0…1. They are seldom right, whatever
        /// their confidence.
        public var unmatchedScale: Double

        /// Creates settings.
        public init(
            confidenceThreshold: Double = 0.99, semanticWeight: Double = 0.7, secondConfidenceScale: Double = 1,
            margin: Double = 0.02,
            unit: Unit = .utterance,
            nullConfidence: Double = 0.5, agreementDoubt: Double = 0.5, unmatchedScale: Double = 0.7
        ) {
            self.confidenceThreshold = confidenceThreshold
            self.semanticWeight = semanticWeight
            self.secondConfidenceScale = secondConfidenceScale
            self.margin = margin
            self.unit = unit
            self.nullConfidence = nullConfidence
            self.agreementDoubt = agreementDoubt
            self.unmatchedScale = unmatchedScale
        }
    }

    /// Which hypothesis is used where they differ.
    public enum Choice: String, Equatable, Sendable {
        /// One hypothesis in all places.
        case first, second
        /// The first hypothesis in some places and the second in others.
        case mixed
    }

    /// The settings in use.
    public let settings: Settings

    /// Creates a combiner.
    public init(settings: Settings = Settings()) { self.settings = settings }

    /// Whether a second pass could change anything: a word that is not stable has low confidence.
    public func needsSecondPass(_ open: [TranscribedWord]) -> Bool {
        open.contains { $0.confidence < settings.confidenceThreshold }
    }

    /// Returns the closing result of an utterance with the combined words.
    ///
    /// - Parameters:
    ///   - closing: the first engine's closing result, whose words follow the stable ones.
    ///   - stable: words of the utterance that were already stable; they stay in any case.
    ///   - second: all words of the utterance in the second hypothesis.
    ///   - scorer: rates candidate word sequences.
    /// - Returns: the combined words, in order, in the span of the first engine's result. For `.utterance` it is that
    ///   result itself where the first hypothesis is used. For `.word` the confidence of agreed words is raised and
    ///   that of the others is lowered.
    public func combine(
        _ closing: VoiceTranscriptionResult, stable: [TranscribedWord], second: [TranscribedWord],
        scorer: HypothesisScorer
    ) -> (choice: Choice, closing: VoiceTranscriptionResult) {
        let open = LocalAgreement.remainder(of: second, after: stable)
        let isByWord = settings.unit == .word
        let alignment =
            isByWord
            ? HypothesisAlignment(
                after: stable.last?.text, first: closing.words, second: open, agreementDoubt: settings.agreementDoubt)
            : HypothesisAlignment(whole: closing.words, open)
        let places = secondPlaces(alignment, after: stable, scorer)
        guard isByWord || !places.isEmpty else { return (.first, closing) }
        let combined = alignment.words(secondAt: places, unmatchedScale: isByWord ? settings.unmatchedScale : 1)
        let words = Self.ordered(combined, within: closing.span)
        let result = VoiceTranscriptionResult(
            span: closing.span, words: words, isVolatile: false, utteranceEnd: closing.utteranceEnd)
        guard !places.isEmpty else { return (.first, result) }
        return (places.count == alignment.differences.count ? .second : .mixed, result)
    }

    /// Returns the places where the second hypothesis is used. The complete hypotheses are compared first, then each
    /// place is switched in the better one. Hypotheses seldom differ in more than two places, and on recorded orders an
    /// exhaustive search found nothing else.
    private func secondPlaces(
        _ alignment: HypothesisAlignment, after stable: [TranscribedWord], _ scorer: HypothesisScorer
    )
        -> Set<Int>
    {
        func score(_ places: Set<Int>) -> (semantic: Double, total: Double) {
            let texts = (stable + alignment.words(secondAt: places)).map(\.text)
            let semantic = texts.isEmpty ? 0 : min(max(scorer(texts), 0), 1)
            return (
                semantic,
                settings.semanticWeight * semantic + (1 - settings.semanticWeight)
                    * confidence(alignment, places, after: stable)
            )
        }
        var best = (places: Set<Int>(), score: score([]).total + settings.margin)
        func compare(_ places: Set<Int>) {
            let score = score(places)
            // Words without meaning never replace words with meaning.
            if score.semantic > 0, score.total > best.score { best = (places, score.total) }
        }
        compare(Set(alignment.differences))
        if alignment.differences.count > 1 {
            for place in alignment.differences { compare(best.places.symmetricDifference([place])) }
        }
        return best.places
    }

    /// Mean confidence of the words at all places. A place counts as many words as its longer side, so that dropping an
    /// uncertain word does not raise the mean.
    private func confidence(_ alignment: HypothesisAlignment, _ places: Set<Int>, after stable: [TranscribedWord])
        -> Double
    {
        var sum = stable.reduce(0) { $0 + $1.confidence }, count = stable.count
        for (place, part) in alignment.parts.enumerated() {
            switch part {
            case .agreed(let word):
                sum += word.confidence
                count += 1
            case .differing(let first, let second):
                let length = max(first.count, second.count)
                let confidence =
                    places.contains(place) ? min(1, mean(second) * settings.secondConfidenceScale) : mean(first)
                sum += confidence * Double(length)
                count += length
            }
        }
        return count == 0 ? 0 : sum / Double(count)
    }

    private func mean(_ words: [TranscribedWord]) -> Double {
        words.isEmpty ? settings.nullConfidence : words.reduce(0) { $0 + $1.confidence } / Double(words.count)
    }

    /// Returns the words of both hypotheses, whose times differ slightly, without overlap and in order.
    private static func ordered(_ words: [TranscribedWord], within span: SpeechSpan) -> [TranscribedWord] {
        var last = span.start
        return words.map { word in
            let start = min(max(word.span.start, last), span.end), end = min(max(word.span.end, start), span.end)
            last = end
            return TranscribedWord(
                text: word.text, span: SpeechSpan(start: start, end: end), confidence: word.confidence)
        }
    }
}
