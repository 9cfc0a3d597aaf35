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
    ///   - memory: of the encoder states, by `memory(of:)`.
    ///   - weights: receives the sum over the heads of the attention weights, if not `nil`.
    func apply(
        to values: [Float], attendingTo memory: Attention.Memory, addingTo sum: inout [Float],
        weights: UnsafeMutablePointer<Float>? = nil
    ) {
        sum.add(output.apply(to: attention.attend(query.apply(to: values), to: memory, weights: weights)))
    }

    /// Returns the keys and values of encoder states, for cross-attention.
    func memory(of states: [Float]) -> Attention.Memory {
        Attention.Memory(keys: key.apply(to: states), values: value.apply(to: states), width: query.rows)
    }

    /// Adds self-attention with rotary position embedding over a whole sequence that sees all of itself.
    func apply(toSequence values: [Float], addingTo sum: inout [Float]) {
        let width = query.rows
        var queries = query.apply(to: values), keys = key.apply(to: values)
        let rotations = positions.table(frames: 0..<values.count / width)
        positions.rotate(&queries, heads: heads, width: width, by: rotations)
        positions.rotate(&keys, heads: heads, width: width, by: rotations)
        let memory = Attention.Memory(keys: keys, values: value.apply(to: values), width: width)
        sum.add(output.apply(to: attention.attend(queries, to: memory)))
    }

    /// Adds causal self-attention of sequences that continue, each over its own past.
    ///
    /// - Parameters:
    ///   - values: the new frames of the sequences, one after another.
    ///   - lengths: number of new frames of each sequence.
    ///   - pasts: keys and values of each sequence's earlier frames; the new ones are added.
    func apply(toContinued values: [Float], lengths: [Int], pasts: inout [Past], addingTo sum: inout [Float]) {
        let queries = query.apply(to: values), keys = key.apply(to: values), projected = value.apply(to: values),
            width = query.rows
        var attended: [Float] = [], start = 0
        attended.reserveCapacity(values.count)
        for (index, length) in lengths.enumerated() {
            let range = start..<start + length * width, frames = pasts[index].keys.count / width
            var query = Array(queries[range]), key = Array(keys[range])
            let rotations = positions.table(frames: frames..<frames + length)
            positions.rotate(&query, heads: heads, width: width, by: rotations)
            positions.rotate(&key, heads: heads, width: width, by: rotations)
            pasts[index].keys += key
            pasts[index].values += projected[range]
            let memory = Attention.Memory(keys: pasts[index].keys, values: pasts[index].values, width: width)
            attended += attention.attend(query, to: memory, visible: frames + 1)
            start = range.upperBound
        }
        sum.add(output.apply(to: attended))
    }

    /// Keys and values of a sequence's earlier frames, `frames × width` values each.
    struct Past: Sendable {
        var keys: [Float] = []
        var values: [Float] = []
    }

    private var attention: Attention { Attention(heads: heads, width: query.rows) }
}

extension [Float] {
    mutating func add(_ more: [Float]) {
        for index in indices { self[index] += more[index] }
    }
}
