#if canImport(Glibc)
    internal import Glibc
#endif

/// Imports a list into a catalogue file.
///
/// The new catalogue is written beside the old one and takes its place at once when it is complete and on the medium.
/// An import that fails or is killed at any moment leaves the old catalogue. Items of the same kind are replaced; items
/// of other kinds are kept. Blocks on the disk.
///
/// ```swift
/// let report = try CatalogueImport(into: "/var/lib/brews/catalogue.sqlite", as: .books).run(.csv, source)
/// print(report.imported, report.broken)
/// ```
public struct CatalogueImport {
    /// What an import did.
    public struct Report: Equatable, Sendable {
        /// Items of the list.
        public internal(set) var imported = 0
        /// Items of other kinds that the catalogue had before.
        public internal(set) var kept = 0
        /// Number of rows that were skipped.
        public internal(set) var skipped = 0
        /// The first of them.
        public internal(set) var broken: [BrokenRow] = []
        /// Size of the new file in bytes.
        public internal(set) var bytes = 0
    }

    /// Most skipped rows that a report lists.
    public static let mostBroken = 1_000
    /// Most items of a catalogue.
    public static let mostItems = 5_000_000
    /// Rows between two calls of `progress`.
    private static let progressRows = 20_000

    private let file: CatalogueFile
    private let kind: CatalogueKind
    private let currency: String
    private let isFresh: Bool

    /// - Parameters:
    ///   - path: absolute path of the catalogue; its folder is created if it is missing.
    ///   - kind: what the list contains.
    ///   - currency: ISO 4217 code of prices without one.
    ///   - isFresh: whether to begin an empty catalogue, also over a damaged one.
    public init(into path: String, as kind: CatalogueKind, currency: String = "USD", isFresh: Bool = false) {
        file = CatalogueFile(path: path)
        self.kind = kind
        self.currency = currency
        self.isFresh = isFresh
    }

    /// Imports a list.
    ///
    /// - Parameter progress: called with the number of rows so far.
    /// - Throws: `CatalogueError`; the catalogue is then as it was.
    public func run(_ format: ListFormat, _ source: BlockSource, progress: (Int) -> Void = { _ in })
        throws(CatalogueError) -> Report
    {
        try file.makeFolder()
        let lock = try file.lockImports()
        defer { close(lock) }
        file.removeNext()
        do {
            let report = try write(format, source, progress)
            try file.replace()
            return report
        } catch {
            file.removeNext()
            throw error
        }
    }

    private func write(_ format: ListFormat, _ source: BlockSource, _ progress: (Int) -> Void)
        throws(CatalogueError) -> Report
    {
        var report = Report()
        let builder = try CatalogueBuilder(path: file.next, grams: Catalogue.sounds())
        if !isFresh, file.exists { report.kept = try keep(builder) }
        var rows = ListReader(as: kind, format: format, source: source, currency: currency)
        while let row = try rows.next() {
            switch row {
            case .item(let item):
                guard builder.count < Self.mostItems else {
                    throw .nothingToImport(reason: "the list has more than \(Self.mostItems) items")
                }
                try builder.add(item)
                report.imported += 1
            case .broken(let row):
                report.skipped += 1
                if report.broken.count < Self.mostBroken { report.broken.append(row) }
            }
            if (report.imported + report.skipped) % Self.progressRows == 0 {
                progress(report.imported + report.skipped)
            }
        }
        guard report.imported > 0 else {
            throw .nothingToImport(
                reason: report.broken.first.map { "no row can be used; \($0)" } ?? "the list has no rows")
        }
        try builder.finish()
        report.bytes = CatalogueFile(path: file.next).size
        return report
    }

    /// Copies the items of other kinds.
    private func keep(_ builder: CatalogueBuilder) throws(CatalogueError) -> Int {
        let old = try Catalogue(path: file.path)
        var last = 0, kept = 0
        while true {
            let page = try old.items(after: last)
            guard let newest = page.last else { return kept }
            for item in page where item.kind != kind {
                try builder.add(item)
                kept += 1
            }
            last = newest.id
        }
    }
}
