/// One line of an order.
public struct OrderLine: Equatable, Sendable, Identifiable {
    /// Stays the same while the line changes.
    public let id: Int
    /// What is ordered; its quantity is 1…`maxQuantity` once the line has been accepted, and defaults are not among its
    /// options.
    public var item: ParsedOrderItem

    public init(id: Int, item: ParsedOrderItem) {
        self.id = id
        self.item = item
    }

    /// Id of the menu item.
    public var itemId: String { item.itemId }
    /// The menu's name of the item.
    public var name: String { item.name }
    public var quantity: Int { item.quantity }
    public var options: [SelectedOption] { item.options }
    public var confidence: Double { item.confidence }

    /// The option chosen in a group, or the first of several.
    public func option(in group: String) -> SelectedOption? { options.first { $0.option.group == group } }
}
