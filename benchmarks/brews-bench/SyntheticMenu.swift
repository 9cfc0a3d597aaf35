internal import Foundation
internal import Ordering

/// Menus of any size for timing: the café's option groups and as many two-word items as wanted, the first ten always
/// the same.
enum SyntheticMenu {
    private static let colours = [
        "amber", "crimson", "ivory", "golden", "silver", "scarlet", "azure", "coral", "velvet", "maple", "cedar",
        "willow", "meadow", "harbor", "summit", "ember",
        "frosted",
        "smoky", "royal", "rustic", "tropical", "alpine", "desert", "coastal", "midnight", "sunrise", "garden",
        "orchard", "prairie", "glacier", "lunar", "solar",
    ]
    private static let drinks = [
        "latte", "mocha", "cooler", "spritz", "tonic", "crush", "shake", "brew", "nectar", "punch", "fizz", "sour",
        "float", "toddy", "cordial", "infusion", "macchiato",
        "smoothie",
        "slush", "refresher", "cider", "malt", "julep", "sling", "cobbler", "fresco", "granita", "horchata", "lassi",
        "kombucha", "kefir", "bracer",
    ]

    static var largest: Int { colours.count * drinks.count }

    /// The names of the first items, in the order of the menu.
    static func names(_ count: Int) -> [String] {
        (0..<count).map { "\(colours[$0 % colours.count]) \(drinks[($0 / colours.count + $0) % drinks.count])" }
    }

    static func menu(items count: Int) throws -> Menu {
        let base = try MenuLoader.builtIn()
        let groups = base.optionGroups.map { group -> [String: Any] in
            [
                "id": group.id, "name": group.name, "kind": group.kind.rawValue, "select": group.select.rawValue,
                "amounts": group.amounts,
                "options": group.options.map { option -> [String: Any] in
                    var fields: [String: Any] = [
                        "id": option.id, "name": option.name, "aliases": option.aliases,
                        "price": option.price.minorUnits,
                    ]
                    if let count = option.count { fields["count"] = count }
                    return fields
                },
            ]
        }
        let items = names(count).enumerated().map { index, name -> [String: Any] in
            [
                "id": "item-\(index)", "name": name, "category": "drinks", "price": 400,
                "groups": ["size", "temperature", "milk", "syrup", "shots", "sweetener", "topping"],
            ]
        }
        let document: [String: Any] = [
            "store": ["name": "Bench", "currency": "USD", "locale": "en-US"], "optionGroups": groups, "items": items,
        ]
        return try MenuLoader.load([UInt8](JSONSerialization.data(withJSONObject: document)))
    }
}
