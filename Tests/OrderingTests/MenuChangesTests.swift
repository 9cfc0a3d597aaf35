internal import Foundation
internal import Ordering
internal import TestSupport
internal import Testing

/// What an owner changes for the day.
struct MenuChangesTests {
    private func menu() throws -> Menu { try MenuLoader.builtIn() }

    @Test("What is sold out until a day can be ordered from that day on; other changes hold until they are taken back")
    func days() {
        let changes = MenuChanges(
            soldOut: ["latte": .init(until: "2026-11-30"), "bagel": .init()], prices: ["mocha": 500])
        #expect(changes.holding(on: "2026-11-29") == changes)
        #expect(changes.holding(on: "2026-11-30").soldOut == ["bagel": .init()])
        #expect(changes.holding(on: "2027-01-01").prices == ["mocha": 500])
    }

    @Test("Items and options are sold out and have other prices; what the menu does not have is ignored")
    func changed() throws {
        let menu = try menu()
        let changed = menu.changed(
            by: MenuChanges(
                soldOut: ["croissant": .init(), "milk/oat": .init(), "unicorn": .init(), "milk/unicorn": .init()],
                prices: ["latte": 999, "milk/soy": 0, "unicorn": 5]))
        #expect(changed.item("croissant")?.available == false && menu.item("croissant")?.available == true)
        #expect(changed.item("latte")?.price == Money(minorUnits: 999))
        let (oat, soy) = (
            OptionReference(group: "milk", option: "oat"), OptionReference(group: "milk", option: "soy")
        )
        #expect(changed.option(oat)?.available == false && changed.option(soy)?.available == true)
        #expect(changed.option(soy)?.price == .zero)
        #expect(changed.group("milk")?.availableOptions.contains { $0.id == "oat" } == false)
        #expect(menu.changed(by: MenuChanges()) == menu)
    }

    @Test("A default that is sold out is asked for; an item without a choice left is sold out")
    func defaults() throws {
        let menu = try menu()
        let item = try #require(menu.items.first { $0.defaults["milk"] != nil })
        let option = try #require(item.defaults["milk"])
        let changed = menu.changed(by: MenuChanges(soldOut: ["milk/\(option)": .init()]))
        let asked = try #require(changed.item(item.id))
        #expect(asked.defaults["milk"] == nil && asked.required.contains("milk") && asked.available)
        let line = OrderLine(
            id: 1,
            item: ParsedOrderItem(
                itemId: item.id, name: item.name, quantity: 1, options: [], spoken: "", nameSpoken: "", confidence: 1))
        let isAsked = ConstraintEngine(menu: changed).violations(of: line).contains { violation in
            if case .missing(_, "milk", _) = violation { true } else { false }
        }
        #expect(isAsked)
        let milks = try #require(menu.group("milk")).options.map { ("milk/\($0.id)", MenuChanges.SoldOut()) }
        let none = menu.changed(by: MenuChanges(soldOut: Dictionary(uniqueKeysWithValues: milks)))
        #expect(none.item(item.id)?.available == false)
    }

    @Test("A menu file's option may be sold out itself")
    func inFile() throws {
        let text = """
            {"store": {"name": "T", "currency": "EUR"},
            "optionGroups": [{"id": "size", "name": "Size", "kind": "size",
             "options": [{"id": "s", "name": "Small", "available": false}, {"id": "l", "name": "Large"}]}],
            "items": [{"id": "tea", "name": "Tea", "price": 300, "groups": ["size"], "defaults": {"size": "s"}}]}
            """
        let menu = try MenuLoader.load(Array(text.utf8))
        #expect(menu.item("tea")?.required == ["size"] && menu.item("tea")?.defaults == [:])
        #expect(menu.group("size")?.availableOptions.map(\.id) == ["l"])
    }

    @Test("Entries are found by id, by group and option, by name and by another name")
    func names() throws {
        let menu = try menu()
        let oat = MenuEntry.option(OptionReference(group: "milk", option: "oat"))
        for name in ["milk/oat", "Oat milk", "oat milk", "oatmilk"] { #expect(menu.entries(named: name) == [oat]) }
        #expect(menu.entries(named: "latte") == [.item("latte")])
        #expect(menu.entries(named: "unicorn").isEmpty)
        #expect(menu.name(of: oat) == "Oat milk" && menu.entries.contains { $0.entry == oat })
    }

    @Test(
        "The staff say it in a sentence",
        arguments: [
            "We're out of oat milk.", "we are out of oat milk", "Oat milk is sold out", "no more oat milk",
            "We have no oat milk left", "the oat milk is gone",
        ])
    func soldOut(sentence: String) throws {
        let oat = MenuEntry.option(OptionReference(group: "milk", option: "oat"))
        let menu = try menu()
        #expect(OwnerSentence.read(sentence, on: menu) == .soldOut(oat, isToday: false))
        #expect(OwnerSentence.read(sentence + " today", on: menu) == .soldOut(oat, isToday: true))
    }

    @Test("What is back, plurals, names of several things, and other sentences")
    func sentences() throws {
        let menu = try menu()
        #expect(OwnerSentence.read("Croissants are back", on: menu) == .back(.item("croissant")))
        #expect(OwnerSentence.read("we have a croissant again", on: menu) == .back(.item("croissant")))
        for other in ["a large latte please", "we're out of unicorns", "we're out of", "", "is oat milk sold out"] {
            #expect(OwnerSentence.read(other, on: menu) == nil, "\(other)")
        }
    }

    @Test("Amounts are read as people write them, and nothing else is one")
    func amounts() {
        for (text, currency, units) in [
            ("4.75", "USD", 475), ("4,5", "EUR", 450), ("5", "EUR", 500), ("450", "JPY", 450), ("0.450", "KWD", 450),
            ("0", "USD", 0),
        ] {
            #expect(Money(text, currency: currency) == Money(minorUnits: units), "\(text) \(currency)")
        }
        for (text, currency) in [
            ("", "USD"), ("4.755", "USD"), ("4.5", "JPY"), ("-1", "USD"), ("4.", "USD"), (".5", "USD"),
            ("1.2.3", "USD"),
            ("٤", "USD"), ("1e3", "USD"), ("12345678901", "USD"),
        ] {
            #expect(Money(text, currency: currency) == nil, "\(text) \(currency)")
        }
    }

    @Test("Suggestions are switched off and on, and files of before say nothing of them")
    func suggestions() throws {
        let menu = try OwnerCafe.menu()
        #expect(menu.item("latte")?.suggests == ["cookie"])
        #expect(menu.changed(by: MenuChanges(suggestions: false)).item("latte")?.suggests == [])
        #expect(menu.changed(by: MenuChanges(suggestions: true)) == menu)
        let old = try JSONDecoder().decode(MenuChanges.self, from: Data(#"{"prices":{},"soldOut":{}}"#.utf8))
        #expect(old.isEmpty && !MenuChanges(suggestions: false).isEmpty)
        #expect(MenuChanges(suggestions: false).holding(on: "2999-01-01").suggestions == false)
    }

    @Test("Calories are a whole number of kilocalories", arguments: ["-1", "10000", "2.5", "\"190\""])
    func calories(_ bad: String) throws {
        #expect(try OwnerCafe.menu().item("latte")?.calories == 190)
        #expect(try OwnerCafe.menu().item("tea")?.calories == nil)
        #expect(throws: (any Error).self) {
            try OwnerCafe.menu(OwnerCafe.file().replacing("\"calories\":190", with: "\"calories\":\(bad)"))
        }
    }
}
