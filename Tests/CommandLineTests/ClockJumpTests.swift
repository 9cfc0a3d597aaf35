internal import Feedback
internal import Foundation
internal import KioskRuntime
internal import OrderParsing
internal import Ordering
internal import SQLiteOrderStore
internal import Speech
internal import Synchronization
internal import TestSupport
internal import Testing
internal import VoiceOrdering

/// H1: a machine without a clock of its own, whose time jumps while guests order.
struct ClockJumpTests {
    /// A wall clock that is somewhere else each time somebody looks.
    private final class JumpingClock: Sendable {
        private static let tenYears: Int64 = 3_652 * 86_400_000
        private let now: Mutex<WallTime>

        init() { now = Mutex(WallTime(epochMilliseconds: 1_763_700_000_000, isTrusted: true)) }

        func jump(_ index: Int) {
            now.withLock { now in
                now.epochMilliseconds += index.isMultiple(of: 2) ? Self.tenYears : -Self.tenYears
                now.isTrusted = index.isMultiple(of: 3)
            }
        }

        var store: StoreClock { StoreClock(wall: { self.now.withLock { $0 } }, sinceBoot: { 1_000 }, boot: "boot") }
    }

    /// What became of ten guests: every screen with its cart and total, and the orders in the store.
    private static func serve(jumps: Bool) async throws -> (screens: [String], orders: [StoredOrder]) {
        let wall = JumpingClock()
        let menu = try MenuLoader.builtIn()
        let store = try await SQLiteOrderStore.open(StoreSettings(.memory), clock: wall.store)
        let time = ManualClock(), sessions = Mutex(0)
        let parts = KioskParts(voiceInput: .none, voice: SilentVoice(), store: store, clock: MonotonicClock(time)) {
            let number = sessions.withLock { count in
                count += 1
                return count
            }
            return String(format: "00000000-0000-4000-8000-%012d", number)
        }
        let kiosk = try KioskOrchestrator(
            menu: menu, parser: OrderParsingPipeline(menu: menu), writer: PromptWriter(menu: menu),
            menuDigest: String(repeating: "ab", count: 32), parts: parts)
        let running = Task { try await kiosk.run() }
        var screens: [String] = [], moments = 0
        let updates = await kiosk.updates()
        var iterator = updates.makeAsyncIterator()
        /// Takes snapshots until one is as wanted.
        func wait(_ wanted: (KioskSnapshot) -> Bool) async {
            while case .snapshot(let snapshot)? = await iterator.next() {
                screens.append("\(snapshot.screen) \(snapshot.cart.map(\.description)) \(snapshot.total.text)")
                if wanted(snapshot) { return }
            }
        }
        func act(_ action: KioskAction) async {
            if jumps { wall.jump(moments) }
            moments += 1
            #expect(await kiosk.perform(action) == .done)
        }
        for _ in 0..<10 {
            await act(.add(itemId: "latte", quantity: 2, options: [.init(group: "size", id: "large")]))
            await act(.add(itemId: "croissant", quantity: 1, options: []))
            await act(.checkout)
            await act(.confirm)
            await wait { $0.placed != nil }
            await act(.dismiss)
            await act(.dismiss)
            await wait { $0.screen == .welcome }
        }
        running.cancel()
        _ = await running.result
        let orders = try await store.orders()
        await store.close()
        return (screens, orders)
    }

    @Test(
        "H1: 60 clock jumps of ten years in ten orders change no dialogue, order or total"
    )
    func jumps() async throws {
        let still = try await Self.serve(jumps: false), jumping = try await Self.serve(jumps: true)
        #expect(jumping.screens == still.screens)
        #expect(still.orders.count == 10 && jumping.orders.count == 10)
        #expect(jumping.orders.map(\.order.total) == still.orders.map(\.order.total))
        #expect(jumping.orders.map(\.order.lines) == still.orders.map(\.order.lines))
        #expect(jumping.orders.map(\.sequence) == Array(1...10))
        // Whatever day a jump made it, no number is there twice on it.
        #expect(Set(jumping.orders.map { "\($0.day) \($0.number)" }).count == 10)
    }
}
