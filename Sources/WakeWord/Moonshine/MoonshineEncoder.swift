internal import Foundation

/// From sound to a vector for each 24 ms, each of which depends on all of the sound: the encoder of `MoonshineModel`.
struct MoonshineEncoder: Sendable {
    /// One layer of attention and what follows it.
    struct Block: Sendable {
        let attentionNorm: LayerNorm
        let attention: AttentionLayer
        let feedNorm: LayerNorm
        let expansion: DenseLayer, contraction: DenseLayer
    }

    /// Frames of a convolution's input that go into one of its output, and how far these are apart.
    static let convolutions = [(kernel: 127, stride: 64), (kernel: 7, stride: 3), (kernel: 3, stride: 2)]
    /// Samples that the first vector needs.
    static let least = 127 + 64 * (6 + 3 * 2)
    private static let epsilon: Float = 1e-5

    let width: Int
    let convolutions: [DenseLayer]
    let firstScale: [Float], firstShift: [Float]
    let blocks: [Block]
    let lastNorm: LayerNorm

    /// - Parameter samples: 16 bits, 16 kHz.
    /// - Returns: `frames × width` values; none for less than `least` samples.
    func vectors(of samples: ArraySlice<Int16>) -> [Float] {
        guard samples.count >= Self.least else { return [] }
        var values = samples.map { Float($0) / 32_768 }, channels = 1
        for (index, layer) in convolutions.enumerated() {
            let (kernel, stride) = Self.convolutions[index], frames = (values.count / channels - kernel) / stride + 1
            values = layer.apply(to: values, count: frames, hop: stride * channels)
            channels = layer.rows
            if index == 0 {
                for place in values.indices { values[place] = tanhf(values[place]) }
                normaliseAll(&values)
            } else {
                Self.activate(&values)
            }
        }
        for block in blocks {
            let before = block.attentionNorm.apply(to: values)
            block.attention.apply(to: before, lengths: [before.count / width], isCausal: false, addingTo: &values)
            var hidden = block.expansion.apply(to: block.feedNorm.apply(to: values))
            Self.activate(&hidden)
            values.add(block.contraction.apply(to: hidden))
        }
        return lastNorm.apply(to: values)
    }

    /// The first layer's values to mean 0 and variance 1 over all of the sound, so that its level changes little (group
    /// normalisation of one group).
    private func normaliseAll(_ values: inout [Float]) {
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
        for place in values.indices { values[place] *= 0.5 * (1 + erff(values[place] * 0.707_106_77)) }
    }
}
