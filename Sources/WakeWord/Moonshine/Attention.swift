internal import Foundation

/// Multi-head scaled dot-product attention (Vaswani et al. 2017, "Attention Is All You Need").
struct Attention {
    let heads: Int
    let width: Int
    /// Whether later frames are masked.
    var isCausal = false

    /// Computes the attention output.
    ///
    /// - Parameters:
    ///   - queries: `frames × width` values.
    ///   - keys: `others × width` values.
    ///   - values: as many as `keys`.
    /// - Returns: `frames × width` values.
    func attend(_ queries: [Float], _ keys: [Float], _ values: [Float]) -> [Float] {
        let frames = queries.count / width, others = keys.count / width, size = width / heads,
            scale = 1 / Float(size).squareRoot()
        var output = [Float](repeating: 0, count: frames * width)
        var scores = [Float](repeating: 0, count: frames * others),
            transposed = [Float](repeating: 0, count: size * others)
        queries.withUnsafeBufferPointer { queries in
            keys.withUnsafeBufferPointer { keys in
                scores.withUnsafeMutableBufferPointer { scores in
                    transposed.withUnsafeMutableBufferPointer { transposed in
                        output.withUnsafeMutableBufferPointer { output in
                            guard let q = queries.baseAddress, let k = keys.baseAddress, let f = scores.baseAddress,
                                let t = transposed.baseAddress, let s = output.baseAddress
                            else { return }
                            for start in stride(from: 0, to: width, by: size) {
                                MatrixProduct.multiply(
                                    rows: frames, columns: others, depth: size, scale: scale, q + start, stride: width,
                                    k + start, stride: width, into: f, stride: others)
                                for frame in 0..<frames {
                                    Self.softmax(
                                        f + frame * others, count: others, visible: isCausal ? frame + 1 : others)
                                }
                                for other in 0..<others {
                                    for index in 0..<size {
                                        t[index * others + other] = values[other * width + start + index]
                                    }
                                }
                                MatrixProduct.multiply(
                                    rows: frames, columns: size, depth: others, f, stride: others, t, stride: others,
                                    into: s + start, stride: width)
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
