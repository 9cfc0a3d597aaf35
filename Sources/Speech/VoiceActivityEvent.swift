/// What a voice-activity detector notices in a stream, in the order it notices it.
///
/// Both positions are counted in samples of the stream: `at` is where it happened, `noticed` the end of the audio that
/// was needed to be sure.
public enum VoiceActivityEvent: Equatable, Sendable {
    /// Somebody began to speak.
    case speechStarted(at: SamplePosition, noticed: SamplePosition)
    /// Nobody speaks any more; `at` is the end of the last sound of speech, which lies the hang-over before `noticed`.
    case speechEnded(at: SamplePosition, noticed: SamplePosition)

    /// The event as a change of the speech state, at the place where it happened.
    public var result: VoiceActivityResult {
        switch self {
        case .speechStarted(let position, _): VoiceActivityResult(speechDetected: true, timestamp: position)
        case .speechEnded(let position, _): VoiceActivityResult(speechDetected: false, timestamp: position)
        }
    }
}
