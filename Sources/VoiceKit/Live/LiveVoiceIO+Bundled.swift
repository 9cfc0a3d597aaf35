internal import ALSAAudio
internal import Foundation
internal import ModelCatalogue
internal import MoonshineEngine
internal import PlatformSupport
public import Speech
internal import SpeechAssembly
internal import SpeechSynthesis
internal import VoskEngine

extension LiveVoiceIO {
    /// A voice with the default microphone and loudspeaker, the bundled models and espeak-ng.
    ///
    /// The café model hears numbers, names and commands; Moonshine hears free English text, and names that the café
    /// model does not know. A voice of Piper speaks where one is installed and fast enough here, and espeak-ng takes
    /// over the sentences in which it fails or is late; without one espeak-ng speaks. A missing microphone or
    /// loudspeaker is reported by `ensureReady`, and may be plugged in later.
    ///
    /// - Parameters:
    ///   - freeSpeech: another recogniser for free speech than Moonshine.
    /// - Throws: `VoiceKitError.engineMissing` with the command that mends it.
    public init(freeSpeech: (any VoiceService)? = nil, settings: LiveVoiceSettings = LiveVoiceSettings()) async throws {
        let worker = SerialWorker(label: "voice-start")
        do {
            let (recognizer, moonshine) = try await worker.run {
                let model = try VerifiedModel(bundled: ModelCatalogue.defaultModel)
                return (
                    try VoskVoiceService(model: model, menu: nil),
                    freeSpeech == nil ? try MoonshineVoiceService(model: model) : nil
                )
            }
            try self.init(
                input: ALSAInput(), output: ALSAOutput(), recognizer: recognizer, hears: .givenPhrases,
                freeSpeech: freeSpeech ?? moonshine, synthesizer: EspeakSynthesizer(), voices: Self.voice,
                settings: settings)
            if settings.usesNaturalVoice, let piper = await Self.naturalVoice() {
                await use(piper, standby: try EspeakSynthesizer())
            }
        } catch let error as ModelError {
            throw VoiceKitError.engineMissing(error.description, mend: "check the models: brews models verify")
        } catch let error as VoskError {
            throw VoiceKitError.engineMissing(
                "the recogniser cannot be started: \(error)", mend: "install it: scripts/setup")
        } catch let error as MoonshineError {
            throw VoiceKitError.engineMissing(error.description, mend: "check the models: brews models verify")
        } catch let error as SpeechAssemblyError {
            throw VoiceKitError.engineMissing(error.description, mend: "check the models: brews models verify")
        }
    }

    /// A voice of espeak-ng, or of Piper where the name is `piper:NAME`.
    private static let voice: VoiceMaking = { profile in
        guard profile.voice.hasPrefix(piperPrefix) else { return try EspeakSynthesizer(settings: profile) }
        guard let program = PiperSynthesizer.program(in: ProcessInfo.processInfo.environment["PATH"] ?? "") else {
            throw PiperError.notInstalled
        }
        return try catalogue().piperVoice(
            named: String(profile.voice.dropFirst(piperPrefix.count)), program: program,
            settings: PiperSettings(rate: profile.rate, volume: profile.volume))
    }

    private static let piperPrefix = "piper:"

    private static func catalogue() throws -> ModelCatalogue {
        try ModelCatalogue(
            searchPath: ModelCatalogue.standardSearchPath(
                executable: Bundle.main.executablePath ?? "", environment: ProcessInfo.processInfo.environment))
    }

    /// Piper's voice, if it is installed and fast enough; one that fails is left out.
    private static func naturalVoice() async -> PiperSynthesizer? {
        let environment = ProcessInfo.processInfo.environment
        guard let program = PiperSynthesizer.program(in: environment["PATH"] ?? ""),
            let piper = try? catalogue().piperVoice(language: "en", program: program),
            let time = try? await SynthesisTrial.responseTime(
                of: piper, saying: "What is your name?", clock: ContinuousClock()),
            time <= SynthesisTrial.limit
        else { return nil }
        return piper
    }
}
