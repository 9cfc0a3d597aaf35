/// `y = W x + b` for many frames at once.
///
/// Weights stay in the steps in which the file has them and are made floats when they are used, which is seldom.
struct DenseLayer: Sendable {
    private let weights: KaldiReader.Steps
    private let bias: [Float]

    var rows: Int { weights.rows }
    var columns: Int { weights.columns }

    /// - Parameter bias: one value a row, or none.
    init(weights: KaldiReader.Steps, bias: [Float]) {
        precondition(bias.isEmpty || bias.count == weights.rows, "the reader checks the shape")
        self.weights = weights
        self.bias = bias
    }

    /// The weights of one row.
    func row(_ number: Int) -> [Float] { weights.numbers(number * columns..<(number + 1) * columns) }

    /// - Parameters:
    ///   - input: frames of `columns` values.
    ///   - count: frames; as many as there are where they do not overlap.
    ///   - hop: values from one frame to the next; less than `columns` where they overlap.
    /// - Returns: `count × rows` values.
    func apply(to input: [Float], count: Int? = nil, hop: Int? = nil) -> [Float] {
        let hop = hop ?? columns, count = count ?? input.count / columns
        precondition(
            count > 0 && input.count >= (count - 1) * hop + columns,
            "a frame has as many values as the layer has columns")
        let numbers = weights.numbers(0..<rows * columns)
        var output = [Float](repeating: 0, count: count * rows)
        input.withUnsafeBufferPointer { input in
            numbers.withUnsafeBufferPointer { numbers in
                output.withUnsafeMutableBufferPointer { output in
                    guard let a = input.baseAddress, let b = numbers.baseAddress, let c = output.baseAddress else {
                        return
                    }
                    MatrixProduct.multiply(
                        rows: count, columns: rows, depth: columns, a, stride: hop, b, stride: columns, into: c,
                        stride: rows)
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
