/// The kiosk's monotonic clock: time since it was made, and a way to wait.
public struct KioskClock: Sendable {
    /// Time since the clock was made.
    public let now: @Sendable () -> Duration
    /// Waits so long.
    ///
    /// - Throws: `CancellationError`.
    public let sleep: @Sendable (Duration) async throws -> Void

    /// - Parameter speed: how many times faster than `clock` this one runs, 0.1…1,000; for recordings that are played
    ///   faster than they were made.
    public init<Base: Clock>(_ clock: Base, speed: Double = 1) where Base.Duration == Duration {
        let origin = clock.now
        now = { origin.duration(to: clock.now) * speed }
        sleep = { try await clock.sleep(for: $0 / speed) }
    }
}
