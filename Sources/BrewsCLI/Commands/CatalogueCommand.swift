internal import Catalogue
internal import Foundation
internal import Ordering
internal import Speech

/// `brews catalogue`: makes and checks the catalogue that `brews search` and the search page use.
enum CatalogueCommand: Command {
    static let name = "catalogue"
    static let spec = CommandSpec(
        name: "brews catalogue",
        summary: "Imports lists of books, songs or things, and shows what the catalogue holds.",
        operands: "import FILE|- | list | check",
        options: [
            StoreLocation.catalogueOption,
            OptionSpec("as", value: "KIND", "import: what the list holds: books, songs or things"),
            OptionSpec(
                "format", value: "csv|jsonl", "import: format of a list whose name does not tell (default: csv)"),
            OptionSpec("currency", value: "CODE", "import: currency of prices without one (default: the menu's)"),
            OptionSpec("fresh", "import: begin an empty catalogue, also over a damaged one"),
            OptionSpec("limit", value: "N", "list: most items (default: 20)"),
        ],
        examples: [
            (
                "brews catalogue import books.csv --as books",
                "columns by the first line: title, authors, year, isbn, subjects, shelf, price, available"
            ),
            ("brews catalogue import songs.jsonl --as songs", "one JSON object a line: title, artist, album, lyrics"),
            ("brews catalogue list --limit 5", "how much the catalogue holds, and the first items"),
            ("brews catalogue check", "read the whole catalogue, looking for damage"),
        ])

    static func run(_ arguments: Arguments, _ setup: Setup) async throws -> Int32 {
        let operands = arguments.operands
        switch (operands.first, operands.count) {
        case ("import", 2): return try load(operands[1], arguments, setup)
        case ("list", 1): try list(arguments, setup)
        case ("check", 1): try check(arguments, setup)
        default:
            throw CLIError.usage("brews catalogue takes import FILE, list or check; see: brews catalogue --help")
        }
        return 0
    }

    // MARK: Import

    private struct ImportOutput: Encodable {
        struct Row: Encodable {
            let line: Int
            let reason: String
        }

        let catalogue: String
        let kind: String
        let imported: Int
        let kept: Int
        let skipped: Int
        /// The first skipped rows.
        let broken: [Row]
        let bytes: Int
        let seconds: Double
    }

    private static func load(_ name: String, _ arguments: Arguments, _ setup: Setup) throws -> Int32 {
        let kinds = CatalogueKind.allCases.filter { $0 != .menu }.map(\.rawValue)
        guard let kind = arguments.value("as").flatMap(CatalogueKind.init), kind != .menu else {
            throw CLIError.usage("brews catalogue import needs --as with one of: \(kinds.joined(separator: ", "))")
        }
        let format: ListFormat
        if let text = arguments.value("format") {
            guard let named = ListFormat(rawValue: text) else {
                throw CLIError.usage("--format is csv or jsonl, not '\(text)'")
            }
            format = named
        } else {
            format = ListFormat(path: name) ?? .csv
        }
        let currency = try arguments.value("currency") ?? setup.menu().store.currency
        let path = StoreLocation.catalogue(arguments)
        let start = ContinuousClock.now
        let report = try CatalogueImport(into: path, as: kind, currency: currency, isFresh: arguments.has("fresh"))
            .run(format, try source(name)) { setup.console.progress("\($0) rows") }
        let seconds = ContinuousClock.now - start
        if setup.json {
            try setup.console.json(
                ImportOutput(
                    catalogue: path, kind: kind.rawValue, imported: report.imported, kept: report.kept,
                    skipped: report.skipped, broken: report.broken.map { .init(line: $0.line, reason: $0.reason) },
                    bytes: report.bytes, seconds: (seconds.milliseconds / 1_000).rounded(places: 2)))
            return 0
        }
        setup.console.progress("", isLast: true)
        for row in report.broken { setup.console.note("brews: \(name):\(row.line): skipped: \(row.reason)") }
        if report.skipped > report.broken.count {
            setup.console.note("brews: \(report.skipped - report.broken.count) more rows were skipped")
        }
        setup.console.line(
            "imported \(report.imported.counted(of: kind)) into \(path)"
                + (report.skipped > 0 ? ", skipped \(report.skipped.counted("row"))" : "")
                + (report.kept > 0 ? ", kept \(report.kept.counted("item")) of other kinds" : ""))
        return 0
    }

    private static func source(_ name: String) throws(CLIError) -> BlockSource {
        let what = name == "-" ? "standard input" : "the list \(name)"
        let file = name == "-" ? FileHandle.standardInput : FileHandle(forReadingAtPath: name)
        guard let file else { throw .input("\(what) cannot be read: there is no such file, or no permission") }
        return BlockSource { () throws(CatalogueError) in
            do { return Array(try file.read(upToCount: 1 << 18) ?? Data()) } catch {
                throw .file(action: "read", path: what, reason: "\(error.localizedDescription)")
            }
        }
    }

    // MARK: Contents

    private struct ListOutput: Encodable {
        let catalogue: String
        let items: Int
        let kinds: [String: Int]
    }

    private static func list(_ arguments: Arguments, _ setup: Setup) throws {
        let path = StoreLocation.catalogue(arguments), limit = try arguments.integer("limit", in: 0...1_000_000) ?? 20
        let catalogue = try Catalogue(path: path)
        let counts = try catalogue.counts().sorted { $0.key.rawValue < $1.key.rawValue }
        if setup.json {
            try setup.console.json(
                ListOutput(
                    catalogue: path, items: catalogue.count,
                    kinds: Dictionary(uniqueKeysWithValues: counts.map { ($0.key.rawValue, $0.value) })))
        } else {
            setup.console.line(
                "\(path): " + counts.map { $0.value.counted(of: $0.key) }.joined(separator: ", "))
        }
        var last = 0, left = limit
        while left > 0 {
            let page = try catalogue.items(after: last, limit: min(left, 1_000))
            guard let newest = page.last else { return }
            for item in page {
                if setup.json { try setup.console.json(FoundItem(item)) } else { setup.console.line("  " + item.line) }
            }
            (last, left) = (newest.id, left - page.count)
        }
    }

    private static func check(_ arguments: Arguments, _ setup: Setup) throws {
        let path = StoreLocation.catalogue(arguments)
        let catalogue = try Catalogue(path: path)
        try catalogue.check()
        if setup.json { return try setup.console.json(["catalogue": path, "finding": "none"]) }
        setup.console.line("\(path) is sound: \(catalogue.count.counted("item"))")
    }
}

/// An item in the JSON of `catalogue list` and `search`; a contract (`JSONReference.md`).
struct FoundItem: Encodable {
    let kind: String
    let title: String
    let creators: [String]
    let details: String
    let identifier: String
    let place: String
    let picture: String
    let year: Int?
    let price: Int?
    let currency: String?
    let available: Bool
    let allergens: [String]?
    /// 0…1; omitted in lists.
    let score: Double?
    /// With `--explain`.
    let reasons: [String]?

    init(_ item: CatalogueItem, score: Double? = nil, reasons: [String]? = nil) {
        kind = item.kind.rawValue
        title = item.title
        creators = item.creators
        details = item.details
        identifier = item.identifier
        place = item.place
        picture = item.picture
        year = item.year
        price = item.price
        currency = item.price == nil ? nil : item.currency
        available = item.isAvailable
        allergens = item.allergens
        self.score = score.map { $0.rounded(places: 3) }
        self.reasons = reasons
    }
}

extension Int {
    /// The number with a kind's name: "1 book", "2 books". A kind is named by its plural.
    fileprivate func counted(of kind: CatalogueKind) -> String {
        self == 1 ? "1 \(kind.rawValue.dropLast())" : "\(self) \(kind.rawValue)"
    }
}

extension CatalogueItem {
    /// The item on one line: title, creators, year, place and price.
    var line: String {
        var text = title
        if !creators.isEmpty { text += ", " + creators.joined(separator: ", ") }
        if let year { text += year < 0 ? " (\(-year) BC)" : " (\(year))" }
        if !place.isEmpty { text += ", " + place }
        if let price { text += ", " + Money(minorUnits: price).formatted(currency: currency) }
        return (text + (isAvailable ? "" : ", not available")).onOneLine
    }
}
