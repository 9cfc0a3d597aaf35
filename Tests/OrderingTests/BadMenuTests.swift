internal import Testing

@testable internal import Ordering

/// Fault E1: a menu with a mistake is refused, and the mistake is named.
struct BadMenuTests {
    @Test("The menu that the corpus breaks is sound by itself")
    func fixtureLoads() throws {
        let menu = try MenuFixture.load(MenuFixture.sound)
        #expect(menu.items.map(\.id) == ["soup", "rice"])
        #expect(menu.item("rice")?.maxQuantity == 10, "an item without maxQuantity takes the menu's limit per line")
    }

    @Test("The corpus has at least 60 menus, each with its own name")
    func corpusIsWhole() {
        let names = (BadMenu.syntax + BadMenu.content).map(\.name)
        #expect(names.count >= 60)
        #expect(Set(names).count == names.count)
    }

    @Test(
        "A menu that is not JSON is refused with the line, the key and the reason of its first fault",
        arguments: BadMenu.syntax)
    func syntaxFaults(_ bad: BadMenu) {
        let findings = MenuFixture.findings(bad.text)
        #expect(findings.count == 1)
        expect(findings, name: bad)
    }

    @Test(
        "A menu with a wrong value is refused with its line, its key and the reason, and without other findings",
        arguments: BadMenu.content)
    func contentFaults(_ bad: BadMenu) {
        let findings = MenuFixture.findings(bad.text)
        #expect(findings.count == 1 + bad.followers, "\(findings)")
        expect(findings, name: bad)
    }

    private func expect(_ findings: [MenuFinding], name bad: BadMenu, sourceLocation: SourceLocation = #_sourceLocation)
    {
        #expect(
            findings.contains {
                $0.line == bad.line && $0.key == bad.key && $0.reason.contains(bad.reason) && $0.severity == .error
            }, "\(findings)",
            sourceLocation: sourceLocation)
    }

    @Test("All mistakes of one file are reported at once, in the order of its lines")
    func allAtOnce() {
        let findings = MenuFixture.findings(
            """
            {
              "store": {"name": "", "currency": "dollar", "colour": "red"},
              "optionGroups": [
                {"id": "size", "name": "Size", "kind": "huge", "options": \
                [{"id": "small", "name": "Small", "price": -1}]}
              ],
              "items": [
                {"id": "tea", "name": "Tea", "price": 0, "groups": ["size", "milk"]},
                {"id": "tea", "name": 5, "price": 2.5, "maxQuantity": 0}
              ],
              "rules": [{"when": {"items": ["coffee"]}, "then": {"forbid": ["size"]}, "say": ""}]
            }
            """)
        #expect(findings.map(\.line) == [2, 2, 2, 4, 4, 7, 7, 8, 8, 8, 8, 10, 10, 10])
        #expect(
            findings.map(\.key) == [
                "store.colour", "store.currency", "store.name", "optionGroups[0].kind",
                "optionGroups[0].options[0].price",
                "items[0].groups[1]", "items[0].price", "items[1].id", "items[1].maxQuantity", "items[1].name",
                "items[1].price",
                "rules[0].say", "rules[0].then.forbid[0]", "rules[0].when.items[0]",
            ])
    }

    @Test("A finding reads line:key: reason, and a menu as a whole is called menu")
    func findingsRead() {
        #expect(
            MenuFinding(severity: .error, line: 7, key: "items[0].price", reason: "is missing").description
                == "7:items[0].price: is missing")
        #expect(MenuFixture.findings("").map(\.description) == ["1:menu: the file is empty"])
    }
}
