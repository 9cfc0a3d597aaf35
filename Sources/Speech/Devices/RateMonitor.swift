/// Compares the rate at which samples arrive with the nominal rate (fault A6: a bus without a clock delivers 10 s of
/// audio in 20 ms).
///
/// A pure value: the caller passes arrival times on a monotonic clock. Audio arrives in blocks, so the count in a
/// window can be off by one block at each end. The tolerance is widened by that much.
public struct RateMonitor: Sendable {
    /// Result of one measuring window.
    public enum Verdict: Equatable, Sendable {
        /// Not enough time has passed.
        case unknown
        /// The rate is within the tolerance.
        case nominal
        /// The measured rate, in samples per second, is outside the tolerance.
        case deviating(measured: Double)
    }

    /// Length of a measuring window.
    public static let window = Duration.seconds(1)
    /// Allowed deviation from the nominal rate, 0…1.
    public static let tolerance = 0.05

    private struct Stretch: Sendable {
        var began: Duration
        var samples = 0
        var largestBlock = 0
    }

    private var stretch: Stretch?
    /// The verdict on the newest complete window.
    public private(set) var verdict = Verdict.unknown

    private let nominal: Double

    /// Creates a monitor.
    ///
    /// - Parameter rate: nominal rate in samples per second, 1 or more.
    public init(rate: Int = SampleRate.speech) { nominal = Double(max(1, rate)) }

    /// Records the arrival of audio.
    ///
    /// The first block only starts the measurement, because the device may have buffered it for an unknown time. Call
    /// this also when nothing arrived for a while.
    ///
    /// - Parameters:
    ///   - samples: number of samples, 0 or more.
    ///   - now: monotonic time; a time before the window starts a new one.
    /// - Returns: the verdict on the newest complete window.
    @discardableResult
    public mutating func observe(samples: Int, at now: Duration) -> Verdict {
        guard var current = stretch, now >= current.began else {
            stretch = Stretch(began: now)
            verdict = .unknown
            return verdict
        }
        current.samples += max(0, samples)
        current.largestBlock = max(current.largestBlock, samples)
        stretch = current
        let elapsed = now - current.began
        let expected = elapsed.seconds * nominal, least = Self.window.seconds * nominal
        // An excess is clear before the window is over, so a flood of samples is reported at once.
        let allowedNow = max(expected, least) * (1 + Self.tolerance) + Double(current.largestBlock)
        guard elapsed >= Self.window || Double(current.samples) > allowedNow else { return verdict }
        let allowance = expected * Self.tolerance + Double(current.largestBlock)
        let isNominal = abs(Double(current.samples) - expected) <= allowance
        verdict = isNominal ? .nominal : .deviating(measured: Double(current.samples) / max(elapsed.seconds, 0.001))
        stretch = Stretch(began: now)
        return verdict
    }
}
