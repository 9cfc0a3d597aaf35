/// Intermediate results of the last parse, so that an incrementally growing transcript costs only its new words.
///
/// Valid for one parser and one transcript at a time. Use a new value for each utterance.
public struct ParsingMemory: Sendable {
    var words: [String] = []
    var offers: [[Segmenter.Offer]] = []

    /// An empty memory.
    public init() {}

    /// Drops what the new words may change.
    ///
    /// - Parameter reach: maximum number of words of a phrase.
    /// - Returns: number of words whose offers stay valid.
    mutating func kept(_ new: [String], reach: Int) -> Int {
        var common = 0
        while common < words.count, common < new.count, words[common] == new[common] { common += 1 }
        var kept = min(offers.count, max(0, common - reach + 1))
        // A number may continue into the new words.
        while kept > 0, offers[kept - 1].contains(where: { kept - 1 + $0.count >= common }) { kept -= 1 }
        offers.removeLast(offers.count - kept)
        return kept
    }
}
