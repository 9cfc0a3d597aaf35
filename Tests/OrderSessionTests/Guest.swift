internal import Feedback
internal import OrderParsing
internal import OrderSession
internal import Ordering

/// A guest at the built-in café, or at another menu: says something, hears the reply.
struct Guest {
    private static let cafe = Result { try Setting(menu: MenuLoader.builtIn()) }

    private struct Setting: Sendable {
        let menu: Menu
        let parser: OrderParsingPipeline
        let writer: PromptWriter

        init(menu: Menu) throws {
            self.menu = menu
            parser = try OrderParsingPipeline(menu: menu)
            writer = try PromptWriter(menu: menu)
        }
    }

    private let setting: Setting
    private(set) var cart: CartCoordinator
    /// What the guest was told last.
    private(set) var prompts: [Prompt] = []

    init() throws {
        setting = try Self.cafe.get()
        cart = CartCoordinator(menu: setting.menu)
    }

    init(menu text: String) throws {
        setting = try Setting(menu: MenuLoader.load(Array(text.utf8)))
        cart = CartCoordinator(menu: setting.menu)
    }

    var menu: Menu { setting.menu }

    func parse(_ text: String) -> OrderParseResult { setting.parser.parse(text) }

    /// The reply in words.
    @discardableResult
    mutating func says(_ text: String) -> String {
        prompts = cart.apply(setting.parser.parse(text))
        return setting.writer.reply(prompts)
    }

    /// Empties the order by "start over", or by other words, and a yes.
    @discardableResult
    mutating func empties(_ text: String = "start over") -> String {
        let hadLines = !cart.lines.isEmpty
        let reply = says(text)
        return hadLines ? says("yes") : reply
    }

    /// Has the order read back and says yes to it.
    @discardableResult
    mutating func confirms() -> String {
        says("that's all")
        return says("yes")
    }

    /// The reply to a touch.
    @discardableResult
    mutating func touches(_ command: CartCommand) -> String { touches { $0.apply(command) } }

    /// The reply to a change that is made to the cart directly.
    @discardableResult
    mutating func touches(_ act: (inout CartCoordinator) -> [Prompt]) -> String {
        prompts = act(&cart)
        return setting.writer.reply(prompts)
    }

    /// The lines in short: "2 latte size/large, milk/oat".
    static func describe(_ lines: [OrderLine]) -> [String] {
        lines.map { line in
            "\(line.quantity) \(line.itemId)" + (line.options.isEmpty ? "" : " ")
                + line.options.map { option in
                    "\(option.option.group)/\(option.option.option)" + (option.amount.map { " \($0.rawValue)" } ?? "")
                        + (option.count.map { " ×\($0)" } ?? "")
                }.joined(separator: ", ")
        }
    }

    var pending: [String] { Self.describe(cart.pendingOrders) }
    var confirmed: [String] { Self.describe(cart.confirmedCart) }
}
