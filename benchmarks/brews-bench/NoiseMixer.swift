internal import Speech

/// Adds recorded noise to speech at a signal-to-noise ratio, by the public benchmark's rule: the loudest 2,048-sample
/// frame of speech against the loudest one of the stretch of noise, and the sum normalised to a peak of 0.5.
struct NoiseMixer {
    private static let frameSamples = 2_048

    let name: String
    private let noise: [Float]
    private let seed: UInt64

    /// - Parameter seed: chooses the stretches of noise; the same seed gives the same mixtures.
    init(name: String, noise: [Int16], seed: UInt64) {
        self.name = name
        self.noise = noise.map { Float($0) / 32_768 }
        self.seed = seed
    }

    /// - Parameters:
    ///   - index: the clip's number in its corpus, which with the seed decides where the noise begins.
    ///   - decibels: the ratio.
    func mix(_ clip: [Int16], index: Int, decibels: Double) -> [Int16] {
        let speech = clip.map { Float($0) / 32_768 }
        guard !noise.isEmpty, !speech.isEmpty else { return clip }
        var generator = SplitMix64(state: seed &* 0x9E37_79B9 &+ UInt64(index))
        let start = Int(generator.next() % UInt64(noise.count))
        let stretch = (0..<speech.count).map { noise[(start + $0) % noise.count] }
        let scale = (Self.loudest(speech) / max(Self.loudest(stretch), 1e-12) / Self.power(decibels)).squareRoot()
        let sum = zip(speech, stretch).map { $0 + $1 * scale }
        let peak = sum.reduce(1e-9) { max($0, abs($1)) }
        return sum.map { Int16(($0 / peak * 0.5 * 32_767).rounded()) }
    }

    /// Energy of the loudest frame.
    private static func loudest(_ samples: [Float]) -> Float {
        let frames = stride(from: 0, to: max(1, samples.count - frameSamples + 1), by: frameSamples)
        return frames.map { start in
            samples[start..<min(start + frameSamples, samples.count)].reduce(0) { $0 + $1 * $1 }
        }.max() ?? 0
    }

    private static func power(_ decibels: Double) -> Float {
        var result = 1.0
        let tenth = 1.258_925_411_794_167_2  // 10^(1/10)
        let whole = Int(decibels.rounded())
        for _ in 0..<abs(whole) { result *= tenth }
        return Float(whole < 0 ? 1 / result : result)
    }
}

/// A small generator with a given start (Steele, Lea, Flood 2014, "Fast Splittable Pseudorandom Number Generators").
struct SplitMix64: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }
}
