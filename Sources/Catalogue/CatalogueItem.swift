/// What a list of a catalogue contains.
public enum CatalogueKind: String, CaseIterable, Codable, Sendable {
    /// Books: title, authors, subjects, ISBN.
    case books
    /// Songs: title, artists, album, a line of the lyrics.
    case songs
    /// Anything else with a name.
    case things
    /// The items of a menu.
    case menu

    /// The number in the file.
    var code: Int {
        switch self {
        case .books: 1
        case .songs: 2
        case .things: 3
        case .menu: 4
        }
    }

    init?(code: Int) {
        guard let kind = Self.allCases.first(where: { $0.code == code }) else { return nil }
        self = kind
    }
}

/// One thing of a catalogue.
public struct CatalogueItem: Equatable, Sendable {
    /// Number in the catalogue; 0 before it is stored. It changes with each import.
    public var id: Int
    /// The list it belongs to.
    public var kind: CatalogueKind
    /// Title or name; not empty.
    public var title: String
    /// Authors or artists, as written.
    public var creators: [String]
    /// Subjects, album, lyrics or a description.
    public var details: String
    /// ISBN, or the shop's own number; empty for none.
    public var identifier: String
    /// Shelf or other place; empty for none.
    public var place: String
    /// Picture: a file's name; empty for none.
    public var picture: String
    /// Year of publication; negative before our era.
    public var year: Int?
    /// Price in minor units of `currency`.
    public var price: Int?
    /// ISO 4217 code; empty without a price.
    public var currency: String
    /// Whether it can be had now.
    public var isAvailable: Bool
    /// Ids of the allergens that it contains; `nil` where they are not known.
    public var allergens: [String]?

    /// Creates an item.
    public init(
        id: Int = 0, kind: CatalogueKind, title: String, creators: [String] = [], details: String = "",
        identifier: String = "", place: String = "", picture: String = "", year: Int? = nil, price: Int? = nil,
        currency: String = "", isAvailable: Bool = true, allergens: [String]? = nil
    ) {
        self.id = id
        self.kind = kind
        self.title = title
        self.creators = creators
        self.details = details
        self.identifier = identifier
        self.place = place
        self.picture = picture
        self.year = year
        self.price = price
        self.currency = currency
        self.isAvailable = isAvailable
        self.allergens = allergens
    }
}
