internal import Feedback
internal import OrderParsing
internal import OrderSession
internal import Ordering
internal import Testing
internal import Transcription

@testable internal import KioskRuntime
@testable internal import VoiceOrdering

/// How an order is paid, and what the guest sees of it.
struct KioskPaymentTests {
    @Test("Where to pay is said and shown until the payment's state changes, and not longer", arguments: [true, false])
    func whereToPay(_ isPaid: Bool) throws {
        var stand = try MachineStand(hasTerminal: true)
        let order = try stand.saysOrder()
        stand.handle(.stored(order: order.id, number: 9))
        #expect(stand.snapshot.microphone.state == .speaking && stand.snapshot.caption.contains("at the terminal"))
        #expect(stand.handle(.paid(order: order.id, isPaid: isPaid)).first == .hush)
        #expect(stand.snapshot.microphone.state != .speaking && stand.snapshot.caption.isEmpty)

        var counter = try MachineStand()
        let other = try counter.saysOrder()
        counter.handle(.stored(order: other.id, number: 9))
        counter.handle(.spoken, after: .seconds(3))
        #expect(counter.snapshot.caption.hasSuffix("at the counter."))
        counter.wait(.seconds(15))
        #expect(counter.snapshot.screen == .thanks && counter.snapshot.caption.isEmpty)
    }

    @Test(
        "H4: a guest paying at the terminal may pay at the counter instead; the terminal reports if it was paid",
        arguments: [true, false, nil])
    func counterInstead(_ answer: Bool?) throws {
        var stand = try MachineStand(hasTerminal: true)
        let order = try stand.touchesOrder()
        stand.handle(.stored(order: order.id, number: 9))
        #expect(stand.touches(.add(itemId: "latte", quantity: 1, options: [])).isEmpty, "somebody pays")
        #expect(stand.touches(.dismiss).isEmpty, "the yes was touched twice")
        stand.wait(.seconds(1))
        #expect(stand.touches(.dismiss) == [.stopPaying(order: order.id)])
        #expect(stand.snapshot.placed?.payment == .cancelling && stand.snapshot.caption.isEmpty)
        #expect(stand.touches(.dismiss).isEmpty && stand.wakes().isEmpty, "the terminal has not answered")
        #expect(stand.snapshot.placed?.payment == .cancelling)
        if let answer { stand.handle(.paid(order: order.id, isPaid: answer)) } else { stand.wait(.seconds(10)) }
        #expect(stand.snapshot.placed?.payment == (answer == true ? .paid : .cancelled))
        #expect(stand.snapshot.caption.isEmpty)
        stand.touches(.dismiss)
        #expect(stand.snapshot.screen == .welcome)
    }
}
