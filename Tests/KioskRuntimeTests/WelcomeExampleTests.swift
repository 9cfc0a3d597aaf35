import Feedback
import Foundation
import KioskRuntime
import OrderParsing
import Ordering
import TestSupport
import Testing

/// The order that the welcome page suggests to say.
struct WelcomeExampleTests {
    private static let menus = [
        "Sources/Ordering/Menu/BuiltIn/cafe.json", "Tests/Menus/german.json", "Tests/Menus/korean.json",
        "Tests/UnderstandingTests/Frozen/bowls/menu.json", "Tests/UnderstandingTests/Frozen/deli/menu.json",
        "Tests/UnderstandingTests/Frozen/pizza/menu.json", "Tests/UnderstandingTests/Sets/copper-kettle/menu.json",
        "Tests/UnderstandingTests/Sets/grill/menu.json", "Tests/UnderstandingTests/Sets/scoops/menu.json",
        "Tests/UnderstandingTests/Sets/taqueria/menu.json",
    ]

    private static func menu(_ path: String) throws -> Menu {
        try MenuLoader.load([UInt8](Data(contentsOf: Repository.root.appendingPathComponent(path))))
    }

    @Test(
        "The kiosk itself reads the example as an order of known items, by each menu and in each language",
        arguments: menus)
    func understood(_ path: String) throws {
        let menu = try Self.menu(path), parser = try OrderParsingPipeline(menu: menu)
        for locale in FeedbackLanguage.locales {
            let writer = try PromptWriter(menu: menu, locale: locale)
            var found = 0
            // Whatever sells best.
            for item in menu.items.filter(\.available).prefix(12) {
                let favourites = Favourites.ids(on: menu, sold: [item.id])
                guard let text = WelcomeExample.text(favourites, menu: menu, writer: writer, parser: parser) else {
                    continue
                }
                found += 1
                let parse = parser.parse(text)
                #expect(parse.intent == .order && parse.unread.isEmpty, "\(path), \(locale): \(text)")
                #expect(parse.items.allSatisfy { favourites.contains($0.itemId) && $0.quantity == 1 }, "\(text)")
            }
            #expect(found > 0 || path.contains("korean"), "\(path), \(locale)")
        }
    }

    @Test("The built-in café suggests two things, one with a size; in another language it is English, too")
    func cafe() throws {
        let menu = try MenuLoader.builtIn(), parser = try OrderParsingPipeline(menu: menu)
        func text(_ locale: String, _ sold: [String]) throws -> String? {
            WelcomeExample.text(
                Favourites.ids(on: menu, sold: sold), menu: menu,
                writer: try PromptWriter(menu: menu, locale: locale), parser: parser)
        }
        #expect(try text("en", ["latte", "blueberry-muffin"]) == "a large latte and a blueberry muffin")
        #expect(try text("de", ["latte", "blueberry-muffin"]) == "a large latte and a blueberry muffin")
        let german = try Self.menu("Tests/Menus/german.json")
        let said = WelcomeExample.text(
            ["latte", "roll"], menu: german, writer: try PromptWriter(menu: german),
            parser: try OrderParsingPipeline(menu: german))
        #expect(said == "ein großer Latte und ein Käsebrötchen")
    }

    @Test("A menu without anything to order suggests nothing")
    func nothing() throws {
        let file =
            #"{"store":{"name":"S","currency":"USD"},"optionGroups":[],"#
            + #""items":[{"id":"a","name":"Tea","price":1,"available":false}]}"#
        let menu = try MenuLoader.load(Array(file.utf8))
        #expect(
            WelcomeExample.text(
                Favourites.ids(on: menu), menu: menu, writer: try PromptWriter(menu: menu),
                parser: try OrderParsingPipeline(menu: menu)) == nil)
    }
}
