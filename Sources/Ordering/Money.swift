/// An amount in minor units of the menu's currency (cents). All arithmetic is checked: overflow is an error, never a trap
/// and never a wrong price.
public struct Money: Hashable, Comparable, Sendable, Codable {
    /// Minor units; negative only for reductions.
    public var minorUnits: Int

    public init(minorUnits: Int) { self.minorUnits = minorUnits }

    public static let zero = Money(minorUnits: 0)

    public static func < (a: Self, b: Self) -> Bool { a.minorUnits < b.minorUnits }

    /// - Throws: `MoneyOverflow` when the sum does not fit.
    public func adding(_ other: Money) throws(MoneyOverflow) -> Money {
        let (sum, overflow) = minorUnits.addingReportingOverflow(other.minorUnits)
        guard !overflow else { throw MoneyOverflow() }
        return Money(minorUnits: sum)
    }

    /// - Throws: `MoneyOverflow` when the product does not fit.
    public func multiplied(by count: Int) throws(MoneyOverflow) -> Money {
        let (product, overflow) = minorUnits.multipliedReportingOverflow(by: count)
        guard !overflow else { throw MoneyOverflow() }
        return Money(minorUnits: product)
    }

    /// The amount with two decimals and the currency's sign where it has a common one: `$4.25`, `CHF 4.25`.
    ///
    /// - Parameter currency: ISO 4217 code.
    public func formatted(currency: String) -> String {
        let sign = minorUnits < 0 ? "-" : ""
        let magnitude = minorUnits.magnitude
        let digits = Currency.minorDigits(currency)
        var number = String(magnitude)
        if digits > 0 {
            let factor = (0..<digits).reduce(UInt(1)) { product, _ in product * 10 }
            let fraction = String(magnitude % factor)
            number = "\(magnitude / factor)." + String(repeating: "0", count: digits - fraction.count) + fraction
        }
        return sign + (Currency.sign(currency) ?? currency + " ") + number
    }
}

/// A price or total that does not fit into 64 bits.
public struct MoneyOverflow: Error, Equatable, Sendable {}

/// Facts of ISO 4217 that formatting needs.
public enum Currency {
    private static let withoutMinorUnits: Set<String> = ["JPY", "KRW", "ISK", "CLP", "VND", "HUF"]
    private static let signs = ["USD": "$", "EUR": "€", "GBP": "£", "JPY": "¥", "AUD": "A$", "CAD": "C$", "INR": "₹", "KRW": "₩"]

    /// Decimals after the point, 0 or 2.
    public static func minorDigits(_ code: String) -> Int { withoutMinorUnits.contains(code) ? 0 : 2 }

    /// The sign that most people know for a currency; `nil` where its code is written.
    public static func sign(_ code: String) -> String? { signs[code] }
}
