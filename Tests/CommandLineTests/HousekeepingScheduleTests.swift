internal import KioskRuntime
internal import SQLiteOrderStore
internal import Speech
internal import Synchronization
internal import TestSupport
internal import Testing
internal import VoiceOrdering

@testable internal import BrewsCLI

/// When the kiosk wipes what is old.
@Suite(.timeLimit(.minutes(10)))
struct HousekeepingScheduleTests {
    private struct State {
        var parts = 0
        var finished = 0
        var isFree = true
        var failure: (any Error)?
        var told: [String] = []
    }

    /// Housekeeping with two parts, on a clock that a test moves.
    private final class Kiosk: Sendable {
        let clock = ManualClock()
        let state = Mutex(State())

        var housekeeping: Housekeeping {
            Housekeeping(clock: MonotonicClock(clock)) { [self] pause in
                for _ in 0..<2 {
                    try await pause()
                    try state.withLock { state in
                        if let failure = state.failure { throw failure }
                        state.parts += 1
                    }
                }
                state.withLock { $0.finished += 1 }
            } isFree: { [self] in
                state.withLock { $0.isFree }
            } tell: { [self] failure in
                state.withLock { $0.told.append(failure.map { "\($0)" } ?? "done") }
            }
        }

        /// Lets so much time pass once housekeeping waits.
        func pass(_ time: Duration) async {
            await clock.sleepers()
            clock.advance(by: time)
            await clock.sleepers()
        }
    }

    @Test("I2: nothing is wiped right after the start, nor while somebody orders; then once a day")
    func idle() async {
        let kiosk = Kiosk(), running = Task { await kiosk.housekeeping.run() }
        await kiosk.pass(.seconds(59))
        #expect(kiosk.state.withLock { $0.parts } == 0)
        kiosk.state.withLock { $0.isFree = false }
        await kiosk.pass(.seconds(1))
        for _ in 0..<100 { await kiosk.pass(.seconds(1)) }
        #expect(kiosk.state.withLock { $0.parts } == 0)
        kiosk.state.withLock { $0.isFree = true }
        await kiosk.pass(.seconds(1))
        #expect(kiosk.state.withLock { $0.finished } == 1)
        await kiosk.pass(.seconds(24 * 60 * 60 - 1))
        #expect(kiosk.state.withLock { $0.finished } == 1)
        await kiosk.pass(.seconds(1))
        #expect(kiosk.state.withLock { $0.finished } == 2 && kiosk.state.withLock { $0.told } == [])
        running.cancel()
        await running.value
    }

    @Test(
        "H1: with an unset clock it is retried every five minutes and logged once; after a clock jump every hour"
    )
    func clock() async {
        let kiosk = Kiosk(), running = Task { await kiosk.housekeeping.run() }
        kiosk.state.withLock { $0.failure = StoreError.clockNotSet }
        await kiosk.pass(.seconds(60))
        for _ in 0..<3 { await kiosk.pass(.seconds(5 * 60)) }
        #expect(kiosk.state.withLock { $0.told } == ["\(StoreError.clockNotSet)"])
        kiosk.state.withLock { $0.failure = StoreError.clockJumped(days: 400) }
        await kiosk.pass(.seconds(5 * 60))
        kiosk.state.withLock { $0.failure = nil }
        await kiosk.pass(.seconds(60 * 60 - 1))
        #expect(kiosk.state.withLock { $0.finished } == 0)
        await kiosk.pass(.seconds(1))
        #expect(kiosk.state.withLock { $0.finished } == 1)
        #expect(
            kiosk.state.withLock { $0.told } == [
                "\(StoreError.clockNotSet)", "\(StoreError.clockJumped(days: 400))", "done",
            ])
        running.cancel()
        await running.value
    }
}
