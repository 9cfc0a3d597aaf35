/// What a parser remembers of the words it read last, so that a transcript that grows costs what its new words cost.
///
/// Belongs to one transcript at a time and one parser; holds no more than one transcript's words. Begin anew with a new
/// value.
public struct ParsingMemory: Sendable {
    var words: [String] = []
    var offers: [[Segmenter.Offer]] = []

    public init() {}

    /// Drops what other words may change.
    ///
    /// - Parameter reach: how many words a phrase may take.
    /// - Returns: how many words' readings are kept.
    mutating func kept(_ new: [String], reach: Int) -> Int {
        var common = 0
        while common < words.count, common < new.count, words[common] == new[common] { common += 1 }
        var kept = min(offers.count, max(0, common - reach + 1))
        // A longer number may go on into the new words.
        while kept > 0, offers[kept - 1].contains(where: { kept - 1 + $0.count >= common }) { kept -= 1 }
        offers.removeLast(offers.count - kept)
        return kept
    }
}
