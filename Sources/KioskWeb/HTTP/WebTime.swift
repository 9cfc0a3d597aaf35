/// Time as the server needs it: what has passed, and waiting. Made from any clock, so that tests turn the hands.
struct WebTime: Sendable {
    /// Time since the server was made.
    let now: @Sendable () -> Duration
    let sleep: @Sendable (Duration) async throws -> Void

    init(_ clock: some Clock<Duration>) {
        let start = clock.now
        now = { start.duration(to: clock.now) }
        sleep = { try await clock.sleep(until: clock.now.advanced(by: $0), tolerance: nil) }
    }
}
