internal import KioskRuntime
internal import SQLiteOrderStore
internal import Speech
internal import VoiceOrdering

/// Wipes what is older than it may be while nobody orders: some time after the start, and then every day.
struct Housekeeping: Sendable {
    /// From the start on: the kiosk has its page, its ears and its voice to see to first.
    static let afterStart = Duration.seconds(60)
    static let day = Duration.seconds(24 * 60 * 60)
    /// A clock that is not set at the start mostly is a few minutes later, and a kiosk that is switched off at night
    /// has no later day (fault H1).
    static let untilClockIsSet = Duration.seconds(5 * 60)
    static let afterFailure = Duration.seconds(60 * 60)
    /// How often it is looked whether somebody orders.
    static let glance = Duration.seconds(1)

    let clock: MonotonicClock
    /// `SQLiteOrderStore.purge(olderThanDays:beforeEachPart:)`.
    let purge: @Sendable (_ pause: @escaping @Sendable () async throws -> Void) async throws -> Void
    /// Whether nobody orders, nor is an order kept from before a crash.
    let isFree: @Sendable () async -> Bool
    /// Hears why nothing was wiped, each reason once; `nil` once it was.
    let tell: @Sendable (_ failure: (any Error)?) async -> Void

    /// Runs until it is cancelled.
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
