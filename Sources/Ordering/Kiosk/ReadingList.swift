/// A book or other thing that a guest wants to remember.
public struct ReadingListEntry: Equatable, Sendable, Codable {
    /// Title or name.
    public var title: String
    /// Authors or artists; empty for none.
    public var by: String
    /// ISBN or number; empty for none.
    public var identifier: String
    /// Shelf; empty for none.
    public var place: String

    /// Creates an entry.
    public init(title: String, by: String, identifier: String, place: String) {
        self.title = title
        self.by = by
        self.identifier = identifier
        self.place = place
    }
}

/// Keeps guests' reading lists. All members may be called from any task. After a call returns, its change is stored.
public protocol ReadingListStore: Sendable {
    /// The entries of a list, in the order in which they were added; none of a list that does not exist.
    func entries(ofList list: String) async throws -> [ReadingListEntry]
    /// Adds an entry; an entry that the list has already is not added again.
    ///
    /// - Throws: the store's error; also for a list that is full.
    func add(_ entry: ReadingListEntry, toList list: String, at time: WallTime) async throws
    /// Removes an entry.
    func remove(_ entry: ReadingListEntry, fromList list: String) async throws
    /// Deletes lists to which nothing was added since a time.
    ///
    /// - Returns: how many entries were deleted.
    func removeReadingLists(before time: WallTime) async throws -> Int
}
