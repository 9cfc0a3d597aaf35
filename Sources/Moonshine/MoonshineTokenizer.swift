/// A tokenizer with SentencePiece's byte-pair encoding (Sennrich et al. 2016, "Neural Machine Translation of Rare Words
/// with Subword Units"; Kudo, Richardson 2018).
struct MoonshineTokenizer: Sendable {
    /// Represents a preceding space.
    private static let space = "_"

    /// Ids of the tokens before and after a text.
    let startToken: Int, endToken: Int
    private let tokens: [String]
    private let ids: [String: Int]

    /// Creates a tokenizer.
    ///
    /// - Parameter tokens: the vocabulary in merge order; `nil` without a start and an end token.
    init?(_ tokens: [String]) {
        self.tokens = tokens
        ids = Dictionary(tokens.enumerated().map { ($1, $0) }) { first, _ in first }
        guard let startToken = ids["<s>"], let endToken = ids["</s>"] else { return nil }
        (self.startToken, self.endToken) = (startToken, endToken)
    }

    /// Returns the text of a token, with a space for the preceding one.
    func text(of token: Int) -> String { tokens[token].replacing(Self.space, with: " ") }

    /// Returns the id of a mark without a space before it; `nil` where the vocabulary lacks it.
    func token(_ mark: String) -> Int? { ids[mark] }

    /// Returns the token ids of a text, preceded by a space; `nil` when a character is not in the vocabulary.
    func tokens(of text: String) -> [Int]? {
        var parts = (Self.space + text.split(separator: " ").joined(separator: Self.space)).map(String.init)
        while true {
            // Merges the adjacent pair whose token comes first in the vocabulary.
            let pairs = parts.indices.dropLast().compactMap { index in
                ids[parts[index] + parts[index + 1]].map { (index, $0) }
            }
            guard let (index, _) = pairs.min(by: { $0.1 < $1.1 }) else { break }
            parts[index] += parts.remove(at: index + 1)
        }
        let tokens = parts.compactMap { ids[$0] }
        return tokens.count == parts.count ? tokens : nil
    }
}
