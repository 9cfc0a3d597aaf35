internal import Foundation

/// Search for the likeliest text of a `PhraseGrammar` (grammar-constrained beam search).
struct PhraseSearch {
    private struct Hypothesis {
        var text = TokenSequence()
        var past: MoonshineDecoder.Past
        /// Sum of log-probabilities.
        var score = 0.0
        var state: PhraseGrammar.State
        /// The newest token, which is still to be read.
        var newest: Int
    }

    private struct Candidate {
        let parent: Int
        let token: Int
        let state: PhraseGrammar.State
        let logProbability: Double
        let score: Double
    }

    let decoder: MoonshineDecoder
    let tokenizer: MoonshineTokenizer
    /// Largest number of tokens.
    let maxTokens: Int
    /// Hypotheses kept, 1 or more.
    let beams: Int
    let grammar: PhraseGrammar
    /// Tokens that may close a text: its end, and the marks before it.
    let closings: [Int]

    /// Returns the likeliest text with its log-likelihood, the end included; `nil` without one.
    ///
    /// - Parameters:
    ///   - memories: the audio.
    ///   - isCancelled: asked before each pass.
    func search(_ memories: [Attention.Memory], isCancelled: () -> Bool) -> (text: TokenSequence, score: Double)? {
        var alive = [Hypothesis(past: decoder.emptyPast, state: grammar.start, newest: tokenizer.startToken)]
        var best: (text: TokenSequence, score: Double)?
        let frames = memories.first?.frames ?? 0, vocabulary = decoder.embeddings.rows
        for _ in 0...maxTokens where !alive.isEmpty && !isCancelled() {
            var pasts = alive.map(\.past)
            for index in alive.indices { alive[index].past = decoder.emptyPast }
            let output = decoder.extend(alive.map { [$0.newest] }, pasts: &pasts, over: memories)
            var candidates: [Candidate] = []
            for (parent, hypothesis) in alive.enumerated() {
                let row = output.logits[parent * vocabulary..<(parent + 1) * vocabulary]
                let sum = MoonshineDecoder.logSum(row)
                func logProbability(_ token: Int) -> Double { Double(row[row.startIndex + token]) - sum }
                if grammar.isEnd(hypothesis.state) {
                    let end = hypothesis.score + log(closings.reduce(0) { $0 + exp(logProbability($1)) })
                    if end > best?.score ?? -.infinity { best = (hypothesis.text, end) }
                }
                candidates += grammar.continuations(of: hypothesis.state).map { token, state in
                    let value = logProbability(token)
                    return Candidate(
                        parent: parent, token: token, state: state, logProbability: value,
                        score: hypothesis.score + value)
                }
            }
            let open = best?.score ?? -.infinity
            candidates.removeAll { $0.score <= open }
            candidates.sort { $0.score > $1.score }
            alive = candidates.prefix(beams).map { candidate in
                var hypothesis = alive[candidate.parent]
                hypothesis.score = candidate.score
                hypothesis.past = pasts[candidate.parent]
                hypothesis.state = candidate.state
                hypothesis.newest = candidate.token
                hypothesis.text.append(
                    candidate.token, logProbability: candidate.logProbability,
                    attention: output.attention[candidate.parent * frames..<(candidate.parent + 1) * frames])
                return hypothesis
            }
        }
        return best
    }
}
