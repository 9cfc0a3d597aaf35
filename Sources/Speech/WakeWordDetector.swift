/// The detections in one stream of audio, pulled by one consumer.
///
/// Nothing is buffered: requesting the next detection reads the audio. Cancelling the consuming task ends the stream
/// promptly.
public typealias WakeWordDetections = AsyncThrowingStream<WakeWordDetection, any Error>

/// A detected wake phrase.
public struct WakeWordDetection: Equatable, Sendable {
    /// The phrase as text, for example `hey brews`.
    public let phrase: String
    /// The samples in which it was spoken.
    public let span: SpeechSpan
    /// Log-likelihood ratio of the phrase against other speech; at or above the detector's threshold.
    public let score: Double

    /// Creates a detection.
    public init(phrase: String, span: SpeechSpan, score: Double) {
        self.phrase = phrase
        self.span = span
        self.score = score
    }
}

/// A keyword spotter for one phrase.
///
/// Detections ascend and do not overlap. A phrase at the very end of the audio is detected too. The result does not
/// depend on how the audio is cut into frames. A detector may serve several streams at once, each with its own state.
/// All members may be called from any task.
///
/// ```
/// for try await detection in detector.detections(in: microphone) {
///     print(detection.phrase, detection.span.start.seconds)
/// }
/// ```
public protocol WakeWordDetector: Sendable {
    /// The phrase as text.
    var phrase: String { get }

    /// Detects the phrase in `input` until the input ends.
    ///
    /// - Parameter input: the audio; the stream becomes its only consumer.
    /// - Returns: the detections. The stream throws errors of the input.
    func detections(in input: any AudioInput) -> WakeWordDetections
}
