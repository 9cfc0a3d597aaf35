/// Elapsed time and waiting on a monotonic clock, unmoved by changes of the date; made from any `Clock`, so that tests
/// can control time.
///
/// Logic gets one passed in. Adapters pass its time on as a `Duration`.
public struct MonotonicClock: Sendable {
    /// Time since the clock was made, or since the first use of a shared one.
    public let now: @Sendable () -> Duration
    /// Waits for a duration.
    ///
    /// - Throws: `CancellationError`.
    public let sleep: @Sendable (Duration) async throws -> Void

    /// - Parameter speed: how many times faster than `clock` this one runs, 0.1…1,000; for recordings that are played
    ///   faster than they were made.
    public init<Base: Clock>(_ clock: Base, speed: Double = 1) where Base.Duration == Duration {
        let origin = clock.now
        if speed == 1 {
            now = { origin.duration(to: clock.now) }
            sleep = { try await clock.sleep(for: $0) }
        } else {
            now = { origin.duration(to: clock.now) * speed }
            sleep = { try await clock.sleep(for: $0 / speed) }
        }
    }

    /// The clock shared by microphone, sound card and echo control; it counts the time that the machine sleeps.
    public static let system = MonotonicClock(ContinuousClock())

    /// The clock of child processes, which stands while the machine sleeps: a child that slept too has not hung.
    public static let awake = MonotonicClock(SuspendingClock())
}
