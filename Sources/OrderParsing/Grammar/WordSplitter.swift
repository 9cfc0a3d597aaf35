/// Splits and joins the words of a language that writes several as one.
///
/// "두잔주세요" is "두 잔 주세요", "카페 라떼" may be the "카페라떼" of a menu.
///
/// Dynamic programming over the letters: known words are cheap, words across a space dearer, and a word of unknown
/// parts stays as it is.
struct WordSplitter: Sendable {
    private static let pieceCost = 0.5
    /// Cost of a known word of one letter, which is easily found in another word by chance.
    private static let letterCost = 1.2
    private static let joinCost = 0.4
    private static let unknownCost = 1.0
    private static let unknownLetterCost = 0.8

    private let known: Set<String>
    private let longest: Int

    /// - Parameter known: words of the menu and the language.
    init(known: Set<String>) {
        self.known = known
        longest = known.map(\.count).max() ?? 0
    }

    /// Returns the words, split and joined where that makes more of them known.
    func words(_ words: [String]) -> [String] {
        if words.allSatisfy(known.contains), !words.indices.dropLast().contains(where: { isJoinable(words, at: $0) }) {
            return words
        }
        let letters = words.flatMap(Array.init)
        var end = 0
        let ends = words.map { word in
            end += word.count
            return end
        }
        let starts = [0] + ends.dropLast()
        /// The word that each letter belongs to.
        let owners = words.indices.flatMap { Array(repeating: $0, count: words[$0].count) }
        // best[i] is the cheapest way to read the letters from i on; filled from the end.
        var best = [(cost: Double, next: Int)](repeating: (.infinity, 0), count: letters.count + 1)
        best[letters.count].cost = 0
        for start in letters.indices.reversed() {
            let owner = owners[start]
            func offer(_ next: Int, _ cost: Double) {
                let total = cost + best[next].cost
                if total < best[start].cost { best[start] = (total, next) }
            }
            if start == starts[owner] {
                offer(
                    ends[owner], Self.unknownCost + Self.unknownLetterCost * Double(words[owner].count))
            }
            for next in start + 1...max(start + 1, min(letters.count, start + longest)) {
                let piece = String(letters[start..<next])
                guard known.contains(piece) || isNumber(letters, start, next, starts[owner]) else { continue }
                let isWhole = start == starts[owner] && next == ends[owner]
                let joins = Double(owners[next - 1] - owner)
                offer(
                    next, (next - start == 1 && !isWhole ? Self.letterCost : Self.pieceCost) + joins * Self.joinCost)
            }
        }
        var result: [String] = [], position = 0
        while position < letters.count {
            let next = best[position].next
            result.append(String(letters[position..<next]))
            position = next
        }
        return result
    }

    /// Whether a word and the next one are one known word.
    private func isJoinable(_ words: [String], at index: Int) -> Bool {
        known.contains(words[index] + words[index + 1])
    }

    /// Whether letters are a number in digits, as long as it goes: the "2" of "2잔".
    private func isNumber(_ letters: [Character], _ start: Int, _ next: Int, _ wordStart: Int) -> Bool {
        letters[start..<next].allSatisfy(\.isNumber) && (next == letters.count || !letters[next].isNumber)
            && (start == wordStart || !letters[start - 1].isNumber)
    }
}
