internal import OrderSession
internal import Ordering
internal import Testing

/// Fault D8: a yes that answers nothing.
struct ReplayedAnswerTests {
    private typealias Subject = ConfirmationGuest

    /// A state in which a replayed yes must do nothing, and how a guest gets there.
    static let closedStates: [(name: String, enter: @Sendable (inout ConfirmationGuest) -> Void)] = [
        ("idle", { _ in }),
        (
            "reading back",
            { $0.coordinator.startConfirmation(ConfirmationGuest.order, total: ConfirmationGuest.total, at: $0.time) }
        ),
        (
            "placing",
            {
                $0.isAsked(); $0.says("yes")
            }
        ),
        (
            "changing",
            {
                $0.isAsked(); $0.says("make it large")
            }
        ),
        (
            "confirmed",
            {
                $0.isAsked(); $0.says("yes"); $0.coordinator.finishProcessing(succeeded: true)
            }
        ),
        (
            "rejected",
            {
                $0.isAsked(); $0.says("no")
            }
        ),
        (
            "taken back",
            {
                $0.isAsked(); $0.coordinator.cancel()
            }
        ),
        (
            "next guest",
            {
                $0.isAsked(); $0.coordinator.reset()
            }
        ),
    ]

    @Test("D8: 100 replayed yeses outside the awaiting state confirm nothing", arguments: closedStates.indices)
    func replayedYes(_ index: Int) throws {
        var guest = try Subject()
        Self.closedStates[index].enter(&guest)
        let before = guest.coordinator.state
        for number in 0..<100 {
            #expect(
                guest.says(
                    ["yes", "yes please", "that's right"][number % 3], confidence: 1, after: .milliseconds(number))
                    == .unclear)
            #expect(guest.coordinator.state == before && guest.coordinator.message.isEmpty)
        }
    }

    @Test("D8: 100 replayed yeses just outside the window confirm nothing")
    func replayedAroundTheWindow() throws {
        for number in 0..<100 {
            var guest = try Subject()
            guest.isAsked()
            let early = guest.time - .milliseconds(number * 50) + .milliseconds(499),
                late = guest.time + .seconds(15) + .milliseconds(1 + number * 50)
            #expect(guest.coordinator.processResponse("yes", confidence: 1, at: early) == .unclear)
            #expect(guest.coordinator.processResponse("yes", confidence: 1, at: late) == .unclear)
            #expect(guest.isAwaiting)
        }
    }
}
