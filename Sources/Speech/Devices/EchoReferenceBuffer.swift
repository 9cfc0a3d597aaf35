internal import Synchronization

/// Playback samples with their times, as an echo canceller needs them.
public protocol PlaybackReference: Sendable {
    /// Returns 16 kHz mono samples that are played from a given time on; zeros where nothing is played.
    ///
    /// - Parameters:
    /// - count: 0 or more.
    /// - start: index of the first sample, at 16 kHz from the origin of `MonotonicClock.system`.
    func samples(_ count: Int, from start: Int) -> [Int16]

    /// End of the last sound so far, on `MonotonicClock.system`; `nil` when nothing has been played.
    var playbackEnd: Duration? { get }
}

/// A ring buffer of the last seconds of playback, including sound about to be played, with its times.
///
/// An output writes to it and an echo canceller reads from it, each from any thread.
public final class EchoReferenceBuffer: PlaybackReference {
    /// Blocks that are no further apart than 20 ms form one continuous sound, whatever the clock says.
    private static let maxGap = SampleRate.speech / 50
    /// Longest maxOverlap of a block with the end of the previous one: 0.25 s. A larger maxOverlap means that the sound
    /// card's clock was reset.
    private static let maxOverlap = SampleRate.speech / 4
    /// Capacity: 8 s.
    private static let capacity = 8 * SampleRate.speech

    private struct Ring {
        var samples = [Int16](repeating: 0, count: capacity)
        /// Index after the last sample written; `nil` before the first.
        var end: Int?
    }

    private let ring = Mutex(Ring())

    /// Creates an empty buffer.
    public init() {}

    /// Records samples that are on their way to the loudspeaker.
    ///
    /// - Parameters:
    /// - samples: at 16 kHz, as played.
    /// - time: when the first sample is played, on `MonotonicClock.system`.
    public func record(_ samples: [Int16], soundingAt time: Duration) {
        guard !samples.isEmpty else { return }
        let wanted = Self.index(time)
        ring.withLock { ring in
            var start = wanted
            if let end = ring.end {
                if wanted <= end + Self.maxGap, wanted > end - Self.maxOverlap { start = end }
                // The time between two sounds was silent.
                for index in max(end, start - Self.capacity)..<max(end, start) { ring.samples[Self.slot(index)] = 0 }
            }
            for (offset, sample) in samples.enumerated() { ring.samples[Self.slot(start + offset)] = sample }
            ring.end = start + samples.count
        }
    }

    /// Erases everything from a given time on, after playback was cut off.
    public func truncate(at time: Duration) {
        let index = Self.index(time)
        ring.withLock { ring in
            guard let end = ring.end, index < end else { return }
            for silent in max(index, end - Self.capacity)..<end { ring.samples[Self.slot(silent)] = 0 }
            ring.end = max(index, end - Self.capacity)
        }
    }

    /// Returns recorded samples; see `PlaybackReference`.
    public func samples(_ count: Int, from start: Int) -> [Int16] {
        ring.withLock { ring in
            guard count > 0, let end = ring.end else { return [Int16](repeating: 0, count: max(0, count)) }
            return (start..<start + count).map {
                $0 < end && $0 >= end - Self.capacity && $0 >= 0 ? ring.samples[Self.slot($0)] : 0
            }
        }
    }

    /// End of the last sound; see `PlaybackReference`.
    public var playbackEnd: Duration? {
        ring.withLock { $0.end.map { .seconds(Double($0) / Double(SampleRate.speech)) } }
    }

    /// Index at 16 kHz of the sample at a given time on `MonotonicClock.system`.
    public static func index(_ time: Duration) -> Int { Int((time.seconds * Double(SampleRate.speech)).rounded()) }

    private static func slot(_ index: Int) -> Int {
        let slot = index % capacity
        return slot < 0 ? slot + capacity : slot
    }
}
