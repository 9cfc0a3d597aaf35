internal import Speech

/// Noise with loud stretches, in seconds.
public enum Sound {
    public static func noise(_ seconds: Double, amplitude: Int16, seed: UInt64 = 1) -> [Int16] {
        var generator = SeededGenerator(seed: seed)
        return (0..<SampleCount(seconds: seconds).samples).map { _ in
            Int16.random(in: -amplitude...amplitude, using: &generator)
        }
    }

    public static func blocks(_ samples: [Int16]) -> [ArraySlice<Int16>] {
        stride(from: 0, to: samples.count, by: 160).map { samples[$0..<min($0 + 160, samples.count)] }
    }
}
