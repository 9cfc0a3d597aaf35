public import Catalogue
public import Ordering
public import Speech

/// Searches a catalogue and the menu. May be called from any task.
public protocol CatalogueSearching: Sendable {
    /// Finds items, best first; each has an id of its own.
    ///
    /// - Throws: when the catalogue cannot be read.
    func search(_ query: String) async throws -> [CatalogueHit]
    /// Phrases that a recogniser should expect, in lower case.
    func phrases() async -> [String]
    /// What people say before such a phrase, in lower case.
    func leadIns() async -> [String]
}

/// What the search pages need.
public struct SearchParts: Sendable {
    /// Finds what guests look for.
    public var catalogue: any CatalogueSearching
    /// Lends the microphone; `nil` where there is none.
    public var dictation: (any DictationService)?
    /// Reads pictures; `nil` where none can be searched for.
    public var pictures: (any PictureReading)?
    /// Takes orders of menu items.
    public var kiosk: any KioskService
    /// Keeps reading lists; `nil` where they cannot be kept.
    public var lists: (any ReadingListStore)?
    /// The deadlines' clock.
    public var clock: MonotonicClock
    /// The time that entries are dated with.
    public var wall: @Sendable () -> WallTime
    /// Returns the price of an item, as text; empty for none.
    public var price: @Sendable (CatalogueItem) -> String
    /// Returns the id of a new reading list.
    public var newList: @Sendable () -> String
    /// First line of a printed or scanned reading list.
    public var heading: String

    /// What the search pages need.
    public init(
        catalogue: any CatalogueSearching, dictation: (any DictationService)?,
        pictures: (any PictureReading)? = nil, kiosk: any KioskService, lists: (any ReadingListStore)?,
        clock: MonotonicClock, wall: @escaping @Sendable () -> WallTime,
        price: @escaping @Sendable (CatalogueItem) -> String, newList: @escaping @Sendable () -> String, heading: String
    ) {
        self.catalogue = catalogue
        self.dictation = dictation
        self.pictures = pictures
        self.kiosk = kiosk
        self.lists = lists
        self.clock = clock
        self.wall = wall
        self.price = price
        self.newList = newList
        self.heading = heading
    }
}

/// The desk of the page `/search`: each open page has its own search.
public struct SearchDesk: PageDesk {
    private let parts: SearchParts
    private let turn = PictureTurn()

    /// Creates a desk.
    public init(_ parts: SearchParts) { self.parts = parts }

    /// Begins a search; `kept` is the id of the page's reading list.
    public func open(kept: String?) async -> any PageSession {
        let isList = kept.map { 1...64 ~= $0.count && $0.allSatisfy { $0.isASCII && ($0.isHexDigit || $0 == "-") } }
        let list = isList == true ? kept : nil
        let session = SearchSession(parts, turn, list: list ?? parts.newList())
        await session.begin()
        return session
    }
}
