/// `y = W x + b` for a few frames at once, with the weights laid out so that the compiler keeps everything in vector registers.
///
/// Weights stand in columns of eight outputs: one pass over the inputs of four frames feeds 32 running sums. Each sum is added up
/// in the order of the inputs, whatever frames are computed together, so the result does not depend on how the audio was cut.
struct AffineTransform: Sendable {
    private typealias Lane = SIMD8<Float>
    private static let frames = 4

    let rows: Int
    let columns: Int
    private let weights: [Lane]
    private let bias: [Lane]

    /// - Parameters:
    ///   - weights: row after row, `rows × columns` values.
    ///   - bias: one value a row.
    init(rows: Int, columns: Int, weights: [Float], bias: [Float]) {
        precondition(weights.count == rows * columns && bias.count == rows, "the reader checks the shape")
        self.rows = rows
        self.columns = columns
        let blocks = (rows + 7) / 8
        var packed = [Lane](repeating: .zero, count: blocks * columns)
        var packedBias = [Lane](repeating: .zero, count: blocks)
        for row in 0..<rows {
            packedBias[row / 8][row % 8] = bias[row]
            for column in 0..<columns { packed[row / 8 * columns + column][row % 8] = weights[row * columns + column] }
        }
        self.weights = packed
        self.bias = packedBias
    }

    /// - Parameters:
    ///   - input: `count × columns` values, frame after frame.
    ///   - count: frames.
    /// - Returns: `count × rows` values.
    func apply(to input: [Float], count: Int) -> [Float] {
        precondition(input.count == count * columns, "a frame has as many values as the transform has columns")
        let size = count * rows
        return [Float](unsafeUninitializedCapacity: size) { output, filled in
            guard let target = output.baseAddress else { return }
            target.initialize(repeating: 0, count: size)
            input.withUnsafeBufferPointer { input in
                guard let source = input.baseAddress else { return }
                for first in stride(from: 0, to: count, by: Self.frames) {
                    let last = count - 1
                    // Frames beyond the last are computed as copies of it and written over one another.
                    let f = (min(first, last), min(first + 1, last), min(first + 2, last), min(first + 3, last))
                    block(
                        (source + f.0 * columns, source + f.1 * columns, source + f.2 * columns, source + f.3 * columns),
                        (target + f.0 * rows, target + f.1 * rows, target + f.2 * rows, target + f.3 * rows))
                }
            }
            filled = size
        }
    }

    private typealias Sources = (UnsafePointer<Float>, UnsafePointer<Float>, UnsafePointer<Float>, UnsafePointer<Float>)
    private typealias Targets = (UnsafeMutablePointer<Float>, UnsafeMutablePointer<Float>, UnsafeMutablePointer<Float>, UnsafeMutablePointer<Float>)

    private func block(_ x: Sources, _ y: Targets) {
        weights.withUnsafeBufferPointer { weights in
            for group in 0..<bias.count {
                var a = bias[group], b = a, c = a, d = a
                let start = group * columns
                for column in 0..<columns {
                    let weight = weights[start + column]
                    a += weight * x.0[column]
                    b += weight * x.1[column]
                    c += weight * x.2[column]
                    d += weight * x.3[column]
                }
                for lane in 0..<min(8, rows - group * 8) {
                    let row = group * 8 + lane
                    y.0[row] = a[lane]
                    y.1[row] = b[lane]
                    y.2[row] = c[lane]
                    y.3[row] = d[lane]
                }
            }
        }
    }
}
