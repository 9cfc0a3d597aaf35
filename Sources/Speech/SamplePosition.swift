/// The sample rate of the whole pipeline: frames, positions and engines use 16 kHz mono.
public enum SampleRate {
    /// Samples per second of every `AudioFrame`.
    public static let speech = 16_000
}

/// A number of samples at 16 kHz.
public struct SampleCount: Hashable, Comparable, Sendable, Codable {
    /// Number of samples; 0 or more in lengths, possibly negative in differences.
    public var samples: Int

    /// Creates a count of samples.
    public init(_ samples: Int) { self.samples = samples }

    /// Creates the count nearest to a number of seconds.
    public init(seconds: Double) { samples = Int((seconds * Double(SampleRate.speech)).rounded()) }

    /// The length in seconds.
    public var seconds: Double { Double(samples) / Double(SampleRate.speech) }

    /// Compares the numbers of samples.
    public static func < (a: Self, b: Self) -> Bool { a.samples < b.samples }
    /// Adds the numbers of samples.
    public static func + (a: Self, b: Self) -> Self { Self(a.samples + b.samples) }
}

/// A position in a recording or microphone stream, counted in samples from its beginning.
///
/// This count is the only measure of time in the audio path. It never drifts or jumps and needs no clock.
public struct SamplePosition: Hashable, Comparable, Sendable, Codable {
    /// Samples since the stream began, 0 or more.
    public var samples: Int

    /// Creates a position from a number of samples.
    public init(_ samples: Int) { self.samples = samples }

    /// Creates the position nearest to a number of seconds from the beginning of the stream.
    public init(seconds: Double) { samples = Int((seconds * Double(SampleRate.speech)).rounded()) }

    /// The beginning of the stream.
    public static let zero = SamplePosition(0)

    /// Seconds from the beginning of the stream.
    public var seconds: Double { Double(samples) / Double(SampleRate.speech) }

    /// Compares the positions.
    public static func < (a: Self, b: Self) -> Bool { a.samples < b.samples }
    /// Moves a position forward by a number of samples.
    public static func + (a: Self, b: SampleCount) -> Self { Self(a.samples + b.samples) }
    /// Distance from `b` to `a`.
    public static func - (a: Self, b: Self) -> SampleCount { SampleCount(a.samples - b.samples) }
}

/// A half-open interval of samples: `start` is inside, `end` is not.
public struct SpeechSpan: Hashable, Sendable, Codable {
    /// Position of the first sample.
    public var start: SamplePosition
    /// Position after the last sample; never before `start`.
    public var end: SamplePosition

    /// Creates a span; an end before the start gives an empty span.
    public init(start: SamplePosition, end: SamplePosition) {
        self.start = start
        self.end = max(start, end)
    }

    /// Number of samples in the span.
    public var length: SampleCount { end - start }

    /// Whether the two spans share at least one sample.
    public func overlaps(_ other: SpeechSpan) -> Bool { start < other.end && other.start < end }
}
