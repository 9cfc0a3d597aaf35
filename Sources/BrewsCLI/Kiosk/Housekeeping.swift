internal import KioskRuntime
internal import SQLiteOrderStore
internal import Speech
internal import VoiceOrdering

/// Deletes old orders while nobody orders: some time after the start, then daily.
struct Housekeeping: Sendable {
    /// Delay after the start, in which the kiosk loads its engines.
    static let afterStart = Duration.seconds(60)
    static let day = Duration.seconds(24 * 60 * 60)
    /// Retries after a failed purge. A clock that is unset at the start is usually set minutes later, and a kiosk that
    /// is switched off at night has no later day (fault H1).
    static let untilClockIsSet = Duration.seconds(5 * 60)
    static let afterFailure = Duration.seconds(60 * 60)
    /// Interval between checks whether somebody orders.
    static let glance = Duration.seconds(1)

    let clock: MonotonicClock
    /// `SQLiteOrderStore.purge(olderThanDays:beforeEachPart:)`.
    let purge: @Sendable (_ pause: @escaping @Sendable () async throws -> Void) async throws -> Void
    /// Whether nobody orders and no order is left from before a crash.
    let isFree: @Sendable () async -> Bool
    /// Receives the reason of a failed purge, once for each reason; `nil` after a successful one.
    let tell: @Sendable (_ failure: (any Error)?) async -> Void

    /// Runs until cancelled.
    func run() async {
        var told: String?
        var wait = Self.afterStart
        while (try? await clock.sleep(wait)) != nil {
            let failure = await keepHouse()
            if Task.isCancelled { return }
            let reason = failure.map { "\($0)" }
            if reason != told { await tell(failure) }
            told = reason
            wait = Self.wait(after: failure)
        }
    }

    private func keepHouse() async -> (any Error)? {
        let (clock, isFree) = (clock, isFree)
        do {
            try await purge { while await !isFree() { try await clock.sleep(Self.glance) } }
            return nil
        } catch {
            return error
        }
    }

    static func wait(after failure: (any Error)?) -> Duration {
        switch failure {
        case nil: day
        case StoreError.clockNotSet?: untilClockIsSet
        default: afterFailure
        }
    }
}
