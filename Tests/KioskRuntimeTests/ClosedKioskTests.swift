import Ordering
import TestSupport
import Testing

@testable import KioskRuntime

/// A kiosk that is closed for guests: paused, or outside its opening hours.
@Suite(.timeLimit(.minutes(10)))
struct ClosedKioskTests {
    private static let sentence = "We open at 7:00 AM."

    @Test("A closed kiosk hears no wake phrase, begins no order, and says when it opens")
    func closed() async throws {
        let stand = try OrchestratorStand(service: OrchestratorStand.script([(1, "a bagel")]))
        #expect(await stand.waits { $0.microphone.state != .unavailable } != nil)
        await stand.kiosk.close(Self.sentence)
        let snapshot = try #require(await stand.waits { $0.closed != nil })
        #expect(snapshot.closed == Self.sentence && snapshot.microphone.state == .off)
        let actions: [KioskAction] = [
            .start, .startSilently, .add(itemId: "bagel", quantity: 1, options: []),
            .say(text: "a bagel", replacesLast: false),
        ]
        for action in actions { #expect(await stand.kiosk.perform(action) == .refused(Self.sentence), "\(action)") }
        await stand.kiosk.handle(.woke(session: "session"))
        #expect(await stand.kiosk.isIdle)
        #expect(await stand.kiosk.health().figures["brews_open_for_guests"] == 0)
        // Staff can still be called, and a page can say something.
        #expect(await stand.kiosk.perform(.announce(text: "Closed")) == .done)
        await stand.kiosk.close(nil)
        #expect(await stand.waits { $0.closed == nil } != nil)
        await stand.kiosk.handle(.woke(session: "session"))
        #expect(await stand.waits { $0.cart.map(\.itemId) == ["bagel"] } != nil)
        #expect(await stand.kiosk.health().figures["brews_open_for_guests"] == 1)
        stand.running.cancel()
    }

    @Test("An order that is open at closing time is finished, and no other begins")
    func finishes() async throws {
        let stand = try OrchestratorStand()
        _ = await stand.kiosk.perform(.add(itemId: "croissant", quantity: 1, options: []))
        await stand.kiosk.close(Self.sentence)
        #expect(await stand.waits { $0.cart.count == 1 }?.closed == nil)
        #expect(await stand.kiosk.perform(.add(itemId: "croissant", quantity: 1, options: [])) == .done)
        _ = await stand.kiosk.perform(.checkout)
        _ = await stand.kiosk.perform(.confirm)
        #expect(await stand.waits { $0.placed != nil } != nil)
        #expect(await stand.store.orders.count == 1)
        #expect(await stand.kiosk.perform(.start) == .refused(Self.sentence), "the number is on the screen")
        _ = await stand.kiosk.perform(.dismiss)
        #expect(await stand.waits { $0.screen == .welcome }?.closed == Self.sentence)
        stand.running.cancel()
    }
}
