/// What an owner has changed for the day beside the menu file: what is sold out, and other prices.
///
/// ```swift
/// var changes = MenuChanges()
/// changes.soldOut["milk/oat"] = MenuChanges.SoldOut()
/// let today = menu.changed(by: changes)
/// ```
///
/// Keys name an item by its id, or an option as `group/option`. What the menu does not have is ignored, so that changes
/// outlive a new menu file.
public struct MenuChanges: Equatable, Sendable, Codable {
    /// Something that cannot be ordered.
    public struct SoldOut: Equatable, Sendable, Codable {
        /// The business day from which it can be ordered again, as `2026-11-30`; `nil` until it is put back.
        public var until: String?

        /// Something that is sold out.
        public init(until: String? = nil) { self.until = until }
    }

    /// What is sold out.
    public var soldOut: [String: SoldOut]
    /// Other prices, in minor units.
    public var prices: [String: Int]
    /// Whether guests are suggested what the menu names; `nil` as the kiosk's options say.
    public var suggestions: Bool?

    /// No changes.
    public init(soldOut: [String: SoldOut] = [:], prices: [String: Int] = [:], suggestions: Bool? = nil) {
        self.soldOut = soldOut
        self.prices = prices
        self.suggestions = suggestions
    }

    /// Whether nothing is changed.
    public var isEmpty: Bool { soldOut.isEmpty && prices.isEmpty && suggestions == nil }

    /// The changes that hold on a business day.
    ///
    /// - Parameter day: as `2026-11-29`.
    public func holding(on day: String) -> MenuChanges {
        var changes = self
        changes.soldOut = soldOut.filter { $0.value.until.map { $0 > day } ?? true }
        return changes
    }
}

/// Something on a menu that an owner can mark as sold out or give another price.
public enum MenuEntry: Hashable, Sendable, CustomStringConvertible {
    /// An item by its id.
    case item(String)
    /// An option.
    case option(OptionReference)

    /// The entry's key in `MenuChanges`: `latte` or `milk/oat`.
    public var description: String {
        switch self {
        case .item(let id): id
        case .option(let option): "\(option.group)/\(option.option)"
        }
    }
}

extension Menu {
    /// The entries of a name: an item's id, an option's `group/option`, or the name or another name of either. Several
    /// for a name that is not unique.
    public func entries(named name: String) -> [MenuEntry] {
        let all =
            items.map { (MenuEntry.item($0.id), [$0.name] + $0.aliases) }
            + optionGroups.flatMap { group in
                group.options.map { option in
                    (
                        MenuEntry.option(OptionReference(group: group.id, option: option.id)),
                        [option.name] + option.aliases
                    )
                }
            }
        if let exact = all.first(where: { $0.0.description == name }) { return [exact.0] }
        let words = SpokenWords(name).words
        // The name itself before another name for something else.
        let named = all.filter { SpokenWords($0.1[0]).words == words }.map(\.0)
        return named.isEmpty ? all.filter { $0.1.contains { SpokenWords($0).words == words } }.map(\.0) : named
    }

    /// All items, and all options group by group, with their names.
    public var entries: [(entry: MenuEntry, name: String)] {
        items.map { (.item($0.id), $0.name) }
            + optionGroups.flatMap { group in
                group.options.map { (.option(OptionReference(group: group.id, option: $0.id)), $0.name) }
            }
    }

    /// The price of an entry; `nil` for one that the menu does not have.
    public func price(of entry: MenuEntry) -> Money? {
        switch entry {
        case .item(let id): item(id)?.price
        case .option(let reference): option(reference)?.price
        }
    }

    /// Whether an entry can be ordered now.
    public func isAvailable(_ entry: MenuEntry) -> Bool {
        switch entry {
        case .item(let id): item(id)?.available ?? false
        case .option(let reference): option(reference)?.available ?? false
        }
    }

    /// The name of an entry; `nil` for one that the menu does not have.
    public func name(of entry: MenuEntry) -> String? {
        switch entry {
        case .item(let id): item(id)?.name
        case .option(let reference): option(reference)?.name
        }
    }

    /// The menu with changes.
    ///
    /// An option that is sold out is no default any more; where the group must have one, the guest is asked. An item
    /// without a choice left in a group that it needs is sold out as well.
    public func changed(by changes: MenuChanges) -> Menu {
        var menu = self
        for index in menu.items.indices {
            let key = menu.items[index].id
            if changes.soldOut[key] != nil { menu.items[index].available = false }
            if changes.suggestions == false { menu.items[index].suggests = [] }
            if let price = changes.prices[key], price > 0 { menu.items[index].price = Money(minorUnits: price) }
        }
        for group in menu.optionGroups.indices {
            menu.optionGroups[group].change { id, option in
                let key = MenuEntry.option(OptionReference(group: id, option: option.id)).description
                if changes.soldOut[key] != nil { option.available = false }
                if let price = changes.prices[key], price >= 0 { option.price = Money(minorUnits: price) }
            }
        }
        return menu.withoutDefaultsSoldOut()
    }

    /// The menu without defaults that are sold out.
    func withoutDefaultsSoldOut() -> Menu {
        guard optionGroups.contains(where: { $0.options.contains { !$0.available } }) else { return self }
        var menu = self
        for index in menu.items.indices {
            let item = menu.items[index]
            for (groupId, option) in item.defaults {
                guard let group = menu.group(groupId), group.option(option)?.available == false else { continue }
                menu.items[index].defaults[groupId] = nil
                if group.select == .one, !menu.items[index].required.contains(groupId) {
                    menu.items[index].required.append(groupId)
                }
            }
            let isImpossible = menu.items[index].required.contains { required in
                menu.group(required)?.options.allSatisfy { !$0.available } ?? false
            }
            if isImpossible { menu.items[index].available = false }
        }
        return menu
    }
}
