/// A change of speech activity in a stream, in the order of detection.
///
/// Both positions count samples of the stream: `at` is where the change happened, `noticed` the end of the audio needed
/// to detect it.
public enum VoiceActivityEvent: Equatable, Sendable {
    /// Speech began.
    case speechStarted(at: SamplePosition, noticed: SamplePosition)
    /// Speech ended. `at` is the end of the last speech sound, earlier than `noticed` by the hang-over time.
    case speechEnded(at: SamplePosition, noticed: SamplePosition)

    /// The event as a change of the speech state, at the position of the change.
    public var result: VoiceActivityResult {
        switch self {
        case .speechStarted(let position, _): VoiceActivityResult(speechDetected: true, timestamp: position)
        case .speechEnded(let position, _): VoiceActivityResult(speechDetected: false, timestamp: position)
        }
    }
}
