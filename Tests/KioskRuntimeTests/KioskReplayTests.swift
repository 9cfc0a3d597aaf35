internal import Ordering
internal import Testing

@testable internal import KioskRuntime
@testable internal import VoiceOrdering

/// A log of events decides the same again.
struct KioskReplayTests {
    private static let utterances = [
        "a large latte", "two croissants and a small mocha", "make it iced", "no wait a tea", "fifty lattes", "three",
        "oat milk please", "that's all", "yes", "no", "small", "done", "yes", "yes",
        "yes please",
        "remove the croissant", "what milks do you have", "my dog is called rover", "help", "read it back", "cancel",
        "yes but make the latte small",
        "a gluten free bagel", "a small nut free latte", "make it dairy free", "a croissant with oat milk",
    ]

    private static let touches: [KioskAction] = [
        .checkout, .confirm, .checkout, .confirm, .reject, .hush, .stillHere, .dismiss, .startOver,
        .answer(value: "/yes"),
        .answer(value: "/no"), .answer(value: "/never-mind"), .answer(value: "small"),
    ]

    /// A guest who says and touches anything at any time.
    private static func stand(seed: UInt64, steps: Int) throws -> MachineStand {
        var random = SplitMix(state: seed)
        var stand = try MachineStand(hasTerminal: seed % 2 == 0)
        for step in 0..<steps {
            switch random.next() % 12 {
            case 0: stand.wakes()
            case 1: stand.touches(.start)
            case 2...5:
                stand.says(
                    utterances[Int(random.next() % UInt64(utterances.count))],
                    after: .milliseconds(Int(random.next() % 3_000)))
            case 6: stand.wait(.milliseconds(Int(random.next() % 70_000)))
            case 7:
                stand.touches(Self.touches[Int(random.next() % UInt64(Self.touches.count))])
            case 8:
                stand.touches(
                    .add(
                        itemId: ["latte", "croissant", "mocha"][Int(random.next() % 3)],
                        quantity: Int(random.next() % 4) + 1, options: []))
            case 9: stand.touches(.setQuantity(line: Int(random.next() % 4), quantity: Int(random.next() % 30)))
            case 10: stand.handle(.voice(unavailable: step % 3 == 0 ? .microphone : nil))
            default:
                if let order = stand.order {
                    stand.handle(
                        random.next() % 3 == 0
                            ? .notStored(order: order.id, reason: "full") : .stored(order: order.id, number: step))
                    stand.handle(.paid(order: order.id, isPaid: step % 2 == 0))
                }
            }
        }
        return stand
    }

    @Test(
        "Hundreds of random events, written as lines and read again, decide the same",
        arguments: [1, 2, 3, 4, 5, 6] as [UInt64])
    func same(_ seed: UInt64) throws {
        let stand = try Self.stand(seed: seed, steps: 200)
        let lines = try stand.log.map(KioskLog.line)
        let replayed = KioskLog.replay(
            try lines.map(KioskLog.entry), with: try MachineStand(hasTerminal: seed % 2 == 0).machine)
        #expect(replayed.count >= stand.log.count - 1)
        for entry in replayed where !entry.isSame { Issue.record("\(entry)") }
    }

    @Test("The log without private words decides the same wherever nobody told stories")
    func redacted() throws {
        let stand = try Self.stand(seed: 11, steps: 300)
        let entries = stand.log.map {
            KioskLogEntry(milliseconds: $0.milliseconds, event: $0.event?.withoutPrivateWords, decisions: $0.decisions)
        }
        let replayed = KioskLog.replay(entries, with: try MachineStand().machine)
        let different = replayed.filter { !$0.isSame }
        #expect(different.isEmpty, "\(different.prefix(2))")
    }

    @Test("A menu with another price decides otherwise, and the replay shows where")
    func different() throws {
        var stand = try MachineStand()
        stand.touches(.add(itemId: "croissant", quantity: 1, options: []))
        stand.touches(.checkout)
        stand.touches(.confirm)
        let order = try #require(stand.order)
        var log = stand.log
        var changed = order
        changed.total = Money(minorUnits: 1)
        log = log.map { entry in
            KioskLogEntry(
                milliseconds: entry.milliseconds, event: entry.event,
                decisions: entry.decisions.map { $0 == .place(order) ? .place(changed) : $0 })
        }
        let replayed = KioskLog.replay(log, with: try MachineStand().machine)
        #expect(replayed.filter { !$0.isSame }.count == 1)
    }

    @Test(
        "A thousand random steps leave no state without a way out, and never more than one order an agreement",
        arguments: [21, 22] as [UInt64])
    func endless(_ seed: UInt64) throws {
        var stand = try Self.stand(seed: seed, steps: 1_000)
        stand.handle(.spoken)
        stand.wait(.seconds(400))
        #expect(stand.snapshot.screen == .welcome)
        var placed: Set<String> = []
        for case .place(let order) in stand.log.flatMap(\.decisions) {
            #expect(!order.lines.isEmpty)
            placed.insert(order.id)
        }
        #expect(!placed.isEmpty)
    }
}

/// A generator with a seed (Steele, Lea, Flood 2014).
private struct SplitMix: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        state &+= 0x9e37_79b9_7f4a_7c15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xbf58_476d_1ce4_e5b9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94d0_49bb_1331_11eb
        return mixed ^ (mixed >> 31)
    }
}
