/// Generated audio for which networks are compared with independent computations of the same.
public enum ReferenceClip {
    /// A second of triangle waves in bursts over noise, in whole numbers only.
    public static let samples: [Int16] = {
        var state = 12_345
        return (0..<16_000).map { index in
            state = (state &* 1_103_515_245 &+ 12_345) & 0x7FFF_FFFF
            let noise = ((state >> 16) & 0x3FF) - 512
            let period = 60 + (index / 4_000) * 25
            let triangle = abs((index % period) * 4_000 / period - 2_000) - 1_000
            let level = (index % 4_000) * 8 / 4_000
            let product = triangle * level
            // Rounds down, as the generator of the reference does.
            return Int16((product >= 0 ? product / 2 : -((1 - product) / 2)) + noise)
        }
    }()
}
