internal import Ordering
internal import Testing

@testable internal import KioskRuntime

/// Calls for the staff, the number kept on the screen, and what a guest at a keypad hears.
struct KioskStaffCallTests {
    private func changes(_ decisions: [KioskDecision]) -> [KioskDecision.StaffCallChange] {
        decisions.compactMap { if case .staffCall(let change) = $0 { change } else { nil } }
    }

    @Test("A guest calls the staff by voice, at a question and at the read-back, and the order goes on")
    func byVoice() throws {
        var stand = try MachineStand(callsStaff: true)
        stand.wakes()
        #expect(changes(stand.says("can i speak to a person")) == [.called])
        #expect(stand.snapshot.caption == "I have called our staff. Please wait here.")
        #expect(stand.snapshot.staffCall == .called && stand.snapshot.needsStaff)
        stand.touches(.cancelStaffCall)
        #expect(stand.snapshot.staffCall == nil && !stand.snapshot.needsStaff)
        stand.says("a latte")
        #expect(changes(stand.says("call staff")) == [.called] && stand.snapshot.question != nil)
        #expect(changes(stand.says("call staff")).isEmpty, "one call at a time")
        stand.says("large")
        stand.says("that's all")
        stand.handle(.staffComing)
        stand.wait(.seconds(1))
        #expect(stand.snapshot.screen == .confirmation && stand.snapshot.staffCall == .coming)
        stand.says("yes")
        #expect(stand.order?.lines.map(\.itemId) == ["latte"])
    }

    @Test("A wish for a person counts at the read-back, also as the third answer that is neither yes nor no")
    func atReadBack() throws {
        for unclear in 0..<3 {
            var stand = try MachineStand(callsStaff: true)
            stand.wakes()
            stand.says("a croissant")
            stand.says("that's all")
            for _ in 0..<unclear { stand.says("yes no") }
            #expect(changes(stand.says("call staff please")) == [.called], "\(unclear)")
            #expect(stand.snapshot.caption.hasPrefix("I have called our staff."), "\(unclear)")
            #expect(!stand.snapshot.caption.contains("Say call staff"), "\(unclear)")
            #expect(stand.order == nil)
        }
    }

    @Test("After the choices an unclear answer is offered the staff, and nobody is called")
    func offer() throws {
        var stand = try MachineStand(callsStaff: true)
        stand.wakes()
        stand.says("a croissant")
        stand.says("that's all")
        for _ in 0..<3 { stand.says("yes no") }
        #expect(stand.snapshot.caption == "Say call staff, and somebody will come to help you.")
        #expect(stand.snapshot.staffCall == nil && changes(stand.log.flatMap(\.decisions)).isEmpty)
    }

    @Test("A touch calls the staff on every page, and no page is left for it")
    func byTouch() throws {
        var stand = try MachineStand(hasTerminal: true, callsStaff: true)
        func calls(_ screen: KioskSnapshot.Screen, line: SourceLocation = #_sourceLocation) {
            #expect(stand.snapshot.screen == screen, sourceLocation: line)
            #expect(changes(stand.touches(.callStaff)) == [.called], sourceLocation: line)
            #expect(stand.snapshot.staffCall == .called, sourceLocation: line)
            #expect(changes(stand.touches(.cancelStaffCall)) == [.cancelled], sourceLocation: line)
            #expect(stand.snapshot.staffCall == nil && stand.snapshot.screen == screen, sourceLocation: line)
        }
        calls(.welcome)
        stand.touches(.add(itemId: "croissant", quantity: 1, options: []))
        calls(.ordering)
        stand.touches(.checkout)
        calls(.confirmation)
        stand.touches(.confirm)
        calls(.placing)
        let order = try #require(stand.order)
        stand.handle(.notStored(order: order.id, reason: "disk full"))
        calls(.failure)
        stand.touches(.confirm)
        stand.handle(.stored(order: order.id, number: 7))
        calls(.payment)
        stand.handle(.paid(order: order.id, isPaid: true))
        stand.wait(.seconds(16))
        calls(.thanks)
    }

    @Test("Without the staff page nobody is called, and the guest is asked to turn to the staff")
    func nobody() throws {
        var stand = try MachineStand()
        stand.wakes()
        stand.says("can i speak to a person")
        #expect(stand.snapshot.caption == "Please ask our staff for help.")
        #expect(changes(stand.touches(.callStaff)).isEmpty && !stand.snapshot.needsStaff)
    }

    @Test("An unanswered call stays for the staff after its guest has left; the next guest is not told of it")
    func unanswered() throws {
        var stand = try MachineStand(callsStaff: true)
        stand.touches(.add(itemId: "croissant", quantity: 1, options: []))
        stand.touches(.callStaff)
        stand.wait(.seconds(30))
        stand.touches(.stillHere)
        stand.wait(.seconds(31))
        #expect(stand.snapshot.staffCall == .unanswered && stand.snapshot.needsStaff)
        stand.touches(.startOver)
        stand.touches(.answer(value: KioskMachine.yesAnswer))
        #expect(stand.snapshot.screen == .welcome)
        #expect(stand.snapshot.staffCall == nil && stand.snapshot.needsStaff)
        stand.wakes()
        #expect(stand.snapshot.staffCall == nil && stand.snapshot.needsStaff)
        #expect(changes(stand.handle(.staffComing)) == [.answered])
        #expect(!stand.snapshot.needsStaff && !stand.snapshot.caption.contains("on the way"))
    }

    @Test("An answered call ends with the session, and by itself after two minutes")
    func answered() throws {
        var stand = try MachineStand(callsStaff: true)
        stand.touches(.start)
        stand.handle(.spoken)
        stand.touches(.callStaff)
        stand.handle(.spoken)
        #expect(changes(stand.handle(.staffComing)) == [.answered])
        #expect(
            stand.snapshot.caption == "Somebody is on the way to you." && stand.snapshot.microphone.state == .speaking)
        stand.handle(.spoken)
        #expect(changes(stand.handle(.staffComing)).isEmpty)
        stand.touches(.startOver)
        #expect(stand.snapshot.screen == .welcome && stand.snapshot.staffCall == nil && !stand.snapshot.needsStaff)
        stand.touches(.callStaff)
        stand.touches(.add(itemId: "croissant", quantity: 1, options: []))
        #expect(stand.snapshot.staffCall == .called, "the guest who called has begun to order")
        stand.handle(.staffComing)
        for _ in 0..<4 {
            stand.wait(.seconds(29))
            stand.touches(.stillHere)
        }
        #expect(stand.snapshot.staffCall == .coming)
        stand.wait(.seconds(5))
        #expect(stand.snapshot.staffCall == nil && stand.snapshot.cart.count == 1)
    }

    @Test("A touch keeps the order's number for two minutes, until “done” or the next guest's wake phrase")
    func keptNumber() throws {
        func placed(_ touches: Bool) throws -> MachineStand {
            var stand = try MachineStand()
            let order = try stand.touchesOrder()
            stand.handle(.stored(order: order.id, number: 7))
            stand.wait(.seconds(5))
            if touches { stand.touches(.stillHere) }
            return stand
        }
        var stand = try placed(false)
        #expect(stand.snapshot.placed?.isKept == false)
        stand.wait(.seconds(16))
        #expect(stand.snapshot.screen == .welcome)
        stand = try placed(true)
        #expect(stand.snapshot.placed?.isKept == true)
        stand.wait(.seconds(100))
        #expect(stand.snapshot.screen == .payment && stand.snapshot.placed?.number == 7)
        stand.touches(.stillHere)
        stand.wait(.seconds(16))
        #expect(stand.snapshot.screen == .welcome, "touches do not keep it longer")
        stand = try placed(true)
        stand.touches(.dismiss)
        #expect(stand.snapshot.screen == .welcome)
        stand = try placed(true)
        stand.wakes()
        #expect(stand.snapshot.screen == .ordering && stand.snapshot.placed == nil)
        stand = try placed(false)
        stand.wait(.seconds(11))
        #expect(stand.snapshot.screen == .thanks)
        stand.touches(.stillHere)
        stand.wait(.seconds(60))
        #expect(stand.snapshot.screen == .thanks && stand.snapshot.placed?.isKept == true)
    }

    @Test(
        "D8: an announcement of the display interrupts a prompt and counts as no turn; a read-back is not heard by it")
    func announcement() throws {
        var stand = try MachineStand()
        let said = stand.touches(.announce(text: "Order by touch"))
        #expect(said == [.say(text: "Order by touch", spoken: "Order by touch")])
        #expect(stand.snapshot.screen == .welcome && stand.snapshot.microphone.state == .speaking)
        stand.handle(.spoken)
        #expect(stand.snapshot.microphone.state == .armed)
        try stand.isReadTo()
        #expect(stand.touches(.announce(text: "Yes, order")).first == .hush)
        stand.handle(.spoken)
        stand.says("yes")
        #expect(stand.order == nil && stand.snapshot.screen == .confirmation, "the order was not heard to its end")
        stand.says("yes")
        #expect(stand.order != nil)
    }
}
