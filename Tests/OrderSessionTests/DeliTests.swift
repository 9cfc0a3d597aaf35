internal import OrderSession
internal import Ordering
internal import Testing

/// What guests of a house say whose things have a family name, come with a dip, and whose sweetness is a number.
struct DeliTests {
    private static let deli = """
        {
          "store": {"name": "Deli", "currency": "USD"},
          "optionGroups": [
            {"id": "dip", "name": "Dip", "kind": "free", "select": "one", "amounts": false, "options": [
              {"id": "peanut", "name": "Peanut sauce", "allergens": ["peanuts"]},
                  {"id": "fish", "name": "Fish sauce", "allergens": ["fish"]}]},
            {"id": "sweet", "name": "Sugar", "kind": "free", "select": "one", "amounts": false, "options": [
              {"id": "half", "name": "50 percent sugar", "aliases": ["half sugar"]},
                  {"id": "none", "name": "0 percent sugar"}]},
            {"id": "top", "name": "Toppings", "kind": "topping", "select": "many", "amounts": true, "options": [
              {"id": "cilantro", "name": "Cilantro", "price": 50}, {"id": "chili", "name": "Chili", "price": 70}]}
          ],
          "items": [
            {"id": "rolls", "name": "Spring rolls", "price": 500, "groups": ["dip"], "defaults": {"dip": "peanut"}},
            {"id": "tea", "name": "Milk tea", "price": 400, "groups": ["sweet"]},
            {"id": "pork", "name": "Grilled pork baguette", "price": 800, "groups": ["top"]},
            {"id": "tofu", "name": "Tofu baguette", "price": 700, "groups": ["top"]},
            {"id": "cold", "name": "Cold cut baguette", "price": 750, "groups": ["top"]}
          ]
        }
        """

    @Test(
        "A name that several share is asked about, and a word of one of them answers",
        arguments: [
            ("a baguette", "the pork one", "1 pork"), ("two baguettes", "cold cut", "2 cold"),
            ("a baguette with cilantro", "tofu please", "1 tofu top/cilantro"),
            ("a baguette", "the last one", "1 cold"),
        ])
    func family(_ order: String, _ answer: String, _ line: String) throws {
        var guest = try Guest(menu: Self.deli)
        #expect(
            guest.says(order) == "Which one: the grilled pork baguette, the tofu baguette or the cold cut baguette?")
        #expect(guest.pending.isEmpty)
        guest.says(answer)
        #expect(guest.pending == [line])
    }

    @Test("The name of one of them asks nothing")
    func whole() throws {
        var guest = try Guest(menu: Self.deli)
        guest.says("a tofu baguette and two cold cut baguettes")
        #expect(guest.pending == ["1 tofu", "2 cold"])
    }

    @Test(
        "What a thing comes with is left out, whenever that is said, and what is in it with it",
        arguments: [true, false])
    func leftOut(_ atOnce: Bool) throws {
        var guest = try Guest(menu: Self.deli)
        if atOnce {
            guest.says("spring rolls no peanut sauce")
        } else {
            guest.says("spring rolls")
            guest.says("no peanut sauce")
        }
        #expect(guest.pending == ["1 rolls dip/peanut none"])
        let line = try #require(guest.cart.lines.first), item = try #require(guest.menu.item("rolls"))
        #expect(guest.menu.allergens(of: item, with: line.options).isEmpty)
        // Another one takes its place as before.
        guest.says("with fish sauce")
        #expect(guest.pending == ["1 rolls dip/fish"])
        guest.says("no fish sauce")
        #expect(guest.pending == ["1 rolls"])
    }

    @Test(
        "A number said of an option is none of the line",
        arguments: [
            ("make the sugar fifty", "1 tea sweet/half"), ("change the sugar to fifty percent", "1 tea sweet/half"),
            ("make the sugar thirty", "1 tea"),
        ])
    func number(_ text: String, _ line: String) throws {
        var guest = try Guest(menu: Self.deli)
        guest.says("a milk tea")
        guest.says(text)
        #expect(guest.pending == [line])
    }

    @Test(
        "Double is twice of what can be counted, behind a thing",
        arguments: [
            ("a tofu baguette double chili", "1 tofu top/chili ×2"),
            ("a tofu baguette with triple cilantro", "1 tofu top/cilantro ×3"),
        ])
    func multiple(_ text: String, _ line: String) throws {
        var guest = try Guest(menu: Self.deli)
        guest.says(text)
        #expect(guest.pending == [line])
    }

    @Test(
        "Everything but one thing is without that one",
        arguments: ["a tofu baguette with everything but chili", "a tofu baguette everything except the chili"])
    func except(_ text: String) throws {
        var guest = try Guest(menu: Self.deli)
        guest.says(text)
        #expect(guest.pending == ["1 tofu top/chili none"])
    }
}
