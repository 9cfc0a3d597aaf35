internal import OrderParsing
internal import Ordering
internal import TestSupport
internal import Testing

@testable internal import KioskRuntime
@testable internal import VoiceOrdering

/// The confirmation modes, through the whole kiosk.
struct KioskConfirmationTests {
    // MARK: Selective

    @Test(
        "Selective: a small order recognised with certainty is placed without a read-back",
        .timeLimit(.minutes(10)))
    func selective() async throws {
        let stand = try OrchestratorStand(
            service: OrchestratorStand.script([(1, "a croissant"), (4, "that's all")]), confirmation: .selective)
        #expect(await stand.kiosk.perform(.start) == .done)
        let placed = await stand.waits { $0.placed != nil }
        #expect(placed?.caption.hasPrefix("A croissant. ") == true, "\(placed?.caption ?? "nothing")")
        #expect(await stand.store.orders.map { $0.lines.map(\.itemId) } == [["croissant"]])
        #expect(await stand.snapshots.allSatisfy { $0.screen != .confirmation })
        stand.running.cancel()
    }

    @Test("Always: the same order is read back", .timeLimit(.minutes(10)))
    func always() async throws {
        let stand = try OrchestratorStand(
            service: OrchestratorStand.script([(1, "a croissant"), (4, "that's all")]))
        #expect(await stand.kiosk.perform(.start) == .done)
        let confirmation = await stand.waits { $0.screen == .confirmation }
        #expect(confirmation != nil && confirmation?.confirmSecondsLeft == nil)
        #expect(await stand.waits { $0.screen == .welcome } != nil)
        #expect(await stand.store.orders.isEmpty)
        stand.running.cancel()
    }

    /// Orders that selective confirmation reads back all the same.
    private static let riskyOrders: [(name: String, say: @Sendable (inout MachineStand) -> Void)] = [
        ("a high total", { $0.says("four large lattes") }),
        ("a high quantity", { $0.says("six croissants") }),
        ("words heard badly", { $0.says("a croissant", confidence: 0.7) }),
        (
            "a change heard badly",
            {
                $0.says("a croissant"); $0.says("and a water", confidence: 0.75)
            }
        ),
    ]

    @Test("Selective: an order that risks more is read back", arguments: riskyOrders.indices)
    func risky(_ index: Int) throws {
        var stand = try MachineStand(confirmation: .selective)
        stand.wakes()
        Self.riskyOrders[index].say(&stand)
        stand.says("that's all")
        #expect(stand.order == nil && stand.snapshot.screen == .confirmation, "\(Self.riskyOrders[index].name)")
        stand.says("yes")
        #expect(stand.order != nil, "\(Self.riskyOrders[index].name)")
    }

    @Test("D10, selective: an item sold only against a touch is confirmed by touch")
    func touchOnly() throws {
        let cafe = try MenuLoader.builtIn()
        guard let item = cafe.items.first(where: \.touchOnly) else { return }
        var stand = try MachineStand(confirmation: .selective)
        stand.touches(.add(itemId: item.id, quantity: 1, options: []))
        stand.touches(.checkout)
        #expect(stand.order == nil && stand.snapshot.needsTouch)
    }

    @Test("Selective: an order that could not be stored is read back or placed again, once")
    func selectiveFailure() throws {
        var stand = try MachineStand(confirmation: .selective)
        stand.wakes()
        stand.says("a croissant")
        stand.says("that's all")
        let order = try #require(stand.order)
        stand.handle(.notStored(order: order.id, reason: "full"))
        #expect(stand.snapshot.screen == .failure)
        stand.touches(.confirm)
        #expect(stand.order?.id == order.id)
        stand.handle(.stored(order: order.id, number: 7))
        #expect(stand.snapshot.placed?.number == 7)
    }

    // MARK: Auto

    @Test("Auto: the countdown is shown, and silence places the order after 5 s", .timeLimit(.minutes(10)))
    func auto() async throws {
        let stand = try OrchestratorStand(
            service: OrchestratorStand.script([(1, "a croissant"), (4, "that's all")]), confirmation: .auto)
        #expect(await stand.kiosk.perform(.start) == .done)
        #expect(await stand.waits { $0.placed != nil } != nil)
        let shown = await stand.snapshots.filter { $0.screen == .confirmation }.compactMap(\.confirmSecondsLeft)
        #expect(shown.first == 5 && shown.last == 1 && Set(shown) == [1, 2, 3, 4, 5], "\(shown)")
        #expect(await stand.store.orders.count == 1)
        stand.running.cancel()
    }

    /// What stops the countdown.
    private static let stops: [(name: String, act: @Sendable (inout MachineStand) -> Void)] = [
        ("touch", { $0.touches(.stillHere) }),
        ("speech", { $0.handle(.speaking(isHeard: true)) }),
        ("another word", { $0.says("um") }),
    ]

    @Test("Auto: a touch or any speech stops the countdown, and the order awaits its answer", arguments: stops.indices)
    func stopped(_ index: Int) throws {
        var stand = try MachineStand(confirmation: .auto)
        stand.wakes()
        stand.says("a croissant", confidence: 1)
        stand.says("that's all")
        #expect(stand.snapshot.screen == .confirmation && stand.snapshot.confirmSecondsLeft == 5)
        stand.wait(.seconds(3))
        #expect(stand.snapshot.confirmSecondsLeft == 2)
        Self.stops[index].act(&stand)
        #expect(stand.snapshot.confirmSecondsLeft == nil, "\(Self.stops[index].name)")
        stand.wait(.seconds(5))
        #expect(stand.order == nil && stand.snapshot.screen == .confirmation, "\(Self.stops[index].name)")
        stand.touches(.confirm)
        #expect(stand.order != nil)
    }

    @Test("Auto: a line below 0.98 starts no countdown")
    func unsure() throws {
        var stand = try MachineStand(confirmation: .auto)
        stand.wakes()
        let text = "a croissant", began = stand.time + .seconds(1)
        var parse = stand.parser.parse(text)
        parse.acts = parse.acts.map { act in
            guard case .add(var items) = act else { return act }
            for index in items.indices { items[index].confidence = 0.97 }
            return .add(items)
        }
        stand.handle(
            .said(.init(text: text, parse: parse, confidence: 1, began: began, ended: began + .seconds(1))),
            after: .seconds(2))
        stand.handle(.spoken, after: .seconds(2))
        stand.says("that's all")
        #expect(stand.snapshot.screen == .confirmation && stand.snapshot.confirmSecondsLeft == nil)
        stand.wait(.seconds(10))
        #expect(stand.order == nil)
    }

    @Test("Auto: the log of a countdown decides the same when it is replayed in its mode, and otherwise not")
    func replay() throws {
        var stand = try MachineStand(confirmation: .auto)
        let (same, other) = (stand.machine, try MachineStand().machine)
        stand.wakes()
        stand.says("a croissant")
        stand.says("that's all")
        stand.wait(.seconds(6))
        #expect(stand.order != nil)
        #expect(KioskLog.replay(stand.log, with: same).allSatisfy { $0.isSame })
        #expect(!KioskLog.replay(stand.log, with: other).allSatisfy { $0.isSame })
    }

    // MARK: Session

    @Test("Staff see the session's state and times, and how often sessions ended for each reason")
    func session() throws {
        var stand = try MachineStand()
        func staffSession() -> StaffSession { stand.machine.staffSession(at: stand.time) }
        #expect(
            staffSession() == StaffSession(state: "inactive", duration: nil, untilTimeout: nil, lastEnd: nil, ends: []))
        stand.touches(.add(itemId: "croissant", quantity: 1, options: []))
        stand.wait(.seconds(20))
        #expect(
            staffSession()
                == StaffSession(state: "active", duration: "0:20", untilTimeout: "0:40", lastEnd: nil, ends: []))
        stand.wait(.seconds(40))
        #expect(
            staffSession().state == "timedOut" && staffSession().lastEnd == "timeout"
                && staffSession().duration == "1:00")
        stand.time += .seconds(10)
        #expect(staffSession().state == "inactive")
        let order = try stand.touchesOrder()
        stand.handle(.stored(order: order.id, number: 1))
        #expect(staffSession().lastEnd == "completed" && staffSession().untilTimeout == nil)
        stand.touches(.dismiss)
        stand.touches(.startSilently)
        stand.touches(.startOver)
        #expect(
            staffSession().ends == [
                .init(reason: "userEnded", count: 1), .init(reason: "timeout", count: 1),
                .init(reason: "completed", count: 1),
            ])
    }
}
