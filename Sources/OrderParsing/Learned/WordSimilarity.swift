/// Spelling similarity of unknown words to the words of item and option names; misheard words keep many letters.
struct WordSimilarity: Sendable {
    private static let longestWord = 24
    /// Minimum length; too many words are similar to shorter ones.
    private static let shortestWord = 4

    private struct Entry: Sendable {
        var range: Range<Int>
        var letters: UInt32
        var isOfItem: Bool
        var isOfOption: Bool
        var id: Int32
    }

    /// The most similar menu word.
    struct Nearest: Sendable {
        /// 0 dissimilar, 1 similar (at most two letters in five differ), 2 very similar (one in four): bits 0…1 for
        /// items, 2…3 for options.
        var levels: UInt32 = 0
        /// The id of the most similar word; -1 if there is none.
        var wordID: Int32 = -1
    }

    private var bytes: [UInt8] = []
    private var entries: [Entry] = []

    init() {}

    /// - Parameter words: each with whether it occurs in an item's and in an option's name.
    init(_ words: [(word: String, id: Int32, isOfItem: Bool, isOfOption: Bool)]) {
        for (word, id, isOfItem, isOfOption) in words.sorted(by: { $0.word < $1.word }) where isOfItem || isOfOption {
            let spelling = Array(word.utf8)
            guard (Self.shortestWord...Self.longestWord).contains(spelling.count) else { continue }
            entries.append(
                Entry(
                    range: bytes.count..<bytes.count + spelling.count, letters: Self.letters(spelling),
                    isOfItem: isOfItem, isOfOption: isOfOption, id: id))
            bytes += spelling
        }
    }

    /// Compares a lower-case word with all of them.
    func nearest(to word: some StringProtocol) -> Nearest {
        let spelling = Array(word.utf8)
        guard (Self.shortestWord...Self.longestWord).contains(spelling.count) else { return Nearest() }
        let letters = Self.letters(spelling)
        var item: UInt32 = 0, option: UInt32 = 0, nearest: Int32 = -1, least = Int.max
        for entry in entries {
            let most = min(least, max(spelling.count, entry.range.count) * 2 / 5)
            // Each wrong letter changes at most two members of the letter sets.
            guard abs(spelling.count - entry.range.count) <= most, (letters ^ entry.letters).nonzeroBitCount <= 2 * most
            else { continue }
            let distance = distance(spelling, entry.range, most: most)
            guard distance <= most else { continue }
            let near: UInt32 = distance * 4 <= max(spelling.count, entry.range.count) ? 2 : 1
            if entry.isOfItem { item = max(item, near) }
            if entry.isOfOption { option = max(option, near) }
            if distance < least { (nearest, least) = (entry.id, distance) }
        }
        return Nearest(levels: item | option << 2, wordID: nearest)
    }

    private static func letters(_ spelling: [UInt8]) -> UInt32 { spelling.reduce(0) { $0 | 1 << UInt32($1 & 31) } }

    /// Levenshtein distance, or a value above `most`.
    private func distance(_ a: [UInt8], _ range: Range<Int>, most: Int) -> Int {
        withUnsafeTemporaryAllocation(of: Int.self, capacity: Self.longestWord + 1) { row in
            for column in 0...range.count { row[column] = column }
            for (line, letter) in a.enumerated() {
                var diagonal = row[0]
                row[0] = line + 1
                var least = row[0]
                for column in 0..<range.count {
                    let above = row[column + 1]
                    row[column + 1] = min(
                        above + 1, row[column] + 1, diagonal + (bytes[range.lowerBound + column] == letter ? 0 : 1))
                    diagonal = above
                    least = min(least, row[column + 1])
                }
                if least > most { return most + 1 }
            }
            return row[range.count]
        }
    }
}
