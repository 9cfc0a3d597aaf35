internal import EmbeddedFiles
internal import Foundation
internal import Ordering

/// The words of receipts in a language.
struct ReceiptWords: Decodable, Sendable {
    let order, toGo, eatHere, name, table, subtotal, includes, tip, total: String
    let none, light, extra, copy, kitchen, avoid, thanks, decimal, symbolFirst: String

    private static let all: [String: ReceiptWords] =
        (try? JSONDecoder().decode([String: ReceiptWords].self, from: Data(EmbeddedFile.receiptWords.bytes))) ?? [:]

    /// The words of a BCP 47 tag's language; English for any other.
    static func of(_ locale: String) -> ReceiptWords? {
        all[locale.prefix { $0 != "-" && $0 != "_" }.lowercased()] ?? all["en"]
    }

    /// An amount as receipts of the language write it.
    func money(_ amount: Money, _ currency: String) -> String {
        let sign = Currency.sign(currency) ?? currency
        let number = (amount < .zero ? "-" : "") + amount.decimals(currency: currency, point: decimal)
        guard !symbolFirst.isEmpty else { return "\(number) \(sign)" }
        return Currency.sign(currency) == nil ? "\(sign) \(number)" : sign + number
    }
}
