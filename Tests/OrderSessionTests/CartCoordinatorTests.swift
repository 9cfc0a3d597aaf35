internal import OrderSession
internal import Ordering
internal import Testing

struct CartCoordinatorTests {
    @Test("The state says which parts of the cart hold something")
    func states() throws {
        var guest = try Guest()
        #expect(guest.cart.state == .empty && guest.cart.total == .zero)
        guest.says("a water")
        #expect(guest.cart.state == .hasPending)
        guest.confirms()
        #expect(guest.cart.state == .hasConfirmed)
        guest.says("a muffin")
        #expect(guest.cart.state == .mixed)
        guest.empties()
        #expect(guest.cart.state == .empty && guest.cart.pendingClarification == nil && guest.cart.openQuestion == nil)
    }

    @Test("Items are added, read back with their total and asked about once")
    func add() throws {
        var guest = try Guest()
        #expect(
            guest.says("two waters and a toasted bagel")
                == "Added 2 bottled waters and a toasted bagel. Your total is $7.00. Anything else?")
        #expect(guest.pending == ["2 water", "1 bagel bread/toasted"])
        #expect(guest.cart.total == Money(minorUnits: 700))
        #expect(guest.cart.openQuestion == .anythingElse)
        guest.says("add a brownie")
        #expect(guest.pending == ["2 water", "1 bagel bread/toasted", "1 brownie"])
        #expect(guest.cart.total == Money(minorUnits: 1_025))
        #expect(Set(guest.cart.lines.map(\.id)).count == 3)
    }

    @Test("A missing size is asked for, and the answer fills it in")
    func clarification() throws {
        var guest = try Guest()
        #expect(guest.says("a latte") == "Added a latte. Which size for the latte: small, medium or large?")
        #expect(
            guest.cart.pendingClarification == Clarification(line: 1, itemId: "latte", topic: .option(group: "size")))
        #expect(guest.cart.openQuestion == nil)
        #expect(guest.says("large") == "A large latte. Your total is $5.25. Anything else?")
        #expect(guest.cart.pendingClarification == nil)
        #expect(guest.pending == ["1 latte size/large"])
    }

    @Test(
        "A question is asked again until it is answered, whatever else is said",
        arguments: ["what lovely weather", "yes", "that's all", "no", "yes please", "blah"])
    func questionStays(_ text: String) throws {
        var guest = try Guest()
        guest.says("a latte")
        #expect(guest.says(text).hasSuffix("Which size for the latte: small, medium or large?"))
        #expect(guest.cart.confirmedCart.isEmpty)
        #expect(guest.says("small") == "A small latte. Your total is $4.25. Anything else?")
    }

    @Test("Several lines are asked about one after the other, in their order")
    func severalQuestions() throws {
        var guest = try Guest()
        #expect(
            guest.says("a latte and a mocha and a water").hasSuffix("Which size for the latte: small, medium or large?")
        )
        #expect(guest.says("medium") == "A medium latte. Which size for the mocha: small, medium or large?")
        #expect(guest.says("the large one") == "A large mocha. Your total is $12.50. Anything else?")
        #expect(guest.pending == ["1 latte size/medium", "1 mocha size/large", "1 water"])
    }

    @Test("An answer may say more than was asked")
    func richAnswer() throws {
        var guest = try Guest()
        guest.says("two lattes")
        #expect(
            guest.says("large and iced with oat milk")
                == "2 large iced lattes with oat milk. Your total is $12.40. Anything else?")
    }

    @Test(
        "Too many of an item is a question; the order goes on with the answer",
        arguments: [
            ("fifty waters", "I can take up to 20 bottled waters. How many would you like?"),
            ("twenty one waters", "I can take up to 20 bottled waters. How many would you like?"),
            ("zero waters", "How many bottled waters would you like?"),
            ("minus two waters", "How many bottled waters would you like?"),
            ("two and a half waters", "How many bottled waters would you like?"),
        ])
    func quantityQuestion(_ text: String, _ question: String) throws {
        var guest = try Guest()
        #expect(guest.says(text) == question)
        #expect(guest.cart.orderableLines.isEmpty && guest.cart.total == .zero)
        #expect(guest.says("yes") == question)
        #expect(guest.says("that's all") == "I still need an answer: \(question) You can also say never mind.")
        #expect(guest.says("two") == "2 bottled waters. Your total is $4.00. Anything else?")
        #expect(guest.pending == ["2 water"])
    }

    @Test("An item's own limit is below that of the line, and the answer to its question is held to it too")
    func itemLimit() throws {
        var guest = try Guest()
        #expect(
            guest.says("a water and thirteen muffins")
                == "Added a bottled water. I can take up to 12 blueberry muffins. How many would you like?")
        #expect(guest.cart.total == Money(minorUnits: 200), "The total is that of the lines that can be ordered.")
        #expect(guest.says("a hundred") == "I can take up to 12 blueberry muffins. How many would you like?")
        #expect(
            guest.says("read it back")
                == "You have a bottled water. Your total is $2.00. I can take up to 12 blueberry muffins. "
                + "How many would you like?"
        )
        #expect(guest.says("twelve") == "12 blueberry muffins. Your total is $44.00. Anything else?")
    }

    @Test("Fifty lattes are asked about: first how many, then which size")
    func fiftyLattes() throws {
        var guest = try Guest()
        #expect(guest.says("fifty lattes") == "I can take up to 20 lattes. How many would you like?")
        #expect(guest.says("two") == "2 lattes. Which size for the latte: small, medium or large?")
        #expect(guest.says("large") == "2 large lattes. Your total is $10.50. Anything else?")
        #expect(guest.cart.orderableLines.map(\.quantity) == [2])
    }

    @Test("The newest line of an item goes, and one that fits the options said goes first")
    func remove() throws {
        var guest = try Guest()
        guest.says("a small iced latte a large latte and a water")
        #expect(
            guest.says("remove the iced latte") == "I took away a small iced latte. Your total is $7.25. Anything else?"
        )
        #expect(guest.pending == ["1 latte size/large", "1 water"])
        #expect(guest.says("take off the latte") == "I took away a large latte. Your total is $2.00. Anything else?")
        #expect(guest.says("remove the muffin") == "That is not in your order.")
        #expect(guest.says("remove") == "I took away a bottled water.")
        #expect(guest.cart.state == .empty)
        #expect(guest.says("remove the latte") == "That is not in your order.")
    }

    @Test("Taking away the line in question takes the question away")
    func removeInQuestion() throws {
        var guest = try Guest()
        guest.says("a water and a latte")
        #expect(guest.says("i don't want the latte") == "I took away a latte. Your total is $2.00. Anything else?")
        #expect(guest.cart.pendingClarification == nil)
    }

    @Test("Not wanting an option takes away the option, not the item")
    func removeOption() throws {
        var guest = try Guest()
        guest.says("a large mocha with whipped cream")
        #expect(
            guest.says("i don't want whipped cream")
                == "A large mocha with no whipped cream. Your total is $5.75. Anything else?")
        #expect(guest.pending == ["1 mocha size/large, topping/whipped-cream none"])
    }

    @Test("Options and numbers said alone change the newest line")
    func change() throws {
        var guest = try Guest()
        guest.says("a small latte")
        #expect(
            guest.says("large") == "A large latte. Your total is $5.25. Anything else?",
            "One size takes the place of the other.")
        guest.says("vanilla and hazelnut")
        #expect(guest.pending == ["1 latte size/large, syrup/vanilla, syrup/hazelnut"], "Syrups go together.")
        guest.says("no vanilla")
        guest.says("make it three")
        #expect(guest.pending == ["3 latte size/large, syrup/vanilla none, syrup/hazelnut"])
        #expect(guest.cart.total == Money(minorUnits: 3 * 585))
    }

    @Test("What the item does not take is refused, and nothing changes")
    func changeRefused() throws {
        var guest = try Guest()
        guest.says("a croissant")
        #expect(guest.says("oat milk") == "Sorry, the croissant does not come with oat milk.")
        #expect(guest.pending == ["1 croissant"])
    }

    @Test("Options without a line to put them on are not understood")
    func changeOfNothing() throws {
        var guest = try Guest()
        #expect(guest.says("large").hasPrefix("Sorry, I did not get that."))
    }

    @Test(
        "What is to be changed in an empty order is ordered, with all that was said of it",
        arguments: [
            ("change the large latte", "1 latte size/large"),
            ("change the large latte to oat milk", "1 latte size/large, milk/oat"),
        ])
    func changeInEmptyOrder(_ text: String, _ line: String) throws {
        var guest = try Guest()
        guest.says(text)
        #expect(guest.pending == [line])
    }

    @Test(
        "Start over empties everything, cancel ends the order",
        arguments: [("start over", "Your order is empty again."), ("cancel my order", "Your order is cancelled.")])
    func clear(_ text: String, _ reply: String) throws {
        var guest = try Guest()
        guest.says("a water")
        guest.confirms()
        guest.says("a latte")
        #expect(guest.says(text).hasPrefix("Shall I") && guest.cart.lines.count == 2)
        #expect(guest.says("yes") == reply)
        #expect(guest.cart.lines.isEmpty && guest.cart.pendingClarification == nil && guest.cart.openQuestion == nil)
    }

    @Test("The order is read back on request, with what is open about it")
    func readCart() throws {
        var guest = try Guest()
        #expect(guest.says("what's in my order") == "Your order is empty. What would you like?")
        guest.says("two waters")
        #expect(guest.says("read it back") == "You have 2 bottled waters. Your total is $4.00.")
        guest.says("fifty scones")
        #expect(
            guest.says("read it back")
                == "You have 2 bottled waters. Your total is $4.00. I can take up to 12 scones. "
                + "How many would you like?"
        )
    }

    @Test("A rule's sentence is said, and the line it forbids is not taken; the rest of the utterance is")
    func forbiddenByRule() throws {
        var guest = try Guest()
        #expect(
            guest.says("a small iced cappuccino with extra foam and a water")
                == "Added a bottled water. Foam does not hold on an iced cappuccino. Shall I leave it out?")
        #expect(guest.pending == ["1 water"])
        var other = guest
        #expect(other.says("yes") == "Added a small iced cappuccino. Your total is $6.50. Anything else?")
        #expect(guest.says("no") == "All right, nothing was changed. Your total is $2.00. Anything else?")
        #expect(guest.pending == ["1 water"] && guest.cart.pendingClarification == nil)
        #expect(
            guest.says("a small iced cappuccino with no foam").hasPrefix("Added a small iced cappuccino with no foam."))
        #expect(guest.says("extra foam") == "Foam does not hold on an iced cappuccino. Shall I leave it out?")
        #expect(guest.says("yes").hasPrefix("A small iced cappuccino with no foam."))
        #expect(guest.pending.last == "1 cappuccino size/small, temperature/iced, topping/foam none")
    }

    @Test("Twenty-one pumps are refused, twenty are not")
    func optionCount() throws {
        var guest = try Guest()
        #expect(
            guest.says("a small latte with a hundred pumps of vanilla") == "I can add up to 20 of the vanilla syrup.")
        #expect(guest.cart.lines.isEmpty)
        guest.says("a small latte with twenty sugars")
        #expect(guest.pending == ["1 latte size/small, sweetener/sugar ×20"])
    }

    @Test("Help, and what was not understood, leave the order alone")
    func help() throws {
        var guest = try Guest()
        guest.says("a water")
        #expect(guest.says("help").hasPrefix("Say what you would like, for example: a large latte."))
        #expect(guest.says("what lovely weather") == "Sorry, I did not get that. Please say it again.")
        #expect(guest.pending == ["1 water"])
    }
}
