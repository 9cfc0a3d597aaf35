internal import Feedback
internal import Foundation
internal import KioskRuntime
internal import ModelCatalogue
internal import SpeechAssembly
internal import SpeechSynthesis
internal import VoiceOrdering

/// Choice of voices.
extension Setup {
    /// Prefix of the names of Piper's voices.
    static let piperPrefix = "piper:"
    public static let voiceOption = OptionSpec(
        "voice", value: "NAME",
        "voice of espeak-ng, or piper:NAME (default: Piper's where it is installed, or espeak-ng's, in the language)")
    static let profileOptions = [
        OptionSpec("profile", value: "NAME", "voice, rate, pitch and volume as kept under this name"),
        OptionSpec("profiles", value: "FILE", "where profiles are kept (default: ~/.config/brews/voices.json)"),
    ]

    /// A voice in the output of `--list-voices`.
    struct ListedVoice: Encodable {
        let voice: String
        let name: String
        let language: String
        let engine: String
    }

    /// The profile of `--profile`.
    static func profile(_ arguments: Arguments) throws(CLIError) -> TTSVoiceProfile? {
        guard let name = arguments.value("profile") else { return nil }
        do { return try VoiceProfilesStore(path: profilesPath(arguments)).profile(name) } catch {
            throw CLIError.from(error)
        }
    }

    static func profilesPath(_ arguments: Arguments) -> String {
        arguments.value("profiles") ?? ProcessInfo.processInfo.environment["HOME"].map {
            $0 + "/.config/brews/voices.json"
        } ?? "/var/lib/brews/voices.json"
    }

    private static var piperProgram: String? {
        PiperSynthesizer.program(in: ProcessInfo.processInfo.environment["PATH"] ?? "")
    }

    /// Installed voices of Piper; their files are not verified here.
    private func piperVoices(language: String?) -> [(name: String, language: String)] {
        (try? catalogue().installedPiperVoices(language: language)) ?? []
    }

    /// Name of an installed voice of Piper in a language; `nil` without the program or a voice.
    func installedPiperVoice(_ language: String) -> String? {
        guard Self.piperProgram != nil else { return nil }
        let voices = piperVoices(language: language)
        let best = voices.first { $0.language.lowercased() == language.lowercased() } ?? voices.first
        return best.map { Self.shortName($0.name) }
    }

    private static func shortName(_ name: String) -> String {
        name.hasPrefix(PiperSynthesizer.modelPrefix) ? String(name.dropFirst(PiperSynthesizer.modelPrefix.count)) : name
    }

    /// A voice of Piper.
    ///
    /// - Parameter name: its catalogue name without `piper-`, the name of a voice that its owner put into a models
    ///   folder, or a path of its file or folder.
    func piper(_ name: String, rate: Int, volume: Int) throws -> PiperSynthesizer {
        let settings = PiperSettings(rate: rate, volume: volume)
        guard !name.hasSuffix(PiperVoiceFile.suffix) else { return try piper(file: name, settings) }
        guard let program = Self.piperProgram else { throw PiperError.notInstalled }
        return try catalogue().piperVoice(named: name, program: program, settings: settings)
    }

    private func piper(file: String, _ settings: PiperSettings) throws -> PiperSynthesizer {
        guard let program = Self.piperProgram else { throw PiperError.notInstalled }
        return try PiperSynthesizer(program: program, model: file, settings: settings)
    }

    /// The voice of a verified model of Piper.
    func piper(in model: VerifiedModel, _ settings: PiperSettings = PiperSettings()) throws -> PiperSynthesizer {
        guard let program = Self.piperProgram else { throw PiperError.notInstalled }
        return try PiperSynthesizer(model: model, program: program, settings: settings)
    }

    /// Feedback settings of the voice of a language. A program of Piper that had to be replaced loads its voice again,
    /// which takes seconds on a small board.
    func feedbackSettings(for language: String?) -> FeedbackSettings {
        voiceName(for: language).hasPrefix(Self.piperPrefix)
            ? FeedbackSettings(longestSilence: .seconds(4)) : FeedbackSettings()
    }

    /// Every voice of a language, or of all.
    func voices(language: String?) async throws -> [ListedVoice] {
        let piper =
            Self.piperProgram == nil
            ? []
            : piperVoices(language: language).map {
                ListedVoice(
                    voice: Self.piperPrefix + Self.shortName($0.name), name: Self.shortName($0.name),
                    language: $0.language, engine: "piper")
            }
        let espeak = try await EspeakSynthesizer.voices(language: language).map {
            ListedVoice(voice: $0.identifier, name: $0.name, language: $0.language, engine: "espeak-ng")
        }
        return piper + espeak
    }
}
