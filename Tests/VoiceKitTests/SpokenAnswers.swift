internal import Foundation
internal import ModelCatalogue
internal import Resampling
internal import Speech
internal import SpeechAssembly
internal import SpeechSynthesis
internal import TestSupport
internal import VoiceKit
internal import VoiceServiceContract
internal import VoskEngine

/// Answers spoken by espeak-ng and heard by the bundled café model, for measurements.
struct SpokenAnswers {
    /// Three accents, and a woman's voice.
    static let voices = ["en-us", "en-gb", "en-us+f3", "en-gb-scotland"]

    private let engine: VoskVoiceService

    init() throws {
        engine = try VoskVoiceService(
            model: VoskModelDescription(
                verified: VerifiedModel(bundled: Repository.models.appendingPathComponent("brews-en").path)))
    }

    /// Whether the model's vocabulary has every word.
    func canHear(_ text: String) -> Bool { text.split(separator: " ").allSatisfy { engine.canHear(String($0)) } }

    /// The samples with the noise of a quiet room, −60 dBFS: no microphone gives zeros.
    private static func inRoom(_ samples: [Int16]) -> [Int16] {
        var random = SeededGenerator(seed: 1)
        return samples.map { Int16(clamping: Int($0) + Int.random(in: -56...56, using: &random)) }
    }

    /// What is heard of a text that one of the voices says.
    func hear(_ text: String, in voice: String, _ context: RecognitionContext) async throws -> VoiceResult {
        let speech = try await EspeakSynthesizer(settings: TTSVoiceProfile(voice: voice)).synthesize(text)
        let samples = try Resampler.convert(speech.samples, from: speech.sampleRate, to: SampleRate.speech)
        let live = try LiveVoiceIO(
            input: SampleInput(Self.inRoom(Guest.quiet + samples + Guest.silence(1.5))), output: ScriptedOutput(),
            recognizer: engine, hears: .givenPhrases, synthesizer: BuzzVoice())
        let heard = try await live.listen(timeout: .seconds(20), inactivity: .seconds(0.8), context: context)
        await live.close()
        return heard
    }
}
