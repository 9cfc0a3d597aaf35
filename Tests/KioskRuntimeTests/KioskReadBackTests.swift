internal import OrderParsing
internal import Ordering
internal import Testing

@testable internal import KioskRuntime
@testable internal import VoiceOrdering

/// What counts as an answer to a read-back that somebody speaks into, or that anything else ends before its end.
struct KioskReadBackTests {
    @Test(
        "A12, D8: a read-back with speech during it takes no yes, however late: it is repeated and then takes one",
        arguments: ["yes", "yes please", "um yes", "that's it"],
        [Duration.zero, .milliseconds(400), .seconds(1), .seconds(10)])
    func yesIntoReadBack(_ text: String, _ pause: Duration) throws {
        var stand = try MachineStand()
        try stand.speaksIntoReadBack()
        let decisions = stand.saysInto(text, after: pause)
        #expect(stand.order == nil)
        #expect(decisions.contains { if case .say(let text, _) = $0 { text.hasPrefix("Once more") } else { false } })
        stand.handle(.spoken, after: .seconds(2))
        stand.says("yes")
        #expect(stand.order?.lines.map(\.name) == ["Croissant"])
    }

    /// How a read-back ends before its end.
    private static let interruptions: [(name: String, act: @Sendable (inout MachineStand) -> Void)] = [
        ("a sentence with a hole in it", { $0.handle(.garbled) }),
        ("a question", { $0.saysInto("what milks do you have", after: .milliseconds(600)) }),
        ("a voice without end", { $0.wait(.seconds(70)) }),
        ("a cough", { $0.handle(.speaking(isHeard: true), after: .seconds(1)) }),
    ]

    @Test(
        "D8: whatever ended the read-back before its end, a yes places nothing until it is said again",
        arguments: interruptions.indices)
    func readBackCutOff(_ index: Int) throws {
        var stand = try MachineStand()
        try stand.isReadTo()
        Self.interruptions[index].act(&stand)
        stand.handle(.spoken, after: .seconds(2))
        stand.says("yes")
        #expect(stand.order == nil, "\(Self.interruptions[index].name)")
        // A question takes one of the two read-backs: the screen has the last word.
        if stand.snapshot.needsTouch { stand.touches(.confirm) } else { stand.says("yes") }
        #expect(stand.order?.lines.map(\.name) == ["Croissant"])
    }

    @Test("what means nothing takes nothing of a read-back that goes on")
    func readBackGoesOn() throws {
        var stand = try MachineStand()
        try stand.isReadTo()
        let unsure = KioskEvent.Said(
            text: "yes", parse: stand.parser.parse("yes"), confidence: 0.3, began: stand.time,
            ended: stand.time + .seconds(1))
        #expect(stand.handle(.said(unsure), after: .seconds(1)).isEmpty)
        stand.handle(.spoken, after: .seconds(2))
        stand.says("yes")
        #expect(stand.order != nil)
    }

    @Test("a no is one however late it comes")
    func lateNo() throws {
        var stand = try MachineStand()
        try stand.isReadTo()
        stand.handle(.spoken, after: .seconds(2))
        let began = stand.time + .seconds(15.5)
        let no = KioskEvent.Said(
            text: "no", parse: stand.parser.parse("no"), confidence: 0.95, began: began, ended: began + .seconds(1))
        stand.handle(.speaking(isHeard: true), after: .seconds(14.9))
        let decisions = stand.handle(.said(no), after: .seconds(1.6))
        #expect(
            decisions.contains {
                if case .say(let text, _) = $0 { text == "All right. What shall I change?" } else { false }
            })
        #expect(stand.snapshot.screen == .ordering)
    }

    @Test(
        "A12: a no or a change spoken into the read-back counts at once",
        arguments: [Duration.zero, .milliseconds(400), .seconds(1)])
    func noIntoReadBack(_ pause: Duration) throws {
        var stand = try MachineStand()
        try stand.speaksIntoReadBack()
        let no = stand.saysInto("no", after: pause)
        #expect(
            no.contains { if case .say(let text, _) = $0 { text == "All right. What shall I change?" } else { false } })
        #expect(stand.order == nil && stand.snapshot.cart.count == 1 && stand.snapshot.screen == .ordering)

        stand = try MachineStand()
        try stand.speaksIntoReadBack()
        stand.saysInto("make it two croissants", after: pause)
        #expect(stand.order == nil && stand.snapshot.cart.map(\.quantity) == [2])
    }
}
