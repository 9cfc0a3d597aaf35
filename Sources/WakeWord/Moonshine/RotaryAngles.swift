internal import Foundation

/// Turns pairs of values by angles that grow with time, so that a product of two frames depends on how far they are
/// apart (Su et al. 2021, "RoFormer").
struct RotaryAngles: Sendable {
    private static let base: Float = 10_000

    private let steps: [Float]

    /// - Parameter pairs: of each head that are turned; what lies behind them is not.
    init(pairs: Int) { steps = (0..<pairs).map { powf(Self.base, -Float($0) / Float(pairs)) } }

    /// Cosine and sine of each pair, frame after frame.
    func table(frames: Int) -> [Float] {
        (0..<frames).flatMap { frame in steps.flatMap { [cosf(Float(frame) * $0), sinf(Float(frame) * $0)] } }
    }

    func turn(_ values: inout [Float], heads: Int, width: Int, by table: [Float]) {
        let row = 2 * steps.count
        for frame in 0..<values.count / width {
            for head in 0..<heads {
                let start = frame * width + head * (width / heads)
                for pair in stride(from: 0, to: row, by: 2) {
                    let cosine = table[frame * row + pair], sine = table[frame * row + pair + 1],
                        x = values[start + pair], y = values[start + pair + 1]
                    values[start + pair] = x * cosine - y * sine
                    values[start + pair + 1] = y * cosine + x * sine
                }
            }
        }
    }
}
