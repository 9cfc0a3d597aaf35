internal import OrderSession
internal import Ordering
internal import Testing

/// What was done last is taken back.
struct TakingBackTests {
    @Test("A change is taken back, and then the one before it, down to nothing")
    func changes() throws {
        var guest = try Guest()
        guest.says("a small latte")
        guest.says("make it large")
        guest.says("make it a mocha")
        guest.says("two of those")
        #expect(guest.says("undo that") == "A large mocha. Your total is $5.75. Anything else?")
        #expect(guest.says("undo that") == "A large latte. Your total is $5.25. Anything else?")
        #expect(guest.says("scratch that") == "A small latte. Your total is $4.25. Anything else?")
        #expect(guest.says("undo that") == "I took away a small latte.")
        #expect(guest.cart.lines.isEmpty)
    }

    @Test("What was emptied by a word comes back; what was cancelled does not")
    func startedOver() throws {
        var guest = try Guest()
        guest.says("a large latte and two muffins")
        guest.empties()
        #expect(guest.cart.lines.isEmpty)
        guest.says("undo that")
        #expect(guest.pending == ["1 latte size/large", "2 blueberry-muffin"])
        guest.empties("cancel my order")
        guest.says("undo that")
        #expect(guest.cart.lines.isEmpty)
    }

    @Test("What was agreed to is not taken back")
    func agreedTo() throws {
        var guest = try Guest()
        guest.says("a large latte")
        guest.says("make it iced")
        guest.confirms()
        guest.says("a muffin")
        for _ in 0..<2 {
            guest.says("undo that")
            #expect(guest.confirmed == ["1 latte size/large, temperature/iced"] && guest.pending.isEmpty)
        }
    }

    @Test(
        "What was agreed to and changed is as it was again, and must be agreed to again",
        arguments: ["make the latte iced", "remove the latte", "start over"])
    func changeOfAgreedTo(_ change: String) throws {
        var guest = try Guest()
        guest.says("a large latte")
        guest.confirms()
        if change == "start over" { guest.empties() } else { guest.says(change) }
        #expect(guest.pending != ["1 latte size/large"] && guest.confirmed.isEmpty)
        guest.says("change it back")
        #expect(guest.pending == ["1 latte size/large"] && guest.confirmed.isEmpty)
    }

    @Test(
        "A question to the menu is forgotten, and nothing of the order",
        arguments: ["forget that", "scratch that", "never mind", "forget it", "oh never mind"])
    func question(_ text: String) throws {
        var guest = try Guest()
        guest.says("a large latte")
        guest.says("how much is a mocha")
        let parse = guest.parse(text)
        #expect(guest.touches { $0.apply(parse, said: text) } == "What else would you like?")
        #expect(guest.pending == ["1 latte size/large"])
    }

    @Test("With a question open, what was asked about goes, and not what else was added with it")
    func openQuestion() throws {
        var guest = try Guest()
        guest.says("a latte and a muffin")
        #expect(guest.cart.pendingClarification != nil)
        #expect(guest.says("scratch that") == "I took away a latte. Your total is $3.50. Anything else?")
        guest.says("fifty muffins")
        #expect(guest.cart.pendingClarification != nil)
        guest.says("scratch that")
        #expect(guest.pending == ["1 blueberry-muffin"] && guest.cart.pendingClarification == nil)
    }

    @Test("Nothing is taken back of an order read back as it was")
    func readBack() throws {
        var guest = try Guest()
        guest.says("a large latte")
        guest.says("that's all")
        #expect(guest.says("scratch that") == "All right. What shall I change?")
        #expect(guest.pending == ["1 latte size/large"])
        guest.says("that's all")
        guest.says("make it iced")
        #expect(guest.cart.openQuestion == .confirm)
        guest.says("undo that")
        #expect(guest.pending == ["1 latte size/large"] && guest.cart.openQuestion == .confirm)
    }

    @Test("An allergy holds on whatever is taken back")
    func allergy() throws {
        var guest = try Guest()
        guest.says("a large latte")
        guest.says("make it iced")
        guest.says("i'm allergic to nuts")
        guest.says("undo that")
        #expect(guest.pending == ["1 latte size/large"])
        #expect(guest.says("with almond milk") == "With almond milk, the latte contains nuts, so I left that out.")
        #expect(guest.pending == ["1 latte size/large"])
    }

    @Test("What comes back with what the guest must not get is said to have it")
    func allergyOfWhatComesBack() throws {
        var guest = try Guest()
        guest.says("a large latte and a brownie")
        guest.says("remove the brownie")
        guest.says("i'm allergic to nuts")
        #expect(guest.says("undo that").hasPrefix("A brownie. Brownie contains nuts."))
    }

    @Test(
        "Where the guest closes, nothing is taken back",
        arguments: ["never mind that's all", "forget it that's all", "scratch that, I'm done"])
    func closing(_ text: String) throws {
        var guest = try Guest()
        guest.says("a large latte")
        #expect(guest.says(text) == "That is a large latte. Your total is $5.25. Is that right?")
    }

    @Test("A line that was given up does not come back with what is taken back later")
    func givenUp() throws {
        var guest = try Guest()
        guest.says("a latte")
        guest.says("a large mocha")
        guest.touches(.dropQuestion)
        #expect(guest.pending == ["1 mocha size/large"])
        guest.says("undo that")
        #expect(guest.pending.isEmpty)
    }

    @Test("Pieces are one line again", arguments: ["undo that", "change it back", "no leave it how it was"])
    func pieces(_ text: String) throws {
        var guest = try Guest()
        guest.says("three large lattes")
        guest.says("make one of them iced")
        #expect(guest.pending.count == 2)
        #expect(guest.says(text) == "3 large lattes. Your total is $15.75. Anything else?")
        #expect(guest.pending == ["3 latte size/large"])
    }

    @Test("What is taken off right after it was added is the extra, else the line")
    func extras() throws {
        var guest = try Guest()
        guest.says("a small latte")
        guest.says("add whipped cream")
        guest.says("take it off")
        #expect(guest.pending == ["1 latte size/small"])
        guest.says("make it large")
        guest.says("remove it")
        #expect(guest.pending.isEmpty)
    }

    @Test("Ten changes are kept, and no more")
    func longest() throws {
        var guest = try Guest()
        guest.says("a bagel")
        let id = try #require(guest.cart.lines.first?.id)
        for quantity in 2...12 { guest.touches(.setQuantity(of: id, to: quantity)) }
        for quantity in (2...11).reversed() {
            guest.says("undo that")
            #expect(guest.pending == ["\(quantity) bagel"])
        }
        // Then it is the line itself, and nothing brings it back.
        for _ in 0..<2 {
            guest.says("undo that")
            #expect(guest.pending.isEmpty)
        }
    }

    @Test(
        "Words said with it are of the order as it then is",
        arguments: ["undo that and add a muffin", "scratch that, can I get a muffin"])
    func withMore(_ text: String) throws {
        var guest = try Guest()
        guest.says("a small latte")
        guest.says("make it large")
        guest.says(text)
        #expect(guest.pending == ["1 latte size/small", "1 blueberry-muffin"])
        guest.says("undo that")
        #expect(guest.pending == ["1 latte size/small"])
    }

    @Test("What a touch changed is taken back like words")
    func touched() throws {
        var guest = try Guest()
        guest.says("a small latte")
        let id = try #require(guest.cart.lines.first?.id)
        guest.touches(.setQuantity(of: id, to: 3))
        guest.says("undo that")
        #expect(guest.pending == ["1 latte size/small"])
    }
}
