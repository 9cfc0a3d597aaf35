internal import Ordering

/// Answers questions from the menu file, and says so where the file has no answer: never a guess.
struct MenuAnswers {
    /// Most names that are read out in one answer.
    private static let mostNames = 8

    let menu: Menu

    func answer(_ question: MenuQuestion) -> String {
        switch question {
        case .price(let item, let options): price(item, options)
        case .choices(let group, let itemId): choices(group, itemId)
        case .items(let category): items(category)
        case .options(let itemId): options(itemId)
        case .availability(let ids, let options): availability(ids, options)
        case .allergens(let allergen, let ids, let options): allergens(allergen, ids, options)
        case .other: Self.unknown
        }
    }

    private static let unknown = "I don't know that. Please ask our staff."

    private func money(_ amount: Money) -> String { amount.formatted(currency: menu.store.currency) }

    private func price(_ item: ParsedOrderItem?, _ options: [SelectedOption]) -> String {
        if let item, let price = try? PriceList(menu: menu).total(of: [OrderLine(id: 0, item: item)]) {
            let words = PromptWriter(menu: menu).describe(OrderLine(id: 0, item: item))
            let group = menu.item(item.itemId)?.required.compactMap(menu.group).first { group in !item.options.contains { $0.option.group == group.id } }
            guard let group else { return Self.capitalised(words) + " is \(money(price))." }
            let extras = group.options.filter { $0.price > .zero }.map { "\($0.name.lowercased()) \(money($0.price)) more" }
            return Self.capitalised(words) + " starts at \(money(price))" + (extras.isEmpty ? "." : ", " + PromptWriter.list(extras) + ".")
        }
        guard let option = options.first.flatMap({ menu.option($0.option) }) else { return Self.unknown }
        return option.price == .zero ? "\(option.name) costs nothing extra." : "\(option.name) is \(money(option.price)) extra."
    }

    private func choices(_ groupId: String, _ itemId: String?) -> String {
        guard let group = menu.group(groupId) else { return Self.unknown }
        if let item = itemId.flatMap(menu.item), !item.groups.contains(groupId) { return "\(item.name) does not come with a choice of \(group.name.lowercased())." }
        return "We have " + PromptWriter.list(group.options.map { $0.name.lowercased() }) + "."
    }

    private func options(_ itemId: String) -> String {
        guard let item = menu.item(itemId) else { return Self.unknown }
        let names = item.groups.compactMap(menu.group).filter { $0.select == .many }.flatMap(\.options).map { $0.name.lowercased() }
        return names.isEmpty ? "\(item.name) comes as it is." : "\(item.name) comes with \(PromptWriter.list(names, last: "or"))."
    }

    private func items(_ category: String?) -> String {
        let names = menu.items.filter { $0.available && (category == nil || $0.category == category) }.map { $0.name.lowercased() }
        guard !names.isEmpty else { return Self.unknown }
        return "We have " + PromptWriter.list(Array(names.prefix(Self.mostNames))) + (names.count > Self.mostNames ? " and more. The screen shows them all." : ".")
    }

    private func availability(_ ids: [String], _ options: [OptionReference]) -> String {
        let items = ids.compactMap(menu.item)
        if let item = items.first {
            return items.contains(where: \.available)
                ? "Yes, we have \(PromptWriter.list(items.filter(\.available).map { $0.name.lowercased() }))."
                : "Sorry, \(item.name.lowercased()) is not available right now."
        }
        guard let option = options.first, let name = menu.option(option)?.name else { return Self.unknown }
        let takers = menu.items.filter { $0.available && $0.groups.contains(option.group) }
        guard let first = takers.first else { return Self.unknown }
        return "Yes, we have \(name.lowercased()), for example with \(first.name.lowercased())."
    }

    /// What the file lists, of the item and of what it comes with. That something is not listed is no promise.
    private func allergens(_ allergen: String?, _ ids: [String], _ options: [OptionReference]) -> String {
        if let item = ids.first.flatMap(menu.item) {
            let defaults = item.defaults.sorted { $0.key < $1.key }.compactMap { menu.option(OptionReference(group: $0.key, option: $0.value)) }
            return list(allergen, of: item.name, Set(item.allergens + defaults.flatMap(\.allergens)))
        }
        if let option = options.first.flatMap(menu.option) { return list(allergen, of: option.name, Set(option.allergens)) }
        guard let allergen else { return "Please ask our staff about allergens before you order." }
        let with = menu.items.filter { $0.allergens.contains(allergen) }.map { $0.name.lowercased() }
        guard !with.isEmpty else { return "I don't know about \(allergen). Please ask our staff." }
        return
            "\(Self.capitalised(allergen)) is in \(PromptWriter.list(Array(with.prefix(Self.mostNames))))\(with.count > Self.mostNames ? " and more" : ""). Please ask our staff to be sure."
    }

    private func list(_ allergen: String?, of name: String, _ listed: Set<String>) -> String {
        let all = PromptWriter.list(listed.sorted())
        guard let allergen else {
            return listed.isEmpty
                ? "No allergens are listed for \(name.lowercased()). Please ask our staff to be sure." : "\(name) contains \(all). Please ask our staff to be sure."
        }
        if listed.contains(allergen) { return "Yes, \(name.lowercased()) contains \(allergen)." }
        let rest = listed.isEmpty ? "" : " It contains \(all)."
        return "\(Self.capitalised(allergen)) is not listed for \(name.lowercased()).\(rest) Please ask our staff to be sure."
    }

    private static func capitalised(_ text: String) -> String { text.prefix(1).uppercased() + text.dropFirst() }
}
