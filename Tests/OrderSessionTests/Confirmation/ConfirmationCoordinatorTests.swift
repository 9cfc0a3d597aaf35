internal import OrderSession
internal import Ordering
internal import Testing

struct ConfirmationCoordinatorTests {
    private typealias Subject = ConfirmationGuest

    @Test("Nothing is asked at first, and nothing waits")
    func idle() throws {
        let guest = try Subject()
        #expect(guest.coordinator.state == .idle && guest.coordinator.message.isEmpty && guest.coordinator.asks == 0)
        #expect(
            guest.coordinator.nextDeadline == nil && guest.coordinator.autoConfirmDeadline == nil
                && !guest.coordinator.offersTouch)
    }

    @Test("An order is read back, a yes makes it ready to place, and placing it confirms it")
    func yes() throws {
        var guest = try Subject()
        let prompts = guest.coordinator.startConfirmation(Subject.order, total: Subject.total, at: guest.time)
        #expect(prompts == [.confirm(Subject.order, total: Subject.total)] && guest.coordinator.message == prompts)
        #expect(guest.coordinator.state == .awaitingConfirmation(orders: Subject.order) && guest.coordinator.asks == 1)
        guest.hearsMessage()
        #expect(guest.coordinator.message.isEmpty)
        #expect(guest.says("yes please") == .confirmed)
        #expect(guest.coordinator.state == .processing && guest.coordinator.nextDeadline == nil)
        guest.coordinator.finishProcessing(succeeded: true)
        #expect(guest.coordinator.state == .confirmed)
    }

    @Test("D8: spoken into the read-back a yes has it read again, at most once, and a no is one")
    func cutOff() throws {
        func spokenInto() throws -> ConfirmationGuest {
            var guest = try Subject()
            guest.coordinator.startConfirmation(Subject.order, total: Subject.total, at: guest.time)
            guest.wait(.seconds(1))
            guest.coordinator.readBackCutOff(since: guest.time - .seconds(1), at: guest.time)
            return guest
        }
        var guest = try spokenInto()
        #expect(
            guest.coordinator.acceptsAnswer(at: guest.time - .milliseconds(100))
                && !guest.coordinator.acceptsAnswer(at: guest.time - .milliseconds(501)))
        #expect(
            guest.coordinator.processResponse("yes", confidence: 1, at: guest.time - .milliseconds(100)) == .unclear)
        #expect(guest.coordinator.message == [.confirmAgain(Subject.order, total: Subject.total)])
        guest.wait(.seconds(1))
        guest.coordinator.readBackCutOff(since: guest.time - .seconds(1), at: guest.time)
        #expect(
            guest.says("yes") == .unclear && guest.coordinator.offersTouch
                && guest.coordinator.message == [.cart(Subject.order, total: Subject.total), .confirmChoices])
        // Still unheard, the order is read with the choices; then the yes counts.
        guest.coordinator.readBackCutOff(since: guest.time - .seconds(1), at: guest.time)
        #expect(
            guest.says("yes") == .unclear
                && guest.coordinator.message == [.cart(Subject.order, total: Subject.total), .confirmChoices])
        guest.hearsMessage()
        #expect(guest.says("yes") == .confirmed)
        guest = try spokenInto()
        #expect(
            guest.coordinator.processResponse("no", confidence: 1, at: guest.time - .milliseconds(100)) == .rejected)
    }

    @Test("An order that could not be placed is not confirmed")
    func placingFailed() throws {
        var guest = try Subject()
        guest.isAsked()
        guest.says("yes")
        guest.coordinator.finishProcessing(succeeded: false)
        #expect(guest.coordinator.state == .idle)
    }

    @Test("A no rejects the order")
    func no() throws {
        var guest = try Subject()
        guest.isAsked()
        #expect(guest.says("no that's wrong") == .rejected)
        #expect(guest.coordinator.state == .rejected && guest.coordinator.nextDeadline == nil)
        guest.coordinator.finishProcessing(succeeded: true)
        #expect(guest.coordinator.state == .rejected, "A rejected order cannot become a placed one.")
    }

    @Test("A change is handed on in its words, and the changed order is asked about anew")
    func change() throws {
        var guest = try Subject()
        guest.isAsked()
        #expect(guest.says("yes but make it three waters", confidence: 0.2) == .modified("make it three waters"))
        #expect(guest.coordinator.state == .processing)
        let changed = [Subject.line("water", 3), Subject.line("scone", id: 2)]
        guest.isAsked(changed, total: Money(minorUnits: 925))
        #expect(guest.coordinator.asks == 1 && guest.coordinator.state == .awaitingConfirmation(orders: changed))
        #expect(guest.says("yes") == .confirmed)
    }

    @Test("A change that is finished without a new question confirms nothing")
    func changeIsNoYes() throws {
        var guest = try Subject()
        guest.isAsked()
        guest.says("make it three waters")
        guest.coordinator.finishProcessing(succeeded: true)
        #expect(guest.coordinator.state == .idle)
    }

    @Test("An order that a change left as it was is the same question: it is asked once more, then left to the screen")
    func changeOfNothing() throws {
        var guest = try Subject()
        guest.isAsked()
        guest.says("make it purple")
        let sameOrder = [Subject.line("water", 2, id: 7, confidence: 0.5), Subject.line("scone", id: 8)]
        #expect(
            guest.coordinator.startConfirmation(sameOrder, total: Subject.total, at: guest.time) == [
                .confirmAgain(sameOrder, total: Subject.total)
            ])
        guest.hearsMessage()
        guest.says("make it purple")
        #expect(
            guest.coordinator.startConfirmation(Subject.order, total: Subject.total, at: guest.time)
                == [.confirmChoices])
        #expect(guest.coordinator.offersTouch && guest.isAwaiting)
    }

    @Test(
        "What is unclear is asked once more, then left to the screen",
        arguments: [
            ("maybe", 0.9), ("yes no", 0.9), ("what lovely weather", 0.9), ("yes", 0.59), ("no", 0.1),
            ("yes", Double.nan),
        ])
    func unclear(_ text: String, _ confidence: Double) throws {
        var guest = try Subject()
        guest.isAsked()
        #expect(guest.says(text, confidence: confidence) == .unclear)
        #expect(
            guest.coordinator.message == [.confirmAgain(Subject.order, total: Subject.total)]
                && guest.coordinator.asks == 2 && !guest.coordinator.offersTouch)
        guest.hearsMessage()
        #expect(guest.says(text, confidence: confidence) == .unclear)
        #expect(guest.coordinator.message == [.confirmChoices] && guest.coordinator.offersTouch && guest.isAwaiting)
        guest.hearsMessage()
        var other = guest
        #expect(other.coordinator.confirmByTouch() == .confirmed && other.coordinator.state == .processing)
        #expect(guest.says(text, confidence: confidence) == .unclear && guest.coordinator.message == [.askStaff])
        guest.hearsMessage()
        #expect(guest.says(text, confidence: confidence) == .unclear && guest.coordinator.message.isEmpty)
        // A clear yes counts to the end.
        #expect(guest.says("yes") == .confirmed && guest.coordinator.state == .processing)
    }

    @Test("Silence is asked about once more, then left to the screen, then the guest has gone")
    func silence() throws {
        var guest = try Subject()
        guest.isAsked()
        let readBackEnd = guest.time
        #expect(guest.coordinator.advance(to: readBackEnd + .seconds(15)) == nil, "At 15 s an answer may still begin.")
        #expect(guest.waitsForDeadline() == .unclear && guest.time - readBackEnd == .seconds(15) + .nanoseconds(1))
        #expect(guest.coordinator.message == [.confirmAgain(Subject.order, total: Subject.total)])
        guest.hearsMessage()
        #expect(guest.waitsForDeadline() == .unclear && guest.coordinator.message == [.confirmChoices])
        let offered = guest.time
        #expect(guest.waitsForDeadline() == .unclear && guest.time - offered == .seconds(60))
        #expect(
            guest.coordinator.state == .idle && guest.coordinator.nextDeadline == nil
                && guest.coordinator.message.isEmpty)
        #expect(guest.coordinator.confirmByTouch() == .unclear)
    }

    @Test("A yes to the second asking counts like one to the first")
    func secondAsking() throws {
        var guest = try Subject()
        guest.isAsked()
        guest.says("hm")
        guest.hearsMessage()
        #expect(guest.says("yes") == .confirmed)
    }

    @Test(
        "An answer counts from half a second to 15 seconds after the read-back",
        arguments: [
            (0, false), (499, false), (500, true), (7_000, true), (15_000, true), (15_001, false), (3_600_000, false),
        ])
    func window(_ milliseconds: Int, _ counts: Bool) throws {
        for text in ["yes", "no", "make it large"] {
            var guest = try Subject()
            guest.isAsked()
            let began = guest.time + .milliseconds(milliseconds)
            #expect(guest.coordinator.acceptsAnswer(at: began) == counts)
            #expect((guest.coordinator.processResponse(text, confidence: 1, at: began) != .unclear) == counts)
            #expect(
                counts || (guest.coordinator.message.isEmpty && guest.coordinator.asks == 1),
                "What was no answer uses up no question.")
        }
    }

    @Test("An answer that begins in time is heard to its end, for as long as a turn may last")
    func lateAnswer() throws {
        var guest = try Subject()
        guest.isAsked()
        guest.wait(.seconds(14))
        let began = guest.time
        guest.coordinator.speechBegan(at: began)
        guest.wait(.seconds(10))
        #expect(guest.coordinator.advance(to: guest.time) == nil)
        #expect(guest.coordinator.processResponse("well let me see yes", confidence: 0.9, at: began) == .confirmed)
        var talker = try Subject()
        talker.isAsked()
        talker.coordinator.speechBegan(at: talker.time + .seconds(14))
        talker.coordinator.speechBegan(at: talker.time + .seconds(15))
        #expect(
            talker.coordinator.nextDeadline == talker.time + .seconds(29), "Talking on does not keep the question open."
        )
        #expect(talker.waitsForDeadline() == .unclear && talker.coordinator.asks == 2)
    }

    @Test("Sounds without words use up no question", arguments: ["", " ", "…"])
    func noWords(_ text: String) throws {
        var guest = try Subject()
        guest.isAsked()
        #expect(guest.says(text) == .unclear && guest.coordinator.message.isEmpty && guest.coordinator.asks == 1)
        #expect(guest.says("yes") == .confirmed)
    }

    @Test("What is said during the read-back is no answer, and a read-back whose end nobody reports ends by itself")
    func duringReadBack() throws {
        var guest = try Subject()
        guest.coordinator.startConfirmation(Subject.order, total: Subject.total, at: guest.time)
        #expect(guest.says("yes") == .unclear && guest.coordinator.asks == 1)
        #expect(guest.coordinator.nextDeadline == .seconds(220))
        #expect(guest.waitsForDeadline() == nil && guest.coordinator.acceptsAnswer(at: .seconds(221)))
        guest.coordinator.readBackEnded(at: .seconds(230))
        #expect(!guest.coordinator.acceptsAnswer(at: .seconds(236)), "A read-back ends once.")
    }

    @Test("A touch counts in every state that waits, and in no other")
    func touch() throws {
        var guest = try Subject()
        #expect(
            guest.coordinator.confirmByTouch() == .unclear && guest.coordinator.rejectByTouch() == .unclear
                && guest.coordinator.state == .idle)
        guest.coordinator.startConfirmation(Subject.order, total: Subject.total, at: guest.time)
        #expect(guest.coordinator.confirmByTouch() == .confirmed)
        #expect(
            guest.coordinator.confirmByTouch() == .unclear && guest.coordinator.rejectByTouch() == .unclear
                && guest.coordinator.state == .processing)
        guest.coordinator.finishProcessing(succeeded: true)
        guest.isAsked()
        #expect(guest.coordinator.rejectByTouch() == .rejected && guest.coordinator.state == .rejected)
    }

    @Test("Touching something else keeps the offer of the screen open")
    func otherTouch() throws {
        var guest = try Subject()
        guest.isAsked()
        guest.waitsForDeadline()
        guest.hearsMessage()
        guest.waitsForDeadline()
        guest.wait(.seconds(59))
        guest.coordinator.touched(at: guest.time)
        #expect(guest.coordinator.nextDeadline == guest.time + .seconds(60) && guest.coordinator.offersTouch)
    }

    @Test("While an order is being placed it is not asked about, changed or dropped again")
    func placing() throws {
        var guest = try Subject()
        guest.isAsked()
        guest.says("yes")
        #expect(
            guest.coordinator.startConfirmation([Subject.line("latte")], total: Subject.total, at: guest.time).isEmpty)
        guest.coordinator.cancel()
        #expect(guest.coordinator.state == .processing)
    }

    @Test("An empty order is not asked about")
    func emptyOrder() throws {
        var guest = try Subject()
        for decision in [ConfirmationDecision.skip, .readBack, .touch] {
            #expect(
                guest.coordinator.startConfirmation([], total: .zero, decision: decision, at: guest.time) == [
                    .cartIsEmpty
                ])
            #expect(guest.coordinator.state == .idle)
        }
    }

    @Test("A skipped order is said and placed without a question")
    func skip() throws {
        var guest = try Subject()
        #expect(
            guest.coordinator.startConfirmation(Subject.order, total: Subject.total, decision: .skip, at: guest.time)
                == [.accepted(Subject.order)])
        #expect(guest.coordinator.state == .processing && guest.coordinator.nextDeadline == nil)
    }

    @Test("A question taken back is remembered until the next guest comes")
    func memory() throws {
        var guest = try Subject()
        for _ in 0..<2 {
            guest.isAsked()
            guest.coordinator.cancel()
            #expect(guest.coordinator.state == .idle)
        }
        guest.isAsked()
        #expect(guest.coordinator.offersTouch)
        guest.coordinator.reset()
        guest.isAsked()
        #expect(!guest.coordinator.offersTouch && guest.coordinator.asks == 1)
        guest.says("yes")
        guest.coordinator.finishProcessing(succeeded: true)
        guest.isAsked()
        #expect(guest.coordinator.asks == 1, "A placed order ends the memory too.")
    }

    @Test("After so many read-backs of one order a changed one is read back too, and only the screen confirms it")
    func mostReadBacks() throws {
        var guest = try Subject(settings: Subject.settings { $0.mostReadBacks = 3 })
        for quantity in 1...3 {
            guest.isAsked([Subject.line("water", quantity)])
            #expect(guest.says("make it one more") == .modified("make it one more"))
        }
        let last = [Subject.line("water", 4)]
        #expect(
            guest.coordinator.startConfirmation(last, total: Subject.total, at: guest.time) == [
                .cart(last, total: Subject.total), .confirmChoices,
            ])
        guest.hearsMessage()
        #expect(guest.says("yes") == .confirmed)
    }

    @Test(
        "Answers are read in the language of the kiosk",
        arguments: [("es", "sí, perfecto"), ("fr", "oui c'est bon"), ("de", "ja genau"), ("en", "yes please")])
    func languages(_ locale: String, _ text: String) throws {
        for asked in ConfirmationKeywords.locales {
            var guest = try Subject(locale: asked)
            guest.isAsked()
            #expect((guest.says(text) == .confirmed) == (asked == locale), "\(asked)")
        }
    }
}
