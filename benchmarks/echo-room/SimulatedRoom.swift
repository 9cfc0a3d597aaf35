internal import Foundation

/// A room with a loudspeaker and a microphone: what the microphone hears of what is played.
///
/// The response is the direct sound and reflections at random moments whose level falls by 60 dB in the reverberation
/// time; the loudspeaker saturates softly. All of it follows from a seed.
public struct SimulatedRoom: Sendable {
    private struct Tap {
        let delay: Int
        let gain: Float
    }

    private let taps: [Tap]
    /// Level at which the loudspeaker begins to saturate, of full scale; an echo canceller's filter is linear and
    /// cannot follow it.
    private let saturation: Float

    /// - Parameters:
    ///   - reverberation: time in which the sound falls by 60 dB, seconds.
    ///   - delay: from the loudspeaker to the microphone, seconds; what converters and buffers add included.
    ///   - reflections: how many; a few thousand are a room, a hundred are enough to test with.
    ///   - direct: share of the echo's energy that comes the direct way, 0…1.
    ///   - saturation: of full scale; above 1 is next to none.
    public init(
        seed: UInt64, reverberation: Double, delay: Double, reflections: Int, direct: Double = 0.5,
        saturation: Float = 2
    ) {
        let rate = 16_000.0
        var state = seed
        func random() -> Double {
            // Marsaglia 2003, "Xorshift RNGs".
            state = state == 0 ? 0x9E37_79B9_7F4A_7C15 : state
            state ^= state << 13
            state ^= state >> 7
            state ^= state << 17
            return Double(state >> 11) / Double(1 << 53)
        }
        let first = Int((delay * rate).rounded()), span = reverberation * rate
        let tail: [Tap] = (0..<reflections).map { _ in
            let after = 16 + random() * span
            let level = pow(10, -3 * after / span)
            return Tap(delay: first + Int(after), gain: Float(level * (random() < 0.5 ? -1 : 1)))
        }
        let energy = tail.reduce(0.0) { $0 + Double($1.gain) * Double($1.gain) }
        let scale = Float(((1 - direct) / max(energy, 1e-12)).squareRoot())
        taps =
            [Tap(delay: first, gain: Float(direct.squareRoot()))]
            + tail.map { Tap(delay: $0.delay, gain: $0.gain * scale) }
        self.saturation = saturation
    }

    /// What the microphone hears of a sound, as long as the sound and the response together, in full scale ±1.
    public func echo(of samples: [Int16]) -> [Float] {
        let sound = samples.map { saturation * tanhf(Float($0) / 32_768 / saturation) }
        var heard = [Float](repeating: 0, count: samples.count + (taps.map(\.delay).max() ?? 0) + 1)
        heard.withUnsafeMutableBufferPointer { heard in
            sound.withUnsafeBufferPointer { sound in
                for tap in taps {
                    for index in sound.indices { heard[index + tap.delay] += sound[index] * tap.gain }
                }
            }
        }
        return heard
    }
}

/// Levels of sounds.
public enum SoundEnergy {
    /// Mean square, of full scale.
    public static func power(_ samples: some Collection<Int16>) -> Double {
        samples.isEmpty
            ? 0 : samples.reduce(0.0) { $0 + Double($1) * Double($1) } / Double(samples.count) / (32_768 * 32_768)
    }

    public static func power(_ samples: some Collection<Float>) -> Double {
        samples.isEmpty ? 0 : samples.reduce(0.0) { $0 + Double($1) * Double($1) } / Double(samples.count)
    }

    /// Ratio of two powers in decibels.
    public static func decibels(_ a: Double, over b: Double) -> Double { 10 * log10(max(a, 1e-14) / max(b, 1e-14)) }

    /// 16-bit samples of a sum.
    public static func sum(_ parts: [[Float]]) -> [Int16] {
        let count = parts.map(\.count).max() ?? 0
        var sum = [Float](repeating: 0, count: count)
        for part in parts { for index in part.indices { sum[index] += part[index] } }
        return sum.map { Int16(min(max(($0 * 32_768).rounded(), -32_768), 32_767)) }
    }

    /// White noise of a level in dBFS.
    public static func noise(_ count: Int, decibels: Double, seed: UInt64) -> [Float] {
        var state = seed | 1
        let amplitude = Float(pow(10, decibels / 20) * 3.0.squareRoot())
        return (0..<count).map { _ in
            state ^= state << 13
            state ^= state >> 7
            state ^= state << 17
            return (Float(state >> 40) / Float(1 << 23) - 1) * amplitude
        }
    }
}
