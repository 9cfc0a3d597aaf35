internal import Speech
internal import Testing

@testable internal import TwoPassEngine

struct ReadingArbiterTests {
    /// One row: two readings with their confidences and senses, and which of them should stand.
    struct Case: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let first: (text: String, confidence: Double, sense: Double)
        let second: (text: String, confidence: Double, sense: Double)
        let expected: ReadingArbiter.Choice
    }

    static let cases = [
        Case(testDescription: "the same words", first: ("a latte", 0.5, 1), second: ("a latte", 1, 1), expected: .first),
        Case(testDescription: "more sense", first: ("a ladder", 0.8, 0), second: ("a latte", 0.8, 1), expected: .second),
        Case(testDescription: "less sense", first: ("a latte", 0.8, 1), second: ("a ladder", 0.8, 0.2), expected: .first),
        Case(testDescription: "no sense in either", first: ("ladder", 0.3, 0), second: ("latter", 0.9, 0), expected: .first),
        Case(testDescription: "equal sense, much surer", first: ("a mocha", 0.5, 1), second: ("a latte", 0.9, 1), expected: .second),
        Case(testDescription: "equal sense, hardly surer", first: ("a mocha", 0.9, 1), second: ("a latte", 0.91, 1), expected: .first),
        Case(testDescription: "nothing heard again", first: ("a mocha", 0.2, 1), second: ("", 0, 0), expected: .first),
        Case(testDescription: "only the second makes sense and is unsure", first: ("up the", 0.9, 0), second: ("a mocha", 0.4, 1), expected: .second),
    ]

    private static func words(_ text: String, confidence: Double) -> [TranscribedWord] {
        text.split(separator: " ").enumerated().map { index, word in
            TranscribedWord(
                text: String(word), span: SpeechSpan(start: SamplePosition(index * 4_000), end: SamplePosition(index * 4_000 + 4_000)), confidence: confidence)
        }
    }

    @Test("the reading that stands, by sense and confidence", arguments: cases)
    func choice(_ row: Case) {
        let arbiter = ReadingArbiter(settings: .init(senseShare: 0.5, secondScale: 1, margin: 0.02))
        let senses = Dictionary([row.first, row.second].map { ($0.text, $0.sense) }, uniquingKeysWith: { first, _ in first })
        let choice = arbiter.choose(
            first: Self.words(row.first.text, confidence: row.first.confidence), second: Self.words(row.second.text, confidence: row.second.confidence)
        ) { senses[$0.joined(separator: " ")] ?? 0 }
        #expect(choice == row.expected)
    }

    @Test("a judge outside 0…1 is taken at its bounds and cannot outweigh everything")
    func wildJudge() {
        let arbiter = ReadingArbiter(settings: .init(senseShare: 0.5, secondScale: 1, margin: 0.02))
        let choice = arbiter.choose(first: Self.words("a latte", confidence: 1), second: Self.words("a ladder", confidence: 0.9)) { $0 == ["a", "ladder"] ? 1_000 : 1 }
        #expect(choice == .first)
    }

    @Test("a second reading is asked for only where the first engine is unsure of a word", arguments: [([0.99, 1.0], false), ([0.98, 1.0], true), ([], false)])
    func asking(_ confidences: [Double], asks: Bool) {
        let arbiter = ReadingArbiter(settings: .init(sureConfidence: 0.99))
        #expect(arbiter.asksForSecond(confidences.flatMap { Self.words("latte", confidence: $0) }) == asks)
    }

    @Test("stable words stay whatever the second engine read, and only the rest is taken from it")
    func stablePrefix() {
        let arbiter = ReadingArbiter(settings: .init(senseShare: 1, margin: 0))
        let all = Self.words("a large ladder", confidence: 0.6)
        let closing = VoiceTranscriptionResult(
            span: SpeechSpan(start: SamplePosition(8_000), end: SamplePosition(16_000)), words: [all[2]], isVolatile: false, utteranceEnd: .endpoint)
        let second = Self.words("the large latte please", confidence: 0.9)
        let decision = arbiter.decide(closing, stable: Array(all.prefix(2)), second: second) { $0 == ["a", "large", "latte", "please"] ? 1 : 0.1 }
        #expect(decision.choice == .second)
        #expect(decision.closing.text == "latte please")
        #expect(decision.closing.span == closing.span && decision.closing.utteranceEnd == .endpoint)
        #expect(decision.closing.words.allSatisfy { $0.span.start >= closing.span.start && $0.span.end <= closing.span.end })
    }
}
