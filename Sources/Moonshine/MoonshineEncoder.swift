internal import Foundation

/// The encoder of `MoonshineModel`: audio to one hidden state per 24 ms, with full context.
struct MoonshineEncoder: Sendable {
    /// Self-attention and a feed-forward layer.
    struct Block: Sendable {
        let attentionNorm: LayerNorm
        let attention: AttentionLayer
        let feedForwardNorm: LayerNorm
        let expansion: DenseLayer, contraction: DenseLayer
    }

    /// Kernel and stride of the convolutions, in frames of their input.
    static let convolutions = [(kernel: 127, stride: 64), (kernel: 7, stride: 3), (kernel: 3, stride: 2)]
    /// Samples needed for the first state.
    static let minSamples = 127 + 64 * (6 + 3 * 2)
    /// Samples between two states: 24 ms.
    static let hop = convolutions.reduce(1) { $0 * $1.stride }
    private static let epsilon: Float = 1e-5

    let width: Int
    let convolutions: [DenseLayer]
    let firstScale: [Float], firstShift: [Float]
    let blocks: [Block]
    let lastNorm: LayerNorm

    /// Returns the encoder states of audio.
    ///
    /// - Parameter samples: 16 kHz, mono.
    /// - Returns: `frames × width` values; none for fewer than `minSamples` samples.
    func states(of samples: ArraySlice<Int16>) -> [Float] {
        guard samples.count >= Self.minSamples else { return [] }
        var values = samples.map { Float($0) / 32_768 }, channels = 1
        for (index, layer) in convolutions.enumerated() {
            let (kernel, stride) = Self.convolutions[index], frames = (values.count / channels - kernel) / stride + 1
            values = layer.apply(to: values, count: frames, hop: stride * channels)
            channels = layer.rows
            if index == 0 {
                for position in values.indices { values[position] = tanhf(values[position]) }
                normalizeGroup(&values)
            } else {
                Self.activate(&values)
            }
        }
        for block in blocks {
            block.attention.apply(toSequence: block.attentionNorm.apply(to: values), addingTo: &values)
            var hidden = block.expansion.apply(to: block.feedForwardNorm.apply(to: values))
            Self.activate(&hidden)
            values.add(block.contraction.apply(to: hidden))
        }
        return lastNorm.apply(to: values)
    }

    /// Normalises the first layer's output over the whole audio to mean 0 and variance 1, which reduces the effect of
    /// the level (group normalisation with one group).
    private func normalizeGroup(_ values: inout [Float]) {
        let count = Float(values.count), mean = values.reduce(0, +) / count
        let variance = values.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / count,
            factor = 1 / (variance + Self.epsilon).squareRoot()
        for start in stride(from: 0, to: values.count, by: width) {
            for channel in 0..<width {
                values[start + channel] =
                    (values[start + channel] - mean) * factor * firstScale[channel] + firstShift[channel]
            }
        }
    }

    /// GELU (Hendrycks, Gimpel 2016, "Gaussian Error Linear Units").
    private static func activate(_ values: inout [Float]) {
        for index in values.indices { values[index] *= 0.5 * (1 + erff(values[index] * 0.707_106_77)) }
    }
}
