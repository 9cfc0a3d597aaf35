internal import OrderSession
internal import Ordering
internal import Testing

/// Dialogues in which a guest could lose an order or find no way on (issue 44).
struct DeadEndTests {
    @Test("A no to “shall I cancel” keeps the order, and what else is said continues it")
    func kept() throws {
        var guest = try Guest()
        guest.says("a croissant")
        #expect(guest.says("start over") == "Shall I empty your whole order?")
        #expect(guest.says("no") == "All right, nothing was changed. Your total is $3.25. Anything else?")
        #expect(guest.says("cancel my order") == "Shall I cancel your whole order?")
        guest.says("a large latte")
        #expect(guest.pending == ["1 croissant", "1 latte size/large"] && guest.cart.pendingClarification == nil)
        guest.says("cancel my order")
        guest.touches(.checkout)
        #expect(guest.cart.openQuestion == .confirm && guest.cart.lines.count == 2)
    }

    @Test("After “start over” for a new order nothing is asked; it can be undone")
    func begunAnew() throws {
        var guest = try Guest()
        guest.says("a croissant")
        guest.says("start over, a large latte")
        #expect(guest.pending == ["1 latte size/large"])
    }

    @Test(
        "Words that close the order have it read back",
        arguments: [
            "done", "finished", "i'm finished", "that's it", "order now", "place my order", "we're finished",
            "i'm done",
            "okay done",
        ])
    func closing(_ text: String) throws {
        var guest = try Guest()
        guest.says("a large latte")
        #expect(guest.says(text) == "That is a large latte. Your total is $5.25. Is that right?")
    }

    @Test("A no to “anything else” closes the order", arguments: ["no", "no thanks", "no thank you", "no that's it"])
    func nothingElse(_ text: String) throws {
        var guest = try Guest()
        guest.says("a large latte")
        let parse = guest.parse(text)
        #expect(guest.touches { $0.apply(parse, said: text) }.hasSuffix("Is that right?"))
    }

    @Test(
        "What is not on the menu is not answered with what is",
        arguments: [
            "do you have pumpkin spice lattes", "do you have a gingerbread latte", "have you got turmeric lattes",
        ])
    func notOnMenu(_ text: String) throws {
        var guest = try Guest()
        let reply = guest.says(text)
        #expect(reply.hasPrefix("Sorry, we don't have any"), "\(reply)")
    }

    @Test("A question that is not answered is put in other words, then drops its item and says so")
    func unanswered() throws {
        var guest = try Guest()
        guest.says("a croissant")
        let question = "Which size for the latte: small, medium or large?"
        #expect(guest.says("a latte").hasSuffix(question))
        #expect(guest.says("yes") == question)
        #expect(guest.says("yes") == "Please say small, medium or large, or never mind.")
        #expect(guest.says("yes") == "I took away a latte. Your total is $3.25. Anything else?")
        #expect(guest.pending == ["1 croissant"])
    }

    @Test("A guest who orders on or asks about the menu does not lose the item in question")
    func busy() throws {
        var guest = try Guest()
        guest.says("a latte")
        for text in ["a croissant", "what milks do you have", "a muffin", "how much is a mocha", "a brownie"] {
            guest.says(text)
        }
        #expect(guest.cart.lines.contains { $0.itemId == "latte" })
        guest.says("large")
        #expect(guest.cart.pendingClarification == nil)
    }

    @Test(
        "Greetings, thanks, “to go” and the wish for a person are answered, with the open question",
        arguments: [
            ("hello", "Hello. What would you like?"), ("hi there good morning", "Hello. What would you like?"),
            ("thank you", "You're welcome."),
            ("to go please", "Please tell our staff at the counter whether it is to go."),
            ("can i speak to a person", "Please ask our staff for help."),
            ("i want to talk to a human please", "Please ask our staff for help."),
        ])
    func courtesies(_ text: String, _ reply: String) throws {
        var guest = try Guest()
        #expect(guest.says(text) == reply)
        guest.says("a latte")
        #expect(guest.says(text) == reply + " Which size for the latte: small, medium or large?")
        #expect(guest.cart.lines.count == 1)
    }

    @Test("Equal lines are one when the order is read back")
    func equalLines() throws {
        var guest = try Guest()
        guest.says("a croissant")
        guest.says("a large latte")
        guest.says("a croissant")
        #expect(
            guest.says("that's all") == "That is 2 croissants and a large latte. Your total is $11.75. Is that right?")
        #expect(guest.pending == ["2 croissant", "1 latte size/large"])
    }

    @Test("Equal lines stay apart where together they are more than the item's limit")
    func tooManyTogether() throws {
        var guest = try Guest()
        guest.says("twelve scones")
        guest.says("twelve scones")
        guest.says("that's all")
        #expect(guest.pending.allSatisfy { $0 == "12 scone" } && guest.pending.count == 2)
    }
}
