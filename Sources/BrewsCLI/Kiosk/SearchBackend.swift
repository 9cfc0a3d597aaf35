internal import Catalogue
internal import Foundation
internal import Ordering
internal import PlatformSupport
internal import VoiceSearch

/// The catalogue and the menu behind the page `/search`. Searches run one after the other on a worker of their own, so
/// that the disk keeps no other task waiting.
final class SearchBackend: SearchService {
    private static let mostResults = 12

    /// The index, used by the worker alone.
    private struct Owned: @unchecked Sendable { let index: SearchIndex }

    private let owned: Owned
    private let worker: SerialWorker
    private let money: @Sendable (Money) -> String
    private let currency: String

    private init(_ owned: Owned, _ worker: SerialWorker, currency: String, money: @escaping @Sendable (Money) -> String)
    {
        self.owned = owned
        self.worker = worker
        self.currency = currency
        self.money = money
    }

    /// Opens the catalogue of `--search`; `nil` without the option.
    ///
    /// - Throws: `CatalogueError`.
    static func open(_ arguments: Arguments, menu: Menu, money: @escaping @Sendable (Money) -> String) async throws
        -> SearchBackend?
    {
        guard let name = arguments.value("search") else { return nil }
        let worker = SerialWorker(label: "search"), path = URL(fileURLWithPath: name).path
        let owned = try await worker.run {
            Owned(
                index: try SearchIndex(
                    catalogue: name == "demo" ? Catalogue.demonstration() : Catalogue(path: path), menu: menu))
        }
        return SearchBackend(owned, worker, currency: menu.store.currency, money: money)
    }

    func search(_ query: String) async -> SearchAnswer? {
        let (owned, money, currency) = (owned, money, currency)
        return try? await worker.run {
            SearchAnswer(
                results: try owned.index.search(query, limit: Self.mostResults).map { hit in
                    Self.result(hit.item, money: money, currency: currency)
                })
        }
    }

    private static func result(_ item: CatalogueItem, money: (Money) -> String, currency: String) -> SearchAnswer.Result
    {
        let amount = item.price.map(Money.init(minorUnits:))
        let isOfMenu = item.kind == .menu
        return SearchAnswer.Result(
            key: "\(item.kind.rawValue)-\(item.id)", kind: item.kind.rawValue,
            itemId: isOfMenu ? item.identifier : nil, title: item.title,
            by: isOfMenu ? "" : item.creators.joined(separator: ", "), year: item.year.map(year) ?? "",
            place: item.place,
            price: amount.map { item.currency == currency ? money($0) : $0.formatted(currency: item.currency) } ?? "",
            identifier: isOfMenu ? "" : item.identifier, isAvailable: item.isAvailable)
    }

    private static func year(_ year: Int) -> String { year < 0 ? "\(-year) BC" : String(year) }
}
