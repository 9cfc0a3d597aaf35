public import Speech
public import SpeechSynthesis
public import VoiceOrdering

/// Makes the synthesiser of a profile.
public typealias VoiceMaking = @Sendable (TTSVoiceProfile) async throws -> any SpeechSynthesizer

/// What a recogniser can hear.
public enum RecognizerScope: Equatable, Sendable {
    /// Any speech.
    case anySpeech
    /// Only phrases that it is given, such as the café model.
    case givenPhrases
}

/// Limits of a live voice.
public struct LiveVoiceSettings: Equatable, Sendable {
    /// Longest wait for the microphone's next audio, and for a microphone that starts. Default 2 s.
    public var microphoneLimit = Duration.seconds(2)
    /// Longest work of the recogniser without a pause, also the time for loading a grammar. Default 20 s.
    public var recognizerLimit = Duration.seconds(20)
    /// Longest wait of a speech or a listening for another one to end. Default 60 s.
    public var gateLimit = Duration.seconds(60)
    /// Longest writing of a recording. Default 10 s.
    public var recordingLimit = Duration.seconds(10)
    /// Audio of a microphone that is left out after the voice has spoken, because it is the room's echo. Default
    /// 0.25 s.
    public var echoTail = Duration.milliseconds(250)
    /// Audio kept before the speech of a recording, and after it, 0…2 s.
    public var recordingPads = RecordingTrimmer()
    /// Speech output. A sentence may take 3 s to synthesise here: nobody stands at a counter.
    public var speech = FeedbackSettings(longestSilence: .seconds(3))
    /// Whether a voice of Piper speaks where one is installed and fast enough; it takes some seconds to load. Default
    /// true.
    public var usesNaturalVoice = true
    /// Folder in memory for recordings; `nil` for `$XDG_RUNTIME_DIR`, else `/dev/shm`.
    public var recordingFolder: String?

    /// The default settings.
    public init() {}
}
