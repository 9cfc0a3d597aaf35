internal import ALSAAudio
internal import ModelCatalogue
internal import PlatformSupport
public import Speech
internal import SpeechAssembly
internal import SpeechSynthesis
internal import VoskEngine

extension LiveVoiceIO {
    /// A voice with the default microphone and loudspeaker, the bundled café model and espeak-ng.
    ///
    /// The café model hears numbers, names and commands. A microphone or a loudspeaker that is missing is reported by
    /// `ensureReady`, and may be plugged in later.
    ///
    /// - Parameters:
    ///   - freeSpeech: a recogniser for free speech.
    /// - Throws: `VoiceKitError.engineMissing` with the command that mends it.
    public init(freeSpeech: (any VoiceService)? = nil, settings: LiveVoiceSettings = LiveVoiceSettings()) async throws {
        let worker = SerialWorker(label: "voice-start")
        do {
            let recognizer = try await worker.run { try VoskVoiceService(bundled: ModelCatalogue.defaultModel) }
            try self.init(
                input: ALSAInput(), output: ALSAOutput(), recognizer: recognizer, hears: .givenPhrases,
                freeSpeech: freeSpeech, synthesizer: EspeakSynthesizer(), settings: settings)
        } catch let error as ModelError {
            throw VoiceKitError.engineMissing(error.description, mend: "check the models: brews models verify")
        } catch let error as VoskError {
            throw VoiceKitError.engineMissing(
                "the recogniser cannot be started: \(error)", mend: "install it: scripts/setup")
        } catch let error as SpeechAssemblyError {
            throw VoiceKitError.engineMissing(error.description, mend: "check the models: brews models verify")
        }
    }
}
