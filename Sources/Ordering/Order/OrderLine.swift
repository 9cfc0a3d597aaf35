/// One line of an order.
public struct OrderLine: Equatable, Sendable, Identifiable {
    /// Id of the line, which stays the same while the line changes.
    public let id: Int
    /// The ordered item. Default options are not listed. A quantity outside 1…`maxQuantity` is in question.
    public var item: ParsedOrderItem

    /// Creates a line.
    public init(id: Int, item: ParsedOrderItem) {
        self.id = id
        self.item = item
    }

    /// Id of the menu item.
    public var itemId: String { item.itemId }
    /// The menu's name of the item.
    public var name: String { item.name }
    /// How many of the item.
    public var quantity: Int { item.quantity }
    /// The chosen options.
    public var options: [SelectedOption] { item.options }
    /// Confidence of the item, 0…1.
    public var confidence: Double { item.confidence }

    /// The first option of a group.
    public func option(in group: String) -> SelectedOption? { options.first { $0.option.group == group } }
}
