internal import Speech

/// A dense layer `y = W x + b` for many frames at once.
///
/// Weights stay compressed. Each use expands them in tiles that fit into the first-level cache, which takes less time
/// than reading expanded ones from memory.
struct DenseLayer: Sendable {
    private let weights: KaldiReader.CompressedMatrix
    private let bias: [Float]
    /// Values of a tile of expanded weights: 32 kB.
    private static let tileValues = 8_192

    var rows: Int { weights.rows }
    var columns: Int { weights.columns }

    /// Creates a layer.
    ///
    /// - Parameter bias: one value per row, or none.
    init(weights: KaldiReader.CompressedMatrix, bias: [Float]) {
        precondition(bias.isEmpty || bias.count == weights.rows, "the reader checks the shape")
        self.weights = weights
        self.bias = bias
    }

    /// Returns the weights of one row.
    func row(_ number: Int) -> [Float] { weights.values(number * columns..<(number + 1) * columns) }

    /// Applies the layer.
    ///
    /// - Parameters:
    ///   - input: frames of `columns` values.
    ///   - count: number of frames; by default all, without overlap.
    ///   - hop: distance between frames in values; less than `columns` for overlapping frames, as in a convolution.
    /// - Returns: `count × rows` values.
    func apply(to input: [Float], count: Int? = nil, hop: Int? = nil) -> [Float] {
        let hop = hop ?? columns, count = count ?? input.count / columns
        precondition(
            count > 0 && input.count >= (count - 1) * hop + columns,
            "a frame has as many values as the layer has columns")
        var output = [Float](repeating: 0, count: count * rows)
        let tileRows = min(rows, max(1, Self.tileValues / columns))
        input.withUnsafeBufferPointer { input in
            output.withUnsafeMutableBufferPointer { output in
                withUnsafeTemporaryAllocation(of: Float.self, capacity: tileRows * columns) { tile in
                    guard let a = input.baseAddress, let b = tile.baseAddress, let c = output.baseAddress else {
                        return
                    }
                    for first in stride(from: 0, to: rows, by: tileRows) {
                        let these = min(tileRows, rows - first)
                        weights.expand(first * columns..<(first + these) * columns, into: b)
                        MatrixProduct.multiply(
                            rows: count, columns: these, depth: columns, a, stride: hop, b, stride: columns,
                            into: c + first, stride: rows)
                    }
                    guard !bias.isEmpty else { return }
                    for frame in 0..<count {
                        for row in 0..<rows { c[frame * rows + row] += bias[row] }
                    }
                }
            }
        }
        return output
    }
}
