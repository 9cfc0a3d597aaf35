internal import Foundation

/// From what the encoder made of sound to how likely each piece of a text is behind those before it: the decoder of
/// `MoonshineModel`.
struct MoonshineDecoder: Sendable {
    /// A layer of attention over the text, one over the sound, and what follows them.
    struct Block: Sendable {
        let textNorm: LayerNorm
        let text: AttentionLayer
        let soundNorm: LayerNorm
        let sound: AttentionLayer
        let feedNorm: LayerNorm
        /// To the values and the gates that let them through.
        let expansion: DenseLayer
        let contraction: DenseLayer
    }

    let blocks: [Block]
    let lastNorm: LayerNorm
    /// What each piece is, a row for each, before the first block as behind the last.
    let pieces: DenseLayer

    /// Log-likelihood, in nats, of each text's pieces behind the first, each behind those before it.
    ///
    /// - Parameters:
    ///   - texts: numbers of pieces, two or more, of which the first is where a text begins.
    ///   - vectors: the encoder's.
    func logLikelihoods(of texts: [[Int]], in vectors: [Float]) -> [[Double]] {
        let lengths = texts.map { $0.count - 1 }
        var values = texts.flatMap { $0.dropLast().flatMap(pieces.row) }
        for block in blocks {
            block.text.apply(to: block.textNorm.apply(to: values), lengths: lengths, isCausal: true, addingTo: &values)
            block.sound.apply(to: block.soundNorm.apply(to: values), seeing: vectors, addingTo: &values)
            values.add(
                block.contraction.apply(
                    to: Self.gated(
                        block.expansion.apply(to: block.feedNorm.apply(to: values)), width: block.expansion.rows)))
        }
        let fits = pieces.apply(to: lastNorm.apply(to: values)), count = pieces.rows
        var start = 0
        return texts.map { text in
            text.dropFirst().map { piece in
                let own = fits[start..<start + count], most = own.max() ?? 0
                let whole = own.reduce(0) { $0 + Double(expf($1 - most)) }
                defer { start += count }
                return Double(fits[start + piece] - most) - log(whole)
            }
        }
    }

    /// The first half of each frame, let through by the second (Shazeer 2020, "GLU Variants Improve Transformer", with
    /// SiLU).
    private static func gated(_ values: [Float], width: Int) -> [Float] {
        var result: [Float] = []
        result.reserveCapacity(values.count / 2)
        for start in stride(from: 0, to: values.count, by: width) {
            for place in start..<start + width / 2 {
                let gate = values[place + width / 2]
                result.append(values[place] * gate / (1 + expf(-gate)))
            }
        }
        return result
    }
}
