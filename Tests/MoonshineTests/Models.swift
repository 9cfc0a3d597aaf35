internal import AudioFiles
internal import Foundation
internal import Moonshine
internal import Speech
internal import SpeechSynthesis
internal import TestSupport

/// The bundled model, built once for all tests, and speech to hear with it.
enum Models {
    static func bytes() throws -> [UInt8] { try bytes("wake/moonshine.mdl") }

    /// A file of the same format with other contents.
    static func networkBytes() throws -> [UInt8] { try bytes("am/final.mdl") }

    private static func bytes(_ file: String) throws -> [UInt8] {
        [UInt8](try Data(contentsOf: Repository.models.appendingPathComponent("brews-en/\(file)")))
    }

    private static let loaded = Result { try MoonshineModel(bytes()) }

    static func moonshine() throws -> MoonshineModel { try loaded.get() }

    /// The bundled model's recording of "yes please", by a person.
    static func yesPlease() throws -> [Int16] {
        try WaveFile.readSpeech(from: Repository.models.appendingPathComponent("brews-en/self-test.wav").path)
    }

    /// A synthetic voice with half a second of silence before and a second after.
    static func spoken(_ text: String) async throws -> [Int16] {
        let input = try SynthesizedInput(
            try await EspeakSynthesizer(settings: TTSVoiceProfile(voice: "en-us", rate: 150)).synthesize(text))
        var samples = [Int16](repeating: 0, count: 8_000)
        while let frame = await input.nextFrame() { samples += frame.samples }
        return samples + [Int16](repeating: 0, count: 16_000)
    }
}
