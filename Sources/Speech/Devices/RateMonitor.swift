/// Compares how fast samples arrive with the rate they should have (fault A6: a bus without a clock gives 10 s of audio
/// in 20 ms).
///
/// A pure value: the caller tells when audio came, on a monotonic clock. Audio comes in blocks, so the count of a
/// stretch of time may be off by one block at each end; that much is granted on top of the tolerance.
public struct RateMonitor: Sendable {
    /// What a stretch of time showed.
    public enum Verdict: Equatable, Sendable {
        /// Not enough time has passed to tell.
        case unknown
        case sane
        /// The rate that was measured, in samples a second.
        case insane(measured: Double)
    }

    /// Least time to judge by.
    public static let window = Duration.seconds(1)
    /// Allowed deviation from the nominal rate, 0…1.
    public static let tolerance = 0.05

    private struct Stretch: Sendable {
        var began: Duration
        var samples = 0
        var largestBlock = 0
    }

    private var stretch: Stretch?
    /// The verdict on the newest complete stretch.
    public private(set) var verdict = Verdict.unknown

    private let nominal: Double

    /// - Parameter rate: samples a second that should come, 1 or more.
    public init(rate: Int = SampleRate.speech) { nominal = Double(max(1, rate)) }

    /// Notes audio that has arrived.
    ///
    /// The first block only starts the watch: what a device had stored before nobody knows. Call it also when nothing
    /// came for a while.
    ///
    /// - Parameters:
    ///   - samples: how many, 0 or more.
    ///   - now: monotonic time; going back starts anew.
    /// - Returns: the verdict on the newest complete stretch.
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
        let expected = elapsed.inSeconds * nominal, least = Self.window.inSeconds * nominal
        // Far too much is plain before the time is over: never wait for a flood to end.
        let allowedNow = max(expected, least) * (1 + Self.tolerance) + Double(current.largestBlock)
        guard elapsed >= Self.window || Double(current.samples) > allowedNow else { return verdict }
        let allowance = expected * Self.tolerance + Double(current.largestBlock)
        let isSane = abs(Double(current.samples) - expected) <= allowance
        verdict = isSane ? .sane : .insane(measured: Double(current.samples) / max(elapsed.inSeconds, 0.001))
        stretch = Stretch(began: now)
        return verdict
    }
}
