internal import Foundation

/// A voice's file (`….onnx`) with its configuration beside it (`….onnx.json`).
public struct PiperVoiceFile: Equatable, Sendable {
    /// Name of the voice: the file's without `.onnx`.
    public let name: String
    /// Path of the voice.
    public let path: String
    /// BCP 47 language tag of its configuration, for example `en-US`; `und` where that has none.
    public let language: String

    /// End of the names of voices.
    public static let suffix = ".onnx"

    private struct Settings: Decodable {
        struct Audio: Decodable {
            let sampleRate: Int

            enum CodingKeys: String, CodingKey { case sampleRate = "sample_rate" }
        }

        struct Language: Decodable { let code: String? }
        struct Espeak: Decodable { let voice: String? }

        let audio: Audio
        let language: Language?
        let espeak: Espeak?
    }

    /// The voices of a folder that have a usable configuration, by name.
    public static func voices(in folder: String) -> [PiperVoiceFile] {
        let files = ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []).sorted()
        return files.filter { $0.hasSuffix(suffix) && files.contains($0 + ".json") }.compactMap { file in
            let path = folder + "/" + file
            guard let settings = try? settings(of: path) else { return nil }
            let language = settings.language?.code ?? settings.espeak?.voice ?? "und"
            return PiperVoiceFile(
                name: String(file.dropLast(suffix.count)), path: path,
                language: language.replacing("_", with: "-"))
        }
    }

    /// Returns the sample rate in hertz.
    static func sampleRate(of model: String) throws(PiperError) -> Int { try settings(of: model).audio.sampleRate }

    private static func settings(of model: String) throws(PiperError) -> Settings {
        guard FileManager.default.isReadableFile(atPath: model) else {
            throw .badVoice(file: model, reason: "there is no such file, or no permission")
        }
        let file = model + ".json"
        guard let data = FileManager.default.contents(atPath: file) else {
            throw .badVoice(file: file, reason: "there is no such file, or no permission")
        }
        guard let settings = try? JSONDecoder().decode(Settings.self, from: data) else {
            throw .badVoice(file: file, reason: "it has no audio.sample_rate")
        }
        guard 8_000...48_000 ~= settings.audio.sampleRate else {
            throw .badVoice(file: file, reason: "a rate of \(settings.audio.sampleRate) Hz cannot be played")
        }
        return settings
    }
}
