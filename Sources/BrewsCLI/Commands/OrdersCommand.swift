internal import Foundation
internal import Ordering
internal import SQLiteOrderStore

/// `brews orders`: lists, shows, exports and deletes stored orders, also while the kiosk runs.
enum OrdersCommand: Command {
    static let name = "orders"
    static let spec = CommandSpec(
        name: "brews orders", summary: "Lists, shows, exports and purges what the order store holds.",
        operands:
            "list | show ID|NUMBER | mark ID|NUMBER paid|open|void|refunded | reprint ID|NUMBER | figures | export "
            + "| purge",
        options: [
            OptionSpec(
                StoreLocation.option.name, value: StoreLocation.option.value,
                StoreLocation.option.help + "; export: of several kiosks, when given several times"),
            OptionSpec("today", "list, figures, export: of the present business day, which begins at 4 in the morning"),
            OptionSpec("since", value: "DATE", "list, figures, export: from a business day on, for example 2026-11-21"),
            OptionSpec("events", "show: the events of the order's session, one JSON object a line, for brews replay"),
            OptionSpec(
                "format", value: "csv|json|spreadsheet",
                "export: for a till, a line of text for each line of an order (default); a JSON object for each order; "
                    + "or two tables that a spreadsheet in the language of --locale opens"),
            OptionSpec("output", value: "FILE", "export: the file to write, for its owner alone; also -o"),
            OptionSpec(
                "days", value: "N",
                "purge: remove what is older, down to the last byte; the kiosk must not be "
                    + "running"),
        ] + KioskPrinting.options,
        examples: [
            ("brews orders list --today", "today's orders, and the owner's figures under them"),
            ("brews orders show 17", "the newest order that was called out as 17"),
            ("brews orders show 17 --events > 17.ndjson", "what led to it, for brews replay"),
            (
                "brews orders figures --since 2026-11-01 --json",
                "orders, orders without a touch, re-asks, corrections and time per order"
            ),
            (
                "brews orders export --format csv --since 2026-11-21 -o till.csv",
                "for a till: one line for each line of an order; a spreadsheet runs none of it"
            ),
            (
                "brews orders export --format spreadsheet --locale de -o november.csv",
                "november.csv with a row an order, and november-zeilen.csv with its lines"
            ),
            (
                "brews orders export --store bar.sqlite --store terrace.sqlite -o day.csv",
                "of several kiosks, ordered by time, each order once, with the kiosk's name in a last column"
            ),
            (
                "brews orders mark 17 refunded",
                "not among the takings any more; while the kiosk runs, its staff page does it"
            ),
            (
                "brews orders reprint 17 --receipt-printer tcp:127.0.0.1:9100",
                "receipt and kitchen ticket once more, also while the kiosk runs"
            ),
            ("brews orders purge --days 30", "remove orders, sessions and events older than thirty days"),
        ])

    static func run(_ arguments: Arguments, _ setup: Setup) async throws -> Int32 {
        let operands = arguments.operands
        switch (operands.first, operands.count) {
        case ("list", 1): try list(arguments, setup)
        case ("show", 2): try show(operands[1], arguments, setup)
        case ("figures", 1): try printFigures(arguments, setup)
        case ("mark", 3): try await mark(operands[1], operands[2], arguments, setup)
        case ("reprint", 2):
            guard let order = try OrderReader(path: StoreLocation.path(arguments)).order(idOrNumber: operands[1]) else {
                throw CLIError.input("there is no order '\(operands[1])' in the store; see: brews orders list")
            }
            let menu = try setup.menu()
            try await KioskPrinting(arguments, menu: menu, locale: setup.locale ?? menu.store.locale).reprint(order)
            setup.console.note("brews: note: order \(order.number) of \(order.day) is printed again")
        case ("export", 1):
            let export = try OrdersExport(arguments, setup), since = try since(arguments)
            let paths = arguments.values("store")
            try export.run(try OrderSource(paths.isEmpty ? [StoreLocation.standard()] : paths), since: since)
        case ("purge", 1): try await purge(arguments, setup)
        default:
            throw CLIError.usage(
                "brews orders takes list, show, mark, reprint, figures, export or purge; see: brews orders --help")
        }
        return 0
    }

    // MARK: Days

    private static func today() -> BusinessDay {
        StoreLocation.calendar.day(epochMilliseconds: StoreLocation.clock.wall().epochMilliseconds)
    }

    /// The first requested business day; `nil` for all.
    private static func since(_ arguments: Arguments) throws(CLIError) -> BusinessDay? {
        guard let text = arguments.value("since") else { return arguments.has("today") ? today() : nil }
        guard !arguments.has("today") else { throw .usage("--today and --since exclude each other") }
        guard let day = BusinessDay(text) else { throw .usage("--since takes a date like 2026-11-21, not '\(text)'") }
        return day
    }

    // MARK: Listing

    private static func list(_ arguments: Arguments, _ setup: Setup) throws {
        let since = try since(arguments), reader = try OrderReader(path: StoreLocation.path(arguments))
        var count = 0
        try reader.forEachOrder(since: since) { order in
            count += 1
            if setup.json { return try setup.console.json(OrderRecord(order)) }
            let items = order.order.lines.map { "\($0.quantity) × \($0.name.onOneLine)" }.joined(separator: "; ")
            setup.console.line(
                "\(order.number)".padded(to: 6) + "\(order.day)".padded(to: 12) + order.time.padded(to: 10)
                    + order.order.total.formatted(currency: order.order.currency).padded(to: 12)
                    + (order.mark.map { "(\($0.rawValue)) " } ?? "") + items)
        }
        guard !setup.json else { return }
        if count == 0 { setup.console.note("brews: note: no orders\(since.map { " since \($0)" } ?? "")") }
        if arguments.has("today") { try printFigures(arguments, setup) }
    }

    private static func show(_ name: String, _ arguments: Arguments, _ setup: Setup) throws {
        let reader = try OrderReader(path: StoreLocation.path(arguments))
        guard let order = try reader.order(idOrNumber: name) else {
            throw CLIError.input("there is no order '\(name)' in the store; see: brews orders list")
        }
        if arguments.has("events") {
            var last = 0
            while true {
                let events = try reader.events(session: order.order.session, after: last)
                guard let newest = events.last else { return }
                for event in events { setup.console.line(event.json) }
                last = newest.sequence
            }
        }
        if setup.json { return try setup.console.json(OrderRecord(order)) }
        let currency = order.order.currency
        setup.console.line(
            "order \(order.number) of \(order.day), "
                + "\(order.time)\(order.placed.isTrusted ? "" : " (the clock was not set)")"
        )
        for line in order.order.lines {
            setup.console.line(
                "  \(line.quantity) × \(line.name.onOneLine)".padded(to: 30)
                    + line.unitPrice.formatted(currency: currency) + " each")
            if !line.options.isEmpty {
                setup.console.line("      " + line.options.map(\.text.onOneLine).joined(separator: ", "))
            }
        }
        for name in order.order.avoids {
            let kind = Diet(rawValue: name) == nil ? "allergy" : "diet"
            setup.console.line("  \(kind): \(name.onOneLine)")
        }
        if let details = order.order.details {
            if let service = details.service { setup.console.line("  \(service.rawValue)") }
            if let name = details.name { setup.console.line("  name or table: \(name.onOneLine)") }
            for tax in details.taxes {
                setup.console.line(
                    "\(tax.isIncluded ? "included " : "")\(tax.name.onOneLine) \(tax.percent())%".padded(to: 30)
                        + tax.amount.formatted(currency: currency))
            }
            if details.tip > .zero {
                setup.console.line("tip".padded(to: 30) + details.tip.formatted(currency: currency))
            }
        }
        setup.console.line("total".padded(to: 30) + order.order.total.formatted(currency: currency))
        if let mark = order.mark { setup.console.line("marked: \(mark.rawValue)") }
        setup.console.line("id \(order.order.id), sequence \(order.sequence), session \(order.order.session.onOneLine)")
    }

    private struct Figures: Encodable {
        let from: String?
        let to: String
        let orders: Int
        let unaided: Int
        let reasks: Int
        let corrections: Int
        let utterances: Int
        let sessions: Int
        let takenBack: Int
        let meanSecondsPerOrder: Double
        /// Totals in minor units by currency.
        let totals: [String: Int]
    }

    private static func printFigures(_ arguments: Arguments, _ setup: Setup) throws {
        let today = today(), first = try since(arguments) ?? today
        let reader = try OrderReader(path: StoreLocation.path(arguments))
        // Includes orders dated after today, taken while the clock was ahead.
        let last = arguments.has("since") ? BusinessDay(daysSince1970: Int(Int32.max)) : today
        let figures = try reader.figures(from: first, to: last)
        let seconds = Double(figures.meanMillisecondsPerOrder) / 1_000
        if setup.json {
            return try setup.console.json(
                Figures(
                    from: first.description, to: today.description, orders: figures.orders, unaided: figures.unaided,
                    reasks: figures.reasks,
                    corrections: figures.corrections,
                    utterances: figures.utterances, sessions: figures.sessions, takenBack: figures.takenBack,
                    meanSecondsPerOrder: seconds,
                    totals: figures.totals.mapValues(\.minorUnits)))
        }
        let takings = figures.totals.sorted { $0.key < $1.key }.map { $0.value.formatted(currency: $0.key) }.joined(
            separator: " and ")
        setup.console.line(
            "\(figures.orders.counted("order"))\(takings.isEmpty ? "" : " for \(takings)") in "
                + "\(figures.sessions.counted("session")); "
                + (figures.takenBack > 0 ? "\(figures.takenBack) of them cancelled or refunded; " : "")
                + "\(figures.unaided) without a touch; "
                + "\(figures.reasks.counted("re-ask")), \(figures.corrections.counted("correction")); "
                + "\(seconds.rounded(places: 1)) s "
                + "per order"
        )
    }

    // MARK: Marking

    private static func mark(_ name: String, _ text: String, _ arguments: Arguments, _ setup: Setup) async throws {
        guard let mark = OrderMark(rawValue: text) else {
            let marks = OrderMark.allCases.map(\.rawValue).joined(separator: ", ")
            throw CLIError.usage("an order is marked as one of \(marks), not '\(text)'")
        }
        let path = StoreLocation.path(arguments)
        guard let order = try OrderReader(path: path).order(idOrNumber: name) else {
            throw CLIError.input("there is no order '\(name)' in the store; see: brews orders list")
        }
        let store = try await writable(path)
        do {
            try await store.mark(mark, order: order.order.id)
            await store.close()
        } catch {
            await store.close()
            throw error
        }
        setup.console.note("brews: note: order \(order.number) of \(order.day) is marked \(mark.rawValue)")
    }

    /// The store for a change by a command, which fails while a kiosk has it.
    private static func writable(_ path: String) async throws -> SQLiteOrderStore {
        var settings = StoreSettings(.file(path))
        settings.reserveBytes = 0
        settings.acceptsAnyFileSystem = true
        return try await SQLiteOrderStore.open(settings, clock: StoreLocation.clock)
    }

    // MARK: Purging

    private static func purge(_ arguments: Arguments, _ setup: Setup) async throws {
        guard let days = try arguments.integer("days", in: 1...36_500) else {
            throw CLIError.usage("brews orders purge needs --days N; see: brews orders --help")
        }
        let path = StoreLocation.path(arguments)
        // A missing store is not created, and a damaged one is left to the kiosk, which tells the staff.
        try OrderReader(path: path).check()
        let store = try await writable(path)
        do {
            let result = try await store.purge(olderThanDays: days)
            await store.close()
            if setup.json {
                return try setup.console.json([
                    "orders": result.orders, "sessions": result.sessions, "files": result.files,
                ])
            }
            setup.console.line(
                "removed \(result.orders.counted("order")), \(result.sessions.counted("session")) and "
                    + "\(result.files.counted("damaged store")) "
                    + "older than \(days) days"
            )
        } catch {
            await store.close()
            throw error
        }
    }
}

/// An order in the output of `list`, `show` and `export`.
struct OrderRecord: Encodable {
    struct Item: Encodable {
        let itemId: String
        let name: String
        let quantity: Int
        let options: [StoredLine.Option]
        let unitPrice: Int
    }

    struct Tax: Encodable {
        let name: String
        /// As written: 8.875.
        let percent: String
        let included: Bool
        /// Minor units.
        let base: Int
        let amount: Int
    }

    let sequence: Int
    let id: String
    let number: Int
    let day: String
    /// ISO 8601, UTC.
    let placedAt: String
    let clockTrusted: Bool
    let session: String
    let start: Int
    let boot: String
    let items: [Item]
    /// Allergens and diets that the guest named for the whole order.
    let avoids: [String]
    let total: Int
    let currency: String
    let menuDigest: String
    /// paid, open, void or refunded; `nil` for an order that is to be paid at the counter.
    let mark: String?
    /// eat-here or to-go.
    let service: String?
    /// The guest's name or table.
    let guestName: String?
    /// Sum of the lines, minor units.
    let subtotal: Int
    let taxes: [Tax]
    /// Minor units; 0 for none.
    let tip: Int
    /// Name of the kiosk's store in an export of several; else absent.
    var kiosk: String?

    init(_ order: StoredOrder) {
        mark = order.mark?.rawValue
        let details = order.order.details
        service = details?.service?.rawValue
        guestName = details?.name
        subtotal = (try? order.order.linesTotal())?.minorUnits ?? 0
        taxes = (details?.taxes ?? []).map {
            Tax(
                name: $0.name, percent: $0.percent(), included: $0.isIncluded, base: $0.base.minorUnits,
                amount: $0.amount.minorUnits)
        }
        tip = details?.tip.minorUnits ?? 0
        sequence = order.sequence
        id = order.order.id
        number = order.number
        day = order.day.description
        placedAt = order.placedAt
        clockTrusted = order.placed.isTrusted
        session = order.order.session
        start = order.start
        boot = order.boot
        items = order.order.lines.map {
            Item(
                itemId: $0.itemId, name: $0.name, quantity: $0.quantity, options: $0.options,
                unitPrice: $0.unitPrice.minorUnits)
        }
        avoids = order.order.avoids
        total = order.order.total.minorUnits
        currency = order.order.currency
        menuDigest = order.order.menuDigest
    }
}

extension StoredOrder {
    private var date: Date { Date(timeIntervalSince1970: Double(placed.epochMilliseconds) / 1_000) }

    /// ISO 8601, UTC, milliseconds.
    var placedAt: String { date.formatted(.iso8601.year().month().day().time(includingFractionalSeconds: true)) + "Z" }

    /// Time of day in the machine's time zone.
    var time: String {
        let parts = Calendar(identifier: .gregorian).dateComponents(in: .current, from: date)
        return [parts.hour, parts.minute, parts.second].map { part in String(("0" + String(part ?? 0)).suffix(2)) }
            .joined(separator: ":")
    }
}

extension String {
    /// The text with control characters replaced by spaces; they could move a terminal's cursor.
    var onOneLine: String {
        String(String.UnicodeScalarView(unicodeScalars.map { $0.properties.generalCategory == .control ? " " : $0 }))
    }
}

extension StoredLine.Option {
    /// Option text for people: `Vanilla (light, 2)`.
    var text: String {
        let measures = [amount?.rawValue, count.map(String.init)].compactMap { $0 }
        return name + (measures.isEmpty ? "" : " (\(measures.joined(separator: ", ")))")
    }
}

extension OrderReader {
    /// Every order since a business day, ascending, read page by page, so slow consumers do not block the store.
    func forEachOrder(since day: BusinessDay?, _ body: (StoredOrder) throws -> Void) throws {
        var last = 0
        while true {
            let page = try orders(after: last, since: day)
            guard let newest = page.last else { return }
            for order in page { try body(order) }
            last = newest.sequence
        }
    }
}
