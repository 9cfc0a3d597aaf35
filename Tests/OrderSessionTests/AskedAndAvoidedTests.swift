internal import Feedback
internal import Foundation
internal import OrderParsing
internal import OrderSession
internal import Ordering
internal import Testing

/// What guests ask about and then order, and what nothing in their order may have in it.
struct AskedAndAvoidedTests {
    private static let stand = """
        {"store": {"name": "Stand", "currency": "EUR", "locale": "en-IE"},
         "optionGroups": [
           {"id": "bun", "name": "Bun", "kind": "free", "select": "one", "options": [
             {"id": "plain", "name": "Plain bun", "aliases": ["plain"], "allergens": ["gluten"]},
             {"id": "gluten-free", "name": "Gluten free bun", "aliases": ["gluten free"], "price": 100,
                 "freeOf": ["gluten"]}]},
           {"id": "top", "name": "Topping", "kind": "topping", "select": "many", "options": [{"id": "onion",
               "name": "Fried onions", "allergens": ["gluten"]}]}],
         "items": [{"id": "burger", "name": "Burger", "price": 900, "groups": ["bun", "top"],
             "defaults": {"bun": "plain"}, "allergens": ["gluten", "soy"]}]}
        """

    @Test("An option frees the item of an allergen, but no other option; who takes another instead is told")
    func freeing() throws {
        var guest = try Guest(menu: Self.stand)
        #expect(
            guest.says("do you have a gluten free burger") == "Yes, we have gluten free bun, for example with burger.")
        #expect(
            guest.says("I'll take it") == "Added a burger with gluten free bun. Your total is €10.00. Anything else?")
        #expect(guest.says("is it gluten free").hasPrefix("Gluten is not listed for burger. It contains soy."))
        #expect(guest.says("with fried onions").contains("With fried onions, the burger contains gluten."))
        #expect(!guest.says("no fried onions").contains("contains"))
        #expect(guest.says("make it a plain bun").contains("Burger contains gluten."))
        #expect(guest.pending.count == 1)
        guest.empties()
        #expect(guest.says("a burger").contains("gluten") == false)
        #expect(guest.says("is it gluten free") == "Burger contains gluten.")
        #expect(
            guest.says("a gluten free burger with fried onions").contains(
                "With fried onions, the burger contains gluten."))
    }

    @Test("An item is asked about with the option that frees it")
    func offered() throws {
        var guest = try Guest(menu: Self.stand)
        #expect(
            guest.says("is the burger gluten free")
                == "Burger contains gluten. Yes, we have gluten free bun, for example with burger.")
    }

    @Test(
        "An allergy ends with the order, and not when it is begun anew; what was left out is added when asked for again"
    )
    func allergy() throws {
        var guest = try Guest()
        guest.says("I'm allergic to nuts")
        #expect(guest.cart.lines.isEmpty)
        #expect(guest.says("a brownie") == "Brownie contains nuts, so it is not in your order.")
        guest.empties()
        #expect(guest.says("banana bread") == "Banana bread contains nuts, so it is not in your order.")
        #expect(guest.says("a brownie") == "Brownie contains nuts, so it is not in your order.")
        #expect(
            guest.says("a brownie")
                == "Added a brownie. Brownie contains nuts. Please ask our staff to be sure. "
                + "Your total is $3.25. Anything else?"
        )
        guest.empties("cancel my order")
        #expect(guest.says("banana bread") == "Added a banana bread. Your total is $3.75. Anything else?")
    }

    @Test(
        "What a change would bring, of what the guest must not get, is told and not taken, until it is asked for again")
    func changes() throws {
        var guest = try Guest()
        guest.says("I'm allergic to nuts")
        guest.says("a large latte and a croissant")
        #expect(
            guest.says("make the latte with almond milk")
                == "With almond milk, the latte contains nuts, so I left that out.")
        #expect(guest.pending == ["1 latte size/large", "1 croissant"])
        #expect(
            guest.says("make the latte with almond milk").contains(
                "With almond milk, the latte contains nuts. Please ask our staff to be sure."))
        #expect(guest.pending == ["1 latte size/large, milk/almond", "1 croissant"])
        #expect(guest.says("change the croissant to a brownie") == "Brownie contains nuts, so nothing was changed.")
        #expect(guest.pending.last == "1 croissant")
        #expect(guest.says("change the croissant to a brownie").contains("Brownie contains nuts."))
        #expect(guest.pending.last == "1 brownie")
    }

    @Test("Asked for again is in other words: not twice in one breath, nor for another option or another item")
    func again() throws {
        var guest = try Guest()
        guest.says("I'm allergic to nuts")
        guest.says("a large latte and a small mocha")
        guest.says("make both almond milk")
        #expect(guest.pending == ["1 latte size/large", "1 mocha size/small"])
        guest.says("make both almond milk")
        #expect(guest.pending == ["1 latte size/large, milk/almond", "1 mocha size/small, milk/almond"])
        guest.empties()
        guest.says("a brownie and a toasted brownie")
        #expect(guest.pending.isEmpty)
        guest.says("a large latte with almond milk")
        guest.says("a large latte with hazelnut syrup")
        #expect(guest.pending.isEmpty)
        guest.says("a large latte")
        let reply = guest.says("make it almond milk and hazelnut syrup")
        #expect(guest.pending == ["1 latte size/large, milk/almond, syrup/hazelnut"], "\(reply)")
        guest.empties()
        guest.says("two large lattes")
        #expect(
            guest.says("one with almond milk and one with oat").contains(
                "With almond milk, the latte contains nuts, so I left that out."))
        #expect(guest.pending == ["1 latte size/large", "1 latte size/large, milk/oat"])
    }

    @Test("An option that is left out takes with it what it was to replace, and no more than it")
    func touched() throws {
        var guest = try Guest()
        guest.says("I'm allergic to nuts")
        guest.says("a large latte with oat milk")
        let line = try #require(guest.cart.lines.first)
        let options = ["size/small", "milk/almond"].map {
            SelectedOption(
                option: OptionReference(
                    group: String($0.split(separator: "/")[0]), option: String($0.split(separator: "/")[1])))
        }
        guest.touches(.setOptions(line: line.id, options))
        #expect(guest.pending == ["1 latte milk/oat, size/small"])
        guest.touches(.setOptions(line: line.id, options))
        #expect(guest.pending == ["1 latte size/small, milk/almond"])
    }

    @Test(
        "A withheld item is added when an option removes its allergen, in its quantity; other options do not add it"
    )
    func repaired() throws {
        var guest = try Guest(menu: Self.stand)
        guest.says("I'm celiac")
        #expect(guest.says("two burgers") == "Burger contains gluten, so it is not in your order.")
        #expect(guest.says("with a gluten free bun").hasPrefix("Added 2 burgers with gluten free bun."))
        #expect(guest.pending == ["2 burger bun/gluten-free"])
        #expect(guest.says("with fried onions") == "With fried onions, the burger contains gluten, so I left that out.")
        #expect(guest.says("add fried onions").contains("With fried onions, the burger contains gluten. Please ask"))
        guest.empties("cancel my order")
        guest.says("I'm celiac")
        guest.says("a burger")
        #expect(!guest.says("with fried onions").contains("That is"))
        #expect(guest.cart.lines.isEmpty)
        guest.says("a burger")
        #expect(guest.pending == ["1 burger"], "asked for again")
    }

    @Test("What is touched is no part of what was asked about")
    func touch() throws {
        var guest = try Guest()
        guest.says("do you have muffins")
        guest.touches(.add([ParsedOrderItem(try #require(guest.menu.item("croissant")))]))
        guest.says("I'll take two")
        #expect(guest.pending == ["2 croissant"])
    }

    @Test(
        "What is said of allergies, contents and what was asked about is kept in the log of a session",
        arguments: [
            "I'm allergic to nuts", "is it dairy free", "I'll take two", "a brownie, is it vegan", "do they have eggs",
        ])
    func logged(_ said: String) throws {
        let acts = try OrderParsingPipeline(menu: MenuLoader.builtIn()).parse(said).acts
        #expect(!acts.isEmpty)
        #expect(try JSONDecoder().decode([OrderAct].self, from: JSONEncoder().encode(acts)) == acts)
    }

    @Test("Names in front of an allergy are words without a meaning, which no log shows")
    func names() throws {
        let parser = try OrderParsingPipeline(menu: MenuLoader.builtIn())
        let result = parser.parse("a water, kowalczyk is allergic to nuts")
        #expect(result.unread.contains("kowalczyk"))
        #expect(result.acts.last == .avoid(["nuts", "peanuts"]))
    }
}
