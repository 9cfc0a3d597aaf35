internal import Feedback
internal import Foundation
internal import OrderParsing
internal import Ordering

/// A menu that inputs are played at, with everything made from it once.
struct FuzzMenu: Sendable {
    let menu: Menu
    let parser: RuleParser
    let writer: PromptWriter

    /// The built-in café, and the test set's tea room, whose menu has other groups, rules and limits.
    ///
    /// Read once. Without them nothing can be fuzzed, so a failure ends the process with its reason.
    static let all: [FuzzMenu] = {
        do {
            let kettle = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
                .appendingPathComponent("../../UnderstandingTests/Sets/copper-kettle/menu.json").standardizedFileURL
            return [try FuzzMenu(MenuLoader.builtIn()), try FuzzMenu(MenuLoader.load([UInt8](Data(contentsOf: kettle))))]
        } catch {
            fatalError("no menu to fuzz with: \(error)")
        }
    }()

    private init(_ menu: Menu) throws {
        self.menu = menu
        parser = try RuleParser(menu: menu)
        writer = PromptWriter(menu: menu)
    }
}
