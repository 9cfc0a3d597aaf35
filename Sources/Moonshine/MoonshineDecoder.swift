internal import Foundation

/// The decoder of `MoonshineModel`: a language model over tokens that attends to encoder states.
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

    /// Keys and values of a text so far, which later tokens attend to.
    struct Past: Sendable {
        fileprivate var blocks: [AttentionLayer.Past]

        /// Forgets the tokens after the first `count`.
        mutating func truncate(to count: Int, width: Int) {
            for index in blocks.indices {
                blocks[index].keys.removeLast(max(0, blocks[index].keys.count - count * width))
                blocks[index].values.removeLast(max(0, blocks[index].values.count - count * width))
            }
        }
    }

    /// What each token of a continuation gives.
    struct Output {
        /// One row per token: unnormalised log-likelihoods of all tokens that may follow.
        var logits: [Float]
        /// One row per token: attention to each encoder state, summed over the heads of the upper blocks.
        var attention: [Float]
    }

    /// Blocks whose cross-attention follows the speech; that of the first ones is diffuse.
    private static let aligningBlocks = 2...

    let blocks: [Block]
    let lastNorm: LayerNorm
    /// Token embeddings, one row per token; also the output projection.
    let embeddings: DenseLayer

    /// The past of a text without tokens.
    var emptyPast: Past { Past(blocks: blocks.map { _ in AttentionLayer.Past() }) }

    /// Returns the keys and values of encoder states for each block's cross-attention.
    func memories(of states: [Float]) -> [Attention.Memory] { blocks.map { $0.crossAttention.memory(of: states) } }

    /// Continues texts.
    ///
    /// - Parameters:
    ///   - texts: new token ids of each text, one or more.
    ///   - pasts: the past of each text; the new tokens are added.
    ///   - memories: the audio.
    func extend(_ texts: [[Int]], pasts: inout [Past], over memories: [Attention.Memory]) -> Output {
        let lengths = texts.map(\.count), count = lengths.reduce(0, +), frames = memories.first?.frames ?? 0
        var values = texts.flatMap { $0.flatMap(embeddings.row) }
        var attention = [Float](repeating: 0, count: count * frames)
        for (index, block) in blocks.enumerated() {
            // Taken out of the texts, so that adding to them copies nothing.
            var own = pasts.indices.map { text in
                var past = AttentionLayer.Past()
                swap(&past, &pasts[text].blocks[index])
                return past
            }
            block.selfAttention.apply(
                toContinued: block.selfAttentionNorm.apply(to: values), lengths: lengths, pasts: &own,
                addingTo: &values)
            for text in pasts.indices { swap(&own[text], &pasts[text].blocks[index]) }
            attention.withUnsafeMutableBufferPointer { attention in
                block.crossAttention.apply(
                    to: block.crossAttentionNorm.apply(to: values), attendingTo: memories[index], addingTo: &values,
                    weights: Self.aligningBlocks.contains(index) ? attention.baseAddress : nil)
            }
            values.add(
                block.contraction.apply(
                    to: Self.gated(
                        block.expansion.apply(to: block.feedForwardNorm.apply(to: values)), width: block.expansion.rows)
                ))
        }
        return Output(logits: embeddings.apply(to: lastNorm.apply(to: values)), attention: attention)
    }

    /// Returns the log-likelihoods, in nats, of each text's tokens after the first, each given the tokens before it.
    ///
    /// - Parameters:
    ///   - texts: token ids, two or more, the first being the start token.
    ///   - states: encoder states.
    func logLikelihoods(of texts: [[Int]], in states: [Float]) -> [[Double]] {
        var pasts = texts.map { _ in emptyPast }
        let logits = extend(texts.map { $0.dropLast() }, pasts: &pasts, over: memories(of: states)).logits
        var start = 0
        return texts.map { text in
            text.dropFirst().map { token in
                let row = logits[start..<start + embeddings.rows]
                defer { start += embeddings.rows }
                return Double(logits[start + token]) - Self.logSum(row)
            }
        }
    }

    /// Returns the logarithm of the sum of the exponentials.
    static func logSum(_ logits: ArraySlice<Float>) -> Double {
        let highest = logits.max() ?? 0
        return Double(highest) + log(logits.reduce(0) { $0 + Double(expf($1 - highest)) })
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
