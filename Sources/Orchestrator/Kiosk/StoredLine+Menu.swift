internal import Ordering

extension StoredLine {
    /// A line of the cart with the menu's names and prices of the moment.
    init(_ line: OrderLine, menu: Menu) {
        self.init(
            itemId: line.itemId, name: menu.item(line.itemId)?.name ?? line.itemId, quantity: line.quantity,
            options: line.options.map { option in
                Option(
                    group: option.option.group, id: option.option.option, name: menu.option(option.option)?.name ?? option.option.option, amount: option.amount,
                    count: option.count)
            },
            unitPrice: (try? PriceList(menu: menu).unitPrice(of: line)) ?? .zero)
    }

    /// As the cart takes it.
    var asItem: ParsedOrderItem {
        ParsedOrderItem(
            itemId: itemId, name: name, quantity: quantity,
            options: options.map { SelectedOption(option: OptionReference(group: $0.group, option: $0.id), amount: $0.amount, count: $0.count) }, spoken: "",
            nameSpoken: "", confidence: 1)
    }
}
