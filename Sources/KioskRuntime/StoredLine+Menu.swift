internal import Ordering

extension StoredLine {
    /// Creates a stored line from a line of the cart, with the menu's current names and prices.
    init(_ line: OrderLine, menu: Menu) {
        self.init(
            itemId: line.itemId, name: menu.item(line.itemId)?.name ?? line.itemId, quantity: line.quantity,
            options: line.options.map { Option($0, menu: menu) },
            unitPrice: (try? PriceList(menu: menu).unitPrice(of: line)) ?? .zero)
    }

    /// The line as an item to order.
    var asItem: ParsedOrderItem {
        ParsedOrderItem(
            itemId: itemId, name: name, quantity: quantity,
            options: options.map {
                SelectedOption(
                    option: OptionReference(group: $0.group, option: $0.id), amount: $0.amount, count: $0.count)
            }, spoken: "",
            nameSpoken: "", confidence: 1)
    }
}

extension StoredLine.Option {
    /// Creates a stored option with the menu's current name.
    init(_ selected: SelectedOption, menu: Menu) {
        let (group, id) = (selected.option.group, selected.option.option)
        self.init(
            group: group, id: id, name: menu.option(selected.option)?.name ?? id, amount: selected.amount,
            count: selected.count)
    }
}
