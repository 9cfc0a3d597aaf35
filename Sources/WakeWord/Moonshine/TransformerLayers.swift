/// Layer normalisation with a scale and without a shift (Ba et al. 2016, "Layer Normalization").
struct LayerNorm: Sendable {
    private static let epsilon: Float = 1e-5

    let scale: [Float]

    func apply(to values: [Float]) -> [Float] {
        var result = values
        let width = scale.count, count = Float(width)
        for start in stride(from: 0, to: values.count, by: width) {
            let frame = values[start..<start + width], mean = frame.reduce(0, +) / count
            let variance = frame.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / count,
                factor = 1 / (variance + Self.epsilon).squareRoot()
            for index in 0..<width { result[start + index] = (values[start + index] - mean) * factor * scale[index] }
        }
        return result
    }
}

/// Multi-head attention with its projections.
struct AttentionLayer: Sendable {
    let heads: Int
    let positions: RotaryEmbedding
    let query: DenseLayer, key: DenseLayer, value: DenseLayer, output: DenseLayer

    /// Adds cross-attention.
    ///
    /// - Parameters:
    ///   - values: frames of the queries.
    ///   - states: frames of the keys and values.
    func apply(to values: [Float], attendingTo states: [Float], addingTo sum: inout [Float]) {
        sum.add(
            output.apply(to: attention.attend(query.apply(to: values), key.apply(to: states), value.apply(to: states))))
    }

    /// Adds self-attention with rotary position embedding.
    ///
    /// - Parameters:
    ///   - values: frames of the sequences, one after another.
    ///   - lengths: number of frames of each sequence.
    ///   - isCausal: whether later frames are masked.
    func apply(to values: [Float], lengths: [Int], isCausal: Bool, addingTo sum: inout [Float]) {
        let queries = query.apply(to: values), keys = key.apply(to: values), projected = value.apply(to: values),
            width = query.rows
        let rotations = positions.table(frames: lengths.max() ?? 0)
        var attended: [Float] = [], start = 0
        for length in lengths {
            let range = start..<start + length * width
            var query = Array(queries[range]), key = Array(keys[range])
            positions.rotate(&query, heads: heads, width: width, by: rotations)
            positions.rotate(&key, heads: heads, width: width, by: rotations)
            attended += Attention(heads: heads, width: width, isCausal: isCausal).attend(
                query, key, Array(projected[range]))
            start = range.upperBound
        }
        sum.add(output.apply(to: attended))
    }

    private var attention: Attention { Attention(heads: heads, width: query.rows) }
}

extension [Float] {
    mutating func add(_ more: [Float]) {
        for index in indices { self[index] += more[index] }
    }
}
