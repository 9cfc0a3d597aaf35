internal import OrderSession
internal import Ordering
internal import Testing

/// The menu's limits, availability and rules, as a guest meets them.
struct CartLimitTests {
    private static let menu = """
        {
          "store": {"name": "Stand", "currency": "EUR"},
          "limits": {"perLine": 5, "lines": 3, "total": 1000},
          "optionGroups": [
            {"id": "size", "name": "Size", "kind": "size", "options": [{"id": "small", "name": "Small"},
                {"id": "large", "name": "Large", "price": 300}]},
            {"id": "sauce", "name": "Sauce", "kind": "topping", "select": "many", "amounts": true,
                "options": [{"id": "mustard", "name": "Mustard"}, {"id": "chili", "name": "Chili", "price": 50}]}
          ],
          "items": [
            {"id": "juice", "name": "Juice", "price": 250, "groups": ["size"], "required": ["size"]},
            {"id": "sausage", "name": "Sausage", "price": 300, "groups": ["sauce"], "maxQuantity": 2},
            {"id": "bread", "name": "Bread", "price": 50},
            {"id": "cake", "name": "Cake", "price": 200, "available": false}
          ],
          "rules": [
            {"when": {"items": ["sausage"], "options": ["sauce/mustard"]}, "then": {"forbid": ["sauce/chili"]},
                "say": "Mustard or chili, not both."},
            {"when": {"items": ["sausage"], "options": ["sauce/chili"]}, "then": {"require": ["sauce"]}}
          ]
        }
        """

    private func guest() throws -> Guest { try Guest(menu: Self.menu) }

    @Test(
        "A line holds what the menu allows, and a smaller limit of the item counts",
        arguments: [
            ("five breads", true, 5), ("six breads", false, 5), ("two sausages", true, 2), ("three sausages", false, 2),
            ("a dozen sausages", false, 2),
        ])
    func perLine(_ text: String, _ isTaken: Bool, _ limit: Int) throws {
        var guest = try guest()
        guest.says(text)
        #expect(guest.cart.orderableLines.isEmpty != isTaken)
        switch guest.cart.pendingClarification?.topic {
        case .quantity(_, let asked): #expect(!isTaken && asked == limit)
        case .option, .item, .line, .permission, .service, nil: #expect(isTaken)
        }
    }

    @Test("An order has so many lines and no more")
    func lines() throws {
        var guest = try guest()
        #expect(
            guest.says("a bread a bread and a bread")
                == "Added a bread, a bread and a bread. Your total is €1.50. Anything else?")
        #expect(guest.says("a bread") == "An order can have up to 3 different items. Please ask our staff for more.")
        #expect(guest.says("a sausage and a bread").contains("An order can have up to 3 different items."))
        #expect(guest.pending == ["1 bread", "1 bread", "1 bread"])
        guest.says("remove the bread")
        guest.says("a sausage")
        #expect(guest.pending == ["1 bread", "1 bread", "1 sausage"])
    }

    @Test("Confirmed lines count towards the limits of the order too")
    func confirmedLinesCount() throws {
        var guest = try guest()
        guest.says("a bread a sausage with chili and a sausage")
        guest.confirms()
        #expect(guest.confirmed.count == 3)
        #expect(guest.says("a bread") == "An order can have up to 3 different items. Please ask our staff for more.")
    }

    @Test("An order costs up to its limit and no more, with what fits taken and the rest refused")
    func total() throws {
        var guest = try guest()
        #expect(
            guest.says("two sausages and five breads and two sausages")
                == "Added 2 sausages and 5 breads. I can take orders up to €10.00. Please ask our staff for more. "
                + "Your total is €8.50. Anything else?"
        )
        #expect(
            guest.says("three breads") == "Added 3 breads. Your total is €10.00. Anything else?",
            "Exactly the limit is allowed.")
    }

    @Test("A change that would pass the limit is refused, and the line stays as it was")
    func changePastTheTotal() throws {
        var guest = try guest()
        guest.says("two small juices and a bread")
        guest.says("remove the bread")
        guest.says("make it three")
        #expect(guest.pending == ["3 juice size/small"])
        #expect(guest.says("large") == "I can take orders up to €10.00. Please ask our staff for more.")
        #expect(guest.pending == ["3 juice size/small"])
        #expect(guest.says("make it five") == "I can take orders up to €10.00. Please ask our staff for more.")
        #expect(guest.cart.total == Money(minorUnits: 750))
    }

    @Test("Pieces of a line that become different are held to the limits together, not one by one")
    func splitPastTheLimits() throws {
        var guest = try guest()
        guest.says("a bread and a bread and two sausages")
        #expect(
            guest.says("one with mustard and one with chili").contains("An order can have up to 3 different items."))
        #expect(guest.pending == ["1 bread", "1 bread", "2 sausage"])
        var other = try self.guest()
        other.says("four small juices")
        #expect(other.cart.total == Money(minorUnits: 1_000))
        other.says("make it three")
        #expect(
            other.says("one small and two large") == "I can take orders up to €10.00. Please ask our staff for more.")
        #expect(other.pending == ["3 juice size/small"])
    }

    @Test("A line whose quantity is in question is held to the total once it is answered")
    func questionThenTotal() throws {
        var guest = try guest()
        guest.says("two sausages")
        guest.says("nine small juices")
        #expect(
            guest.says("four")
                == "I can take orders up to €10.00. Please ask our staff for more. I can take up to 5 juices. "
                + "How many would you like?"
        )
        #expect(guest.says("one") == "A small juice. Your total is €8.50. Anything else?")
    }

    @Test("What is sold out is refused with its name, and the rest of the utterance is taken")
    func unavailable() throws {
        var guest = try guest()
        #expect(
            guest.says("a cake and a bread")
                == "Added a bread. Sorry, the cake is not available right now. Your total is €0.50. Anything else?")
        #expect(guest.says("two cakes") == "Sorry, the cake is not available right now.")
        #expect(guest.pending == ["1 bread"])
    }

    @Test("A forbidden pair of options is refused with the rule's sentence, at once and one after the other")
    func forbidden() throws {
        var guest = try guest()
        #expect(guest.says("a sausage with mustard and chili") == "Mustard or chili, not both. Shall I leave it out?")
        #expect(guest.cart.state == .empty)
        guest.says("a sausage with chili")
        #expect(guest.says("with mustard") == "Mustard or chili, not both. Shall I leave it out?")
        #expect(guest.pending == ["1 sausage sauce/chili"])
        #expect(guest.says("no chili") == "A sausage with no chili. Your total is €3.00. Anything else?")
        #expect(guest.says("mustard") == "A sausage with no chili and mustard. Your total is €3.00. Anything else?")
    }

    @Test("Items of a menu that has changed since they were understood are refused")
    func unknownItem() throws {
        var guest = try guest()
        let gone = ParsedOrderItem(
            itemId: "gone", name: "Gone", quantity: 1, options: [], spoken: "gone", nameSpoken: "gone", confidence: 1)
        guest.touches(.add([gone]))
        #expect(guest.cart.state == .empty)
        #expect(guest.prompts == [.refused(.unavailable(line: 1), itemId: "gone")])
    }
}
