internal import Foundation
internal import Ordering
internal import PlatformSupport
internal import SQLiteOrderStore

/// `brews orders export`: orders for a till.
struct OrdersExport {
    private enum Format: String {
        case csv, json, spreadsheet
    }

    private let format: Format
    private let output: String?
    private let setup: Setup

    init(_ arguments: Arguments, _ setup: Setup) throws(CLIError) {
        let name = arguments.value("format") ?? (setup.json ? Format.json.rawValue : Format.csv.rawValue)
        guard let format = Format(rawValue: name) else {
            throw .usage("--format is csv, json or spreadsheet, not '\(name)'")
        }
        self.format = format
        output = arguments.value("output")
        self.setup = setup
    }

    /// Writes every order since a business day. A file is written atomically.
    func run(_ orders: OrderSource, since: BusinessDay?) throws {
        if format == .spreadsheet { return try runSpreadsheet(orders, since: since) }
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        func write(_ put: (String) throws -> Void) throws {
            let more = orders.isOfSeveral ? [CSV.kioskColumn] : []
            if format == .csv { try put(CSV.line(CSV.columns + more)) }
            try orders.forEachOrder(since: since) { order, kiosk in
                switch format {
                case .csv:
                    let name = orders.isOfSeveral ? [CSV.cell(kiosk)] : []
                    for row in CSV.rows(order) { try put(CSV.line(row + name)) }
                case .spreadsheet: break
                case .json:
                    var record = OrderRecord(order)
                    if orders.isOfSeveral { record.kiosk = kiosk }
                    try put(String(decoding: encoder.encode(record), as: UTF8.self) + "\n")
                }
            }
        }
        guard let output else {
            return try write {
                setup.console.text($0)
                try Console.checkOutput()
            }
        }
        try Self.write(to: output, write)
    }

    /// Writes a file for its owner alone, atomically.
    private static func write(to path: String, _ body: ((String) throws -> Void) throws -> Void) throws {
        do {
            // Orders are private to the user.
            let file = try OutputFile(path: path, mode: 0o600)
            try body { try file.write(Array($0.utf8)) }
            try file.finish()
        } catch let error as OutputFileError {
            throw CLIError.input("\(path) cannot be written: \(error.reason)")
        }
    }

    /// Writes a table of orders and, beside it, one of their lines.
    private func runSpreadsheet(_ orders: OrderSource, since: BusinessDay?) throws {
        guard let output, let suffix = output.range(of: ".csv", options: [.backwards, .anchored]) else {
            throw CLIError.usage("--format spreadsheet writes two files; name the first one with -o FILE.csv")
        }
        let sheet = OrdersSpreadsheet(locale: setup.locale ?? "en")
        let lines = output.replacingCharacters(in: suffix, with: "-\(sheet.linesName).csv")
        try Self.write(to: output) { put in
            try put(OrdersSpreadsheet.mark + sheet.line(sheet.orderColumns))
            try orders.forEachOrder(since: since) { order, _ in try put(sheet.line(sheet.row(order))) }
        }
        try Self.write(to: lines) { put in
            try put(OrdersSpreadsheet.mark + sheet.line(sheet.lineColumns))
            try orders.forEachOrder(since: since) { order, _ in
                for row in sheet.lineRows(order) { try put(sheet.line(row)) }
            }
        }
        setup.console.note("brews: note: the orders are in \(output), their lines in \(lines)")
    }
}

extension OrderDetails {
    /// Sum of the taxes in minor units, included and added ones.
    var taxSum: Int { taxes.reduce(0) { $0 + $1.amount.minorUnits } }
}

/// Comma-separated values (RFC 4180) without cells that a spreadsheet takes for a formula.
enum CSV {
    /// The order is a contract; new columns are appended.
    static let columns = [
        "sequence", "order_id", "day", "number", "placed_at", "clock_trusted", "line", "item_id", "item_name",
        "quantity", "options", "unit_price", "line_total",
        "order_total",
        "currency", "menu_digest", "avoids", "mark", "service", "guest_name", "order_tax", "order_tip",
    ]

    /// The column that follows the others in an export of several kiosks.
    static let kioskColumn = "kiosk"

    /// A row for each line of an order. Amounts are minor units; options are `group:id`, with `=amount` and `*count`,
    /// separated by semicolons, as are the allergens and diets that the guest named for the whole order.
    static func rows(_ order: StoredOrder) -> [[String]] {
        order.order.lines.enumerated().map { index, line in
            let options = line.options.map { option in
                "\(option.group):\(option.id)" + (option.amount.map { "=\($0.rawValue)" } ?? "")
                    + (option.count.map { "*\($0)" } ?? "")
            }
            let total = (try? line.unitPrice.multiplied(by: line.quantity))?.minorUnits
            return [
                "\(order.sequence)", cell(order.order.id), "\(order.day)", "\(order.number)", order.placedAt,
                "\(order.placed.isTrusted)", "\(index + 1)",
                cell(line.itemId),
                cell(line.name), "\(line.quantity)", cell(options.joined(separator: ";")),
                "\(line.unitPrice.minorUnits)", total.map(String.init) ?? "",
                "\(order.order.total.minorUnits)", cell(order.order.currency), cell(order.order.menuDigest),
                cell(order.order.avoids.joined(separator: ";")), order.mark?.rawValue ?? "",
                order.order.details?.service?.rawValue ?? "", cell(order.order.details?.name ?? ""),
                "\(order.order.details?.taxSum ?? 0)", "\(order.order.details?.tip.minorUnits ?? 0)",
            ]
        }
    }

    /// Fields with their line end.
    static func line(_ fields: [String]) -> String {
        fields.map { field in
            field.contains { ",\"\r\n".contains($0) || $0 == "\r\n" }
                ? "\"" + field.replacingOccurrences(of: "\"", with: "\"\"") + "\"" : field
        }.joined(separator: ",") + "\r\n"
    }

    /// Text as a cell: control characters become spaces, and an apostrophe precedes what would begin a formula.
    static func cell(_ text: String) -> String {
        let plain = text.onOneLine
        let begin = plain.first { !$0.isWhitespace }
        return begin.map { "=+-@|%＝＋－＠".contains($0) } == true ? "'" + plain : plain
    }
}
