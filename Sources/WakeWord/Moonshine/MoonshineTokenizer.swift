/// The pieces of which a recogniser's texts are put together, as SentencePiece's byte-pair encoding has them (Sennrich
/// et al. 2016, "Neural Machine Translation of Rare Words with Subword Units"; Kudo, Richardson 2018).
struct MoonshineTokenizer: Sendable {
    /// Stands for a space before.
    private static let space = "_"

    /// Number of the piece with which a text begins.
    let start: Int
    private let numbers: [String: Int]

    /// - Parameter pieces: in the order in which they are put together; nil where there is none to begin with.
    init?(_ pieces: [String]) {
        numbers = Dictionary(pieces.enumerated().map { ($1, $0) }) { first, _ in first }
        guard let start = numbers["<s>"] else { return nil }
        self.start = start
    }

    /// Numbers of the pieces of a text, a space before it; `nil` where a letter is none of them.
    func pieces(of text: String) -> [Int]? {
        var parts = (Self.space + text.split(separator: " ").joined(separator: Self.space)).map(String.init)
        while true {
            // Of all neighbours that are a piece together, the ones whose piece comes first.
            let pairs = parts.indices.dropLast().compactMap { place in
                numbers[parts[place] + parts[place + 1]].map { (place, $0) }
            }
            guard let (place, _) = pairs.min(by: { $0.1 < $1.1 }) else { break }
            parts[place] += parts.remove(at: place + 1)
        }
        let found = parts.compactMap { numbers[$0] }
        return found.count == parts.count ? found : nil
    }
}
