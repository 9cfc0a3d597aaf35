public import Speech

/// Processing times of one session.
public struct OrderingLatency: Sendable {
    /// From the arrival of the newest audio to the finished preview.
    public var audioToPreview = LatencyRecorder()
    /// From the recogniser's result to the finished preview.
    public var textToPreview = LatencyRecorder()
    /// From the last audio of an utterance to the kiosk's reply.
    public var audioToReply = LatencyRecorder()
    /// Start to end of the session.
    public var wall = Duration.zero
    /// Length of the audio processed.
    public var audio = SampleCount(0)

    /// No measurements yet.
    public init() {}

    /// Processing time divided by audio time; 0 without audio.
    public var realTimeFactor: Double { audio.samples == 0 ? 0 : wall.seconds / audio.seconds }

    /// Adds another session's measurements.
    public mutating func merge(_ other: OrderingLatency) {
        audioToPreview.merge(other.audioToPreview)
        textToPreview.merge(other.textToPreview)
        audioToReply.merge(other.audioToReply)
        wall += other.wall
        audio = audio + other.audio
    }
}
