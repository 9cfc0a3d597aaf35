public import Catalogue
public import Ordering

/// The catalogue and the menu, searched together.
///
/// Not thread-safe: one owner, one thread at a time.
public final class SearchIndex {
    private let catalogue: Catalogue
    private let menu: Catalogue?
    private let parser: SearchQueryParser

    /// - Parameters:
    ///   - catalogue: books, songs or things.
    ///   - menu: its items are found too.
    /// - Throws: `CatalogueError`, or a decoding error if built-in data is damaged.
    public init(catalogue: Catalogue, menu: Menu?) throws {
        self.catalogue = catalogue
        self.menu = try menu.map { try Catalogue(items: MenuList.items($0)) }
        parser = try SearchQueryParser()
    }

    /// Number of items.
    public var count: Int { catalogue.count + (menu?.count ?? 0) }

    /// Finds items, best first. The ids of the menu's items are negative, so that no two hits have the same id.
    ///
    /// - Parameter limit: most hits, 1…100.
    /// - Throws: `CatalogueError`.
    public func search(_ text: String, limit: Int = 10) throws(CatalogueError) -> [CatalogueHit] {
        let readings = parser.readings(text)
        let found = try catalogue.search(readings, limit: limit)
        guard let menu else { return found }
        // The order of the lists decides between equal scores.
        let ofMenu = try menu.search(readings, limit: limit).map { hit in
            var hit = hit
            hit.item.id = -hit.item.id
            return hit
        }
        let both = (found + ofMenu).enumerated().sorted {
            ($1.element.score, $0.offset) < ($0.element.score, $1.offset)
        }
        return both.prefix(limit).map(\.element)
    }

    /// What people say before the name of what they look for, in lower case: "do you have".
    public var leadIns: [String] { parser.leadIns }

    /// Titles, creators and the menu's items, in lower case, for a recogniser that prefers them.
    ///
    /// - Parameter limit: most items of the catalogue.
    public func phrases(limit: Int = 5_000) throws(CatalogueError) -> [String] {
        try catalogue.phrases(limit: limit) + (menu?.phrases(limit: limit) ?? [])
    }
}
