internal import Foundation

/// The decoder of `MoonshineModel`: log-likelihoods of tokens given encoder states.
struct MoonshineDecoder: Sendable {
    /// Self-attention over the text, cross-attention over the encoder states, and a feed-forward layer.
    struct Block: Sendable {
        let selfAttentionNorm: LayerNorm
        let selfAttention: AttentionLayer
        let crossAttentionNorm: LayerNorm
        let crossAttention: AttentionLayer
        let feedForwardNorm: LayerNorm
        /// To the values and their gates.
        let expansion: DenseLayer
        let contraction: DenseLayer
    }

    let blocks: [Block]
    let lastNorm: LayerNorm
    /// Token embeddings, one row per token; also the output projection.
    let embeddings: DenseLayer

    /// Returns the log-likelihoods, in nats, of each text's tokens after the first, each given the tokens before it.
    ///
    /// - Parameters:
    ///   - texts: token ids, two or more, the first being the start token.
    ///   - states: encoder states.
    func logLikelihoods(of texts: [[Int]], in states: [Float]) -> [[Double]] {
        let lengths = texts.map { $0.count - 1 }
        var values = texts.flatMap { $0.dropLast().flatMap(embeddings.row) }
        for block in blocks {
            block.selfAttention.apply(
                to: block.selfAttentionNorm.apply(to: values), lengths: lengths, isCausal: true, addingTo: &values)
            block.crossAttention.apply(
                to: block.crossAttentionNorm.apply(to: values), attendingTo: states, addingTo: &values)
            values.add(
                block.contraction.apply(
                    to: Self.gated(
                        block.expansion.apply(to: block.feedForwardNorm.apply(to: values)), width: block.expansion.rows)
                ))
        }
        let logits = embeddings.apply(to: lastNorm.apply(to: values)), count = embeddings.rows
        var start = 0
        return texts.map { text in
            text.dropFirst().map { token in
                let row = logits[start..<start + count], highest = row.max() ?? 0
                let total = row.reduce(0) { $0 + Double(expf($1 - highest)) }
                defer { start += count }
                return Double(logits[start + token] - highest) - log(total)
            }
        }
    }

    /// Returns the first half of each frame gated by the second (Shazeer 2020, "GLU Variants Improve Transformer", with
    /// SiLU).
    private static func gated(_ values: [Float], width: Int) -> [Float] {
        var result: [Float] = []
        result.reserveCapacity(values.count / 2)
        for start in stride(from: 0, to: values.count, by: width) {
            for index in start..<start + width / 2 {
                let gate = values[index + width / 2]
                result.append(values[index] * gate / (1 + expf(-gate)))
            }
        }
        return result
    }
}
