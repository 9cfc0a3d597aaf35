internal import OrderParsing
internal import Ordering
internal import Testing

@testable internal import KioskRuntime
@testable internal import VoiceOrdering

/// How orders and sessions end, where the guest, the store or the voice does something else meanwhile.
struct KioskEndingTests {
    @Test(
        "A touched yes while an item said after the read-back is in question places nothing; the order continues"
    )
    func changedInstead() throws {
        var stand = try MachineStand()
        stand.wakes()
        stand.says("a croissant")
        stand.says("that's all")
        stand.says("and a latte")
        #expect(stand.snapshot.screen == .ordering && stand.snapshot.question != nil)
        stand.touches(.confirm)
        #expect(stand.order == nil && stand.snapshot.screen == .ordering && stand.snapshot.question != nil)
        stand.touches(.answer(value: "large"))
        stand.touches(.checkout)
        #expect(stand.snapshot.screen == .confirmation)
        stand.touches(.confirm)
        #expect(stand.order?.lines.map(\.itemId) == ["croissant", "latte"])
    }

    @Test(
        "F4: after a failure a spoken yes repeats the read-back; the next yes places it, with no thanks before"
    )
    func yesAfterFailure() throws {
        var stand = try MachineStand()
        let first = try stand.saysOrder()
        stand.handle(.notStored(order: first.id, reason: "disk full"))
        stand.touches(.dismiss)
        stand.says("yes")
        #expect(stand.order == first && stand.snapshot.screen == .confirmation)
        #expect(!stand.snapshot.caption.hasPrefix("Thank you"))
        stand.says("yes")
        #expect(stand.snapshot.screen == .placing && stand.order?.lines == first.lines && stand.order?.id != first.id)
    }

    /// A stand whose slow store has two different orders of one guest, and has answered neither.
    private static func slowStore() throws -> (stand: MachineStand, first: NewOrder, second: NewOrder) {
        var stand = try MachineStand()
        let first = try stand.touchesOrder()
        stand.wait(.seconds(11))
        stand.touches(.dismiss)
        stand.touches(.setQuantity(line: 1, quantity: 2))
        stand.touches(.checkout)
        stand.touches(.confirm)
        let second = try #require(stand.order)
        // The store takes one id once, so that the guest does not get both.
        #expect(second.id == first.id && second.total > first.total && stand.snapshot.screen == .placing)
        return (stand, first, second)
    }

    @Test(
        "An order that a slow store did store is shown as stored, even while another is being placed instead"
    )
    func storedLate() throws {
        var (stand, first, _) = try Self.slowStore()
        stand.handle(.stored(order: first.id, number: 4))
        #expect(stand.snapshot.placed?.number == 4 && stand.snapshot.placed?.total.minorUnits == first.total.minorUnits)
        #expect(stand.handle(.stored(order: first.id, number: 4)).isEmpty)
    }

    @Test("An order that fails late is not the failure of the one that is being placed in its stead")
    func failedLate() throws {
        var (stand, first, second) = try Self.slowStore()
        #expect(stand.handle(.notStored(order: first.id, reason: "disk full")).isEmpty)
        #expect(stand.snapshot.screen == .placing)
        var other = stand
        stand.handle(.stored(order: second.id, number: 5))
        #expect(
            stand.snapshot.placed?.number == 5 && stand.snapshot.placed?.total.minorUnits == second.total.minorUnits)
        other.handle(.notStored(order: second.id, reason: "disk full"))
        #expect(other.snapshot.screen == .failure)
    }

    @Test("A second try that the store has still waits when the first, of the same order, fails late")
    func triedAgain() throws {
        var stand = try MachineStand()
        let order = try stand.touchesOrder()
        stand.wait(.seconds(11))
        stand.touches(.confirm)
        stand.handle(.notStored(order: order.id, reason: "disk full"))
        #expect(stand.snapshot.screen == .placing)
        stand.handle(.stored(order: order.id, number: 6))
        #expect(stand.snapshot.placed?.number == 6)
    }

    @Test(
        "After a failure that is known and a second try of which nobody knows, what is placed in its stead has its id")
    func knownThenUnknown() throws {
        var stand = try MachineStand()
        let order = try stand.touchesOrder()
        stand.handle(.notStored(order: order.id, reason: "disk full"))
        stand.touches(.confirm)
        stand.wait(.seconds(11))
        stand.touches(.dismiss)
        stand.touches(.checkout)
        stand.touches(.confirm)
        #expect(stand.snapshot.screen == .placing && stand.order?.id == order.id)
    }

    @Test(
        "What is said of a placed order can be stopped, and the microphone shows that it is being said",
        arguments: [KioskAction.hush, .dismiss, .startOver, .start, .startSilently])
    func hushedPayment(_ action: KioskAction) throws {
        var stand = try MachineStand()
        let order = try stand.saysOrder()
        let decisions = stand.handle(.stored(order: order.id, number: 7))
        #expect(decisions.contains { if case .say = $0 { true } else { false } })
        #expect(stand.snapshot.microphone.state == .speaking)
        var other = stand
        #expect(stand.touches(action).contains(.hush))
        // What has been said needs no stop.
        other.handle(.spoken, after: .seconds(3))
        #expect(other.snapshot.microphone.state == .armed && other.snapshot.screen == .payment)
        #expect(!other.touches(action).contains(.hush))
    }

    @Test("What is said of a failure can be stopped", arguments: [KioskAction.hush, .dismiss, .startOver, .confirm])
    func hushedFailure(_ action: KioskAction) throws {
        var stand = try MachineStand()
        let order = try stand.saysOrder()
        stand.handle(.notStored(order: order.id, reason: "disk full"))
        #expect(stand.snapshot.microphone.state == .speaking)
        #expect(stand.touches(action).contains(.hush))
        #expect(stand.snapshot.microphone.state != .speaking)
    }

    @Test("An order that is stored while the guest is at another is announced in place of what was being said")
    func hushedReply() throws {
        var stand = try MachineStand()
        let order = try stand.saysOrder()
        stand.wait(.seconds(11))
        stand.touches(.dismiss)
        stand.handle(
            .said(
                .init(
                    text: "help", parse: stand.parser.parse("help"), confidence: 1, began: stand.time, ended: stand.time
                )))
        #expect(stand.snapshot.microphone.state == .speaking)
        let decisions = stand.handle(.stored(order: order.id, number: 8))
        #expect(decisions.first == .hush)
        #expect(stand.snapshot.microphone.state == .speaking)
    }

    @Test(
        "A correction that arrives after its order was placed begins no order; a text that corrects nothing may"
    )
    func lateCorrection() throws {
        var stand = try MachineStand()
        let order = try stand.saysOrder()
        stand.handle(.stored(order: order.id, number: 7))
        #expect(stand.touches(.say(text: "a large latte", replacesLast: true)).isEmpty)
        #expect(stand.snapshot.screen == .payment)
        stand.touches(.say(text: "a large latte", replacesLast: false))
        #expect(stand.snapshot.screen == .ordering && stand.snapshot.cart.map(\.itemId) == ["latte"])
    }

    @Test(
        "G12: off-topic talk does not keep a session open for ever; the countdown shows before its end"
    )
    func chatter() throws {
        var stand = try MachineStand()
        stand.wakes()
        stand.says("a croissant")
        let since = stand.time
        var isWarned = false
        while stand.snapshot.screen == .ordering, stand.time - since < .seconds(600) {
            stand.says("what lovely weather", after: .seconds(5))
            isWarned = isWarned || stand.snapshot.idleSecondsLeft != nil
        }
        #expect(stand.snapshot.screen == .welcome && stand.snapshot.cart.isEmpty && isWarned)
        #expect(stand.time - since > .seconds(170) && stand.time - since < .seconds(210))
    }

    @Test("A touch on the end that the warning offers ends the session; before the warning it asks first")
    func endOfWarning() throws {
        var stand = try MachineStand()
        stand.wakes()
        stand.says("a croissant")
        var early = stand
        early.touches(.startOver)
        #expect(early.snapshot.screen == .ordering && early.snapshot.cart.map(\.itemId) == ["croissant"])
        stand.wait(.seconds(40))
        #expect(stand.snapshot.idleSecondsLeft != nil)
        stand.touches(.startOver)
        #expect(stand.snapshot.screen == .welcome && stand.snapshot.cart.isEmpty)
    }

    @Test("A guest who is understood now and then is not wiped, however long it takes")
    func slowGuest() throws {
        var stand = try MachineStand()
        stand.wakes()
        for _ in 0..<12 {
            stand.says("what lovely weather", after: .seconds(20))
            stand.says("help", after: .seconds(20))
        }
        #expect(stand.snapshot.screen == .ordering && stand.snapshot.idleSecondsLeft == nil)
    }

    @Test(
        "Noise keeps a session for three minutes; a sentence that has begun by then is heard to its end",
        arguments: [true, false])
    func lastSentence(_ isOrder: Bool) throws {
        var stand = try MachineStand()
        stand.wakes()
        for _ in 0..<17 { stand.handle(.speaking(isHeard: true), after: .seconds(10)) }
        stand.handle(.speaking(isHeard: true), after: .seconds(8))
        let began = stand.time
        stand.wait(.seconds(13))
        #expect(stand.snapshot.screen == .ordering)
        if isOrder {
            let said = KioskEvent.Said(
                text: "a croissant", parse: stand.parser.parse("a croissant"), confidence: 0.95, began: began,
                ended: stand.time)
            stand.handle(.said(said))
        } else {
            stand.handle(.speaking(isHeard: true))
        }
        stand.wait(.seconds(10))
        #expect(stand.snapshot.screen == (isOrder ? .ordering : .welcome))
        #expect(stand.snapshot.cart.count == (isOrder ? 1 : 0))
    }
}
