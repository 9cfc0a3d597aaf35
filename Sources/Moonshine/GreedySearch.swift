/// The likeliest next token, again and again, until the text ends.
///
/// A draft, as the text of the audio so far, is verified in one pass over its tokens, and only what follows the first
/// difference is searched for token by token (as in Leviathan et al. 2023, "Fast Inference from Transformers via
/// Speculative Decoding"). The result is the same as without a draft.
struct GreedySearch {
    let decoder: MoonshineDecoder
    let tokenizer: MoonshineTokenizer
    /// Largest number of tokens.
    let maxTokens: Int

    /// Returns the text of the audio.
    ///
    /// - Parameters:
    ///   - memories: the audio.
    ///   - draft: expected token ids.
    ///   - isCancelled: asked before each pass; the text is then incomplete.
    func search(_ memories: [Attention.Memory], draft: [Int], isCancelled: () -> Bool) -> TokenSequence {
        var text = TokenSequence(), pasts = [decoder.emptyPast]
        var next = [tokenizer.startToken] + draft.prefix(maxTokens)
        let frames = memories.first?.frames ?? 0, vocabulary = decoder.embeddings.rows
        while !isCancelled() {
            let output = decoder.extend([next], pasts: &pasts, over: memories)
            for position in next.indices {
                let row = output.logits[position * vocabulary..<(position + 1) * vocabulary]
                guard let best = row.indices.max(by: { row[$0] < row[$1] }) else { return text }
                let token = best - row.startIndex
                guard token != tokenizer.endToken, text.tokens.count < maxTokens else { return text }
                text.append(
                    token, logProbability: Double(row[best]) - MoonshineDecoder.logSum(row),
                    attention: output.attention[position * frames..<(position + 1) * frames])
                guard position + 1 < next.count, next[position + 1] == token else { break }
            }
            // The start token and those accepted are the past; the newest is still to be read.
            pasts[0].truncate(to: text.tokens.count, width: decoder.embeddings.columns)
            next = [text.tokens[text.tokens.count - 1]]
        }
        return text
    }
}

/// A text as tokens, with what the decoder says of each.
struct TokenSequence: Sendable {
    private(set) var tokens: [Int] = []
    /// Natural logarithms of their probabilities.
    private(set) var logProbabilities: [Double] = []
    /// Attention to each encoder state, row after row.
    private(set) var attention: [Float] = []

    mutating func append(_ token: Int, logProbability: Double, attention row: ArraySlice<Float>) {
        tokens.append(token)
        logProbabilities.append(logProbability)
        attention += row
    }
}
