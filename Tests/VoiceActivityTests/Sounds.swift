internal import Foundation
internal import Speech
internal import TestSupport

/// Sounds made for the tests, whose beginnings and ends are known to the sample.
enum Sounds {
    static let second = SampleRate.speech

    /// White noise with a standard deviation of `level` decibels of full scale.
    static func noise(_ seconds: Double, level: Double, seed: UInt64 = 1) -> [Int16] {
        var generator = SeededGenerator(seed: seed)
        let amplitude = 32_768 * pow(10, level / 20)
        return (0..<SampleCount(seconds: seconds).samples).map { _ in
            // Four uniform numbers make a bell curve; their variance is a third.
            let word = generator.next()
            let sum = Int(word & 0xFFFF) + Int(word >> 16 & 0xFFFF) + Int(word >> 32 & 0xFFFF) + Int(word >> 48)
            return clamped(amplitude * 3.0.squareRoot() * (Double(sum) / 65_536 - 2))
        }
    }

    /// Something like a vowel: harmonics of 140 Hz, falling with frequency, in syllables of a quarter of a second.
    static func voice(_ seconds: Double, level: Double) -> [Int16] {
        let amplitude = 32_768 * pow(10, level / 20)
        return (0..<SampleCount(seconds: seconds).samples).map { index in
            let time = Double(index) / Double(second)
            let harmonics = (1...20).map(Double.init).reduce(0.0) { sum, number in
                let phase = 2 * Double.pi * 140 * number * time + number * number
                return sum + sin(phase) / number
            }
            let syllable = 0.6 + 0.4 * sin(2 * Double.pi * 4 * time)
            return clamped(amplitude * syllable * harmonics)
        }
    }

    static func tone(_ seconds: Double, hertz: Double, amplitude: Double) -> [Int16] {
        (0..<SampleCount(seconds: seconds).samples).map {
            clamped(32_767 * amplitude * sin(2 * Double.pi * hertz * Double($0) / Double(second)))
        }
    }

    static func silence(_ seconds: Double) -> [Int16] {
        [Int16](repeating: 0, count: SampleCount(seconds: seconds).samples)
    }

    /// Both at the same time, `second` from a place on.
    static func mix(_ first: [Int16], _ second: [Int16], at seconds: Double) -> [Int16] {
        var sum = first
        let start = SampleCount(seconds: seconds).samples
        for (index, sample) in second.enumerated() where start + index < sum.count {
            sum[start + index] = clamped(Double(sum[start + index]) + Double(sample))
        }
        return sum
    }

    private static func clamped(_ value: Double) -> Int16 { Int16(max(-32_768, min(32_767, value.rounded()))) }
}

extension Array where Element == Int16 {
    /// The samples as frames of the sizes given, over and over.
    func frames(_ sizes: [Int] = [1_600], from start: Int = 0) -> [AudioFrame] {
        var frames: [AudioFrame] = [], place = 0
        while place < count {
            let end = Swift.min(place + sizes[frames.count % sizes.count], count)
            frames.append(AudioFrame(start: SamplePosition(start + place), samples: Array(self[place..<end])))
            place = end
        }
        return frames
    }
}
