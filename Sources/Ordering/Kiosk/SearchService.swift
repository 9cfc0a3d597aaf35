/// The search page's interface to the catalogue and the menu.
public protocol SearchService: Sendable {
    /// Finds items, best first.
    ///
    /// - Parameter query: what a guest typed, at most 200 characters.
    /// - Returns: `nil` when the catalogue cannot be read.
    func search(_ query: String) async -> SearchAnswer?
}

/// The results of a search for the page. Its JSON uses the property names as keys.
public struct SearchAnswer: Equatable, Sendable, Encodable {
    /// One result.
    public struct Result: Equatable, Sendable, Encodable {
        /// Identifies the result among all items of the catalogue and the menu.
        public var key: String
        /// `books`, `songs`, `things` or `menu`.
        public var kind: String
        /// Id of the menu's item; `nil` for others.
        public var itemId: String?
        /// Title or name.
        public var title: String
        /// Authors or artists, or the category of a menu item.
        public var by: String
        /// Year of publication as text; empty for none.
        public var year: String
        /// Shelf; empty for none.
        public var place: String
        /// Price as the kiosk writes it; empty for none.
        public var price: String
        /// ISBN or number; empty for none.
        public var identifier: String
        /// Whether it can be had now.
        public var isAvailable: Bool

        /// A result.
        public init(
            key: String, kind: String, itemId: String? = nil, title: String, by: String = "", year: String = "",
            place: String = "", price: String = "", identifier: String = "", isAvailable: Bool = true
        ) {
            self.key = key
            self.kind = kind
            self.itemId = itemId
            self.title = title
            self.by = by
            self.year = year
            self.place = place
            self.price = price
            self.identifier = identifier
            self.isAvailable = isAvailable
        }
    }

    /// The results, best first.
    public var results: [Result]

    /// An answer with its results.
    public init(results: [Result]) { self.results = results }
}
