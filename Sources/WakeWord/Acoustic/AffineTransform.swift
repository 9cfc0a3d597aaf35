/// An affine transform `y = W x + b` of a few frames at once, laid out for vector registers.
///
/// Weights are stored in columns of eight outputs: one pass over the inputs of four frames updates 32 running sums. The
/// order of additions does not depend on which frames are computed together, so the result does not depend on how the
/// audio was cut.
///
/// Weights are quantised to 16 bits with a scale per row: half the memory, and an error of at most 1/65,534 of a row's
/// largest weight.
struct AffineTransform: Sendable {
    private typealias Lane = SIMD8<Float>
    private static let frames = 4
    private static let largest = Float(Int16.max)

    let rows: Int
    let columns: Int
    private let weights: [SIMD8<Int16>]
    private let scales: [Lane]
    private let bias: [Lane]

    /// Quantises weights.
    ///
    /// - Parameters:
    ///   - rows: number of outputs.
    ///   - columns: number of inputs.
    ///   - weights: `rows × columns` values, row after row.
    ///   - bias: one value per row.
    init(rows: Int, columns: Int, weights: [Float], bias: [Float]) {
        precondition(weights.count == rows * columns && bias.count == rows, "the reader checks the shape")
        self.rows = rows
        self.columns = columns
        let blocks = (rows + 7) / 8
        var packed = [SIMD8<Int16>](repeating: .zero, count: blocks * columns)
        var scales = [Lane](repeating: .zero, count: blocks), packedBias = scales
        for row in 0..<rows {
            let own = weights[row * columns..<(row + 1) * columns]
            let most = own.reduce(0) { max($0, abs($1)) }, factor = most > 1e-30 ? Self.largest / most : 0
            packedBias[row / 8][row % 8] = bias[row]
            scales[row / 8][row % 8] = most / Self.largest
            for (column, weight) in own.enumerated() {
                packed[row / 8 * columns + column][row % 8] = Int16((weight * factor).rounded())
            }
        }
        self.weights = packed
        self.scales = scales
        self.bias = packedBias
    }

    /// Applies the transform.
    ///
    /// - Parameters:
    ///   - input: `count × columns` values, frame after frame.
    ///   - count: number of frames.
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
                    // Missing frames of the last group are copies of the last frame, written to the same place.
                    let f = (min(first, last), min(first + 1, last), min(first + 2, last), min(first + 3, last))
                    block(
                        (
                            source + f.0 * columns, source + f.1 * columns, source + f.2 * columns,
                            source + f.3 * columns
                        ),
                        (target + f.0 * rows, target + f.1 * rows, target + f.2 * rows, target + f.3 * rows))
                }
            }
            filled = size
        }
    }

    private typealias Sources = (UnsafePointer<Float>, UnsafePointer<Float>, UnsafePointer<Float>, UnsafePointer<Float>)
    private typealias Targets = (
        UnsafeMutablePointer<Float>, UnsafeMutablePointer<Float>, UnsafeMutablePointer<Float>,
        UnsafeMutablePointer<Float>
    )

    private func block(_ x: Sources, _ y: Targets) {
        weights.withUnsafeBufferPointer { weights in
            for group in 0..<bias.count {
                var a = Lane.zero, b = a, c = a, d = a
                let start = group * columns
                for column in 0..<columns {
                    let weight = Lane(SIMD8<Int32>(truncatingIfNeeded: weights[start + column]))
                    a += weight * x.0[column]
                    b += weight * x.1[column]
                    c += weight * x.2[column]
                    d += weight * x.3[column]
                }
                let scale = scales[group], offset = bias[group]
                (a, b, c, d) = (a * scale + offset, b * scale + offset, c * scale + offset, d * scale + offset)
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
