internal import Ordering
internal import Testing

@testable internal import OrderParsing

struct AllergenCheckTests {
    private static func findings(_ allergen: String) throws -> [MenuFinding] {
        let menu = try MenuLoader.load(
            Array(
                """
                {"store": {"name": "House", "currency": "EUR"},
                 "optionGroups": [{"id": "milk", "name": "Milk", "options": [{"id": "oat", "name": "Oat"}]}],
                 "items": [{"id": "cake", "name": "Cake", "price": 1, "allergens": ["\(allergen)"]}]}
                """.utf8))
        return try AllergenCheck().findings(menu)
    }

    @Test(
        "An allergen that no guest's words mean is an error that names the words it may be",
        arguments: [
            ("almonds", "write 'nuts'"), ("Milk", "write 'milk'"), ("hazelnut", "write 'nuts'"),
            ("Nüsse", "write one of celery"),
        ])
    func unknown(_ allergen: String, _ advice: String) throws {
        let findings = try Self.findings(allergen)
        #expect(findings.map(\.severity) == [.error] && findings.map(\.line) == [3])
        #expect(findings.first?.key == "items.cake" && findings.first?.reason.contains(advice) == true)
    }

    @Test(
        "The fourteen allergens of European labels, and their synonyms, are known",
        arguments: [
            "gluten", "shellfish", "crustaceans", "eggs", "fish", "peanuts", "soy", "soya", "milk", "dairy", "nuts",
            "celery", "mustard", "sesame", "sulphites", "lupin", "molluscs",
        ])
    func known(_ allergen: String) throws { #expect(try Self.findings(allergen).isEmpty) }

    @Test("A kind of nuts may stand beside nuts") func covered() throws {
        #expect(try Self.findings("almonds\", \"nuts").isEmpty)
        #expect(try Self.findings("almonds\", \"milk").count == 1)
    }

    @Test("The built-in menu has none other") func builtIn() throws {
        #expect(try AllergenCheck().findings(MenuLoader.builtIn()).isEmpty)
    }
}
