internal import Ordering

/// Answers to menu questions, from the menu file only. If the file has no answer, the sentence says so.
struct MenuAnswers {
    /// Limit of names read out in one answer.
    private static let maxListedNames = 8
    /// Items of a search that are spoken; the page shows the others.
    private static let spokenMatches = 2

    let menu: Menu
    let filler: SentenceFiller
    let describe: (OrderLine) -> String

    func answer(_ question: MenuQuestion) -> String {
        switch question {
        case .price(let item, let options): price(item, options)
        case .choices(let group, let itemId): choices(group, itemId)
        case .items(let category): items(category)
        case .options(let itemId): options(itemId)
        case .availability(let ids, let options): availability(ids, options)
        case .allergens(let allergen, let ids, let options): allergens(allergen, ids, options)
        case .suitable(let allergen, let category): suitable(without: allergen, category)
        case .search(let search): found(search)
        // The contents of a line are known to the cart, not to the menu; without a line only the general answer is
        // possible.
        case .contents(let name, _): allergens(name, [], [])
        case .missing(let name):
            name.map { filler.fill(.notOnMenu, ["name": .text($0)]) } ?? filler.fill(.notAllUnderstood)
        case .other: filler.fill(.unknown)
        }
    }

    private func term(_ allergen: String) -> SlotValue { .name(filler.term(allergen)) }

    private func money(_ amount: Money) -> SlotValue { .text(filler.money(amount)) }

    private func price(_ item: ParsedOrderItem?, _ options: [SelectedOption]) -> String {
        if let item, let price = try? PriceList(menu: menu).total(of: [OrderLine(id: 0, item: item)]) {
            let group = menu.item(item.itemId)?.required.compactMap(menu.group).first { group in
                !item.options.contains { $0.option.group == group.id }
            }
            let extras = (group?.options ?? []).filter { $0.price > .zero }.map {
                filler.fill(.priceMore, ["option": .name($0.name), "price": money($0.price)])
            }
            let key: SentenceKey = group == nil ? .price : extras.isEmpty ? .priceFrom : .priceFromExtras
            return filler.fill(
                key,
                [
                    "line": .text(describe(OrderLine(id: 0, item: item))), "price": money(price),
                    "extras": .texts(extras),
                ])
        }
        guard let option = options.first.flatMap({ menu.option($0.option) }) else { return filler.fill(.unknown) }
        return filler.fill(
            option.price == .zero ? .optionFree : .optionPrice,
            ["option": .name(option.name), "price": money(option.price)])
    }

    private func choices(_ groupId: String, _ itemId: String?) -> String {
        guard let group = menu.group(groupId) else { return filler.fill(.unknown) }
        if let item = itemId.flatMap(menu.item), !item.groups.contains(groupId) {
            return filler.fill(.noChoice, ["item": .name(item.name), "group": .name(filler.name(of: group))])
        }
        return filler.fill(.choices, ["options": .names(group.availableOptions.map(\.name))])
    }

    private func options(_ itemId: String) -> String {
        guard let item = menu.item(itemId) else { return filler.fill(.unknown) }
        let names = item.groups.compactMap(menu.group).filter { $0.select == .many }.flatMap(\.options).map(\.name)
        return filler.fill(names.isEmpty ? .noOptions : .options, ["item": .name(item.name), "options": .names(names)])
    }

    private func items(_ category: String?) -> String {
        let names = menu.items.filter { $0.available && (category == nil || $0.category == category) }.map(\.name)
        guard !names.isEmpty else { return filler.fill(.unknown) }
        return filler.fill(
            names.count > Self.maxListedNames ? .itemsMore : .items,
            ["items": .names(Array(names.prefix(Self.maxListedNames)))])
    }

    private func availability(_ ids: [String], _ options: [OptionReference]) -> String {
        let items = ids.compactMap(menu.item)
        if let item = items.first {
            if let option = options.first(where: { item.groups.contains($0.group) }).flatMap(menu.option),
                item.available, option.available
            {
                return filler.fill(.availableWith, ["option": .name(option.name), "item": .name(item.name)])
            }
            let available = items.filter(\.available).map(\.name)
            return available.isEmpty
                ? filler.fill(.notAvailable, ["item": .name(item.name)])
                : filler.fill(.available, ["items": .names(available)])
        }
        guard let option = options.first, let name = menu.option(option)?.name else { return filler.fill(.unknown) }
        if menu.option(option)?.available == false {
            return filler.fill(.optionUnavailable, ["option": .name(name)])
        }
        guard let taker = menu.items.first(where: { $0.available && $0.groups.contains(option.group) }) else {
            return filler.fill(.unknown)
        }
        return filler.fill(.availableWith, ["option": .name(name), "item": .name(taker.name)])
    }

    /// Allergens that the menu lists for an item with its default options. A missing entry is not presented as a
    /// guarantee.
    private func allergens(_ allergen: String?, _ ids: [String], _ options: [OptionReference]) -> String {
        if let item = ids.first.flatMap(menu.item) {
            let answer = list(
                allergen, of: item.name, Set(menu.allergens(of: item, with: options.map { SelectedOption(option: $0) }))
            )
            guard let allergen, let other = allergenFreeOption(item, of: allergen) else { return answer }
            return answer + " " + filler.fill(.availableWith, ["option": .name(other.name), "item": .name(item.name)])
        }
        if let option = options.first.flatMap(menu.option) {
            return list(allergen, of: option.name, Set(option.allergens))
        }
        guard let allergen else { return filler.fill(.allergensAsk) }
        var with = menu.items.filter { menu.allergens(of: $0).contains(allergen) }.map(\.name)
        var choices = menu.optionGroups.flatMap(\.options).filter { $0.allergens.contains(allergen) }.map(\.name)
        if with.isEmpty { (with, choices) = (choices, []) }
        guard !with.isEmpty else { return filler.fill(.allergenUnknown, ["allergen": term(allergen)]) }
        let isLong = with.count > Self.maxListedNames
        let key: SentenceKey =
            choices.isEmpty
            ? isLong ? .allergenInMore : .allergenIn : isLong ? .allergenInMoreAlso : .allergenInAlso
        // Options bring an allergen into items that are served without it: all are named.
        return filler.fill(
            key,
            [
                "allergen": term(allergen), "items": .names(Array(with.prefix(Self.maxListedNames))),
                "options": .names(choices),
            ])
    }

    /// Items for which the menu does not list an allergen. That is no guarantee, and the sentence says so.
    private func suitable(without allergen: String, _ category: String?) -> String {
        let items = menu.items.filter { $0.available && (category == nil || $0.category == category) }
        let names = items.filter { !menu.allergens(of: $0).contains(allergen) }.map(\.name)
        // A menu that lists the allergen nowhere does not know about it.
        guard menu.lists(allergen) else { return filler.fill(.allergenUnknown, ["allergen": term(allergen)]) }
        guard !names.isEmpty else { return filler.fill(.suitableNone, ["allergen": term(allergen)]) }
        return filler.fill(
            names.count > Self.maxListedNames ? .suitableMore : .suitable,
            ["allergen": term(allergen), "items": .names(Array(names.prefix(Self.maxListedNames)))])
    }

    /// The first items that fit a wish, with their prices, and how many more there are.
    private func found(_ search: MenuSearch) -> String {
        if let allergen = search.unlisted(in: menu).first {
            return filler.fill(.allergenUnknown, ["allergen": term(allergen)])
        }
        let matches = search.matches(in: menu)
        guard !matches.isEmpty else { return filler.fill(.searchNone) }
        let shown = matches.prefix(Self.spokenMatches).map { match in
            filler.fill(
                .searchItem, ["item": .name(menu.item(match.itemId)?.name), "price": money(match.price)])
        }
        let more = matches.count - shown.count
        let sentence = filler.fill(
            more == 0 ? .searchFound : more == 1 ? .searchFoundOneMore : .searchFoundMore,
            ["items": .texts(shown), "count": .text(String(more))])
        // What the menu does not list is no guarantee.
        let cautions = search.without.map { filler.fill(.searchCaution, ["allergen": term($0)]) }
        return ([sentence] + cautions).joined(separator: " ")
    }

    /// An option of the item that removes an allergen of the item as it is served.
    private func allergenFreeOption(_ item: MenuItem, of allergen: String) -> MenuOption? {
        guard menu.allergens(of: item).contains(allergen) else { return nil }
        for group in item.groups.compactMap(menu.group) {
            for option in group.options where option.freeOf.contains(allergen) {
                let chosen = SelectedOption(option: OptionReference(group: group.id, option: option.id))
                if !menu.allergens(of: item, with: [chosen]).contains(allergen) { return option }
            }
        }
        return nil
    }

    /// Warning that an item or an option contains an allergen the guest avoids.
    func contains(_ allergen: String, item: String?, option: String?, _ consequence: Consequence) -> String {
        guard let option else {
            let key: SentenceKey =
                switch consequence {
                case .kept: .allergensListed
                case .notAdded: .containsNotAdded
                case .notChanged: .containsNotChanged
                }
            return filler.fill(
                key, ["item": .name(item), "allergen": term(allergen), "allergens": .names([filler.term(allergen)])])
        }
        let key: SentenceKey =
            switch consequence {
            case .kept: .optionContains
            case .notAdded: .optionNotAdded
            case .notChanged: .optionNotChanged
            }
        return filler.fill(key, ["item": .name(item), "option": .name(option), "allergen": term(allergen)])
    }

    /// Allergens that the menu lists for a line with its options.
    func contents(_ name: String?, _ line: OrderLine) -> String {
        guard let item = menu.item(line.itemId) else { return filler.fill(.allergensAsk) }
        return list(name, of: item.name, Set(menu.allergens(of: item, with: line.options)))
    }

    private func list(_ allergen: String?, of name: String, _ listed: Set<String>) -> String {
        var slots: [String: SlotValue] = ["item": .name(name), "allergens": .names(listed.sorted().map(filler.term))]
        guard let allergen else { return filler.fill(listed.isEmpty ? .allergensNone : .allergensListed, slots) }
        slots["allergen"] = term(allergen)
        if listed.contains(allergen) { return filler.fill(.allergenYes, slots) }
        return filler.fill(listed.isEmpty ? .allergenNotListed : .allergenNotListedOthers, slots)
    }
}

extension Menu {
    /// Whether any item or option has an allergen.
    fileprivate func lists(_ allergen: String) -> Bool {
        items.contains { $0.allergens.contains(allergen) }
            || optionGroups.contains { $0.options.contains { $0.allergens.contains(allergen) } }
    }
}
