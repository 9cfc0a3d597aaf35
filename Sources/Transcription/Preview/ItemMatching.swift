internal import Ordering

/// Matches the items of an update to the previous ones: the order-preserving pairing with the least change.
///
/// An edit distance over two short lists. Costs are in hundredths of an insertion or deletion.
struct ItemMatching {
    /// Features by which items are compared.
    struct Trace: Equatable, Sendable {
        let itemId: String
        /// Words of its name, and all its words.
        let name: String
        let spoken: String
        /// Hashes of all its words (FNV-1a), for fast comparison.
        let words: [UInt64]
        /// Index of its name among the words, if known.
        let position: Int?
        /// Number of updates for which it has been missing; 0 if it was in the last one.
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
    /// Cost of dropping an item that was missing already.
    private static let missedGap = 10
    private static let impossible = 1_000_000

    /// For each new item its index in `old`, or `nil` for an added one. Indices ascend.
    static func match(_ old: [Trace], _ new: [Trace]) -> [Int?] {
        var matches = [Int?](repeating: nil, count: new.count)
        // An unchanged beginning needs no table.
        var first = 0
        while first < old.count, first < new.count, old[first] == new[first] {
            matches[first] = first
            first += 1
        }
        guard first < new.count, first < old.count else { return matches }
        let rows = old.count - first, columns = new.count - first
        // costs[row][column] is the minimum cost of the remaining lists, so that ties go to the first items.
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

    /// Cost of changing one item into another.
    private static func change(_ old: Trace, _ new: Trace) -> Int {
        if old.missed > 0 {
            // A missing item returns unchanged; otherwise it is a new one.
            return old.itemId == new.itemId && old.name == new.name ? distance(old, new) : impossible
        }
        if old.itemId == new.itemId { return (old.spoken == new.spoken ? 0 : 5) + distance(old, new) }
        let shared = old.words.count { new.words.contains($0) }
        if shared > 0 { return 20 + 60 * (old.words.count - shared) / old.words.count + distance(old, new) }
        // Other words in the same place are a corrected recognition of the same item.
        return 160 + 2 * distance(old, new)
    }

    /// Cost of the item's movement, up to 45.
    private static func distance(_ old: Trace, _ new: Trace) -> Int {
        guard let before = old.position, let now = new.position else { return 0 }
        return min(45, 5 * abs(before - now))
    }
}
