internal import Foundation

/// Masks possible card numbers in text that another store keeps (fault J2).
public enum CardNumbers {
    /// The text with twelve or more digits in a row, also spoken ones, replaced by `*`.
    public static func masked(_ text: String) -> String {
        guard let json = try? JSONEncoder().encode([text]),
            let masked = try? JSONDecoder().decode(
                [String].self, from: Data(DigitMask.masked(json: String(decoding: json, as: UTF8.self)).utf8))
        else { return "" }
        return masked.first ?? ""
    }
}
