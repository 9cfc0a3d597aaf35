/// A block of 16 kHz mono samples with its position in the stream.
///
/// ```
/// let frame = AudioFrame(start: .zero, samples: [Int16](repeating: 0, count: 1_600))  // 100 ms of silence
/// frame.end.seconds  // 0.1
/// ```
public struct AudioFrame: Equatable, Sendable {
    /// Position of the first sample.
    public let start: SamplePosition
    /// Linear PCM, one channel, full scale ±32,767.
    public let samples: [Int16]
    /// Whether the endpointer ended the utterance at this frame. The recogniser then closes the open utterance after
    /// this frame, as at an endpoint of its own, and starts the next one. An engine without support for this ignores
    /// the flag and uses its own endpoint detection.
    public let endsUtterance: Bool
    /// Capture time and lost audio; `nil` for recordings and for frames that were cut or joined.
    public let capture: CaptureMark?

    /// Creates a frame.
    ///
    /// - Parameters:
    ///   - start: position of the first sample.
    ///   - samples: 16 kHz, mono.
    ///   - endsUtterance: whether the utterance ends with this frame.
    ///   - capture: the microphone's timing, if there is one.
    public init(start: SamplePosition, samples: [Int16], endsUtterance: Bool = false, capture: CaptureMark? = nil) {
        self.start = start
        self.samples = samples
        self.endsUtterance = endsUtterance
        self.capture = capture
    }

    /// Position after the last sample, where the next frame begins.
    public var end: SamplePosition { start + SampleCount(samples.count) }
}

/// Capture time of a microphone frame, and the audio lost before it.
public struct CaptureMark: Equatable, Sendable {
    /// Capture time of the first sample, on `MonotonicClock.system`; accurate to a few milliseconds.
    public let capturedAt: Duration
    /// Audio lost just before the first sample, estimated from the clock. Positions continue without a gap, because a
    /// stream's position counts only samples that exist.
    public let lost: Duration

    /// Creates a mark.
    public init(capturedAt: Duration, lost: Duration = .zero) {
        self.capturedAt = capturedAt
        self.lost = lost
    }
}

/// A source of audio: a recording, standard input or a microphone.
///
/// Frames are pulled: the consumer requests a frame when it is ready, so no queue can grow between the two. A source
/// has one consumer, which calls `nextFrame` from one task at a time.
public protocol AudioInput: Sendable {
    /// Returns the next frame, in order and without gaps.
    ///
    /// - Returns: `nil` after the last frame, and on every later call.
    /// - Throws: the source's own error when it fails; a failure is never reported as the end.
    func nextFrame() async throws -> AudioFrame?
}

/// A destination for audio: a sound card or a file.
public protocol AudioOutput: Sendable {
    /// Plays samples and returns after all of them have been handed over.
    ///
    /// - Parameters:
    ///   - samples: mono linear PCM.
    ///   - sampleRate: samples per second, 8,000 to 48,000.
    /// - Throws: the device's error. The caller then shows the prompt as text.
    func play(_ samples: [Int16], sampleRate: Int) async throws
}
