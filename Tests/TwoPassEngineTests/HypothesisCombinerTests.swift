internal import Speech
internal import Testing

@testable internal import TwoPassEngine

struct HypothesisCombinerTests {
    /// One row: two readings with their confidences and senses, and which of them should stand.
    struct Case: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let first: (text: String, confidence: Double, sense: Double)
        let second: (text: String, confidence: Double, sense: Double)
        let expected: HypothesisCombiner.Choice
    }

    static let cases = [
        Case(
            testDescription: "the same words", first: ("a latte", 0.5, 1), second: ("a latte", 1, 1), expected: .first),
        Case(
            testDescription: "more sense", first: ("a ladder", 0.8, 0), second: ("a latte", 0.8, 1), expected: .second),
        Case(
            testDescription: "less sense", first: ("a latte", 0.8, 1), second: ("a ladder", 0.8, 0.2),
            expected: .first),
        Case(
            testDescription: "no sense in either", first: ("ladder", 0.3, 0), second: ("latter", 0.9, 0),
            expected: .first),
        Case(
            testDescription: "equal sense, much surer", first: ("a mocha", 0.5, 1), second: ("a latte", 0.9, 1),
            expected: .second),
        Case(
            testDescription: "equal sense, hardly surer", first: ("a mocha", 0.9, 1), second: ("a latte", 0.91, 1),
            expected: .first),
        Case(testDescription: "nothing heard again", first: ("a mocha", 0.2, 1), second: ("", 0, 0), expected: .first),
        Case(
            testDescription: "only the second makes sense and is unsure", first: ("up the", 0.9, 0),
            second: ("a mocha", 0.4, 1), expected: .second),
    ]

    private static func words(_ text: String, confidence: Double) -> [TranscribedWord] {
        words(text.split(separator: " ").map { (String($0), confidence) })
    }

    /// A quarter of a second each.
    private static func words(_ words: [(text: String, confidence: Double)]) -> [TranscribedWord] {
        words.enumerated().map { index, word in
            let span = SpeechSpan(start: SamplePosition(index * 4_000), end: SamplePosition(index * 4_000 + 4_000))
            return TranscribedWord(text: word.text, span: span, confidence: word.confidence)
        }
    }

    /// A closing result with these words.
    private static func closing(_ words: [TranscribedWord]) -> VoiceTranscriptionResult {
        let end = words.last?.span.end ?? SamplePosition(4_000)
        return VoiceTranscriptionResult(
            span: SpeechSpan(start: .zero, end: end), words: words, isVolatile: false, utteranceEnd: .endpoint)
    }

    @Test(
        "the hypothesis used, by semantic score and confidence", arguments: cases,
        [HypothesisCombiner.Unit.utterance, .word])
    func choice(_ row: Case, _ unit: HypothesisCombiner.Unit) {
        let combiner = HypothesisCombiner(
            settings: .init(semanticWeight: 0.5, secondConfidenceScale: 1, margin: 0.02, unit: unit))
        let senses = Dictionary(
            [row.first, row.second].map { ($0.text, $0.sense) }, uniquingKeysWith: { first, _ in first })
        let first = Self.closing(Self.words(row.first.text, confidence: row.first.confidence))
        let decision = combiner.combine(
            first, stable: [], second: Self.words(row.second.text, confidence: row.second.confidence)
        ) {
            senses[$0.joined(separator: " ")] ?? 0
        }
        #expect(decision.choice == row.expected)
        #expect(decision.closing.text == (row.expected == .first ? row.first.text : row.second.text))
        if row.expected == .first, unit == .utterance { #expect(decision.closing == first) }
        if row.expected == .first { #expect(decision.closing.words.map(\.span) == first.words.map(\.span)) }
    }

    /// One row: two readings as words with confidences, and what stands of them.
    struct Mixture: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let first: [(String, Double)]
        let second: [(String, Double)]
        let expected: String
        let choice: HypothesisCombiner.Choice
    }

    static let mixtures = [
        Mixture(
            testDescription: "each reading mends the other",
            first: [("put", 0.3), ("a", 0.9), ("bit", 0.9), ("of", 0.9), ("milk", 1)],
            second: [("brew", 0.8), ("a", 0.9), ("bag", 0.4), ("of", 0.8), ("milk", 1)], expected: "brew a bit of milk",
            choice: .mixed),
        Mixture(
            testDescription: "a word that only one heard and is sure of",
            first: [("and", 1), ("skim", 1), ("milk", 1)],
            second: [("and", 1), ("some", 0.9), ("skim", 1), ("milk", 1)], expected: "and some skim milk",
            choice: .second),
        Mixture(
            testDescription: "a word that only one heard and is unsure of",
            first: [("soy", 1), ("milk", 1), ("two", 0.3)], second: [("soy", 1), ("milk", 1)],
            expected: "soy milk", choice: .second),
        Mixture(
            testDescription: "three words for one that is less sure",
            first: [("sugar", 1), ("some", 0.57), ("milk", 1)],
            second: [("sugar", 1), ("a", 0.8), ("bit", 0.7), ("of", 0.9), ("milk", 1)], expected: "sugar a bit of milk",
            choice: .second),
        Mixture(
            testDescription: "as sure as each other", first: [("double", 0.6), ("shot", 1)],
            second: [("triple", 0.6), ("shot", 1)], expected: "double shot",
            choice: .first),
    ]

    @Test("word by word, each place uses the better side", arguments: mixtures)
    func mixing(_ row: Mixture) {
        let combiner = HypothesisCombiner(
            settings: .init(semanticWeight: 0.5, margin: 0, unit: .word, nullConfidence: 0.5))
        let decision = combiner.combine(Self.closing(Self.words(row.first)), stable: [], second: Self.words(row.second))
        {
            _ in 1
        }
        #expect(decision.closing.text == row.expected)
        #expect(decision.choice == row.choice)
        let words = decision.closing.words
        #expect(zip(words, words.dropFirst()).allSatisfy { $0.span.end <= $1.span.start })
        #expect(
            words.allSatisfy {
                $0.span.start >= .zero && $0.span.end <= decision.closing.span.end && $0.span.start <= $0.span.end
            })
    }

    @Test("a combination without meaning is not used, whatever its confidence")
    func senselessMixture() {
        let combiner = HypothesisCombiner(settings: .init(semanticWeight: 0.5, margin: 0, unit: .word))
        let first = Self.words([("two", 0.4), ("large", 0.9), ("lattes", 0.9)]),
            second = Self.words([("a", 0.9), ("large", 0.9), ("latte", 0.4)])
        let mixed = combiner.combine(Self.closing(first), stable: [], second: second) { _ in 1 }
        #expect(mixed.closing.text == "a large lattes")
        let judged = combiner.combine(Self.closing(first), stable: [], second: second) {
            $0 == ["a", "large", "lattes"] ? 0 : 1
        }
        #expect(judged.closing.text == "two large lattes")
    }

    @Test(
        "the doubt of agreed words is half their mean, and the confidence of other words is lowered",
        arguments: [0.2, 0.8])
    func evidence(_ confidence: Double) {
        let combiner = HypothesisCombiner(settings: .init(semanticWeight: 0.5, margin: 0, unit: .word))
        let first = Self.words([("a", 0.5), ("mocha", 0.4)]), second = Self.words([("a", 0.9), ("latte", confidence)])
        let decision = combiner.combine(Self.closing(first), stable: [], second: second) { _ in 1 }
        #expect(decision.choice == (confidence > 0.4 ? .second : .first))
        let confidences = decision.closing.words.map(\.confidence)
        #expect(confidences.count == 2)
        #expect(zip(confidences, [0.85, 0.7 * max(0.4, confidence)]).allSatisfy { abs($0 - $1) < 1e-9 })
    }

    @Test("whole hypotheses keep their confidences")
    func wholeConfidences() {
        let combiner = HypothesisCombiner(settings: .init(semanticWeight: 0.5, margin: 0))
        let decision = combiner.combine(
            Self.closing(Self.words([("a", 0.5), ("mocha", 0.4)])), stable: [],
            second: Self.words([("a", 0.9), ("latte", 0.8)])
        ) { _ in 1 }
        #expect(decision.closing.words.map(\.confidence) == [0.9, 0.8])
    }

    @Test(
        "a score outside 0…1 is clamped",
        arguments: [HypothesisCombiner.Unit.utterance, .word])
    func wildJudge(_ unit: HypothesisCombiner.Unit) {
        let combiner = HypothesisCombiner(
            settings: .init(semanticWeight: 0.5, secondConfidenceScale: 1, margin: 0.02, unit: unit))
        let first = Self.closing(Self.words("a latte", confidence: 1))
        let decision = combiner.combine(first, stable: [], second: Self.words("a ladder", confidence: 0.9)) {
            $0 == ["a", "ladder"] ? 1_000 : 1
        }
        #expect(decision.choice == .first)
    }

    @Test(
        "a second pass runs only when a word has low confidence",
        arguments: [([0.99, 1.0], false), ([0.98, 1.0], true), ([], false)])
    func asking(_ confidences: [Double], asks: Bool) {
        let combiner = HypothesisCombiner(settings: .init(confidenceThreshold: 0.99))
        #expect(combiner.needsSecondPass(confidences.flatMap { Self.words("latte", confidence: $0) }) == asks)
    }

    @Test("stable words stay in any case, and only the rest comes from the second hypothesis")
    func stablePrefix() {
        let combiner = HypothesisCombiner(settings: .init(semanticWeight: 1, margin: 0))
        let all = Self.words("a large ladder", confidence: 0.6)
        let closing = VoiceTranscriptionResult(
            span: SpeechSpan(start: SamplePosition(8_000), end: SamplePosition(16_000)), words: [all[2]],
            isVolatile: false, utteranceEnd: .endpoint)
        let second = Self.words("the large latte please", confidence: 0.9)
        let decision = combiner.combine(closing, stable: Array(all.prefix(2)), second: second) {
            $0 == ["a", "large", "latte", "please"] ? 1 : 0.1
        }
        #expect(decision.choice == .second)
        #expect(decision.closing.text == "latte please")
        #expect(decision.closing.span == closing.span && decision.closing.utteranceEnd == .endpoint)
        #expect(
            decision.closing.words.allSatisfy { $0.span.start >= closing.span.start && $0.span.end <= closing.span.end }
        )
    }
}
