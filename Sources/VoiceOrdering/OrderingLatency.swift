public import Speech
internal import Synchronization

/// How long the stages of one session took.
public struct OrderingLatency: Sendable {
    /// From the hand-over of the audio that caused a text to its preview being ready.
    public var audioToPreview = LatencyRecorder()
    /// From text to its preview alone.
    public var textToPreview = LatencyRecorder()
    /// From the last audio of an utterance to the kiosk's reply.
    public var audioToReply = LatencyRecorder()
    /// Start to end of the session.
    public var wall = Duration.zero
    /// Audio that was heard.
    public var audio = SampleCount(0)

    public init() {}

    /// Processing time over audio time; 0 when there was no audio.
    public var realTimeFactor: Double { audio.samples == 0 ? 0 : wall.seconds / audio.seconds }

    /// Adds another session's figures.
    public mutating func merge(_ other: OrderingLatency) {
        audioToPreview.merge(other.audioToPreview)
        textToPreview.merge(other.textToPreview)
        audioToReply.merge(other.audioToReply)
        wall += other.wall
        audio = audio + other.audio
    }
}

/// Hands frames on and remembers when the newest one was handed over.
final class TimedInput: AudioInput {
    private struct Newest {
        var handedOver: Duration
        var end: SamplePosition
    }

    private let input: any AudioInput
    private let now: @Sendable () -> Duration
    private let newest: Mutex<Newest>

    init(_ input: any AudioInput, now: @escaping @Sendable () -> Duration) {
        self.input = input
        self.now = now
        newest = Mutex(Newest(handedOver: now(), end: .zero))
    }

    /// When the newest frame was handed over, on the caller's clock.
    var newestHandOver: Duration { newest.withLock { $0.handedOver } }

    /// The end of what was handed over.
    var end: SamplePosition { newest.withLock { $0.end } }

    func nextFrame() async throws -> AudioFrame? {
        guard let frame = try await input.nextFrame() else { return nil }
        let moment = now()
        newest.withLock { $0 = Newest(handedOver: moment, end: frame.end) }
        return frame
    }
}
