internal import Speech
internal import Testing

@testable internal import TwoPassEngine

struct HypothesisAlignmentTests {
    private static func words(_ text: String) -> [TranscribedWord] {
        text.split(separator: " ").enumerated().map { index, word in
            TranscribedWord(
                text: String(word), span: SpeechSpan(start: SamplePosition(index), end: SamplePosition(index + 1)),
                confidence: 0.5)
        }
    }

    /// A part as text: the word agreed on, or both sides.
    private static func text(_ part: HypothesisAlignment.Part) -> String {
        switch part {
        case .agreed(let word): word.text
        case .differing(let first, let second):
            "[\(first.map(\.text).joined(separator: " "))|\(second.map(\.text).joined(separator: " "))]"
        }
    }

    @Test(
        "common words separate the differing parts",
        arguments: [
            ("a large latte", "a large latte", "a large latte"),
            ("a large latte", "a small latte", "a [large|small] latte"),
            ("a latte", "a large latte", "a [|large] latte"),
            ("and some skim milk", "and skim milk", "and [some|] skim milk"),
            ("make me a latte", "make me two lattes please", "make me [a latte|two lattes please]"),
            ("", "a latte", "[|a latte]"), ("a latte", "", "[a latte|]"),
            ("", "", ""), ("with milk and with sugar", "with sugar", "with [milk and with|] sugar"),
        ])
    func parts(_ first: String, _ second: String, _ expected: String) {
        let alignment = HypothesisAlignment(first: Self.words(first), second: Self.words(second), agreementDoubt: 0.5)
        #expect(alignment.parts.map(Self.text).joined(separator: " ") == expected)
        #expect(alignment.words(secondAt: []).map(\.text).joined(separator: " ") == first)
        #expect(alignment.words(secondAt: Set(alignment.differences)).map(\.text).joined(separator: " ") == second)
    }

    @Test(
        "a function word repeated in one hypothesis only counts once; numbers count",
        arguments: [
            ("get a large latte", "get a a large latte", nil, "get a large latte"),
            ("get a a large latte", "get a large latte", nil, "get a large latte"),
            ("large latte", "a large latte", "a", "large latte"),
            ("two two lattes", "two two lattes", nil, "two two lattes"),
            ("a latte", "a large latte", nil, "a [|large] latte"),
            ("a latte", "a a large latte", nil, "a [|a large] latte"),
            ("two two percent lattes", "two percent lattes", nil, "two [two|] percent lattes"),
            ("lattes", "two lattes", "two", "[|two] lattes"),
            ("a big latte", "a a latte", nil, "a [big|a] latte"),
        ])
    func repeated(_ first: String, _ second: String, _ before: String?, _ expected: String) {
        let alignment = HypothesisAlignment(
            after: before, first: Self.words(first), second: Self.words(second), agreementDoubt: 0.5)
        #expect(alignment.parts.map(Self.text).joined(separator: " ") == expected)
    }

    @Test("compared as a whole, two hypotheses differ in one part or none")
    func whole() {
        let differing = HypothesisAlignment(whole: Self.words("a large latte"), Self.words("a small latte"))
        #expect(differing.parts.map(Self.text) == ["[a large latte|a small latte]"])
        #expect(HypothesisAlignment(whole: Self.words("a latte"), Self.words("a latte")).differences.isEmpty)
    }
}
