/// An amount in minor units of the menu's currency (cents). All arithmetic is checked: overflow is an error, never a
/// trap and never a wrong price.
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

    /// The amount with the currency's decimals, and its sign where it has a common one: `$4.25`, `CHF 4.25`, `KWD
    /// 0.450`, `¥425`.
    ///
    /// - Parameter currency: ISO 4217 code.
    public func formatted(currency: String) -> String {
        let sign = minorUnits < 0 ? "-" : ""
        return sign + (Currency.sign(currency) ?? currency + " ") + decimals(currency: currency, point: ".")
    }

    /// The amount's digits without sign or currency: `4.25`, `0.450`, `425`.
    ///
    /// - Parameters:
    ///   - currency: ISO 4217 code.
    ///   - point: what stands before the minor units.
    public func decimals(currency: String, point: String) -> String {
        let digits = Currency.minorDigits(currency)
        guard digits > 0 else { return String(minorUnits.magnitude) }
        let factor = (0..<digits).reduce(UInt(1)) { product, _ in product * 10 }
        let (units, fraction) = minorUnits.magnitude.quotientAndRemainder(dividingBy: factor)
        let written = String(fraction)
        return "\(units)" + point + String(repeating: "0", count: digits - written.count) + written
    }
}

/// A price or total that does not fit into 64 bits.
public struct MoneyOverflow: Error, Equatable, Sendable {}

/// Facts of ISO 4217 that formatting needs.
public enum Currency {
    /// The active currencies that do not have two decimals, by ISO 4217 and not by what is in circulation: the forint
    /// has two.
    private static let unusualDigits: [Int: [String]] = [
        0: [
            "BIF", "CLP", "DJF", "GNF", "ISK", "JPY", "KMF", "KRW", "PYG", "RWF", "UGX", "UYI", "VND", "VUV", "XAF",
            "XOF", "XPF",
        ],
        3: ["BHD", "IQD", "JOD", "KWD", "LYD", "OMR", "TND"],
        4: ["CLF", "UYW"],
    ]
    private static let digitsByCode = Dictionary(
        unusualDigits.flatMap { digits, codes in codes.map { ($0, digits) } }, uniquingKeysWith: { first, _ in first })
    private static let signs = [
        "USD": "$", "EUR": "€", "GBP": "£", "JPY": "¥", "AUD": "A$", "CAD": "C$", "INR": "₹", "KRW": "₩",
    ]

    /// Decimals after the point, 0 to 4.
    public static func minorDigits(_ code: String) -> Int { digitsByCode[code] ?? 2 }

    /// The sign that most people know for a currency; `nil` where its code is written.
    public static func sign(_ code: String) -> String? { signs[code] }
}
