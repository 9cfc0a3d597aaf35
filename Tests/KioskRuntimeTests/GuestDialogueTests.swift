internal import Feedback
internal import OrderParsing
internal import OrderSession
internal import Ordering
internal import Testing

@testable internal import KioskRuntime
@testable internal import VoiceOrdering

/// An order from the first word to the last yes, by voice alone.
struct GuestDialogueTests {
    private struct Guest {
        let menu: Menu
        let parser: OrderParsingPipeline
        var dialogue: GuestDialogue
        let writer: PromptWriter
        var time = Duration.seconds(1)

        init(menu: Menu) throws {
            self.menu = menu
            parser = try OrderParsingPipeline(menu: menu)
            writer = try PromptWriter(menu: menu)
            dialogue = try GuestDialogue(menu: menu, parser: parser)
        }

        /// The reply in words; `nil` where the kiosk takes no notice.
        mutating func says(_ text: String, after pause: Duration = .seconds(2), confidence: Double = 0.95) -> String? {
            let began = time + pause
            time = began + .seconds(1)
            let turn = RecognizedTurn(
                text: text, parse: parser.parse(text), confidence: confidence, began: began, ended: time)
            let step = dialogue.process(turn)
            if step != .nothing { dialogue.replyEnded(at: time) }
            return step.prompts.map(writer.reply)
        }
    }

    @Test("An order is read back, and a yes in time places it")
    func yes() throws {
        var guest = try Guest(menu: MenuLoader.builtIn())
        _ = guest.says("a large latte")
        #expect(guest.says("that's all") == "That is a large latte. Your total is $5.25. Is that right?")
        #expect(guest.says("yes please") == "Thank you. Your total is $5.25.")
        #expect(guest.dialogue.cart.confirmedCart.count == 1)
    }

    @Test(
        "A yes that comes too soon, too late or unsure places nothing",
        arguments: [(Duration.milliseconds(100), 0.95), (.seconds(60), 0.95), (.seconds(2), 0.3)])
    func badYes(_ pause: Duration, _ confidence: Double) throws {
        var guest = try Guest(menu: MenuLoader.builtIn())
        _ = guest.says("a large latte")
        _ = guest.says("that's all")
        _ = guest.says("yes", after: pause, confidence: confidence)
        #expect(guest.dialogue.cart.confirmedCart.isEmpty)
    }

    @Test("A yes with a change is the change, and the order is read back again")
    func modified() throws {
        var guest = try Guest(menu: MenuLoader.builtIn())
        _ = guest.says("a large latte and a croissant")
        _ = guest.says("that's all")
        #expect(guest.says("yes but make the latte iced")?.hasSuffix("Is that right?") == true)
        #expect(guest.says("no the croissant should be toasted")?.hasSuffix("Is that right?") == true)
        #expect(guest.says("yes") == "Thank you. Your total is $8.75.")
    }

    @Test("No asks what to change and drops nothing")
    func no() throws {
        var guest = try Guest(menu: MenuLoader.builtIn())
        _ = guest.says("a large latte")
        _ = guest.says("that's all")
        #expect(guest.says("no") == "All right. What shall I change?")
        #expect(guest.dialogue.cart.pendingOrders.count == 1)
        #expect(guest.says("make it a mocha")?.hasSuffix("Is that right?") == true)
    }

    @Test(
        "A change instead of an answer removes the read-back from the screen, spoken after it or into it",
        arguments: ["and a latte", "start over"], [Duration.seconds(2), .milliseconds(100)])
    func changedInstead(_ text: String, _ pause: Duration) throws {
        var guest = try Guest(menu: MenuLoader.builtIn())
        _ = guest.says("a croissant")
        _ = guest.says("that's all")
        #expect(guest.dialogue.isConfirming)
        _ = guest.says(text, after: pause)
        #expect(!guest.dialogue.isConfirming && guest.dialogue.nextDeadline == nil)
        // The yes of a page that is late asks what is open.
        let reply = guest.dialogue.confirmByTouch(at: guest.time).prompts.map(guest.writer.reply)
        #expect(
            reply
                == (text == "start over"
                    ? "Once more: a croissant. Your total is $3.25. Please say yes or no."
                    : "Which size for the latte: small, medium or large?")
        )
        #expect(guest.dialogue.cart.confirmedCart.isEmpty)
    }

    @Test(
        "What leaves the order as it is leaves the read-back on the screen",
        arguments: ["help", "what milks do you have"])
    func sameOrder(_ text: String) throws {
        var guest = try Guest(menu: MenuLoader.builtIn())
        _ = guest.says("a croissant")
        _ = guest.says("that's all")
        _ = guest.says(text)
        #expect(guest.dialogue.isConfirming)
        _ = guest.dialogue.confirmByTouch(at: guest.time)
        #expect(guest.dialogue.cart.confirmedCart.count == 1)
    }

    @Test("What is neither yes nor no is asked once more, then the choices are offered, then the staff; a yes counts")
    func unclear() throws {
        var guest = try Guest(menu: MenuLoader.builtIn())
        _ = guest.says("a large latte")
        _ = guest.says("that's all")
        #expect(guest.says("yes no")?.hasPrefix("Once more") == true)
        #expect(
            guest.says("yes no") == "Say yes to place the order, no to change it, or touch the screen.")
        for _ in 0..<2 { #expect(guest.says("yes no") == "Please ask our staff for help.") }
        #expect(guest.dialogue.cart.confirmedCart.isEmpty)
        #expect(guest.says("yes") == "Thank you. Your total is $5.25.")
    }

    @Test(
        "D10: what needs a touch is never placed by voice; a yes that does not count, however often, gets no thanks"
    )
    func touchOnly() throws {
        let text = """
            {"store": {"name": "Bar", "currency": "USD", "locale": "en-US"}, "optionGroups": [], "items": [
              {"id": "beer", "name": "Beer", "category": "drinks", "price": 500, "touchOnly": true}, \
              {"id": "cola", "name": "Cola", "category": "drinks", "price": 300}]}
            """
        var guest = try Guest(menu: MenuLoader.load(Array(text.utf8)))
        _ = guest.says("a beer")
        #expect(
            guest.says("that's all") == "You have a beer. Your total is $5.00. Please confirm your order on the screen."
        )
        for _ in 0..<4 { #expect(guest.says("yes") == "Please confirm your order on the screen.") }
        #expect(guest.dialogue.cart.confirmedCart.isEmpty && guest.dialogue.needsTouch)
        let step = guest.dialogue.confirmByTouch(at: guest.time)
        guard case .place = step else { return #expect(Bool(false), "\(step)") }
        #expect(guest.dialogue.cart.confirmedCart.count == 1)
    }

    @Test(
        "F4: a yes that only the parser recognises repeats the read-back without thanks; the next yes places it"
    )
    func oddYes() throws {
        var guest = try Guest(menu: MenuLoader.builtIn())
        _ = guest.says("a large latte")
        _ = guest.says("that's all")
        #expect(guest.says("yes do it")?.hasPrefix("Once more") == true)
        #expect(guest.dialogue.cart.confirmedCart.isEmpty)
        #expect(guest.says("yes") == "Thank you. Your total is $5.25.")
    }

    @Test("“Just one”, after a no to the read-back, is said of what is in the order")
    func justOne() throws {
        var guest = try Guest(menu: MenuLoader.builtIn())
        _ = guest.says("two croissants")
        _ = guest.says("that's all")
        #expect(guest.says("no, just one croissant")?.hasSuffix("Is that right?") == true)
        #expect(guest.dialogue.cart.lines.map(\.quantity) == [1])
    }

    @Test(
        "Words that take back no more than a question leave the rest of the order",
        arguments: ["never mind", "nevermind", "forget it", "cancel", "um cancel please"])
    func questionTakenBack(_ text: String) throws {
        var guest = try Guest(menu: MenuLoader.builtIn())
        _ = guest.says("a croissant")
        #expect(guest.says("a latte")?.hasSuffix("Which size for the latte: small, medium or large?") == true)
        #expect(guest.says(text) == "I took away a latte. Your total is $3.25. Anything else?")
        #expect(guest.dialogue.cart.pendingClarification == nil)
    }

    @Test(
        "With nothing asked, such words take back what was said last, and the order where that is all of it",
        arguments: ["never mind", "oh forget it", "you know what, never mind", "okay never mind"])
    func lastTakenBack(_ text: String) throws {
        var guest = try Guest(menu: MenuLoader.builtIn())
        _ = guest.says("a croissant")
        _ = guest.says("a large latte")
        #expect(guest.says(text) == "I took away a large latte. Your total is $3.25. Anything else?")
        _ = guest.says("how much is a mocha")
        #expect(guest.says(text) == "What else would you like?")
        #expect(guest.dialogue.cart.lines.map(\.itemId) == ["croissant"])
        #expect(guest.says(text) == "Shall I cancel your whole order?")
        #expect(guest.says("yes") == "Your order is cancelled.")
    }

    @Test("Of an order read back a “never mind” takes nothing", arguments: ["never mind", "okay never mind"])
    func readBackKept(_ text: String) throws {
        var guest = try Guest(menu: MenuLoader.builtIn())
        _ = guest.says("a large latte, that's all")
        #expect(guest.says(text) == "All right. What shall I change?")
        #expect(guest.dialogue.cart.lines.count == 1)
    }

    @Test("What was not heard is what “that's not what I said” is about, and not what was ordered before")
    func nothingHeard() throws {
        var guest = try Guest(menu: MenuLoader.builtIn())
        _ = guest.says("a croissant")
        guest.dialogue.recordUnrecognizedTurn()
        #expect(guest.says("that's not what I said") == "What else would you like?")
        #expect(guest.dialogue.cart.lines.count == 1)
    }

    @Test(
        "An order is cancelled by its name whatever is asked, and by a word where nothing is",
        arguments: [("a latte", "cancel my order"), ("a croissant", "cancel")])
    func orderCancelled(_ order: String, _ text: String) throws {
        var guest = try Guest(menu: MenuLoader.builtIn())
        _ = guest.says(order)
        #expect(guest.says(text) == "Shall I cancel your whole order?")
        #expect(guest.dialogue.cart.lines.count == 1)
        #expect(guest.says(text) == "Your order is cancelled.")
        #expect(guest.dialogue.cart.lines.isEmpty)
    }
}
