internal import Speech

/// Waits before a failed recogniser is tried again: doubling from 1 to 30 s, and 1 s again after a minute without a
/// failure. A value type.
struct CircuitBreaker: Equatable {
    private static let shortest = Duration.seconds(1)
    private static let longest = Duration.seconds(30)
    /// Time without a failure after the last wait that resets the waits.
    private static let resetInterval = Duration.seconds(60)

    private var wait = Duration.zero
    private var until = .zero - Self.resetInterval

    /// The wait after a failure.
    ///
    /// - Parameter time: time of the failure, zero or later.
    mutating func wait(at time: Duration) -> Duration {
        wait = time - until < Self.resetInterval ? min(wait * 2, Self.longest) : Self.shortest
        until = time + wait
        return wait
    }
}

/// An empty recording.
struct EmptyInput: AudioInput {
    func nextFrame() -> AudioFrame? { nil }
}
