internal import TestSupport

/// A small random menu, valid or broken in one known way.
struct RandomMenu {
    /// A way to break a menu, and the last part of the key that the finding must name.
    enum Fault: CaseIterable {
        case itemIdTwice, optionIdTwice, groupIdTwice, unknownGroup, requiredNotTaken, defaultNotTaken,
            unknownDefaultOption
        case priceBelowZero, priceZero, priceFraction, optionPriceBelowZero, priceMissing, nameMissing, emptyAlias,
            badId
        case badCurrency, unknownKey, wrongType, limitZero, quantityZero, ruleWithoutItem, ruleWithoutOption, noItems,
            noOptions
        case commaTooMany, cutShort

        /// `nil` for faults of the grammar, which are named where reading stopped.
        var key: String? {
            switch self {
            case .itemIdTwice, .optionIdTwice, .groupIdTwice, .badId: "id"
            case .unknownGroup: "groups["
            case .requiredNotTaken: "required["
            case .defaultNotTaken, .unknownDefaultOption: "defaults."
            case .priceBelowZero, .priceZero, .priceFraction, .optionPriceBelowZero, .priceMissing: "price"
            case .nameMissing: "name"
            case .emptyAlias: "aliases["
            case .badCurrency: "store.currency"
            case .unknownKey: "colour"
            case .wrongType: "available"
            case .limitZero: "limits.perLine"
            case .quantityZero: "maxQuantity"
            case .ruleWithoutItem: "when.items["
            case .ruleWithoutOption: "forbid["
            case .noItems: "items"
            case .noOptions: "options"
            case .commaTooMany, .cutShort: nil
            }
        }
    }

    private(set) var text: String
    /// Prices of the items in their order, when the menu is sound.
    private(set) var prices: [Int] = []

    /// - Parameter fault: what to break; `nil` for a sound menu.
    init(fault: Fault?, using random: inout SeededGenerator) {
        func number(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &random) }
        let groupCount = number(1...2)
        let optionCounts = (0..<groupCount).map { _ in number(1...2) }
        let brokenGroup = number(0...groupCount - 1)
        let itemCount = number(1...2)
        let brokenItem = number(0...itemCount - 1)

        var groups: [String] = []
        for group in 0..<groupCount {
            let isBroken = group == brokenGroup
            var options: [String] = []
            for option in 0..<optionCounts[group] {
                let price =
                    isBroken && option == 0 && fault == .optionPriceBelowZero ? -number(1...500) : number(0...200)
                options.append("{\"id\": \"o\(option)\", \"name\": \"Option \(option)\", \"price\": \(price)}")
            }
            if isBroken, fault == .optionIdTwice { options.append("{\"id\": \"o0\", \"name\": \"Again\"}") }
            if isBroken, fault == .noOptions { options = [] }
            groups.append(
                """
                {"id": "g\(group)", "name": "Group", "select": "\(number(0...1) == 0 ? "one" : "many")", \
                "options": [\(options.joined(separator: ", "))]}
                """
            )
        }
        if fault == .groupIdTwice {
            groups.append(
                "{\"id\": \"g0\", \"name\": \"Group\", \"options\": [{\"id\": \"o0\", \"name\": \"Option\"}]}")
        }

        var items: [String] = []
        for item in 0..<itemCount {
            let broken = item == brokenItem ? fault : nil
            var price: String? = "\(number(1...2_000))"
            switch broken {
            case .priceBelowZero: price = "\(-number(1...2_000))"
            case .priceZero: price = "0"
            case .priceFraction: price = "\(number(0...20)).\(number(1...99))"
            case .priceMissing: price = nil
            default: prices.append(price.flatMap(Int.init) ?? 0)
            }
            let group = number(0...groupCount - 1)
            let id = broken == .badId ? ["", "a b", "käse", "<b>", "../x"][number(0...4)] : "i\(item)"
            var fields = ["\"id\": \"\(id)\""]
            if broken != .nameMissing { fields.append("\"name\": \"Item \(item)\"") }
            if let price { fields.append("\"price\": \(price)") }
            fields.append("\"groups\": [\"\(broken == .unknownGroup ? "g9" : "g\(group)")\"]")
            switch broken {
            case .requiredNotTaken: fields.append("\"required\": [\"g8\"]")
            case .defaultNotTaken: fields.append("\"defaults\": {\"g8\": \"o0\"}")
            case .unknownDefaultOption: fields.append("\"defaults\": {\"g\(group)\": \"o9\"}")
            case .emptyAlias: fields.append("\"aliases\": [\"\(number(0...1) == 0 ? "" : "  ")\"]")
            case .unknownKey: fields.append("\"colour\": \"red\"")
            case .wrongType: fields.append("\"available\": \(["\"yes\"", "1", "null", "[]"][number(0...3)])")
            case .quantityZero: fields.append("\"maxQuantity\": \(-number(0...3))")
            default:
                if number(0...3) == 0, broken == nil {
                    fields.append("\"defaults\": {\"g\(group)\": \"o0\"}, \"required\": [\"g\(group)\"]")
                }
            }
            items.append("{\(fields.joined(separator: ", "))}")
        }
        if fault == .itemIdTwice { items.append("{\"id\": \"i0\", \"name\": \"Again\", \"price\": 5}") }
        if fault == .noItems { items = [] }

        var members = [
            """
            "store": {"name": "R", "currency": \
            "\(fault == .badCurrency ? ["usd", "$", "EURO", "U1D", ""][number(0...4)] : "EUR")"}
            """
        ]
        if fault == .limitZero || number(0...3) == 0 {
            members.append("\"limits\": {\"perLine\": \(fault == .limitZero ? 0 : number(1...50))}")
        }
        members.append("\"optionGroups\": [\(groups.joined(separator: ",\n"))]")
        members.append("\"items\": [\(items.joined(separator: ",\n"))\(fault == .commaTooMany ? "," : "")]")
        if fault == .ruleWithoutItem || fault == .ruleWithoutOption || (fault != .noItems && number(0...3) == 0) {
            members.append(
                """
                "rules": [{"when": {"items": ["\(fault == .ruleWithoutItem ? "i9" : "i0")"]}, \
                "then": {"forbid": ["g0/\(fault == .ruleWithoutOption ? "o9" : "o0")"]}}]
                """
            )
        }
        text = "{" + members.joined(separator: ",\n") + "}"
        if fault == .cutShort { text = String(text.prefix(number(1...text.count - 1))) }
    }
}
