internal import Foundation

/// Multi-head scaled dot-product attention (Vaswani et al. 2017, "Attention Is All You Need").
struct Attention {
    let heads: Int
    let width: Int

    /// Keys and values of frames, the values transposed for the product with the weights.
    struct Memory: Sendable {
        /// `frames × width` values.
        private(set) var keys: [Float]
        /// `width × frames` values.
        private(set) var transposedValues: [Float]
        let frames: Int

        /// - Parameters:
        ///   - keys: `frames × width` values.
        ///   - values: as many as `keys`.
        init(keys: [Float], values: [Float], width: Int) {
            self.keys = keys
            let frames = keys.count / width
            self.frames = frames
            transposedValues = [Float](unsafeUninitializedCapacity: values.count) { target, filled in
                for column in 0..<width {
                    for frame in 0..<frames { target[column * frames + frame] = values[frame * width + column] }
                }
                filled = values.count
            }
        }
    }

    /// Computes the attention output.
    ///
    /// - Parameters:
    ///   - queries: `frames × width` values.
    ///   - memory: what is attended to.
    ///   - visible: number of frames of `memory` visible to the first query, each later one seeing one more; `nil` when
    ///     all see all.
    ///   - weights: receives the sum over the heads of the attention weights, `frames × memory.frames`, if not `nil`.
    /// - Returns: `frames × width` values.
    func attend(_ queries: [Float], to memory: Memory, visible: Int? = nil, weights: UnsafeMutablePointer<Float>? = nil)
        -> [Float]
    {
        let frames = queries.count / width, others = memory.frames, size = width / heads,
            scale = 1 / Float(size).squareRoot()
        var output = [Float](repeating: 0, count: frames * width)
        queries.withUnsafeBufferPointer { queries in
            memory.keys.withUnsafeBufferPointer { keys in
                memory.transposedValues.withUnsafeBufferPointer { values in
                    withUnsafeTemporaryAllocation(of: Float.self, capacity: frames * others) { scores in
                        output.withUnsafeMutableBufferPointer { output in
                            guard let q = queries.baseAddress, let k = keys.baseAddress, let v = values.baseAddress,
                                let f = scores.baseAddress, let s = output.baseAddress
                            else { return }
                            for start in stride(from: 0, to: width, by: size) {
                                MatrixProduct.multiply(
                                    rows: frames, columns: others, depth: size, scale: scale, q + start, stride: width,
                                    k + start, stride: width, into: f, stride: others)
                                for frame in 0..<frames {
                                    Self.softmax(
                                        f + frame * others, count: others,
                                        visible: visible.map { min(others, $0 + frame) } ?? others)
                                }
                                if let weights {
                                    for index in 0..<frames * others { weights[index] += f[index] }
                                }
                                MatrixProduct.multiply(
                                    rows: frames, columns: size, depth: others, f, stride: others, v + start * others,
                                    stride: others, into: s + start, stride: width)
                            }
                        }
                    }
                }
            }
        }
        return output
    }

    /// Replaces scores by their softmax over the first `visible` ones, and the others by 0.
    private static func softmax(_ values: UnsafeMutablePointer<Float>, count: Int, visible: Int) {
        var highest = -Float.infinity, total: Float = 0
        for index in 0..<visible { highest = max(highest, values[index]) }
        for index in 0..<visible {
            values[index] = expf(values[index] - highest)
            total += values[index]
        }
        for index in 0..<count { values[index] = index < visible ? values[index] / total : 0 }
    }
}
