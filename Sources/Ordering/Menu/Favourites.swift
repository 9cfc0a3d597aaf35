/// The items on the welcome page.
public enum Favourites {
    /// Most items on the page.
    public static let most = 6

    /// Ids of the items: those that the menu features; else those that are sold most, filled up with the first items of
    /// each category. Items that are sold out, or confirmed by touch only, are not among the latter.
    ///
    /// - Parameter sold: ids of items, the most sold first; others than the menu's are left out.
    public static func ids(on menu: Menu, sold: [String] = []) -> [String] {
        let featured = menu.items.filter { $0.isFeatured && $0.available }
        if !featured.isEmpty { return featured.prefix(most).map(\.id) }
        let sellable = menu.items.filter { $0.available && !$0.touchOnly }
        let known = Set(sellable.map(\.id))
        var seen: Set<String> = []
        return (sold.filter(known.contains) + byTurns(sellable)).filter { seen.insert($0).inserted }.prefix(most).map(
            \.self)
    }

    /// The first items of all categories, then the second ones, and so on.
    private static func byTurns(_ items: [MenuItem]) -> [String] {
        var counts: [String: Int] = [:]
        let turns = items.map { item in
            counts[item.category, default: 0] += 1
            return (turn: counts[item.category] ?? 0, id: item.id)
        }
        // A stable order: the menu's within a turn.
        return turns.enumerated().sorted { ($0.element.turn, $0.offset) < ($1.element.turn, $1.offset) }
            .map(\.element.id)
    }
}
