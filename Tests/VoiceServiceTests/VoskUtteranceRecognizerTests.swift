internal import Speech
internal import TestSupport
internal import Testing

@testable internal import VoskEngine

/// Vosk as the second reader.
@Suite(.timeLimit(.minutes(10)))
struct VoskUtteranceRecognizerTests {
    @Test("a reading that is called off while its grammar is made leaves it ready for the next one")
    func readiness() async throws {
        let reader = VoskUtteranceRecognizer(sharing: try Vosk.shared()), vocabulary = try Vosk.menuVocabulary()
        let utterance = AudioFrame(start: SamplePosition(16_000), samples: try EngineCase.order.samples())
        let reading = Task { try await reader.recognize(utterance, vocabulary: vocabulary) }
        reading.cancel()
        await #expect(throws: CancellationError.self) { try await reading.value }
        #expect(await reader.isReady(for: vocabulary))
        #expect(await !reader.isReady(for: nil))
        let words = try await reader.recognize(utterance, vocabulary: vocabulary)
        #expect(words.map(\.text).joined(separator: " ") == EngineCase.order.rawValue)
        #expect(words.allSatisfy { $0.span.start >= utterance.start && $0.span.end <= utterance.end })
        #expect(await reader.isReady(for: vocabulary))
    }
}
