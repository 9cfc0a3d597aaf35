internal import OrderParsing
internal import Ordering
internal import Speech
internal import TestSupport
internal import Testing

@testable internal import Orchestrator

/// What counts as said.
struct CertaintyTests {
    private static func words(_ text: String, confidence: Double) -> [TranscribedWord] {
        ScriptedVoiceService.timed(text, over: SpeechSpan(start: SamplePosition(16_000), end: SamplePosition(48_000))).map {
            TranscribedWord(text: $0.text, span: $0.span, confidence: confidence)
        }
    }

    @Test(
        "An utterance is said when one of its words is sure enough: 0.98 of itself, 0.7 as an answer",
        arguments: [([0.97, 0.5], false, false), ([0.5, 0.98], false, true), ([0.69], true, false), ([0.3, 0.7], true, true), ([], true, false)])
    func surest(_ confidences: [Double], _ isAsked: Bool, _ isSaid: Bool) {
        let words = confidences.flatMap { Self.words("milk", confidence: $0) }
        #expect(Certainty().isSaid(words, isAsked: isAsked) == isSaid)
        #expect(Certainty.any.isSaid(words, isAsked: isAsked) == !words.isEmpty)
    }

    @Test("C10: words that the recogniser is not sure of are no utterance and change nothing", .timeLimit(.minutes(10)), arguments: [0.9, 0.99])
    func noise(_ confidence: Double) async throws {
        let menu = try MenuLoader.builtIn()
        let heard = Self.words("a croissant", confidence: confidence)
        let service = ScriptedVoiceService(script: [(at: SamplePosition(48_000), event: .hears(heard))])
        let guest = try VoiceOrderingOrchestrator(menu: menu, service: service, vocabulary: nil, parser: OrderParsingPipeline(menu: menu)) { .zero }
        let outcome = try await guest.takeOrder(from: SampleInput([Int16](repeating: 0, count: 96_000)))
        #expect(outcome.utterances.count == (confidence > 0.98 ? 1 : 0))
        #expect(outcome.lines.isEmpty == (confidence < 0.98))
    }
}
