import Ordering
import TestSupport
import Testing

/// The items on the welcome page.
struct FavouritesTests {
    private static func menu(featured: String = "", soldOut: String = "") throws -> Menu {
        let items = [
            ("latte", "coffee"), ("mocha", "coffee"), ("beer", "drinks"), ("cola", "drinks"), ("bagel", "food"),
            ("wrap", "food"), ("soup", "food"), ("cake", "sweets"),
        ].map { id, category in
            let more = (id == featured ? #","featured":true"# : "") + (id == soldOut ? #","available":false"# : "")
            let touch = id == "beer" ? #","touchOnly":true"# : ""
            return #"{"id":"\#(id)","name":"\#(id)","category":"\#(category)","price":100\#(more)\#(touch)}"#
        }
        let file =
            #"{"store":{"name":"S","currency":"USD"},"optionGroups":[],"items":[\#(items.joined(separator: ","))]}"#
        return try MenuLoader.load(Array(file.utf8))
    }

    @Test("Without featured items, what sells best comes first, then something of each category")
    func sellers() throws {
        let menu = try Self.menu()
        #expect(Favourites.ids(on: menu) == ["latte", "cola", "bagel", "cake", "mocha", "wrap"])
        #expect(
            Favourites.ids(on: menu, sold: ["soup", "gone", "beer", "cola"])
                == ["soup", "cola", "latte", "bagel", "cake", "mocha"], "no item of old menus, and no beer")
        let sold = ["wrap", "soup", "mocha", "cake", "latte", "cola", "bagel"]
        #expect(Favourites.ids(on: menu, sold: sold) == Array(sold.prefix(6)))
        #expect(Favourites.ids(on: try Self.menu(soldOut: "latte"), sold: ["latte"]).first == "mocha")
    }

    @Test("What the menu features counts more, unless it is sold out")
    func featured() throws {
        #expect(Favourites.ids(on: try Self.menu(featured: "cake"), sold: ["soup"]) == ["cake"])
        let away = try Self.menu(featured: "cake", soldOut: "cake")
        #expect(Favourites.ids(on: away, sold: ["soup"]).first == "soup")
        #expect(Favourites.ids(on: try MenuLoader.builtIn()).count == Favourites.most)
    }
}
