/// Estimates when the samples of a device were captured or will be played, from the arrival times of blocks.
///
/// The reading thread can see a block late, never early. So a block that arrives earlier than expected moves the
/// estimate by a large part of the difference, and one that arrives later moves it only slightly. The slow correction
/// follows the clock drift of sound cards, some 100 ppm (5 ms a minute). A pure value.
public struct StreamClock: Sendable {
    /// Part of the difference applied when a block arrives early.
    private static let backward = 0.3
    /// Part of the difference applied when a block arrives late.
    private static let forward = 0.005
    /// Difference, in seconds, beyond which the estimate restarts.
    private static let jump = 0.25

    private let rate: Double
    /// Estimated time of the end of all samples so far, in seconds.
    private var end: Double?

    /// Creates a clock.
    ///
    /// - Parameter rate: samples per second, 1 or more.
    public init(rate: Int) { self.rate = Double(max(1, rate)) }

    /// Records the arrival of a block.
    ///
    /// - Parameters:
    ///   - samples: number of samples, 0 or more.
    ///   - time: monotonic time of the end of its last sample, as exactly as the device reports it.
    /// - Returns: estimated time of its first sample.
    public mutating func observe(samples: Int, endingAt time: Duration) -> Duration {
        let length = Double(max(0, samples)) / rate, seen = time.seconds
        let expected = (end ?? seen - length) + length
        let difference = seen - expected
        let estimate: Double
        if abs(difference) > Self.jump {
            estimate = seen
        } else {
            estimate = expected + difference * (difference < 0 ? Self.backward : Self.forward)
        }
        end = estimate
        return .seconds(estimate - length)
    }

    /// Resets the estimate after an interruption of the stream.
    public mutating func restart() { end = nil }
}
