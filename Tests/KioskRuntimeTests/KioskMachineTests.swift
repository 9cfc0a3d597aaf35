internal import Feedback
internal import OrderParsing
internal import OrderSession
internal import Ordering
internal import Testing
internal import Transcription

@testable internal import KioskRuntime
@testable internal import VoiceOrdering

/// The kiosk's decisions, without sound, screen or store.
struct KioskMachineTests {
    @Test("An order by voice: wake, order, that's all, yes, stored, number, welcome")
    func voice() throws {
        var stand = try MachineStand()
        #expect(stand.snapshot.screen == .welcome)
        #expect(stand.wakes().contains(.begin(session: "s1")))
        #expect(stand.snapshot.screen == .ordering)
        stand.says("a large latte")
        #expect(stand.snapshot.cart.map(\.description) == ["a large latte"])
        stand.says("that's all")
        #expect(stand.snapshot.screen == .confirmation)
        stand.says("yes please")
        #expect(stand.snapshot.screen == .placing)
        let order = try #require(stand.order)
        #expect(order.total == Money(minorUnits: 525))
        #expect(order.lines.map(\.name) == ["Latte"])
        let decisions = stand.handle(.stored(order: order.id, number: 7))
        #expect(decisions.contains(.listen(isOn: false)))
        #expect(decisions.contains(.keepCart(OpenCart(session: "s1", lines: []))))
        #expect(stand.snapshot.placed?.number == 7)
        #expect(stand.snapshot.caption.contains("7"))
        #expect(stand.snapshot.cart.isEmpty && stand.snapshot.session == nil)
        stand.wait(.seconds(16))
        #expect(stand.snapshot.screen == .thanks)
        stand.wait(.seconds(6))
        #expect(stand.snapshot.screen == .welcome)
    }

    @Test("An order by touch alone needs no voice and is not spoken to")
    func touch() throws {
        var stand = try MachineStand()
        stand.handle(.voice(unavailable: .microphone))
        #expect(stand.snapshot.microphone == .init(state: .unavailable, reason: .microphone))
        var decisions = stand.touches(.add(itemId: "latte", quantity: 2, options: [.init(group: "size", id: "small")]))
        decisions += stand.touches(.setQuantity(line: 1, quantity: 3))
        decisions += stand.touches(
            .setOptions(line: 1, options: [.init(group: "size", id: "large"), .init(group: "milk", id: "oat")]))
        #expect(stand.snapshot.cart.map(\.description) == ["3 large lattes with oat milk"])
        decisions += stand.touches(.setOptions(line: 1, options: []))
        #expect(stand.snapshot.cart.first?.options.isEmpty == true)
        decisions += stand.touches(.setOptions(line: 1, options: [.init(group: "size", id: "large")]))
        decisions += stand.touches(.checkout)
        #expect(stand.snapshot.screen == .confirmation)
        decisions += stand.touches(.confirm)
        #expect(stand.order?.lines.first?.quantity == 3)
        #expect(!decisions.contains { if case .say = $0 { true } else { false } })
        #expect(!decisions.contains(.listen(isOn: true)))
    }

    @Test("F6: the screen's yes touched many times places one order")
    func doubleTap() throws {
        var stand = try MachineStand()
        stand.touches(.add(itemId: "croissant", quantity: 1, options: []))
        stand.touches(.checkout)
        for _ in 0..<50 { stand.touches(.confirm) }
        let places = stand.log.flatMap(\.decisions).filter { if case .place = $0 { true } else { false } }
        #expect(places.count == 1)
        let order = try #require(stand.order)
        stand.handle(.stored(order: order.id, number: 1))
        #expect(stand.handle(.stored(order: order.id, number: 1)).isEmpty)
        #expect(stand.touches(.confirm).isEmpty)
    }

    @Test("F4: an order that cannot be stored is never called placed; it is tried again with the same id")
    func storeFails() throws {
        var stand = try MachineStand()
        let order = try stand.touchesOrder()
        stand.handle(.notStored(order: order.id, reason: "disk full"))
        #expect(stand.snapshot.screen == .failure)
        #expect(stand.snapshot.placed == nil)
        #expect(stand.touches(.confirm).contains(.place(order)))
        stand.handle(.stored(order: order.id, number: 3))
        #expect(stand.snapshot.placed?.number == 3)
    }

    @Test("A store that does not answer is a failure after ten seconds; when it answers after all, the order counts")
    func storeIsSlow() throws {
        var stand = try MachineStand()
        let order = try stand.touchesOrder()
        stand.wait(.seconds(11))
        #expect(stand.snapshot.screen == .failure)
        stand.handle(.stored(order: order.id, number: 4))
        #expect(stand.snapshot.placed?.number == 4)
    }

    @Test(
        "After a failure the guest returns to the order; a changed order is a new one unless the first was stored"
    )
    func backFromFailure() throws {
        var stand = try MachineStand()
        let first = try stand.touchesOrder()
        stand.handle(.notStored(order: first.id, reason: "disk full"))
        stand.touches(.dismiss)
        #expect(stand.snapshot.screen == .ordering && stand.snapshot.cart.count == 1)
        stand.touches(.setQuantity(line: 1, quantity: 2))
        stand.touches(.checkout)
        stand.touches(.confirm)
        let second = try #require(stand.order)
        #expect(second.id != first.id && second.session == first.session && second.lines.first?.quantity == 2)
        // Now nobody knows whether it was stored: it keeps its id, and counts when the store answers while the guest is
        // at the order again.
        stand.wait(.seconds(11))
        stand.touches(.dismiss)
        #expect(stand.snapshot.screen == .ordering)
        #expect(stand.handle(.stored(order: first.id, number: 4)).isEmpty)
        stand.handle(.stored(order: second.id, number: 5))
        #expect(stand.snapshot.placed?.number == 5 && stand.snapshot.session == nil)
    }

    @Test(
        "D8: a yes counts after a read-back and at no other time",
        arguments: ["yes", "confirm", "yes please", "that's right"])
    func injectedYes(_ text: String) throws {
        var stand = try MachineStand()
        stand.says(text)
        stand.wakes()
        stand.says(text)
        stand.says("a large latte and a croissant")
        // Said while the kiosk still speaks: the microphone is gated, and what comes through all the same began before
        // the end.
        stand.says(text, after: .milliseconds(50))
        #expect(stand.order == nil)
        stand.says("that's all")
        stand.says(text, after: .seconds(17))
        #expect(stand.order == nil, "the window had closed")
    }

    @Test("H3: from every state the kiosk comes back to its welcome by itself within two minutes")
    func walkAway() throws {
        let ways: [(String, (inout MachineStand) throws -> Void)] = [
            ("woken", { $0.wakes() }),
            ("touched", { $0.touches(.start) }),
            ("silent", { $0.touches(.startSilently) }),
            ("ordering", { $0.touches(.add(itemId: "latte", quantity: 1, options: [])) }),
            (
                "asked",
                {
                    $0.wakes(); $0.says("fifty lattes")
                }
            ),
            (
                "confirming",
                {
                    $0.wakes(); $0.says("a latte"); $0.says("that's all")
                }
            ),
            (
                "speaking",
                {
                    $0.wakes();
                    $0.handle(
                        .said(
                            .init(
                                text: "help", parse: $0.parser.parse("help"), confidence: 1, began: $0.time,
                                ended: $0.time)))
                }
            ),
            (
                "placing",
                {
                    $0.touches(.add(itemId: "croissant", quantity: 1, options: [])); $0.touches(.checkout);
                    $0.touches(.confirm)
                }
            ),
            (
                "failed",
                {
                    $0.touches(.add(itemId: "croissant", quantity: 1, options: [])); $0.touches(.checkout);
                    $0.touches(.confirm)
                    $0.handle(.notStored(order: $0.order?.id ?? "", reason: ""))
                }
            ),
            (
                "paying",
                {
                    $0.touches(.add(itemId: "croissant", quantity: 1, options: [])); $0.touches(.checkout);
                    $0.touches(.confirm)
                    $0.handle(.stored(order: $0.order?.id ?? "", number: 1))
                }
            ),
            (
                "paying at the terminal",
                {
                    $0 = try MachineStand(hasTerminal: true)
                    $0.touches(.add(itemId: "croissant", quantity: 1, options: [])); $0.touches(.checkout);
                    $0.touches(.confirm)
                    $0.handle(.stored(order: $0.order?.id ?? "", number: 1))
                }
            ),
            (
                "restored",
                {
                    $0.handle(
                        .restored(
                            OpenCart(
                                session: "old",
                                lines: [
                                    StoredLine(
                                        itemId: "latte", name: "Latte", quantity: 1, options: [], unitPrice: .zero)
                                ]), session: "r"))
                }
            ),
        ]
        for (name, way) in ways {
            var stand = try MachineStand()
            try way(&stand)
            #expect(stand.snapshot.screen != .welcome, "\(name)")
            stand.wait(.seconds(120))
            #expect(stand.snapshot.screen == .welcome, "\(name)")
            #expect(stand.snapshot == stand.machine.snapshot(transcript: .init(), preview: []))
            #expect(stand.machine.nextDeadline == nil, "\(name)")
        }
    }

    @Test("G12: the guest is warned after 35 s, second by second, and nothing of the session is left after 60 s")
    func wipe() throws {
        var stand = try MachineStand()
        stand.wakes()
        stand.says("a large latte with oat milk")
        let since = stand.time
        stand.wait(.milliseconds(34_900))
        #expect(stand.snapshot.idleSecondsLeft == nil)
        stand.wait(.milliseconds(200))
        #expect(stand.snapshot.idleSecondsLeft == 25)
        stand.wait(.seconds(10))
        #expect(stand.snapshot.idleSecondsLeft == 15)
        stand.touches(.stillHere)
        #expect(stand.snapshot.idleSecondsLeft == nil)
        let decisions = stand.wait(.seconds(60))
        #expect(decisions.contains { if case .end(_, "timeout", _) = $0 { true } else { false } })
        #expect(stand.time - since < .seconds(120))
        let snapshot = stand.snapshot
        #expect(
            snapshot.cart.isEmpty && snapshot.caption.isEmpty && snapshot.transcript == .init()
                && snapshot.session == nil && snapshot.question == nil)
    }

    @Test("A guest who touches that they are still there finds the yes and no still on the screen")
    func stillConfirming() throws {
        var stand = try MachineStand()
        stand.touches(.add(itemId: "croissant", quantity: 1, options: []))
        stand.touches(.checkout)
        // Asked twice without an answer, the order is left to the screen for a minute.
        stand.wait(.seconds(40))
        #expect(stand.snapshot.needsTouch)
        stand.touches(.stillHere)
        stand.wait(.seconds(55))
        #expect(stand.snapshot.screen == .confirmation && stand.snapshot.needsTouch)
        stand.touches(.confirm)
        #expect(stand.order != nil)
    }

    @Test("An utterance that was misheard is corrected by hand: its effect goes")
    func correctedByHand() throws {
        var stand = try MachineStand()
        stand.wakes()
        stand.says("a croissant")
        stand.says("a small mocha")
        #expect(stand.snapshot.transcript.last == "a small mocha")
        stand.touches(.say(text: "a large matcha latte", replacesLast: true))
        #expect(stand.snapshot.cart.map(\.name).count == 2)
        #expect(stand.snapshot.cart.last?.description.contains("matcha") == true)
        stand.touches(.say(text: "a large latte", replacesLast: true))
        #expect(stand.snapshot.cart.map(\.description) == ["a croissant", "a large latte"])
    }

    @Test("What was touched since a sentence is not undone by correcting it: then there is nothing to correct by hand")
    func touchedSince() throws {
        var stand = try MachineStand()
        stand.wakes()
        stand.says("a large latte")
        stand.touches(.add(itemId: "croissant", quantity: 1, options: []))
        #expect(stand.snapshot.transcript.last.isEmpty)
        stand.touches(.say(text: "a large mocha", replacesLast: true))
        #expect(stand.snapshot.cart.map(\.description) == ["a large latte", "a croissant"])
        stand.touches(.say(text: "a large mocha", replacesLast: false))
        #expect(stand.snapshot.cart.count == 3)
    }

    @Test(
        "A12, D8, D9: endless speech is ended after a minute; as an answer to a read-back it repeats the read-back"
    )
    func endlessSpeech() throws {
        var stand = try MachineStand()
        stand.wakes()
        stand.says("a large latte")
        let asked = stand.handle(
            .said(
                .init(
                    text: "that's all", parse: stand.parser.parse("that's all"), confidence: 1, began: stand.time,
                    ended: stand.time)))
        #expect(asked.contains { if case .say = $0 { true } else { false } })
        #expect(!stand.wait(.seconds(59)).contains(.hush))
        #expect(stand.wait(.seconds(2)).contains(.hush))
        #expect(stand.snapshot.screen == .confirmation)
        stand.says("yes")
        #expect(stand.order == nil && stand.snapshot.caption.hasPrefix("Once more"))
        stand.says("yes")
        #expect(stand.order != nil)
    }

    @Test("A question is answered by touch with one of the answers it offers")
    func answer() throws {
        var stand = try MachineStand()
        stand.wakes()
        stand.says("fifty lattes")
        let question = try #require(stand.snapshot.question)
        #expect(question.answers.map(\.value) == ["1", "2", "3", "4", "5", "6", "/never-mind"])
        #expect(stand.snapshot.cart.isEmpty, "A quantity that cannot be ordered has no line and no price.")
        stand.touches(.answer(value: "3"))
        #expect(stand.snapshot.question?.answers.map(\.label) == ["Small", "Medium", "Large", "Never mind"])
        stand.touches(.answer(value: "large"))
        #expect(stand.snapshot.question == nil)
        #expect(stand.snapshot.cart.map(\.description) == ["3 large lattes"])
    }

    @Test("H4: “start over” wipes whatever was going on")
    func startOver() throws {
        var stand = try MachineStand()
        stand.wakes()
        stand.says("a latte")
        stand.handle(
            .said(
                .init(
                    text: "help", parse: stand.parser.parse("help"), confidence: 1, began: stand.time, ended: stand.time
                )))
        #expect(stand.touches(.startOver).contains(.hush))
        #expect(stand.snapshot.question?.answers.map(\.label) == ["Yes", "No"] && stand.snapshot.cart.count == 1)
        stand.touches(.answer(value: "/no"))
        #expect(stand.snapshot.cart.count == 1 && stand.snapshot.question?.text.contains("size") == true)
        stand.touches(.startOver)
        stand.touches(.answer(value: "/yes"))
        #expect(stand.snapshot.screen == .welcome && stand.snapshot.cart.isEmpty)
    }

    @Test("When the voice fails within an order, the order stays and goes on by touch")
    func voiceFails() throws {
        var stand = try MachineStand()
        stand.wakes()
        stand.says("a large latte")
        #expect(stand.handle(.voice(unavailable: .recogniser)).contains(.listen(isOn: false)))
        #expect(stand.snapshot.microphone.state == .unavailable)
        #expect(stand.snapshot.cart.count == 1)
        stand.touches(.checkout)
        stand.touches(.confirm)
        #expect(stand.order != nil)
    }

    @Test(
        "A terminal is asked for the money; one that refuses or says nothing sends the guest to the counter",
        arguments: [true, false, nil])
    func terminal(_ answer: Bool?) throws {
        var stand = try MachineStand(hasTerminal: true)
        let order = try stand.touchesOrder()
        #expect(
            stand.handle(.stored(order: order.id, number: 9)).contains(
                .pay(order: order.id, number: 9, total: order.total)))
        #expect(stand.snapshot.placed?.payment == .terminal)
        #expect(stand.snapshot.caption.hasSuffix("at the terminal."))
        // A wake phrase from the queue does not take the terminal's page from whoever pays.
        #expect(stand.wakes().isEmpty)
        #expect(stand.snapshot.placed?.payment == .terminal)
        if let answer { stand.handle(.paid(order: order.id, isPaid: answer)) } else { stand.wait(.seconds(96)) }
        #expect(stand.snapshot.placed?.payment == (answer == true ? .paid : .refused))
        #expect(stand.snapshot.caption.isEmpty)
    }

    @Test("I1: a cart that a crash has left is there again, without what the menu no longer has")
    func restored() throws {
        var stand = try MachineStand()
        stand.handle(
            .restored(
                OpenCart(
                    session: "old",
                    lines: [
                        StoredLine(
                            itemId: "latte", name: "Latte", quantity: 2,
                            options: [.init(group: "size", id: "large", name: "Large")], unitPrice: .zero),
                        StoredLine(itemId: "gone", name: "Gone", quantity: 1, options: [], unitPrice: .zero),
                    ], avoids: ["nuts"]), session: "r"))
        #expect(stand.snapshot.cart.map(\.description) == ["2 large lattes"])
        #expect(stand.snapshot.avoids.map(\.label) == ["Allergy: nuts"])
        #expect(stand.snapshot.caption.contains("still here"))
    }
}
