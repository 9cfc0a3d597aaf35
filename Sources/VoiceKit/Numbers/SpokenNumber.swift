public import Foundation

/// What a spoken number means.
public enum SpokenNumber: Hashable, Sendable {
    /// A number: "forty two point five" is 42.5, "nineteen eighty four" 1984, "two and a half" 2.5.
    case number(Decimal)
    /// Digits in the order in which they were spoken, leading zeros included: "oh seven double three" is "0733".
    case digits(String)
    /// A place in an order, 1 or more: "twenty first".
    case ordinal(Int)
    /// An amount in a currency, as its ISO 4217 code: "four dollars fifty" is 4.5 USD.
    case money(Decimal, currency: String)
    /// A share in percent.
    case percent(Decimal)
    /// A day, without a year where none was said. Month 1…12; the day exists in that month.
    case date(year: Int?, month: Int, day: Int)

    /// The value as one number; `nil` for a date, and for more digits than a number has.
    public var value: Double? {
        switch self {
        case .number(let value), .money(let value, _), .percent(let value): NSDecimalNumber(decimal: value).doubleValue
        case .digits(let digits): digits.count <= 15 ? Double(digits) : nil
        case .ordinal(let place): Double(place)
        case .date: nil
        }
    }

    /// The number in digits: "42.5", "0733", "21st", "4.50 USD", "50%", "2026-03-01" or "--03-01".
    public var text: String {
        switch self {
        case .number(let value): "\(value)"
        case .digits(let digits): digits
        case .ordinal(let place): "\(place)" + Self.ending(of: place)
        case .money(let amount, let currency):
            String(format: "%.2f", NSDecimalNumber(decimal: amount).doubleValue) + " " + currency
        case .percent(let share): "\(share)%"
        case .date(let year, let month, let day):
            (year.map { String(format: "%04d-", $0) } ?? "--") + String(format: "%02d-%02d", month, day)
        }
    }

    private static func ending(of place: Int) -> String {
        switch (place % 100, place % 10) {
        case (11...13, _): "th"
        case (_, 1): "st"
        case (_, 2): "nd"
        case (_, 3): "rd"
        default: "th"
        }
    }
}
