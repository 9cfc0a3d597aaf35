internal import Foundation
internal import Speech
internal import Synchronization
import Testing
internal import TwoPassEngine

struct TempoPerturbedRecognizerTests {
    /// Notes what it is given and hears one word from the second quarter of it to its end.
    private final class Noting: UtteranceRecognizer {
        let engineName = "noting"
        private let noted = Mutex<AudioFrame?>(nil)

        var frame: AudioFrame? { noted.withLock { $0 } }

        func recognize(_ utterance: AudioFrame, vocabulary: RecognitionVocabulary?) async throws -> [TranscribedWord] {
            noted.withLock { $0 = utterance }
            let quarter = utterance.start + SampleCount(utterance.samples.count / 4)
            return [
                TranscribedWord(text: "latte", span: SpeechSpan(start: quarter, end: utterance.end), confidence: 0.5)
            ]
        }
    }

    private static func tone(_ hertz: Double, seconds: Double) -> [Int16] {
        (0..<Int(seconds * 16_000)).map { Int16(10_000 * sin(2 * Double.pi * hertz * Double($0) / 16_000)) }
    }

    private static func hertz(_ samples: [Int16]) -> Double {
        let rises = zip(samples, samples.dropFirst()).count { $0 < 0 && $1 >= 0 }
        return Double(rises) * 16_000 / Double(samples.count)
    }

    @Test("the engine gets the same audio with lower tempo and pitch")
    func slower() async throws {
        let engine = Noting()
        _ = try await TempoPerturbedRecognizer(engine, speed: 0.8).recognize(
            AudioFrame(start: SamplePosition(500), samples: Self.tone(1_000, seconds: 2)), vocabulary: nil)
        let frame = try #require(engine.frame)
        #expect(abs(frame.samples.count - 40_000) < 50)
        #expect(abs(Self.hertz(frame.samples) - 800) < 5)
        #expect((frame.samples.max() ?? 0) > 9_500, "and as loud")
    }

    @Test("words have their original times and stay inside the utterance", arguments: [0.8, 0.91, 1])
    func places(speed: Double) async throws {
        let words = try await TempoPerturbedRecognizer(Noting(), speed: speed).recognize(
            AudioFrame(start: SamplePosition(500), samples: Self.tone(300, seconds: 2)), vocabulary: nil)
        let word = try #require(words.first)
        #expect(words.count == 1 && word.text == "latte" && word.confidence == 0.5)
        #expect(
            abs(word.span.start.samples - 8_500) < 50 && abs(word.span.end.samples - 32_500) < 50
                && word.span.end.samples <= 32_500)
    }

    @Test("an utterance of 30 s is cut to the engine limit, keeping its end")
    func longest() async throws {
        let engine = Noting()
        let samples = Array(repeating: Int16(0), count: 240_000) + Self.tone(500, seconds: 15)
        let words = try await TempoPerturbedRecognizer(engine, speed: 0.8).recognize(
            AudioFrame(start: .zero, samples: samples), vocabulary: nil)
        let frame = try #require(engine.frame)
        #expect(frame.samples.count <= 480_000 && frame.samples.count > 479_000)
        #expect(frame.start.samples == 96_000)
        #expect(words.first?.span.end.samples ?? 0 > 479_000)
    }

    @Test("a speed out of range is clamped", arguments: [(0.1, 20_000), (3, 16_000), (1, 16_000)])
    func range(speed: Double, samples: Int) async throws {
        let engine = Noting()
        _ = try await TempoPerturbedRecognizer(engine, speed: speed).recognize(
            AudioFrame(start: .zero, samples: Self.tone(300, seconds: 1)), vocabulary: nil)
        #expect(abs((engine.frame?.samples.count ?? 0) - samples) < 50)
    }

    @Test("no samples give no words, and the error of the engine is thrown")
    func edges() async throws {
        let engine = Noting()
        _ = try await TempoPerturbedRecognizer(engine, speed: 0.9).recognize(
            AudioFrame(start: SamplePosition(7), samples: []), vocabulary: nil)
        #expect(engine.frame?.samples.isEmpty == true && engine.frame?.start.samples == 7)
        await #expect(throws: FailingRecognizer.Broken.self) {
            _ = try await TempoPerturbedRecognizer(FailingRecognizer(), speed: 0.9).recognize(
                AudioFrame(start: .zero, samples: [1, 2, 3]), vocabulary: nil)
        }
    }
}
