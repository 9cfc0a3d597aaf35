public import Speech

/// The engine that a child serves, with the protocols it supports.
public struct HostedEngine: Sendable {
    /// Short name for logs and benchmarks, for example `vosk`.
    public let name: String
    /// Name of the model.
    public let model: String
    let voiceService: (any VoiceService)?
    let utteranceRecognizer: (any UtteranceRecognizer)?
    let synthesizer: (any SpeechSynthesizer)?

    /// Creates an engine.
    public init(
        name: String, model: String, voiceService: (any VoiceService)? = nil,
        utteranceRecognizer: (any UtteranceRecognizer)? = nil,
        synthesizer: (any SpeechSynthesizer)? = nil
    ) {
        self.name = name
        self.model = model
        self.voiceService = voiceService
        self.utteranceRecognizer = utteranceRecognizer
        self.synthesizer = synthesizer
    }
}
