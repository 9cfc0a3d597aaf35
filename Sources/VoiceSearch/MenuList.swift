public import Catalogue
public import Ordering

/// The items of a menu as items of a catalogue.
public enum MenuList {
    /// Items with name, category, options, price, availability and the allergens that the menu lists. The identifier is
    /// the item's id.
    public static func items(_ menu: Menu) -> [CatalogueItem] {
        menu.items.map { item in
            let options = item.groups.compactMap(menu.group).flatMap { $0.options.map(\.name) }
            return CatalogueItem(
                kind: .menu, title: item.name,
                details: ([menu.name(ofCategory: item.category)] + item.aliases + options).joined(separator: "; "),
                identifier: item.id, price: item.price.minorUnits, currency: menu.store.currency,
                isAvailable: item.available, allergens: menu.allergens(of: item))
        }
    }
}
