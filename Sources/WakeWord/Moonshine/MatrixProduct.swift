internal import CMatrixProducts

/// Products of matrices, with the processor's widest instructions where it has them.
enum MatrixProduct {
    /// `c = scale · a · bᵀ` for each row of a with each row of b.
    ///
    /// - Parameters:
    ///   - a: `rows × depth` values, `strideA` from one row to the next, which may be less than a row.
    ///   - b: `columns × depth` values.
    ///   - c: `rows × columns` values.
    static func multiply(
        rows: Int, columns: Int, depth: Int, scale: Float = 1, _ a: UnsafePointer<Float>, stride strideA: Int,
        _ b: UnsafePointer<Float>, stride strideB: Int,
        into c: UnsafeMutablePointer<Float>, stride strideC: Int
    ) {
        guard !brews_sgemm_is_supported() else {
            let rowByRow: Int32 = 101, asItIs: Int32 = 111, transposed: Int32 = 112
            return brews_sgemm(
                rowByRow, asItIs, transposed, Int32(rows), Int32(columns), Int32(depth), scale, a, Int32(strideA), b,
                Int32(strideB), 0, c, Int32(strideC))
        }
        plainly(
            rows: rows, columns: columns, depth: depth, scale: scale, a, stride: strideA, b, stride: strideB, into: c,
            stride: strideC)
    }

    /// The same for any processor.
    static func plainly(
        rows: Int, columns: Int, depth: Int, scale: Float, _ a: UnsafePointer<Float>, stride strideA: Int,
        _ b: UnsafePointer<Float>, stride strideB: Int,
        into c: UnsafeMutablePointer<Float>, stride strideC: Int
    ) {
        for row in 0..<rows {
            for column in 0..<columns {
                let x = a + row * strideA, y = b + column * strideB
                var sums = SIMD8<Float>.zero, sum: Float = 0
                let whole = depth / 8 * 8
                for place in stride(from: 0, to: whole, by: 8) {
                    sums +=
                        UnsafeRawPointer(x + place).loadUnaligned(as: SIMD8<Float>.self)
                        * UnsafeRawPointer(y + place).loadUnaligned(as: SIMD8<Float>.self)
                }
                for place in whole..<depth { sum += x[place] * y[place] }
                c[row * strideC + column] = scale * (sums.sum() + sum)
            }
        }
    }
}
