internal import Foundation
internal import Speech

/// Background without speech: chords with overtones and a beat, and recordings of noise laid over one another.
enum GeneratedMusic {
    /// A minute of chords on a scale, two a second, with a noise beat; every minute is another.
    static func minute(_ number: Int) -> [Int16] {
        var generator = SplitMix64(state: 0xB1E5 &+ UInt64(number))
        let rate = Double(SampleRate.speech), length = SampleRate.speech / 2
        let scale = [0, 2, 4, 5, 7, 9, 11]
        var samples: [Int16] = []
        for beat in 0..<120 {
            let notes = (0..<3).map { _ in
                110 * pow(2, Double(scale[Int(generator.next() % 7)] + 12 * Int(generator.next() % 3)) / 12)
            }
            let isLoud = beat % 4 == 0
            for index in 0..<length {
                let time = Double(index) / rate
                var value = 0.0
                for note in notes {
                    for overtone in 1...5 {
                        value += sin(2 * .pi * note * Double(overtone) * time) / Double(overtone * overtone)
                    }
                }
                value *= exp(-3 * time) * 0.12
                let hiss = Double(Int64(bitPattern: generator.next()) % 1_000) / 1_000
                value += hiss * exp(-40 * time) * (isLoud ? 0.3 : 0.1)
                samples.append(Int16(max(-1, min(1, value)) * 32_000))
            }
        }
        return samples
    }

    /// A minute of two stretches of the recordings together, each from a place and at a level of its own.
    static func collage(_ recordings: [[Int16]], minute: Int) -> [Int16] {
        var generator = SplitMix64(state: 0xC0FFEE &+ UInt64(minute))
        var sum = [Float](repeating: 0, count: 60 * SampleRate.speech)
        for _ in 0..<2 {
            let recording = recordings[Int(generator.next() % UInt64(recordings.count))]
            guard !recording.isEmpty else { continue }
            let start = Int(generator.next() % UInt64(recording.count))
            let gain = Float(generator.next() % 1_000) / 1_000 * 0.9 + 0.1
            for index in sum.indices { sum[index] += gain * Float(recording[(start + index) % recording.count]) }
        }
        return sum.map { Int16(max(-32_768, min(32_767, $0))) }
    }
}
