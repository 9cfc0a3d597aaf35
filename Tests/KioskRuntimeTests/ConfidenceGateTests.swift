internal import OrderParsing
internal import Ordering
internal import Speech
internal import TestSupport
internal import Testing

@testable internal import KioskRuntime
@testable internal import VoiceOrdering

/// What counts as said.
struct ConfidenceGateTests {
    private static func words(_ text: String, confidence: Double) -> [TranscribedWord] {
        ScriptedVoiceService.timed(text, over: SpeechSpan(start: SamplePosition(16_000), end: SamplePosition(48_000)))
            .map {
                TranscribedWord(text: $0.text, span: $0.span, confidence: confidence)
            }
    }

    @Test(
        "An utterance is said when one of its words is sure enough: 0.95 of itself, 0.7 as an answer",
        arguments: [
            ([0.94, 0.5], false, false), ([0.5, 0.95], false, true), ([0.69], true, false), ([0.3, 0.7], true, true),
            ([], true, false),
        ])
    func surest(_ confidences: [Double], _ isAsked: Bool, _ isSaid: Bool) {
        let words = confidences.flatMap { Self.words("milk", confidence: $0) }
        #expect(ConfidenceGate().hearing(of: words, isAsked: isAsked, contrast: nil) == (isSaid ? .said : .unclear))
        #expect(
            ConfidenceGate.any.hearing(of: words, isAsked: isAsked, contrast: nil) == (words.isEmpty ? .unclear : .said)
        )
    }

    @Test(
        "An utterance is said when it stands out of the room: 9 dB of itself, 7 dB as an answer",
        arguments: [(8.9, false, false), (9.0, false, true), (6.9, true, false), (7.0, true, true), (-3, true, false)])
    func standsOut(_ contrast: Double, _ isAsked: Bool, _ isSaid: Bool) {
        let words = Self.words("a large latte", confidence: 1)
        #expect(ConfidenceGate().hearing(of: words, isAsked: isAsked, contrast: contrast) == (isSaid ? .said : .room))
        #expect(ConfidenceGate.any.hearing(of: words, isAsked: isAsked, contrast: contrast) == .said)
    }

    @Test(
        "C10: one word three times or more and nothing else is not understood, but for an answer",
        arguments: [
            ("latte latte latte", false), ("tea tea tea tea", false), ("latte latte", true),
            ("latte latte please", true),
        ])
    func repeated(_ text: String, _ isSaid: Bool) {
        let words = Self.words(text, confidence: 1)
        #expect(ConfidenceGate().hearing(of: words, isAsked: false, contrast: 30) == (isSaid ? .said : .unclear))
        #expect(ConfidenceGate().hearing(of: words, isAsked: true, contrast: 30) == .said)
    }

    @Test(
        "C10: words that the recogniser is not sure of are no utterance and change nothing", .timeLimit(.minutes(10)),
        arguments: [0.9, 0.99])
    func noise(_ confidence: Double) async throws {
        let menu = try MenuLoader.builtIn()
        let heard = Self.words("a croissant", confidence: confidence)
        let service = ScriptedVoiceService(script: [(at: SamplePosition(48_000), event: .hears(heard))])
        let guest = try VoiceOrderingOrchestrator(
            menu: menu, service: service, vocabulary: nil, parser: OrderParsingPipeline(menu: menu)
        ) { .zero }
        let outcome = try await guest.takeOrder(from: SampleInput([Int16](repeating: 0, count: 96_000)))
        #expect(outcome.utterances.count == (confidence > 0.95 ? 1 : 0))
        #expect(outcome.lines.isEmpty == (confidence < 0.95))
    }

    @Test(
        "C10: sure words that do not stand out of the room are no utterance", arguments: [(1.5, false), (30.0, true)])
    func room(_ louder: Double, _ isSaid: Bool) async throws {
        let menu = try MenuLoader.builtIn()
        let span = SpeechSpan(start: SamplePosition(seconds: 5), end: SamplePosition(seconds: 7))
        let heard = ScriptedVoiceService.timed("a croissant", over: span).map {
            TranscribedWord(text: $0.text, span: $0.span, confidence: 1)
        }
        let service = ScriptedVoiceService(script: [(at: span.end, event: .hears(heard))])
        var generator = SeededGenerator(seed: 3)
        let sound = (0..<SampleCount(seconds: 9).samples).map { index in
            Int16(
                (span.start.samples..<span.end.samples).contains(index)
                    ? louder * .random(in: -200...200, using: &generator) : .random(in: -200...200, using: &generator)
            )
        }
        let guest = try VoiceOrderingOrchestrator(
            menu: menu, service: service, vocabulary: nil, parser: OrderParsingPipeline(menu: menu)
        ) { .zero }
        let outcome = try await guest.takeOrder(from: SampleInput(sound))
        #expect(outcome.utterances.count == (isSaid ? 1 : 0))
        #expect(outcome.lines.isEmpty == !isSaid)
    }
}
