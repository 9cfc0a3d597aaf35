internal import Ordering

/// Which of the items now are those of before: the pairing, in order, with the least change.
///
/// An edit distance over two short lists. Costs are in hundredths of an item that comes or goes.
struct ItemMatching {
    /// What tells an item from another.
    struct Trace: Equatable, Sendable {
        let itemId: String
        /// The words of its name, and all its words.
        let name: String
        let spoken: String
        /// All its words as numbers that are quick to compare; equal words are equal numbers (FNV-1a).
        let words: [UInt64]
        /// Place of its name among the words, where known.
        let position: Int?
        /// For how many updates it has been gone; 0 for one that was there last time.
        var missed = 0

        init(_ item: ParsedOrderItem, position: Int?) {
            itemId = item.itemId
            name = item.nameSpoken
            spoken = item.spoken
            self.position = position
            words = item.spoken.utf8.split(separator: UInt8(ascii: " ")).map { word in
                word.reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
            }
        }
    }

    private static let gap = 100
    /// What has been gone already goes for little.
    private static let missedGap = 10
    private static let impossible = 1_000_000

    /// The index in `old` of each in `new`, or `nil` for those that are new. Indices ascend.
    static func match(_ old: [Trace], _ new: [Trace]) -> [Int?] {
        var matches = [Int?](repeating: nil, count: new.count)
        // What has not changed at the beginning needs no table.
        var first = 0
        while first < old.count, first < new.count, old[first] == new[first] {
            matches[first] = first
            first += 1
        }
        guard first < new.count, first < old.count else { return matches }
        let rows = old.count - first, columns = new.count - first
        // costs[row][column] is the least cost for the rest from there on, so that ties go to the first items.
        var costs = [Int](repeating: 0, count: (rows + 1) * (columns + 1))
        var pairs = [Int](repeating: 0, count: rows * columns)
        func index(_ row: Int, _ column: Int) -> Int { row * (columns + 1) + column }
        func leaving(_ row: Int) -> Int { old[first + row].missed > 0 ? missedGap : gap }
        for row in (0..<rows).reversed() { costs[index(row, columns)] = costs[index(row + 1, columns)] + leaving(row) }
        for column in (0..<columns).reversed() { costs[index(rows, column)] = costs[index(rows, column + 1)] + gap }
        for row in (0..<rows).reversed() {
            for column in (0..<columns).reversed() {
                let pair = change(old[first + row], new[first + column])
                pairs[row * columns + column] = pair
                costs[index(row, column)] = min(
                    pair + costs[index(row + 1, column + 1)], leaving(row) + costs[index(row + 1, column)],
                    gap + costs[index(row, column + 1)])
            }
        }
        var row = 0, column = 0
        while row < rows, column < columns {
            let cost = costs[index(row, column)]
            if cost == pairs[row * columns + column] + costs[index(row + 1, column + 1)] {
                matches[first + column] = first + row
                row += 1
                column += 1
            } else if cost == leaving(row) + costs[index(row + 1, column)] {
                row += 1
            } else {
                column += 1
            }
        }
        return matches
    }

    /// How much an item would have changed to become another.
    private static func change(_ old: Trace, _ new: Trace) -> Int {
        if old.missed > 0 {
            // What comes back comes back unchanged; else it is something new.
            return old.itemId == new.itemId && old.name == new.name ? distance(old, new) : impossible
        }
        if old.itemId == new.itemId { return (old.spoken == new.spoken ? 0 : 5) + distance(old, new) }
        let shared = old.words.count { new.words.contains($0) }
        if shared > 0 { return 20 + 60 * (old.words.count - shared) / old.words.count + distance(old, new) }
        // Other words in the same place are the same item, heard better.
        return 160 + 2 * distance(old, new)
    }

    /// How far the item would have moved, up to 45.
    private static func distance(_ old: Trace, _ new: Trace) -> Int {
        guard let before = old.position, let now = new.position else { return 0 }
        return min(45, 5 * abs(before - now))
    }
}
