public import Speech

/// Delivers another input's frames at speaking speed, as a microphone does.
public actor PacedInput<PaceClock: Clock>: AudioInput where PaceClock.Duration == Duration {
    private let input: any AudioInput
    private let clock: PaceClock
    private var started: PaceClock.Instant?

    /// - Parameter clock: measures the pace.
    public init(_ input: any AudioInput, clock: PaceClock) {
        self.input = input
        self.clock = clock
    }

    /// The next frame, not before it would arrive from a microphone; `nil` after the last one.
    public func nextFrame() async throws -> AudioFrame? {
        let origin = started ?? clock.now
        started = origin
        guard let frame = try await input.nextFrame() else { return nil }
        try await clock.sleep(until: origin.advanced(by: .seconds(frame.end.seconds)), tolerance: nil)
        return frame
    }
}
