internal import CMatrixProducts

/// Matrix products with the processor's widest vector instructions.
enum MatrixProduct {
    /// Computes `c = scale · a · bᵀ`.
    ///
    /// - Parameters:
    ///   - a: `rows × depth` values with row stride `strideA`, which may be less than `depth`.
    ///   - b: `columns × depth` values.
    ///   - c: `rows × columns` values.
    static func multiply(
        rows: Int, columns: Int, depth: Int, scale: Float = 1, _ a: UnsafePointer<Float>, stride strideA: Int,
        _ b: UnsafePointer<Float>, stride strideB: Int,
        into c: UnsafeMutablePointer<Float>, stride strideC: Int
    ) {
        guard !brews_sgemm_is_supported() else {
            let rowMajor: Int32 = 101, notTransposed: Int32 = 111, transposed: Int32 = 112
            return brews_sgemm(
                rowMajor, notTransposed, transposed, Int32(rows), Int32(columns), Int32(depth), scale, a,
                Int32(strideA), b,
                Int32(strideB), 0, c, Int32(strideC))
        }
        multiplyPortably(
            rows: rows, columns: columns, depth: depth, scale: scale, a, stride: strideA, b, stride: strideB, into: c,
            stride: strideC)
    }

    /// Computes the same on any processor.
    static func multiplyPortably(
        rows: Int, columns: Int, depth: Int, scale: Float, _ a: UnsafePointer<Float>, stride strideA: Int,
        _ b: UnsafePointer<Float>, stride strideB: Int,
        into c: UnsafeMutablePointer<Float>, stride strideC: Int
    ) {
        for row in 0..<rows {
            for column in 0..<columns {
                let x = a + row * strideA, y = b + column * strideB
                var sums = SIMD8<Float>.zero, sum: Float = 0
                let vectorized = depth / 8 * 8
                for index in stride(from: 0, to: vectorized, by: 8) {
                    sums +=
                        UnsafeRawPointer(x + index).loadUnaligned(as: SIMD8<Float>.self)
                        * UnsafeRawPointer(y + index).loadUnaligned(as: SIMD8<Float>.self)
                }
                for index in vectorized..<depth { sum += x[index] * y[index] }
                c[row * strideC + column] = scale * (sums.sum() + sum)
            }
        }
    }
}
