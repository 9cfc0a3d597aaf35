/// An amount of money in minor units of the menu's currency (cents).
///
/// Arithmetic is checked: an overflow throws and never wraps around.
public struct Money: Hashable, Comparable, Sendable, Codable {
    /// Minor units; negative only for reductions.
    public var minorUnits: Int

    /// Creates an amount.
    ///
    /// - Parameter minorUnits: For example 425 for $4.25.
    public init(minorUnits: Int) { self.minorUnits = minorUnits }

    /// No money.
    public static let zero = Money(minorUnits: 0)

    /// An amount as people write it: `4.75`, `4,75`, `5` or `450` for a currency without decimals.
    ///
    /// - Returns: `nil` for anything else, such as more decimals than the currency has.
    public init?(_ text: String, currency: String) {
        let digits = Currency.minorDigits(currency)
        let parts = text.split(omittingEmptySubsequences: false) { $0 == "." || $0 == "," }
        guard 1...2 ~= parts.count, 1...9 ~= parts[0].count, parts.allSatisfy({ $0.allSatisfy(\.isASCIIDigit) }),
            let whole = Int(parts[0])
        else { return nil }
        let decimals = parts.count == 2 ? String(parts[1]) : ""
        guard parts.count == 1 || 1...max(1, digits) ~= decimals.count, decimals.count <= digits else { return nil }
        let scale = repeatElement(10, count: digits).reduce(1, *)
        let fraction = Int(decimals + String(repeating: "0", count: digits - decimals.count)) ?? 0
        self.init(minorUnits: whole * scale + fraction)
    }

    /// Whether one amount is less than another.
    public static func < (a: Self, b: Self) -> Bool { a.minorUnits < b.minorUnits }

    /// The sum of two amounts.
    ///
    /// - Throws: `MoneyOverflow` when the sum does not fit.
    public func adding(_ other: Money) throws(MoneyOverflow) -> Money {
        let (sum, overflow) = minorUnits.addingReportingOverflow(other.minorUnits)
        guard !overflow else { throw MoneyOverflow() }
        return Money(minorUnits: sum)
    }

    /// The amount times a count.
    ///
    /// - Throws: `MoneyOverflow` when the product does not fit.
    public func multiplied(by count: Int) throws(MoneyOverflow) -> Money {
        let (product, overflow) = minorUnits.multipliedReportingOverflow(by: count)
        guard !overflow else { throw MoneyOverflow() }
        return Money(minorUnits: product)
    }

    /// The amount with the currency's decimals and its symbol or code: `$4.25`, `CHF 4.25`, `KWD 0.450`, `¥425`.
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
    ///   - point: The decimal separator.
    public func decimals(currency: String, point: String) -> String {
        let digits = Currency.minorDigits(currency)
        guard digits > 0 else { return String(minorUnits.magnitude) }
        let factor = (0..<digits).reduce(UInt(1)) { product, _ in product * 10 }
        let (units, fraction) = minorUnits.magnitude.quotientAndRemainder(dividingBy: factor)
        let written = String(fraction)
        return "\(units)" + point + String(repeating: "0", count: digits - written.count) + written
    }
}

/// Thrown for a price or total that does not fit into 64 bits.
public struct MoneyOverflow: Error, Equatable, Sendable {}

/// Currencies of ISO 4217, for formatting.
public enum Currency {
    /// Active currencies without two decimals, by ISO 4217 and not by the coins in circulation: the forint has two.
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

    /// Number of decimals, 0…4.
    ///
    /// - Parameter code: ISO 4217 code. Unknown codes have 2.
    public static func minorDigits(_ code: String) -> Int { digitsByCode[code] ?? 2 }

    /// The common symbol of a currency; `nil` where its code is written.
    public static func sign(_ code: String) -> String? { signs[code] }
}

extension Character {
    fileprivate var isASCIIDigit: Bool { isASCII && isNumber }
}
