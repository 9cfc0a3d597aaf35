internal import OrderSession
internal import Ordering
internal import Testing

/// What a yes and a no mean: only an answer to a question that was put.
struct ConfirmationTests {
    @Test(
        "A no to “anything else” reads the order back, and the next yes confirms it",
        arguments: ["no", "no thanks"])
    func nothingElse(_ text: String) throws {
        var guest = try Guest()
        guest.says("two waters")
        #expect(guest.cart.openQuestion == .anythingElse)
        #expect(guest.says(text) == "That is 2 bottled waters. Your total is $4.00. Is that right?")
        #expect(guest.confirmed.isEmpty && guest.cart.openQuestion == .confirm)
        #expect(guest.says("yes") == "Thank you. Your total is $4.00.")
        #expect(guest.confirmed == ["2 water"] && guest.pending.isEmpty && guest.cart.openQuestion == nil)
        #expect(guest.cart.confirmedTotal == Money(minorUnits: 400))
    }

    @Test("A yes to “anything else” asks for more and keeps the order", arguments: ["yes", "yes please"])
    func somethingElse(_ text: String) throws {
        var guest = try Guest()
        guest.says("two waters")
        #expect(guest.says(text) == "What else would you like?")
        #expect(guest.pending == ["2 water"] && guest.cart.openQuestion == nil)
        guest.says("a scone")
        #expect(guest.says("no that's all").hasSuffix("Is that right?"))
    }

    @Test(
        "What follows a yes or a no to “anything else” is taken, and asked about like any wish",
        arguments: [("yes a scone", "1 scone"), ("no a scone please", "1 scone"), ("no make it three", nil)])
    func answeredWithWish(_ text: String, _ more: String?) throws {
        var guest = try Guest()
        guest.says("two waters")
        #expect(guest.says(text).hasSuffix("Anything else?"))
        #expect(guest.pending == [more == nil ? "3 water" : "2 water"] + (more.map { [$0] } ?? []))
    }

    @Test("Checking out reads the order back; yes confirms it")
    func checkout() throws {
        var guest = try Guest()
        guest.says("two waters and a scone")
        #expect(guest.says("that's all") == "That is 2 bottled waters and a scone. Your total is $7.25. Is that right?")
        #expect(guest.cart.openQuestion == .confirm && guest.confirmed.isEmpty)
        #expect(guest.says("yes that's right") == "Thank you. Your total is $7.25.")
        #expect(guest.confirmed == ["2 water", "1 scone"])
    }

    @Test("No to the order read back asks what to change and drops nothing; after the change it is read back again")
    func noNotRight() throws {
        var guest = try Guest()
        guest.says("a water")
        guest.confirms()
        guest.says("a scone")
        guest.says("that's all")
        #expect(guest.cart.openQuestion == .confirm)
        #expect(guest.says("no") == "All right. What shall I change?")
        #expect(guest.confirmed == ["1 water"] && guest.pending == ["1 scone"])
        #expect(
            guest.says("make it two")
                == "2 scones. That is a bottled water and 2 scones. Your total is $8.50. Is that right?")
    }

    @Test(
        "A yes that answers no question confirms nothing: the order is read back first",
        arguments: ["help", "what lovely weather", "yes"])
    func yesToNothing(_ before: String) throws {
        var guest = try Guest()
        guest.says("a water")
        guest.says(before)
        #expect(guest.cart.openQuestion == nil)
        #expect(guest.says("okay") == "That is a bottled water. Your total is $2.00. Is that right?")
        #expect(guest.confirmed.isEmpty)
        #expect(guest.says("yes") == "Thank you. Your total is $2.00.")
    }

    @Test(
        "A no that answers no question drops nothing: the order is read back",
        arguments: ["help", "what lovely weather", "yes"])
    func noToNothing(_ before: String) throws {
        var guest = try Guest()
        guest.says("a water")
        guest.says(before)
        #expect(guest.says("no") == "That is a bottled water. Your total is $2.00. Is that right?")
        #expect(guest.pending == ["1 water"])
    }

    @Test("Yes again after the order is confirmed says the total again and changes nothing")
    func yesTwice() throws {
        var guest = try Guest()
        guest.says("a water")
        guest.confirms()
        #expect(guest.says("thank you yes") == "Thank you. Your total is $2.00.")
        #expect(guest.confirmed == ["1 water"])
    }

    @Test("With nothing ordered, yes, no and checking out say so", arguments: ["yes", "no", "that's all"])
    func emptyCart(_ text: String) throws {
        var guest = try Guest()
        #expect(guest.says(text) == "Your order is empty. What would you like?")
        #expect(guest.cart.openQuestion == nil)
    }

    @Test("A line with an open question cannot be confirmed, by voice or by touch")
    func openQuestion() throws {
        var guest = try Guest()
        guest.says("a latte")
        #expect(guest.touches(.confirm) == "Which size for the latte: small, medium or large?")
        #expect(guest.confirmed.isEmpty)
    }

    @Test(
        "A question behind one that was put aside is asked again before anything is confirmed",
        arguments: [
            ("fifty waters", "I can take up to 20 bottled waters. How many would you like?", "two", "2 water"),
            ("a mocha", "Which size for the mocha: small, medium or large?", "large", "1 mocha size/large"),
        ])
    func questionPutAside(_ text: String, _ question: String, _ answer: String, _ line: String) throws {
        var guest = try Guest()
        guest.says("a small latte")
        guest.says("a large latte")
        guest.says(text)
        #expect(guest.says("remove the latte") == "Which latte do you mean?")
        #expect(guest.says("read it back").hasSuffix(question))
        #expect(guest.touches(.confirm) == question)
        #expect(guest.confirmed.isEmpty)
        guest.says(answer)
        #expect(
            guest.pending == ["1 latte size/small", "1 latte size/large", line],
            "The answer goes to the line that was asked about.")
    }

    @Test("Reading an order back of which nothing can be ordered yet asks what is open, once")
    func nothingToReadBack() throws {
        var guest = try Guest()
        guest.says("zero small lattes")
        var none = ParsedOrderItem(try #require(guest.menu.item("latte")))
        none.quantity = 0
        guest.touches(.add([none]))
        #expect(guest.says("remove the latte") == "Which latte do you mean?")
        #expect(guest.says("repeat that") == "How many lattes would you like?")
        #expect(guest.says("read it back and add zero mochas") == "How many lattes would you like?")
    }

    @Test("Acts on the screen put their questions like words do, and answer them")
    func touch() throws {
        var guest = try Guest()
        guest.says("a water")
        #expect(guest.touches(.confirm) == "Thank you. Your total is $2.00.")
        #expect(guest.cart.openQuestion == nil)
        guest.touches(.checkout)
        #expect(guest.touches(.decline) == "All right. What shall I change?")
        #expect(guest.confirmed == ["1 water"] && guest.cart.openQuestion == nil)
        var scone = ParsedOrderItem(try #require(guest.menu.item("scone")))
        scone.quantity = 2
        guest.touches(.add([scone]))
        #expect(guest.cart.openQuestion == .confirm)
        #expect(guest.confirms() == "Thank you. Your total is $8.50.")
        guest.touches(.clear)
        #expect(guest.cart.state == .empty)
    }

    @Test("New items after a confirmation are confirmed by their own yes")
    func goingOn() throws {
        var guest = try Guest()
        guest.says("a water")
        guest.confirms()
        #expect(guest.says("and a scone") == "Added a scone. Your total is $5.25. Anything else?")
        #expect(guest.confirms() == "Thank you. Your total is $5.25.")
        #expect(guest.confirmed == ["1 water", "1 scone"])
    }

    @Test("An order that could not be placed is read back again before another yes counts")
    func reopened() throws {
        var guest = try Guest()
        guest.says("a water")
        guest.confirms()
        guest.says("a scone")
        guest.touches { cart in
            cart.reopen(); return []
        }
        #expect(guest.confirmed.isEmpty && guest.pending == ["1 water", "1 scone"] && guest.cart.openQuestion == nil)
        #expect(guest.says("yes") == "That is a bottled water and a scone. Your total is $5.25. Is that right?")
        #expect(guest.says("yes") == "Thank you. Your total is $5.25.")
        #expect(guest.confirmed == ["1 water", "1 scone"])
    }

    @Test("Two carts that saw the same are equal")
    func equality() throws {
        var one = try Guest(), other = try Guest()
        for text in ["a latte", "large", "help"] {
            one.says(text)
            #expect(one.cart != other.cart)
            other.says(text)
        }
        #expect(one.cart.lines == other.cart.lines)
    }
}
