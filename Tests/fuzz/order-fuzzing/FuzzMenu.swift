internal import Feedback
internal import Foundation
internal import OrderParsing
internal import OrderSession
internal import Ordering

/// A menu that inputs are played at, with everything made from it once.
struct FuzzMenu: Sendable {
    let menu: Menu
    let parser: OrderParsingPipeline
    let writer: PromptWriter
    /// A cart with nothing in it.
    let cart: CartCoordinator

    /// The built-in café, two menus of the test sets with other groups and rules, and a stand whose limits are soon
    /// reached.
    ///
    /// Read once. Without them nothing can be fuzzed, so a failure ends the process with its reason.
    static let all: [FuzzMenu] = {
        do {
            let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
            let files = [
                "../../UnderstandingTests/Sets/copper-kettle/menu.json", "stand.json",
                "../../UnderstandingTests/Sets/taqueria/menu.json",
            ]
            return try [FuzzMenu(MenuLoader.builtIn())]
                + files.map {
                    try FuzzMenu(
                        MenuLoader.load(
                            [UInt8](Data(contentsOf: folder.appendingPathComponent($0).standardizedFileURL))))
                }
        } catch {
            fatalError("no menu to fuzz with: \(error)")
        }
    }()

    private init(_ menu: Menu) throws {
        self.menu = menu
        parser = try OrderParsingPipeline(menu: menu)
        writer = try PromptWriter(menu: menu)
        cart = CartCoordinator(menu: menu)
    }
}
