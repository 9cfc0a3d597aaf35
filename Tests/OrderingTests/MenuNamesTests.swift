internal import TestSupport
internal import Testing

@testable internal import Ordering

struct MenuNamesTests {
    private static let text = """
        {"store": {"name": "House", "currency": "EUR", "locale": "en"},
         "categories": {"cold-drinks": {"en": "Cold", "de": "Kaltgetränke"}},
         "optionGroups": [{"id": "milk", "name": "Milk", "names": {"de": "Milch"}, "options": [
           {"id": "oat", "name": "Oat milk", "names": {"de": "Hafermilch"}}, {"id": "soy", "name": "Soy milk"}]}],
         "items": [{"id": "tea", "name": "Iced tea", "names": {"de": "Eistee", "fr": "Thé glacé"}, "price": 1,
           "category": "cold-drinks", "groups": ["milk"]}, {"id": "water", "name": "Water", "price": 1}],
         "rules": [{"when": {"items": ["tea"]}, "then": {"forbid": ["milk/soy"]}, "say": "No soy.",
           "says": {"de": "Ohne Soja."}}]}
        """

    @Test("A menu is shown in another language by the names that it has in it; ids, aliases and the rest stay")
    func named() throws {
        let menu = try MenuFixture.load(Self.text)
        let german = menu.named(in: "de-AT")
        #expect(german.items.map(\.name) == ["Eistee", "Water"])
        #expect(german.optionGroups.map(\.name) == ["Milch"])
        #expect(german.optionGroups[0].options.map(\.name) == ["Hafermilch", "Soy milk"])
        #expect(german.rules.map(\.say) == ["Ohne Soja."])
        #expect(german.name(ofCategory: "cold-drinks") == "Kaltgetränke" && german.store.locale == "de-AT")
        #expect(german.item("tea")?.groups == ["milk"])
        #expect(menu.named(in: "fr").items.map(\.name) == ["Thé glacé", "Water"])
        for own in ["en-GB", "es"] { #expect(menu.named(in: own) == menu) }
        #expect(menu.name(ofCategory: "cold-drinks") == "Cold" && menu.name(ofCategory: "hot_food") == "Hot food")
        #expect(menu.unnamed(in: "de").map(\.key) == ["items.water", "optionGroups.milk.soy"])
    }

    @Test(
        "A name under what is no language, or none that the kiosk has, is an error with its place",
        arguments: ["German", "d", "ja"])
    func unknownLanguage(_ code: String) throws {
        let text = Self.text.replacing("\"fr\": \"Thé", with: "\"\(code)\": \"Thé")
        let error = #expect(throws: MenuInvalid.self) {
            _ = try MenuLoader.load(Array(text.utf8), languages: ["en", "de", "fr"])
        }
        #expect(error?.findings.map(\.key) == ["items[0].names.\(code)"] && error?.findings.map(\.line) == [5])
    }
}
