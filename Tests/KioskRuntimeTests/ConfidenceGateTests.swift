internal import OrderParsing
internal import Ordering
internal import Speech
internal import TestSupport
internal import Testing

@testable internal import KioskRuntime
@testable internal import VoiceOrdering

/// Acceptance of utterances.
struct ConfidenceGateTests {
    private static func words(_ text: String, confidence: Double) -> [TranscribedWord] {
        ScriptedVoiceService.timed(text, over: SpeechSpan(start: SamplePosition(16_000), end: SamplePosition(48_000)))
            .map {
                TranscribedWord(text: $0.text, span: $0.span, confidence: confidence)
            }
    }

    @Test(
        "An utterance is accepted when one of its words is confident: 0.95 unprompted, 0.7 as an answer",
        arguments: [
            ([0.94, 0.5], false, false), ([0.5, 0.95], false, true), ([0.69], true, false), ([0.3, 0.7], true, true),
            ([], true, false),
        ])
    func confidence(_ confidences: [Double], _ isPrompted: Bool, _ isAccepted: Bool) {
        let words = confidences.flatMap { Self.words("milk", confidence: $0) }
        #expect(
            ConfidenceGate().verdict(on: words, isPrompted: isPrompted, signalToNoise: nil)
                == (isAccepted ? .accepted : .lowConfidence))
        #expect(
            ConfidenceGate.acceptAll.verdict(on: words, isPrompted: isPrompted, signalToNoise: nil)
                == (words.isEmpty ? .lowConfidence : .accepted)
        )
    }

    @Test(
        "An utterance is accepted with enough signal-to-noise ratio: 9 dB unprompted, 7 dB as an answer",
        arguments: [(8.9, false, false), (9.0, false, true), (6.9, true, false), (7.0, true, true), (-3, true, false)])
    func signalToNoise(_ signalToNoise: Double, _ isPrompted: Bool, _ isAccepted: Bool) {
        let words = Self.words("a large latte", confidence: 1)
        #expect(
            ConfidenceGate().verdict(on: words, isPrompted: isPrompted, signalToNoise: signalToNoise)
                == (isAccepted ? .accepted : .background))
        #expect(
            ConfidenceGate.acceptAll.verdict(on: words, isPrompted: isPrompted, signalToNoise: signalToNoise)
                == .accepted)
    }

    @Test(
        "C10: one word three times or more and nothing else is rejected, except as an answer",
        arguments: [
            ("latte latte latte", false), ("tea tea tea tea", false), ("latte latte", true),
            ("latte latte please", true),
        ])
    func repeated(_ text: String, _ isAccepted: Bool) {
        let words = Self.words(text, confidence: 1)
        #expect(
            ConfidenceGate().verdict(on: words, isPrompted: false, signalToNoise: 30)
                == (isAccepted ? .accepted : .lowConfidence))
        #expect(ConfidenceGate().verdict(on: words, isPrompted: true, signalToNoise: 30) == .accepted)
    }

    @Test(
        "C10: words with low confidence are no utterance and change nothing", .timeLimit(.minutes(10)),
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
        "After “Anything else?” a no or done counts with the confidence of an answer, an item does not",
        arguments: [("no", 2), ("done", 2), ("a bagel", 1)])
    func shortAnswers(_ text: String, _ utterances: Int) async throws {
        func heard(_ text: String, from start: Double, confidence: Double) -> [TranscribedWord] {
            let span = SpeechSpan(start: SamplePosition(seconds: start), end: SamplePosition(seconds: start + 1))
            return ScriptedVoiceService.timed(text, over: span).map {
                TranscribedWord(text: $0.text, span: $0.span, confidence: confidence)
            }
        }
        let menu = try MenuLoader.builtIn()
        let service = ScriptedVoiceService(
            script: [
                (at: SamplePosition(seconds: 3), event: .hears(heard("a croissant", from: 2, confidence: 1))),
                (at: SamplePosition(seconds: 9), event: .hears(heard(text, from: 8, confidence: 0.8))),
            ])
        let guest = try VoiceOrderingOrchestrator(
            menu: menu, service: service, vocabulary: nil, parser: OrderParsingPipeline(menu: menu)
        ) { .zero }
        let outcome = try await guest.takeOrder(from: SampleInput([Int16](repeating: 0, count: 192_000)))
        #expect(outcome.utterances.count == utterances)
        #expect(outcome.lines.map(\.name) == ["Croissant"])
    }

    @Test(
        "C10: confident words no louder than the background are no utterance", arguments: [(1.5, false), (30.0, true)])
    func background(_ louder: Double, _ isAccepted: Bool) async throws {
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
        #expect(outcome.utterances.count == (isAccepted ? 1 : 0))
        #expect(outcome.lines.isEmpty == !isAccepted)
    }
}
