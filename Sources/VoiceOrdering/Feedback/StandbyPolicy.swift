/// When the voice that stands by speaks at once: after failures in a row the natural voice rests for some sentences, so
/// that a guest does not wait for it before each. A value without clocks.
public struct StandbyPolicy: Equatable, Sendable {
    /// Failures in a row after which the voice rests.
    public static let mostFailures = 3
    /// Sentences for which it rests.
    public static let rest = 20

    private var failures = 0
    private var left = 0

    /// A policy for a voice that has not failed.
    public init() {}

    /// Whether the standby speaks the next sentence; counts the sentence.
    public mutating func startsWithStandby() -> Bool {
        guard left > 0 else { return false }
        left -= 1
        return true
    }

    /// The voice failed or was late.
    public mutating func failed() {
        failures += 1
        // After its rest one failure is enough.
        if failures >= Self.mostFailures { left = Self.rest }
    }

    /// The voice spoke in time.
    public mutating func succeeded() { failures = 0 }
}
