internal import Foundation

/// Rotary position embedding: rotates pairs of values by angles proportional to time, so that dot products depend on
/// distances (Su et al. 2021, "RoFormer").
struct RotaryEmbedding: Sendable {
    private static let base: Float = 10_000

    private let frequencies: [Float]

    /// Creates an embedding.
    ///
    /// - Parameter pairs: number of rotated pairs at the beginning of each head.
    init(pairs: Int) { frequencies = (0..<pairs).map { powf(Self.base, -Float($0) / Float(pairs)) } }

    /// Returns the cosine and sine of each pair, frame after frame.
    func table(frames: Range<Int>) -> [Float] {
        frames.flatMap { frame in frequencies.flatMap { [cosf(Float(frame) * $0), sinf(Float(frame) * $0)] } }
    }

    /// Rotates frames by a table of as many frames or more.
    func rotate(_ values: inout [Float], heads: Int, width: Int, by table: [Float]) {
        let row = 2 * frequencies.count
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
