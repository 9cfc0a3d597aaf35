internal import OrderParsing
internal import Ordering
internal import Testing

@testable internal import KioskRuntime
@testable internal import VoiceOrdering

/// What is corrected by hand, touched at a moment that it does not fit, and kept of an order that is not settled.
struct KioskCorrectionTests {
    @Test(
        "F4: a yes typed in place of a misheard text repeats the read-back; no thanks before the order is placed"
    )
    func typedYes() throws {
        var stand = try MachineStand()
        stand.wakes()
        stand.says("a croissant")
        stand.says("that's all")
        stand.says("what lovely weather")
        #expect(stand.snapshot.transcript.last == "what lovely weather")
        stand.touches(.say(text: "yes", replacesLast: true))
        #expect(stand.order == nil && stand.snapshot.screen == .confirmation)
        #expect(!stand.snapshot.caption.hasPrefix("Thank you"))
        stand.touches(.confirm)
        #expect(stand.order?.lines.map(\.name) == ["Croissant"])
    }

    @Test("What was heard while a guest typed is not undone by what they type; the last utterance is")
    func heardMeanwhile() throws {
        var stand = try MachineStand()
        stand.wakes()
        stand.says("a large mocha")
        let shown = stand.snapshot.transcript.last
        stand.says("a croissant")
        #expect(stand.touches(.say(text: "a large latte", replacesLast: true, replaces: shown)).isEmpty)
        #expect(
            stand.snapshot.cart.map(\.description) == ["a large mocha", "a croissant"]
                && stand.snapshot.transcript.last == "a croissant")
        stand.touches(.say(text: "a bagel", replacesLast: true, replaces: "a croissant"))
        #expect(stand.snapshot.cart.map(\.description) == ["a large mocha", "a bagel"])
    }

    @Test("A touch that leaves a page there is not leaves the order alone, also while it is read back")
    func dismissed() throws {
        var stand = try MachineStand()
        stand.touches(.add(itemId: "croissant", quantity: 1, options: []))
        #expect(stand.touches(.dismiss).isEmpty)
        #expect(stand.snapshot.screen == .ordering && stand.snapshot.cart.count == 1)
        stand.touches(.checkout)
        #expect(stand.touches(.dismiss).isEmpty)
        #expect(stand.snapshot.screen == .confirmation)
        stand.touches(.confirm)
        #expect(stand.order != nil)
    }

    @Test("I1: a line whose number is asked about is not kept, and the rest of the order is")
    func kept() throws {
        var stand = try MachineStand()
        stand.wakes()
        stand.says("a croissant")
        let decisions = stand.says("a million lattes")
        let kept: [[String]] = decisions.compactMap {
            if case .keepCart(let cart) = $0 { cart.lines.map(\.itemId) } else { nil }
        }
        #expect(stand.snapshot.cart.map(\.itemId) == ["croissant"] && kept == [["croissant"]])
        #expect(stand.snapshot.question?.text.contains("How many") == true)
    }
}
