internal import Feedback
internal import Foundation
internal import KioskRuntime
internal import Ordering
internal import QRCodes
internal import Receipts
internal import SQLiteOrderStore
internal import Speech

/// Receipts and kitchen tickets of the options.
struct KioskPrinting {
    static let options = [
        OptionSpec(
            "receipt-printer", value: "FILE|DEVICE|tcp:127.0.0.1:PORT",
            "print a receipt of every order (ESC/POS); an order never waits for the printer"),
        OptionSpec("kitchen-printer", value: "FILE|DEVICE|tcp:127.0.0.1:PORT", "print a kitchen ticket of every order"),
        OptionSpec("receipt-columns", value: "32|42|48", "characters of a line of the printers' paper (default: 42)"),
    ]

    let layout: ReceiptLayout
    private let receipt: PrinterAddress?
    private let kitchen: PrinterAddress?

    init(_ arguments: Arguments, menu: Menu, locale: String) throws(CLIError) {
        let columns = try arguments.integer("receipt-columns", in: 24...80) ?? 42
        guard ReceiptLayout.widths.contains(columns) else {
            throw .usage("--receipt-columns is 32, 42 or 48, not \(columns)")
        }
        layout = ReceiptLayout(
            store: menu.store.name, locale: locale, columns: columns,
            asksForTable: menu.store.nameQuestion == .table)
        func address(_ option: String) throws(CLIError) -> PrinterAddress? {
            guard let text = arguments.value(option) else { return nil }
            do throws(PrinterProblem) { return try PrinterAddress(text) } catch {
                throw .usage("--\(option): \(error.sentence)")
            }
        }
        receipt = try address("receipt-printer")
        kitchen = try address("kitchen-printer")
    }

    /// The printers of a kiosk; `nil` where the options name none.
    func printers(log: @escaping @Sendable (String) -> Void) -> Printers? {
        guard receipt != nil || kitchen != nil else { return nil }
        return Printers(
            layout: layout, receipts: receipt.map { PrinterQueue(name: "receipt printer", address: $0, log: log) },
            kitchen: kitchen.map { PrinterQueue(name: "kitchen printer", address: $0, log: log) },
            time: { Self.time(StoreLocation.clock.wall()) })
    }

    /// The code of an order for the page; `nil` where the text is too long or the library is missing.
    func code(_ order: NewOrder, _ number: Int) -> KioskSnapshot.Code? {
        let printed = PrintedOrder(order: order, number: number, time: Self.time(StoreLocation.clock.wall()))
        guard let code = QRCode(layout.summary(printed)) else { return nil }
        return KioskSnapshot.Code(side: code.size + 2 * QRCode.margin, path: code.path)
    }

    /// Prints a stored order again, for a command.
    ///
    /// - Throws: `CLIError`.
    func reprint(_ order: StoredOrder) async throws {
        guard receipt != nil || kitchen != nil else {
            throw CLIError.usage("reprint needs --receipt-printer or --kitchen-printer; see: brews orders --help")
        }
        let copy = order.asCopy
        for (name, address, lines) in [
            ("kitchen", kitchen, layout.ticket(copy)), ("receipt", receipt, layout.receipt(copy)),
        ] {
            guard let address else { continue }
            do { try await PrinterQueue.print(lines, at: address) } catch let problem as PrinterProblem {
                throw CLIError.input("the \(name) printer \(address) does not print: \(problem.sentence)")
            }
        }
    }

    /// Local day and time as receipts show them.
    static func time(_ wall: WallTime) -> String {
        let date = Date(timeIntervalSince1970: Double(wall.epochMilliseconds) / 1_000)
        let parts = Calendar(identifier: .gregorian).dateComponents(in: .current, from: date)
        func two(_ value: Int?) -> String { String(("0" + String(value ?? 0)).suffix(2)) }
        return "\(parts.year ?? 0)-\(two(parts.month))-\(two(parts.day)) \(two(parts.hour)):\(two(parts.minute))"
    }
}

extension StoredOrder {
    /// The order to be printed again.
    var asCopy: PrintedOrder {
        PrintedOrder(order: order, number: number, time: KioskPrinting.time(placed), isCopy: true)
    }
}
