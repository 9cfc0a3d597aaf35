/// To mean 0 and variance 1 within each frame, times a scale for each dimension (Ba et al. 2016, "Layer Normalization",
/// without a shift).
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
            for place in 0..<width { result[start + place] = (values[start + place] - mean) * factor * scale[place] }
        }
        return result
    }
}

/// Attention with its matrices.
struct AttentionLayer: Sendable {
    let heads: Int
    let angles: RotaryAngles
    let query: DenseLayer, key: DenseLayer, value: DenseLayer, output: DenseLayer

    /// Attention over sound that was encoded.
    ///
    /// - Parameters:
    ///   - values: what asks.
    ///   - seen: what is asked.
    func apply(to values: [Float], seeing seen: [Float], addingTo sum: inout [Float]) {
        sum.add(output.apply(to: attention.attend(query.apply(to: values), key.apply(to: seen), value.apply(to: seen))))
    }

    /// Attention of sequences over themselves, in which places in time count.
    ///
    /// - Parameters:
    ///   - values: frames of the sequences, one after another.
    ///   - lengths: frames of each sequence.
    ///   - isCausal: whether a frame sees none behind it.
    func apply(to values: [Float], lengths: [Int], isCausal: Bool, addingTo sum: inout [Float]) {
        let queries = query.apply(to: values), keys = key.apply(to: values), contents = value.apply(to: values),
            width = query.rows
        let turns = angles.table(frames: lengths.max() ?? 0)
        var seen: [Float] = [], start = 0
        for length in lengths {
            let range = start..<start + length * width
            var query = Array(queries[range]), key = Array(keys[range])
            angles.turn(&query, heads: heads, width: width, by: turns)
            angles.turn(&key, heads: heads, width: width, by: turns)
            seen += Attention(heads: heads, width: width, isCausal: isCausal).attend(query, key, Array(contents[range]))
            start = range.upperBound
        }
        sum.add(output.apply(to: seen))
    }

    private var attention: Attention { Attention(heads: heads, width: query.rows) }
}

extension [Float] {
    mutating func add(_ more: [Float]) {
        for place in indices { self[place] += more[place] }
    }
}
