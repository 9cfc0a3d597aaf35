/// The words of an utterance in the order in which the grammar reads them.
struct UtteranceWords: Sendable {
    private let words: [String]
    /// The words as they were said, and the place of each read word among them; `nil` where both orders are one.
    private let said: (words: [String], places: [Int])?

    /// Words that are read as they were said.
    init(_ words: [String]) {
        self.words = words
        said = nil
    }

    /// Words that are read in another order.
    ///
    /// - Parameters:
    ///   - words: the words as they were said.
    ///   - places: the words to read, as indices of `words`.
    init(_ words: [String], readAs places: [Int]) {
        self.words = places.map { words[$0] }
        said = (words, places)
    }

    subscript(index: Int) -> String { words[index] }

    subscript(range: Range<Int>) -> ArraySlice<String> { words[range] }

    /// A stretch as it was said, with single spaces. Words between that are not read belong to it: particles.
    func text(_ range: Range<Int>) -> String {
        guard let said else { return words[range].joined(separator: " ") }
        let places = Set(said.places[range])
        guard let first = places.min(), let last = places.max() else { return "" }
        let others = Set(said.places).subtracting(places)
        return (first...last).filter { !others.contains($0) }.map { said.words[$0] }.joined(separator: " ")
    }
}
