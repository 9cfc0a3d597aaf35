internal import Catalogue
internal import Desks
internal import Foundation
internal import Ordering
internal import PlatformSupport
internal import VoiceSearch

/// The catalogue and the menu behind the page `/search`. Searches run one after the other on a worker of their own, so
/// that the disk keeps no other task waiting.
final class SearchBackend: CatalogueSearching {
    private static let mostResults = 12
    /// Most phrases of the catalogue that the recogniser expects.
    private static let mostPhrases = 2_000

    /// The index, used by the worker alone.
    private struct Owned: @unchecked Sendable { let index: SearchIndex }

    private let owned: Owned
    private let worker: SerialWorker
    private let expected: [String]
    private let said: [String]

    private init(_ owned: Owned, _ worker: SerialWorker, expected: [String], said: [String]) {
        self.owned = owned
        self.worker = worker
        self.expected = expected
        self.said = said
    }

    /// Opens the catalogue of `--search`; `nil` without the option.
    ///
    /// - Throws: `CatalogueError`.
    static func open(_ arguments: Arguments, menu: Menu) async throws -> SearchBackend? {
        guard let name = arguments.value("search") else { return nil }
        let worker = SerialWorker(label: "search"), path = URL(fileURLWithPath: name).path
        let (owned, expected, said) = try await worker.run {
            let index = try SearchIndex(
                catalogue: name == "demo" ? Catalogue.demonstration() : Catalogue(path: path), menu: menu)
            return (Owned(index: index), try index.phrases(limit: Self.mostPhrases), index.leadIns)
        }
        return SearchBackend(owned, worker, expected: expected, said: said)
    }

    func search(_ query: String) async throws -> [CatalogueHit] {
        try await worker.run { [owned] in try owned.index.search(query, limit: Self.mostResults) }
    }

    func phrases() async -> [String] { expected }

    func leadIns() async -> [String] { said }
}
