/// The one sample rate inside Brews: every frame, position and engine works at 16 kHz mono.
public enum SampleRate {
    /// Samples per second of every `AudioFrame`.
    public static let speech = 16_000
}

/// A number of samples at 16 kHz.
public struct SampleCount: Hashable, Comparable, Sendable, Codable {
    /// Samples, 0 or more in lengths; may be negative in differences.
    public var samples: Int

    public init(_ samples: Int) { self.samples = samples }

    /// The count nearest to a number of seconds.
    public init(seconds: Double) { samples = Int((seconds * Double(SampleRate.speech)).rounded()) }

    /// The length in seconds.
    public var seconds: Double { Double(samples) / Double(SampleRate.speech) }

    public static func < (a: Self, b: Self) -> Bool { a.samples < b.samples }
    public static func + (a: Self, b: Self) -> Self { Self(a.samples + b.samples) }
}

/// A point in a recording or microphone stream, counted in samples since it began.
///
/// Time inside the audio path is this count: it never drifts, jumps or needs a clock.
public struct SamplePosition: Hashable, Comparable, Sendable, Codable {
    /// Samples since the stream began, 0 or more.
    public var samples: Int

    public init(_ samples: Int) { self.samples = samples }

    /// The position nearest to a number of seconds since the stream began.
    public init(seconds: Double) { samples = Int((seconds * Double(SampleRate.speech)).rounded()) }

    public static let zero = SamplePosition(0)

    /// Seconds since the stream began.
    public var seconds: Double { Double(samples) / Double(SampleRate.speech) }

    public static func < (a: Self, b: Self) -> Bool { a.samples < b.samples }
    public static func + (a: Self, b: SampleCount) -> Self { Self(a.samples + b.samples) }
    public static func - (a: Self, b: Self) -> SampleCount { SampleCount(a.samples - b.samples) }
}

/// A half-open stretch of samples: `start` is inside, `end` is not.
public struct SpeechSpan: Hashable, Sendable, Codable {
    public var start: SamplePosition
    /// Never before `start`.
    public var end: SamplePosition

    public init(start: SamplePosition, end: SamplePosition) {
        self.start = start
        self.end = max(start, end)
    }

    public var length: SampleCount { end - start }

    /// Whether the two spans share at least one sample.
    public func overlaps(_ other: SpeechSpan) -> Bool { start < other.end && other.start < end }
}
