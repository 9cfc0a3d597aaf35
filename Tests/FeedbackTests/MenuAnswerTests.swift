internal import Ordering
internal import Testing

@testable internal import Feedback

struct MenuAnswerTests {
    @Test("Allergens of an item's defaults count, each once, however the question is asked")
    func defaults() throws {
        let menu = try MenuLoader.load(
            Array(
                #"""
                {"store": {"name": "Test", "currency": "USD", "locale": "en-US"},
                 "optionGroups": [{"id": "cheese", "name": "Cheese", "select": "one", "options": [{"id": "brie", \#
                 "name": "Brie", "allergens": ["milk"]}]},
                  {"id": "spread", "name": "Spread", "select": "many", "options": [{"id": "pesto", "name": "Pesto", \#
                  "allergens": ["nuts", "milk"]}, {"id": "jam", "name": "Jam"}]}],
                 "items": [{"id": "toast", "name": "Toast", "category": "all", "price": 300, "groups": ["spread", \#
                 "cheese"],
                   "defaults": {"cheese": "brie", "spread": "pesto"}, "allergens": ["gluten"]},
                  {"id": "juice", "name": "Juice", "category": "all", "price": 300, "groups": ["spread"], "defaults": \#
                  {"spread": "jam"}}]}
                """#.utf8))
        let writer = try PromptWriter(menu: menu)
        func answer(_ allergen: String?, _ items: [String] = []) -> String {
            writer.sentence(.answer(.allergens(allergen, itemIds: items, options: []))).lowercased()
        }
        #expect(menu.items.map({ menu.allergens(of: $0) }) == [["gluten", "nuts", "milk"], []])
        #expect(answer("nuts", ["toast"]).hasPrefix("toast contains nuts"))
        let listed = answer(nil, ["toast"])
        #expect(["gluten", "milk", "nuts"].allSatisfy { listed.contains($0) }, "\(listed)")
        let with = answer("milk")
        #expect(with.hasPrefix("milk is in toast, and also in brie and pesto."), "\(with)")
    }
}
