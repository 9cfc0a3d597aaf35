internal import Speech

/// How long a recogniser that has failed is left alone before it is asked again: longer each time, and as at first
/// again after a good while. A pure value.
struct CircuitBreaker: Equatable {
    private static let shortest = Duration.seconds(1)
    private static let longest = Duration.seconds(30)
    /// Without a failure for so long after the last wait, what was wrong is over.
    private static let forgiving = Duration.seconds(60)

    private var wait = Duration.zero
    private var until = .zero - Self.forgiving

    /// The wait after a failure, or after a recogniser that does not answer.
    ///
    /// - Parameter time: when that was, not before zero.
    mutating func wait(at time: Duration) -> Duration {
        wait = time - until < Self.forgiving ? min(wait * 2, Self.longest) : Self.shortest
        until = time + wait
        return wait
    }
}

/// An utterance in which nobody says anything, and which is over at once.
struct EmptyInput: AudioInput {
    func nextFrame() -> AudioFrame? { nil }
}
