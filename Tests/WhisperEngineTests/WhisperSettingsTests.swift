internal import SegmentStreaming
internal import Speech
internal import Testing

@testable internal import WhisperEngine

struct WhisperSettingsTests {
    @Test("settings outside their ranges are refused, naming the field")
    func settings() throws {
        try WhisperSettings().validate()
        let bad: [(String, (inout WhisperSettings) -> Void)] = [
            ("updateInterval", { $0.streaming.updateInterval = SampleCount(0) }),
            ("window", { $0.streaming.window = SampleCount(seconds: 31) }),
            ("threads", { $0.threads = 0 }),
            ("minAudioContext", { $0.minAudioContext = 2_000 }), ("beams", { $0.beams = 9 }),
            ("preRoll", { $0.streaming.preRoll = SampleCount(-1) }),
            ("endpointSilence", { $0.streaming.endpointSilence = SampleCount(0) }),
            ("prompt", { $0.vocabulary = .prompt(tokens: 0) }),
            ("grammar", { $0.vocabulary = .grammar(penalty: .nan) }),
        ]
        for (name, change) in bad {
            var settings = WhisperSettings()
            change(&settings)
            let error = #expect(throws: WhisperError.self) { try settings.validate() }
            guard case .invalidSetting(let sentence) = error else {
                Issue.record("\(name): \(String(describing: error))"); continue
            }
            #expect(sentence.hasPrefix(name), "\(sentence)")
        }
    }
}
