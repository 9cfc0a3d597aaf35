internal import ALSAAudio
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
    /// model does not know. A microphone or a loudspeaker that is missing is reported by
    /// `ensureReady`, and may be plugged in later.
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
                freeSpeech: freeSpeech ?? moonshine, synthesizer: EspeakSynthesizer(), settings: settings)
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
}
