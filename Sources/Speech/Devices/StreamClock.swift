/// Finds out when the samples of a device were heard or will sound, from the times at which blocks of them arrive.
///
/// A block is seen late by as much as the thread that reads it is, never early. So an estimate that turns out too late
/// is corrected at once by a good part, one that seems too early only slowly: the clocks of sound cards differ by some
/// 100 millionths, 5 ms a minute, which the slow correction follows. A pure value.
public struct StreamClock: Sendable {
    /// Share of the difference by which the estimate goes back when a block comes sooner than it could.
    private static let backward = 0.3
    /// Share by which it goes forward when a block comes later than expected.
    private static let forward = 0.005
    /// A difference that no lateness explains: the estimate begins anew.
    private static let jump = 0.25

    private let rate: Double
    /// Estimated time of the end of all samples so far, seconds.
    private var end: Double?

    /// - Parameter rate: samples a second, 1 or more.
    public init(rate: Int) { self.rate = Double(max(1, rate)) }

    /// Notes a block.
    ///
    /// - Parameters:
    ///   - samples: how many, 0 or more.
    ///   - time: monotonic time of the end of its last sample, as far as the device can tell.
    /// - Returns: estimated time of its first sample.
    public mutating func observe(samples: Int, endingAt time: Duration) -> Duration {
        let length = Double(max(0, samples)) / rate, seen = time.inSeconds
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

    /// Forgets the stream: it was interrupted.
    public mutating func restart() { end = nil }
}
