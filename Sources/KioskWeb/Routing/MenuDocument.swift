internal import Foundation
internal import Ordering

/// The menu as JSON for the page. Prices are text, because the page displays them and never calculates.
struct MenuDocument: Encodable {
    struct Price: Encodable {
        var minorUnits: Int
        var text: String
    }

    struct Category: Encodable {
        var id: String
        var name: String
    }

    struct Option: Encodable {
        var id: String
        var name: String
        var price: Price
        var allergens: [String]
        var freeOf: [String]
        var available: Bool
    }

    struct Group: Encodable {
        var id: String
        var name: String
        var kind: String
        var select: String
        var amounts: Bool
        var options: [Option]
    }

    struct Item: Encodable {
        var id: String
        var name: String
        var category: String
        var price: Price
        var groups: [String]
        var required: [String]
        var defaults: [String: String]
        /// Allergens of the item with its default options.
        var allergens: [String]
        /// Allergens of the item itself, without options.
        var ownAllergens: [String]
        var available: Bool
        var touchOnly: Bool
        var maxQuantity: Int
        /// The cheapest price with the options that must be chosen, where it differs with them.
        var startsAt: Price?
        /// A sentence about the item.
        var about: String?
        /// Its kilocalories without options.
        var calories: Int?
        /// Address of its picture.
        var picture: String?
    }

    struct Store: Encodable {
        var name: String
        var currency: String
        var locale: String
    }

    var store: Store
    var wakePhrase: String
    var hasStaffPage: Bool
    var hasSearchPage: Bool
    var categories: [Category]
    var groups: [Group]
    var items: [Item]
    /// Ids of the items on the welcome page.
    var favourites: [String]
    /// An order to say, for the welcome page.
    var example: String?
    /// Words for the menu's allergens in the language of the page.
    var terms: [String: String]

    /// - Parameters:
    ///   - money: formats an amount as the kiosk's sentences write it.
    ///   - term: the word for an allergen.
    init(
        _ menu: Menu, wakePhrase: String, hasStaffPage: Bool, hasSearchPage: Bool = false, money: (Money) -> String,
        term: (String) -> String
    ) {
        func price(_ amount: Money) -> Price {
            Price(minorUnits: amount.minorUnits, text: money(amount))
        }
        store = Store(name: menu.store.name, currency: menu.store.currency, locale: menu.store.locale)
        self.wakePhrase = wakePhrase
        self.hasStaffPage = hasStaffPage
        self.hasSearchPage = hasSearchPage
        favourites = Favourites.ids(on: menu)
        var seen: Set<String> = []
        categories = menu.items.map(\.category).filter { seen.insert($0).inserted }.map { id in
            Category(id: id, name: menu.name(ofCategory: id))
        }
        groups = menu.optionGroups.map { group in
            Group(
                id: group.id, name: group.name, kind: group.kind.rawValue, select: group.select.rawValue,
                amounts: group.amounts,
                options: group.options.map {
                    Option(
                        id: $0.id, name: $0.name, price: price($0.price), allergens: $0.allergens, freeOf: $0.freeOf,
                        available: $0.available)
                })
        }
        let allergens = Set(menu.items.flatMap(\.allergens) + menu.optionGroups.flatMap(\.options).flatMap(\.allergens))
        terms = Dictionary(uniqueKeysWithValues: allergens.map { ($0, term($0)) })
        items = menu.items.map { item in
            Item(
                id: item.id, name: item.name, category: item.category, price: price(item.price), groups: item.groups,
                required: item.required,
                defaults: item.defaults, allergens: menu.allergens(of: item), ownAllergens: item.allergens,
                available: item.available,
                touchOnly: item.touchOnly, maxQuantity: min(item.maxQuantity, menu.limits.perLine),
                startsAt: menu.startingPrice(of: item).map(price), about: item.about, calories: item.calories,
                picture: item.picture.map { PictureFiles.path + $0 })
        }
    }

    var json: [UInt8] { (try? JSONEncoder().encode(self)).map { Array($0) } ?? [] }
}

extension Menu {
    /// The cheapest price of an item with the options that must be chosen; `nil` where every choice costs the item's
    /// own price.
    fileprivate func startingPrice(of item: MenuItem) -> Money? {
        var (lowest, differs) = (item.price, false)
        for id in item.required {
            let prices = group(id)?.availableOptions.map(\.price) ?? []
            guard let least = prices.min(), let most = prices.max() else { continue }
            if least != most { differs = true }
            lowest = (try? lowest.adding(least)) ?? lowest
        }
        return differs || lowest != item.price ? lowest : nil
    }
}

/// Price of an item configured on the page, from the kiosk's price list.
enum PriceQuote {
    /// - Parameter money: formats an amount as the kiosk's sentences write it.
    /// - Returns: the total price as text; `nil` for an unknown item, a quantity outside 1…`maxQuantity`, or an
    ///   amount that is out of range.
    static func text(for action: KioskAction, menu: Menu, money: (Money) -> String) -> String? {
        guard case .add(let itemId, let quantity, let options) = action, let item = menu.item(itemId),
            (1...item.maxQuantity).contains(quantity)
        else { return nil }
        let selected = options.map {
            SelectedOption(
                option: OptionReference(group: $0.group, option: $0.id), amount: $0.amount,
                count: $0.count.map { max(1, min(100, $0)) })
        }
        let line = OrderLine(
            id: 0,
            item: ParsedOrderItem(
                itemId: itemId, name: item.name, quantity: quantity, options: selected, spoken: "", nameSpoken: "",
                confidence: 1))
        return (try? PriceList(menu: menu).total(of: [line])).map(money)
    }
}
