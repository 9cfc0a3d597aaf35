/// A block of 16 kHz mono samples and where it stands in its stream.
public struct AudioFrame: Equatable, Sendable {
    /// Position of the first sample.
    public let start: SamplePosition
    /// Linear PCM, one channel, full scale ±32,767.
    public let samples: [Int16]
    /// Whether whoever listens for the end of an utterance found it here: a recogniser closes the open utterance after
    /// this frame, as at an endpoint of its own, and goes on with the next. One that cannot leaves the frame like any
    /// other, and its own endpoint stands.
    public let endsUtterance: Bool
    /// What the microphone knows of the frame; `nil` for recordings and for frames that were cut or joined on the way.
    public let capture: CaptureMark?

    public init(start: SamplePosition, samples: [Int16], endsUtterance: Bool = false, capture: CaptureMark? = nil) {
        self.start = start
        self.samples = samples
        self.endsUtterance = endsUtterance
        self.capture = capture
    }

    /// Position after the last sample, which is where the next frame begins.
    public var end: SamplePosition { start + SampleCount(samples.count) }
}

/// When a frame of a microphone was heard, and what is missing before it.
public struct CaptureMark: Equatable, Sendable {
    /// When the first sample was heard, on `MonotonicClock.system`; estimated to a few milliseconds.
    public let heardAt: Duration
    /// Audio lost just before the first sample, estimated by the clock. Positions go on as if nothing were missing: a
    /// stream's position is a count of samples that exist.
    public let lost: Duration

    public init(heardAt: Duration, lost: Duration = .zero) {
        self.heardAt = heardAt
        self.lost = lost
    }
}

/// Where audio comes from: a recording, standard input or a microphone.
///
/// Frames are pulled: the consumer asks for one when it is ready, so nothing between the two can grow.
/// A source has one consumer, which calls `nextFrame` from one task at a time.
public protocol AudioInput: Sendable {
    /// The next frame, in order and without gaps.
    ///
    /// - Returns: `nil` after the last frame, then `nil` for ever.
    /// - Throws: the source's own error when it fails; failure never looks like the end.
    func nextFrame() async throws -> AudioFrame?
}

/// Where audio goes: a sound card or a file.
public protocol AudioOutput: Sendable {
    /// Plays samples and returns when they have been handed over in full.
    ///
    /// - Parameters:
    ///   - samples: mono linear PCM.
    ///   - sampleRate: samples per second, 8,000 to 48,000.
    /// - Throws: the device's error; the caller shows the prompt as text instead.
    func play(_ samples: [Int16], sampleRate: Int) async throws
}
