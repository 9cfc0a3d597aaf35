internal import OrderSession
internal import Ordering
internal import Testing

/// Which line words speak of: one that is there, some of several, or one that is only asked about.
struct CartReferenceTests {
    /// A menu with two things that are called cake.
    private static let bakery = """
        {
          "store": {"name": "Bakery", "currency": "USD"},
          "optionGroups": [
            {"id": "topping", "name": "Topping", "kind": "topping", "select": "many", "amounts": true,
                "options": [{"id": "cream", "name": "Cream"}]}
          ],
          "items": [
            {"id": "victoria", "name": "Victoria sponge", "aliases": ["cake"], "price": 400, "groups": ["topping"]},
            {"id": "lemon", "name": "Lemon drizzle", "aliases": ["cake"], "price": 300, "groups": ["topping"]},
            {"id": "bread", "name": "Bread", "price": 100}
          ]
        }
        """

    // MARK: Questions that are taken back

    @Test(
        "The question which of two is meant ends with a no to both, and the order goes on",
        arguments: ["no", "scratch that", "never mind the cake", "i don't want the cake", "remove the lemon drizzle"])
    func refusedQuestion(_ text: String) throws {
        var guest = try Guest(menu: Self.bakery)
        guest.says("a bread and a cake")
        #expect(guest.cart.pendingClarification != nil)
        #expect(guest.says(text) == "Your total is $1.00. Anything else?")
        #expect(guest.cart.pendingClarification == nil && guest.pending == ["1 bread"])
        guest.says("a lemon drizzle")
        #expect(guest.pending == ["1 bread", "1 lemon"])
    }

    @Test("With nothing else in the order, the guest is asked anew")
    func refusedOnlyQuestion() throws {
        var guest = try Guest(menu: Self.bakery)
        guest.says("a cake")
        #expect(guest.says("no") == "Your order is empty. What would you like?")
        #expect(guest.cart.pendingClarification == nil)
    }

    @Test("A no to “which latte” leaves both as they are")
    func refusedLine() throws {
        var guest = try Guest()
        guest.says("a small latte and a large latte")
        #expect(guest.says("remove the latte") == "Which latte do you mean?")
        #expect(guest.says("no") == "Your total is $9.50. Anything else?")
        #expect(guest.pending == ["1 latte size/small", "1 latte size/large"])
    }

    @Test("A question that is dropped takes with it what cannot be ordered without an answer, and the next is asked")
    func dropped() throws {
        var guest = try Guest()
        guest.says("fifty waters and a latte and a scone")
        #expect(
            guest.touches(.dropQuestion)
                == "I took away 50 bottled waters. Which size for the latte: small, medium or large?")
        #expect(guest.touches(.dropQuestion) == "I took away a latte. Your total is $3.25. Anything else?")
        #expect(guest.pending == ["1 scone"])
        guest.empties()
        guest.says("a latte")
        #expect(guest.touches(.dropQuestion) == "I took away a latte.")
        #expect(guest.cart.state == .empty && guest.cart.pendingClarification == nil)
    }

    // MARK: "the"

    @Test("Two that are said with “the” in one breath are two")
    func twoKnown() throws {
        var guest = try Guest()
        guest.says("i'd like the small latte and the large latte")
        #expect(guest.pending == ["1 latte size/small", "1 latte size/large"])
    }

    @Test("What was ordered with “the” stays when another of it is")
    func anotherOne() throws {
        var guest = try Guest()
        guest.says("the large latte with oat milk")
        guest.says("another one with soy milk")
        #expect(guest.pending == ["1 latte size/large, milk/oat", "1 latte size/large, milk/soy"])
    }

    @Test("“The” in the answer to which one names the one, and not the line that has it already")
    func theInAnAnswer() throws {
        var guest = try Guest(menu: Self.bakery)
        guest.says("a victoria sponge")
        guest.says("a cake")
        guest.says("the victoria sponge with cream")
        #expect(guest.pending == ["1 victoria", "1 victoria topping/cream"])
    }

    @Test("A change that is not understood orders nothing")
    func unclearChange() throws {
        var guest = try Guest()
        guest.says("a large coffee")
        let before = guest.pending
        guest.says("can you do the coffee half caf")
        #expect(guest.pending == before && before.count == 1)
        guest.says("i'll have a muffin")
        guest.says("i'll have the muffin too")
        #expect(guest.pending == before + ["1 blueberry-muffin", "1 blueberry-muffin"])
    }

    @Test("What is in the order and is only named is not ordered again; with an article it is")
    func nothingNew() throws {
        var guest = try Guest()
        guest.says("a muffin")
        #expect(guest.says("just the muffin") == "Your total is $3.50. Anything else?")
        #expect(guest.pending == ["1 blueberry-muffin"])
        guest.says("toasted")
        guest.says("a muffin")
        #expect(guest.pending == ["1 blueberry-muffin bread/toasted", "1 blueberry-muffin"])
    }

    @Test("“The” with a shorter name is another item than what only ends in it")
    func shorterName() throws {
        var guest = try Guest()
        guest.says("a small caramel macchiato")
        guest.says("the macchiato")
        #expect(guest.pending == ["1 caramel-macchiato size/small", "1 macchiato"])
    }

    // MARK: Some of several

    @Test("Two of what stands on two lines are both", arguments: ["remove two lattes", "take away two of the lattes"])
    func twoLines(_ text: String) throws {
        var guest = try Guest()
        guest.says("a small latte")
        guest.says("a small latte")
        #expect(guest.says(text) == "I took away a small latte and a small latte.")
        #expect(guest.cart.state == .empty)
    }

    @Test("“Both”, asked which of two, is both")
    func both() throws {
        var guest = try Guest()
        guest.says("a small latte and a large latte")
        #expect(guest.says("remove two lattes") == "Which latte do you mean?")
        guest.says("both")
        #expect(guest.cart.state == .empty)
    }

    @Test("A number answers the question which one where only one of those asked about has it in its names")
    func numbered() throws {
        var guest = try Guest(
            menu: """
                {"store": {"name": "Stand", "currency": "EUR", "locale": "en-IE"},
                 "optionGroups": [{"id": "cup", "name": "Cup", "kind": "size", "select": "one", "options": [
                   {"id": "s", "name": "12 ounce cup"}, {"id": "l", "name": "16 ounce cup"}]}],
                 "items": [{"id": "six", "name": "6 piece wings", "aliases": ["wings"], "price": 500},
                     {"id": "twelve", "name": "12 piece wings", "aliases": ["wings"], "price": 900},
                   {"id": "coffee", "name": "Coffee", "price": 300, "groups": ["cup"], "required": ["cup"]}]}
                """)
        guest.says("wings")
        #expect(guest.says("six").hasPrefix("Added 6 piece wings."))
        guest.empties()
        guest.says("two wings")
        guest.says("twelve please")
        #expect(guest.pending == ["2 twelve"])
        guest.says("a coffee")
        guest.says("sixteen")
        #expect(guest.pending == ["2 twelve", "1 coffee cup/l"])
        guest.says("wings")
        guest.says("eight")
        #expect(guest.pending == ["2 twelve", "1 coffee cup/l"], "there are no eight")
    }
}
