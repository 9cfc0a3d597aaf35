internal import Foundation

/// Each frame as a mean of other frames, weighed by how well its query fits their keys, for each head by itself
/// (Vaswani et al. 2017, "Attention Is All You Need").
struct Attention {
    let heads: Int
    let width: Int
    /// Whether a frame sees none behind it.
    var isCausal = false

    /// - Parameters:
    ///   - queries: `width` values a frame.
    ///   - keys: of the frames that are seen, as many as `contents`.
    /// - Returns: `width` values for each query.
    func attend(_ queries: [Float], _ keys: [Float], _ contents: [Float]) -> [Float] {
        let frames = queries.count / width, others = keys.count / width, size = width / heads,
            scale = 1 / Float(size).squareRoot()
        var seen = [Float](repeating: 0, count: frames * width)
        var fit = [Float](repeating: 0, count: frames * others), turned = [Float](repeating: 0, count: size * others)
        queries.withUnsafeBufferPointer { queries in
            keys.withUnsafeBufferPointer { keys in
                fit.withUnsafeMutableBufferPointer { fit in
                    turned.withUnsafeMutableBufferPointer { turned in
                        seen.withUnsafeMutableBufferPointer { seen in
                            guard let q = queries.baseAddress, let k = keys.baseAddress, let f = fit.baseAddress,
                                let t = turned.baseAddress, let s = seen.baseAddress
                            else { return }
                            for start in stride(from: 0, to: width, by: size) {
                                MatrixProduct.multiply(
                                    rows: frames, columns: others, depth: size, scale: scale, q + start, stride: width,
                                    k + start, stride: width, into: f, stride: others)
                                for frame in 0..<frames {
                                    Self.weigh(f + frame * others, count: others, seen: isCausal ? frame + 1 : others)
                                }
                                for other in 0..<others {
                                    for index in 0..<size {
                                        t[index * others + other] = contents[other * width + start + index]
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
        return seen
    }

    /// Fits to weights whose sum is 1; those behind the seen ones to 0.
    private static func weigh(_ values: UnsafeMutablePointer<Float>, count: Int, seen: Int) {
        var most = -Float.infinity, whole: Float = 0
        for place in 0..<seen { most = max(most, values[place]) }
        for place in 0..<seen {
            values[place] = expf(values[place] - most)
            whole += values[place]
        }
        for place in 0..<count { values[place] = place < seen ? values[place] / whole : 0 }
    }
}
