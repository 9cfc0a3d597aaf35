/// Search for the text of the highest mean log-probability among several at once.
///
/// Each hypothesis is continued by its likeliest tokens, and the best `beams` of all are kept, until as many have ended
/// and none is better. Hotwords raise the scores of hypotheses that spell them.
struct BeamSearch {
    private struct Hypothesis {
        var text = TokenSequence()
        var past: MoonshineDecoder.Past
        /// Sum of log-probabilities and hotword bonuses.
        var score = 0.0
        var hotwords: Hotwords.State
        /// The newest token, which is still to be read.
        var newest: Int

        /// Score by which ended hypotheses of different lengths are compared; the end counts as a token.
        var normalizedScore: Double { score / Double(text.tokens.count + 1) }
    }

    private struct Candidate {
        let parent: Int
        let token: Int
        let logProbability: Double
        let score: Double
    }

    let decoder: MoonshineDecoder
    let tokenizer: MoonshineTokenizer
    /// Largest number of tokens.
    let maxTokens: Int
    /// Hypotheses kept, 1 or more.
    let beams: Int
    let hotwords: Hotwords

    /// Returns the best text of the audio.
    ///
    /// - Parameters:
    ///   - memories: the audio.
    ///   - isCancelled: asked before each pass; the text is then incomplete.
    func search(_ memories: [Attention.Memory], isCancelled: () -> Bool) -> TokenSequence {
        var alive = [
            Hypothesis(past: decoder.emptyPast, hotwords: hotwords.start, newest: tokenizer.startToken)
        ]
        var ended: [Hypothesis] = []
        let frames = memories.first?.frames ?? 0, vocabulary = decoder.embeddings.rows
        for _ in 0...maxTokens where !isDecided(alive, ended) && !isCancelled() {
            var pasts = alive.map(\.past)
            for index in alive.indices { alive[index].past = decoder.emptyPast }
            let output = decoder.extend(alive.map { [$0.newest] }, pasts: &pasts, over: memories)
            var candidates: [Candidate] = []
            for (parent, hypothesis) in alive.enumerated() {
                let row = output.logits[parent * vocabulary..<(parent + 1) * vocabulary]
                candidates += self.candidates(row, of: hypothesis, parent: parent)
            }
            candidates.sort { $0.score > $1.score }
            var next: [Hypothesis] = []
            for candidate in candidates where next.count < beams {
                var hypothesis = alive[candidate.parent]
                hypothesis.score = candidate.score
                guard candidate.token != tokenizer.endToken else {
                    ended.append(hypothesis)
                    continue
                }
                hypothesis.past = pasts[candidate.parent]
                hypothesis.hotwords = hotwords.state(after: candidate.token, from: hypothesis.hotwords)
                hypothesis.newest = candidate.token
                hypothesis.text.append(
                    candidate.token, logProbability: candidate.logProbability,
                    attention: output.attention[candidate.parent * frames..<(candidate.parent + 1) * frames])
                next.append(hypothesis)
            }
            alive = next
        }
        let best = (ended.isEmpty ? alive : ended).max { $0.normalizedScore < $1.normalizedScore }
        return best?.text ?? TokenSequence()
    }

    /// Whether enough hypotheses have ended and none that is alive is better so far than the best of them.
    private func isDecided(_ alive: [Hypothesis], _ ended: [Hypothesis]) -> Bool {
        guard let open = alive.map(\.normalizedScore).max() else { return true }
        guard let best = ended.map(\.normalizedScore).max() else { return false }
        return ended.count >= beams && best >= open
    }

    /// Returns the likeliest continuations, one more than are kept, because one may be the end, and those that spell
    /// hotwords.
    private func candidates(_ row: ArraySlice<Float>, of hypothesis: Hypothesis, parent: Int) -> [Candidate] {
        let sum = MoonshineDecoder.logSum(row)
        func candidate(_ token: Int) -> Candidate {
            let logProbability = Double(row[row.startIndex + token]) - sum
            let bonus =
                token == tokenizer.endToken
                ? hotwords.bonusAtEnd(from: hypothesis.hotwords)
                : hotwords.state(after: token, from: hypothesis.hotwords).bonus - hypothesis.hotwords.bonus
            return Candidate(
                parent: parent, token: token, logProbability: logProbability,
                score: hypothesis.score + logProbability + bonus)
        }
        return hotwords.continuations(of: hypothesis.hotwords).union(Self.largest(row, count: beams + 1)).map(candidate)
    }

    /// Returns the offsets of the largest values.
    private static func largest(_ values: ArraySlice<Float>, count: Int) -> [Int] {
        var found: [(offset: Int, value: Float)] = []
        for (offset, value) in values.enumerated() where found.count < count || value > found[found.count - 1].value {
            let place = found.firstIndex { $0.value < value } ?? found.count
            found.insert((offset, value), at: place)
            if found.count > count { found.removeLast() }
        }
        return found.map(\.offset)
    }
}
