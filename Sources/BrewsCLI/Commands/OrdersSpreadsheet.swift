internal import Foundation
internal import Ordering
internal import SQLiteOrderStore

/// Orders as two tables that a spreadsheet opens as it is: with the separator, the decimal sign and the column names of
/// its language, and a byte order mark, without which some take UTF-8 for something else.
struct OrdersSpreadsheet {
    /// The byte order mark at a file's begin.
    static let mark = "\u{FEFF}"

    private let language: Language

    /// What differs between the languages of spreadsheets.
    private struct Language {
        var separator = ";"
        var point = ","
        let lines: String
        let orders: [String]
        let ofLines: [String]
        let marks: [OrderMark: String]
        var services: [ServiceKind: String] = [:]
    }

    private static let languages: [String: Language] = [
        "en": Language(
            separator: ",", point: ".", lines: "lines",
            orders: [
                "Day", "Time", "Number", "Items", "Total", "Takings", "Currency", "State", "Service", "Name", "Tax",
                "Tip",
            ],
            ofLines: ["Day", "Number", "Item", "Options", "Quantity", "Price", "Sum", "Currency"],
            marks: [.paid: "paid", .void: "cancelled", .refunded: "refunded"],
            services: [.eatHere: "eat here", .toGo: "to go"]),
        "de": Language(
            lines: "zeilen",
            orders: [
                "Tag", "Zeit", "Nummer", "Artikel", "Summe", "Umsatz", "Währung", "Stand", "Art", "Name", "Steuer",
                "Trinkgeld",
            ],
            ofLines: ["Tag", "Nummer", "Artikel", "Optionen", "Menge", "Preis", "Summe", "Währung"],
            marks: [.paid: "bezahlt", .void: "storniert", .refunded: "erstattet"],
            services: [.eatHere: "hier", .toGo: "mitnehmen"]),
        "es": Language(
            lines: "lineas",
            orders: [
                "Día", "Hora", "Número", "Artículos", "Total", "Ingresos", "Moneda", "Estado", "Servicio", "Nombre",
                "Impuesto", "Propina",
            ],
            ofLines: ["Día", "Número", "Artículo", "Opciones", "Cantidad", "Precio", "Suma", "Moneda"],
            marks: [.paid: "pagado", .void: "anulado", .refunded: "devuelto"],
            services: [.eatHere: "aquí", .toGo: "para llevar"]),
        "fr": Language(
            lines: "lignes",
            orders: [
                "Jour", "Heure", "Numéro", "Articles", "Total", "Recettes", "Devise", "État", "Service", "Nom", "Taxe",
                "Pourboire",
            ],
            ofLines: ["Jour", "Numéro", "Article", "Options", "Quantité", "Prix", "Somme", "Devise"],
            marks: [.paid: "payée", .void: "annulée", .refunded: "remboursée"],
            services: [.eatHere: "sur place", .toGo: "à emporter"]),
    ]

    /// - Parameter locale: a language tag; English for one without a spreadsheet.
    init(locale: String) {
        let code = String(locale.prefix { $0 != "-" && $0 != "_" }).lowercased()
        language =
            Self.languages[code] ?? Self.languages["en"]
            ?? Language(
                lines: "lines", orders: [], ofLines: [], marks: [:])
    }

    /// How the second file is called.
    var linesName: String { language.lines }
    /// Column names of the table of orders.
    var orderColumns: [String] { language.orders }
    /// Column names of the table of lines.
    var lineColumns: [String] { language.ofLines }

    /// A row of the table of orders. Takings are the total, and zero for an order that was cancelled or refunded, so
    /// that their sum is the day's.
    func row(_ order: StoredOrder) -> [String] {
        let currency = order.order.currency, counts = order.mark?.counts ?? true
        let details = order.order.details
        return [
            "\(order.day)", order.time, "\(order.number)", "\(order.order.lines.reduce(0) { $0 + $1.quantity })",
            amount(order.order.total, currency), amount(counts ? order.order.total : .zero, currency), currency,
            order.mark.flatMap { language.marks[$0] } ?? "",
            details?.service.flatMap { language.services[$0] } ?? "", CSV.cell(details?.name ?? ""),
            details.map { amount(Money(minorUnits: $0.taxSum), currency) } ?? amount(.zero, currency),
            amount(details?.tip ?? .zero, currency),
        ]
    }

    /// A row for each line of an order.
    func lineRows(_ order: StoredOrder) -> [[String]] {
        let currency = order.order.currency
        return order.order.lines.map { line in
            let sum = try? line.unitPrice.multiplied(by: line.quantity)
            return [
                "\(order.day)", "\(order.number)", CSV.cell(line.name),
                CSV.cell(line.options.map(\.text).joined(separator: ", ")), "\(line.quantity)",
                amount(line.unitPrice, currency), sum.map { amount($0, currency) } ?? "", currency,
            ]
        }
    }

    /// Fields with their line end. A field with a separator, a quotation mark or a line end is quoted.
    func line(_ fields: [String]) -> String {
        fields.map { field in
            field.contains { language.separator.contains($0) || "\"\r\n".contains($0) || $0 == "\r\n" }
                ? "\"" + field.replacingOccurrences(of: "\"", with: "\"\"") + "\"" : field
        }.joined(separator: language.separator) + "\r\n"
    }

    private func amount(_ money: Money, _ currency: String) -> String {
        (money < .zero ? "-" : "") + money.decimals(currency: currency, point: language.point)
    }
}
