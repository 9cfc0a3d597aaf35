/// The detections of one stream of audio, pulled by one consumer.
///
/// Nothing is buffered: asking for the next detection is what reads the audio. Cancelling the consuming task ends the
/// stream promptly.
public typealias WakeWordDetections = AsyncThrowingStream<WakeWordDetection, any Error>

/// A wake phrase that was heard.
public struct WakeWordDetection: Equatable, Sendable {
    /// The phrase as text, for example `hey brews`.
    public let phrase: String
    /// The samples it was spoken in.
    public let span: SpeechSpan
    /// How much better the phrase explains these samples than other speech does; at or above the detector's threshold.
    public let score: Double

    public init(phrase: String, span: SpeechSpan, score: Double) {
        self.phrase = phrase
        self.span = span
        self.score = score
    }
}

/// Listens for one phrase.
///
/// Detections ascend and do not overlap. A phrase at the very end of the audio is detected too. How the audio is cut
/// into frames changes nothing. A detector may serve several streams at once; each has its own state. All members may
/// be called from any task.
public protocol WakeWordDetector: Sendable {
    /// The phrase as text.
    var phrase: String { get }

    /// Listens to `input` until it ends.
    ///
    /// - Parameter input: the audio; the stream becomes its one consumer.
    /// - Returns: the detections. Errors of the input are thrown by the stream.
    func detections(in input: any AudioInput) -> WakeWordDetections
}
