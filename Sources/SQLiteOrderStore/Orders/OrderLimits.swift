internal import Foundation
internal import Ordering

/// Limits of orders, carts and events. A value outside them indicates a program error and is not stored.
enum OrderLimits {
    static let mostLines = 200
    static let mostOptions = 64
    static let mostAvoids = 64
    static let largestQuantity = 10_000
    /// Largest amount in minor units: ten million units of the currency.
    static let maxAmount = 1_000_000_000
    /// Longest name, id or similar text in UTF-8 bytes.
    static let maxTextBytes = 400
    /// Longest event in UTF-8 bytes, and most events per session, so that an endless session cannot fill the disk.
    static let maxEventBytes = 16 << 10
    static let mostEvents = 10_000
    /// Most marks of an order, and most served menus that are remembered, with the longest list of changes.
    static let mostMarks = 100
    static let mostMenus = 10_000
    static let longestChanges = 64 << 10

    /// Checks an order.
    ///
    /// - Throws: `StoreError.implausible` for the first violation.
    static func check(_ order: NewOrder) throws(StoreError) {
        guard UUID(uuidString: order.id) != nil else { throw .implausible("the order's id is no UUID") }
        try check(text: order.session, "session")
        guard order.currency.utf8.count == 3, order.currency.utf8.allSatisfy({ (65...90).contains($0) }) else {
            throw .implausible("the currency is no ISO 4217 code")
        }
        guard order.menuDigest.utf8.count <= maxTextBytes else { throw .implausible("the menu's digest is too long") }
        guard !order.lines.isEmpty else { throw .implausible("the order is empty") }
        try check(order.lines)
        try check(avoids: order.avoids)
        if let details = order.details { try check(details) }
        let sum: Money
        do {
            sum = try order.linesTotal().adding(order.details?.added() ?? .zero)
        } catch {
            throw .implausible("the lines' prices do not fit a number")
        }
        guard sum == order.total else {
            throw .implausible("the total is \(order.total.minorUnits), and the lines come to \(sum.minorUnits)")
        }
        guard (0...maxAmount).contains(sum.minorUnits) else { throw .implausible("the total is \(sum.minorUnits)") }
    }

    /// Checks the details of an order. Details without content are stored as none.
    static func check(_ details: OrderDetails) throws(StoreError) {
        guard !details.isEmpty else { throw .implausible("details without content") }
        if let name = details.name { try check(text: name, "guest's name") }
        guard details.taxes.count <= mostOptions else { throw .implausible("\(details.taxes.count) taxes") }
        for tax in details.taxes {
            try check(text: tax.name, "tax")
            guard (0...100_000).contains(tax.rate) else { throw .implausible("a rate of \(tax.rate)") }
        }
        for amount in details.taxes.flatMap({ [$0.base, $0.amount] }) + [details.tip]
        where !(0...maxAmount).contains(amount.minorUnits) {
            throw .implausible("an amount of \(amount.minorUnits)")
        }
    }

    static func check(_ lines: [StoredLine]) throws(StoreError) {
        guard lines.count <= mostLines else { throw .implausible("\(lines.count) lines") }
        for line in lines {
            try check(text: line.itemId, "item")
            try check(text: line.name, "item's name")
            guard (1...largestQuantity).contains(line.quantity) else {
                throw .implausible("a quantity of \(line.quantity)")
            }
            guard (-maxAmount...maxAmount).contains(line.unitPrice.minorUnits) else {
                throw .implausible("a price of \(line.unitPrice.minorUnits)")
            }
            guard line.options.count <= mostOptions else {
                throw .implausible("\(line.options.count) options of one item")
            }
            for option in line.options {
                for (text, what) in [
                    (option.group, "option's group"), (option.id, "option"), (option.name, "option's name"),
                ] { try check(text: text, what) }
                if let count = option.count, !(0...largestQuantity).contains(count) {
                    throw .implausible("an option \(count) times")
                }
            }
        }
    }

    static func check(avoids: [String]) throws(StoreError) {
        guard avoids.count <= mostAvoids else { throw .implausible("\(avoids.count) allergens to avoid") }
        for name in avoids { try check(text: name, "allergen") }
    }

    static func check(text: String, _ what: String) throws(StoreError) {
        guard !text.isEmpty, text.utf8.count <= maxTextBytes else {
            throw .implausible("the \(what) is empty or longer than \(maxTextBytes) bytes")
        }
    }

    /// An event on one line, with card numbers masked.
    static func event(_ json: String) throws(StoreError) -> String {
        guard json.utf8.count <= maxEventBytes else {
            throw .implausible("an event of \(json.utf8.count) bytes; at most \(maxEventBytes)")
        }
        guard (try? JSONSerialization.jsonObject(with: Data(json.utf8))) is [String: Any] else {
            throw .implausible("an event that is no JSON object")
        }
        return DigitMask.masked(json: json)
    }
}
