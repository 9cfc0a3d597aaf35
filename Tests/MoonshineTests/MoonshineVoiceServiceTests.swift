internal import AudioFiles
internal import SegmentStreaming
internal import Speech
internal import TestSupport
internal import Testing

@testable internal import Moonshine
@testable internal import MoonshineEngine

/// The engine of free speech; `RecognitionContractTests` has what it shares with the others.
struct MoonshineVoiceServiceTests {
    private static func text(_ service: MoonshineVoiceService, _ samples: [Int16], frame: Int = 1_600) async throws
        -> String
    {
        var words: [String] = []
        for try await result in try await service.startListening(
            to: SampleInput(samples, frameSamples: frame), vocabulary: nil)
        where !result.isVolatile { words += result.words.map(\.text) }
        return words.joined(separator: " ")
    }

    @Test("Text outside any menu is heard while it is spoken, and the frames' size changes nothing")
    func freeSpeech() async throws {
        let service = try MoonshineVoiceService(model: Models.moonshine()),
            samples = try await Models.spoken("the quick brown fox jumps over the lazy dog")
        let text = try await Self.text(service, samples)
        #expect(text.contains("brown fox") && text.contains("lazy dog"), "\(text)")
        #expect(try await Self.text(service, samples, frame: 331) == text)
    }

    @Test("A whole utterance is read at once, and a longer one than the model takes is refused")
    func whole() async throws {
        let service = try MoonshineVoiceService(model: Models.moonshine()), samples = try Models.yesPlease()
        let words = try await service.recognize(
            AudioFrame(start: SamplePosition(16_000), samples: samples), vocabulary: nil)
        #expect(words.map(\.text) == ["yes", "please"])
        #expect(words.allSatisfy { $0.span.start.samples >= 16_000 && 0...1 ~= $0.confidence })
        let long = AudioFrame(start: .zero, samples: [Int16](repeating: 0, count: 31 * 16_000))
        await #expect(throws: MoonshineError.utteranceTooLong(samples: 496_000, limit: 480_000)) {
            try await service.recognize(long, vocabulary: nil)
        }
    }

    @Test("The self-test is heard, and another text than the recording's is refused")
    func selfTest() throws {
        let samples = try Models.yesPlease()
        _ = try MoonshineVoiceService(model: Models.moonshine(), selfTest: (samples, "yes please"))
        #expect(throws: MoonshineError.selfTestFailed(heard: "yes please", expected: "no thanks")) {
            try MoonshineVoiceService(model: Models.moonshine(), selfTest: (samples, "no thanks"))
        }
    }

    @Test("Settings outside their ranges are refused, naming the field")
    func settings() throws {
        let bad: [(String, (inout MoonshineSettings) -> Void)] = [
            ("beams", { $0.beams = 0 }), ("hotwordBonus", { $0.hotwordBonus = 11 }),
            ("window", { $0.streaming.window = SampleCount(seconds: 40) }),
        ]
        for (name, change) in bad {
            var settings = MoonshineSettings()
            change(&settings)
            let error = #expect(throws: MoonshineError.self) {
                try MoonshineVoiceService(model: Models.moonshine(), settings: settings)
            }
            guard case .invalidSetting(let sentence) = error else {
                Issue.record("\(name): \(String(describing: error))"); continue
            }
            #expect(sentence.hasPrefix(name), "\(sentence)")
        }
    }
}
