internal import Foundation
internal import Ordering
internal import SQLiteOrderStore

/// The orders of one or several stores, each order once.
///
/// Those of several are merged by the time at which they were placed. Of stores with the same order, as of a copy and
/// its original, the first one named counts. A store's orders keep their sequence, also where its clock went back.
struct OrderSource {
    /// A store that is read page by page.
    private struct Store {
        let name: String
        let reader: OrderReader
        var page: ArraySlice<StoredOrder> = []
        var last = 0
        var isAtEnd = false

        /// The next order, which stays the next one until it is dropped.
        mutating func next(since day: BusinessDay?) throws -> StoredOrder? {
            if page.isEmpty, !isAtEnd {
                page = try reader.orders(after: last, since: day)[...]
                last = page.last?.sequence ?? last
                isAtEnd = page.isEmpty
            }
            return page.first
        }
    }

    private let stores: [(name: String, reader: OrderReader)]

    /// Whether the orders are those of several stores.
    var isOfSeveral: Bool { stores.count > 1 }

    /// Opens the stores.
    ///
    /// - Throws: `StoreError` of the first that cannot be read, `CLIError.usage` for one that is named twice.
    init(_ paths: [String]) throws {
        let real = paths.map { URL(fileURLWithPath: $0).resolvingSymlinksInPath().path }
        if let index = real.indices.first(where: { real[..<$0].contains(real[$0]) }) {
            throw CLIError.usage("--store \(paths[index]) is given twice")
        }
        let names = Self.names(real)
        stores = try zip(paths, names).map { (name: $1, reader: try OrderReader(path: $0)) }
    }

    /// A name for each store: the file's without its ending, or the folder's for files that are called alike.
    static func names(_ paths: [String]) -> [String] {
        let parts = paths.map { $0.split(separator: "/").map(String.init) }
        let files = parts.map { ($0.last ?? "").split(separator: ".").first.map(String.init) ?? "" }
        guard Set(files).count < files.count else { return files }
        let folders = parts.map { $0.dropLast().last ?? "" }
        return Set(folders).count == folders.count ? folders : paths
    }

    /// Passes on every order since a business day, with the name of its store.
    func forEachOrder(since day: BusinessDay?, _ body: (StoredOrder, _ kiosk: String) throws -> Void) throws {
        var stores = stores.map { Store(name: $0.name, reader: $0.reader) }
        var seen: Set<String> = []
        while true {
            var earliest: (index: Int, order: StoredOrder)?
            for index in stores.indices {
                guard let order = try stores[index].next(since: day) else { continue }
                if order.placed.epochMilliseconds < earliest?.order.placed.epochMilliseconds ?? .max {
                    earliest = (index, order)
                }
            }
            guard let (index, order) = earliest else { return }
            stores[index].page.removeFirst()
            if stores.count == 1 || seen.insert(order.order.id).inserted { try body(order, stores[index].name) }
        }
    }
}
