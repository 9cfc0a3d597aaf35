/// The kiosk's monotonic clock.
public struct KioskClock: Sendable {
    /// Time since the clock was created.
    public let now: @Sendable () -> Duration
    /// Waits for a duration.
    ///
    /// - Throws: `CancellationError`.
    public let sleep: @Sendable (Duration) async throws -> Void

    /// - Parameters:
    ///   - clock: the clock that it follows.
    ///   - speed: ratio of its speed to that of `clock`, 0.1…1,000; for recordings played faster than real time.
    public init<Base: Clock>(_ clock: Base, speed: Double = 1) where Base.Duration == Duration {
        let origin = clock.now
        now = { origin.duration(to: clock.now) * speed }
        sleep = { try await clock.sleep(for: $0 / speed) }
    }
}
