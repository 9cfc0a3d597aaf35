internal import Testing

@testable internal import SpeechSynthesis

struct VoiceProfileTests {
    @Test(
        "A profile outside its ranges is refused by name",
        arguments: [
            ("rate", TTSVoiceProfile(rate: 79)), ("pitch", TTSVoiceProfile(pitch: 100)),
            ("volume", TTSVoiceProfile(volume: -1)), ("voice", TTSVoiceProfile(voice: "")),
        ])
    func ranges(_ name: String, _ profile: TTSVoiceProfile) {
        let error = #expect(throws: VoiceProfileError.self) { try profile.validate() }
        guard case .badSetting(name, _, _) = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(throws: Never.self) { try TTSVoiceProfile().validate() }
    }
}
