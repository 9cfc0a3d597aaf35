internal import Foundation
internal import Speech

/// Hours of sound in which nobody orders: stretches of recorded noise and of music made here, each at a level of its
/// own; or recordings as they are.
///
/// Made as it is read, a scene at a time, so an hour costs no memory. The same seed gives the same sound.
actor BackgroundSound: AudioInput {
    /// A recording to take stretches from.
    struct Recording: Sendable {
        let name: String
        let samples: [Int16]
    }

    /// What is heard for a while.
    struct Scene: Sendable {
        /// The recording's name, or `music`.
        let name: String
        let span: SpeechSpan
    }

    private static let frameSamples = SampleRate.speech / 10
    private static let sceneSamples = SampleRate.speech * 20
    private static let fadeSamples = SampleRate.speech / 4
    /// Root mean square of a scene over full scale, in dB: from a quiet room to a loud bar.
    private static let decibels = -52.0 ... -18.0

    private let recordings: [Recording]
    let length: SampleCount
    /// Whether the recordings are played from their beginning to their end, one after the other.
    private let isAsRecorded: Bool
    private var generator: SplitMix64
    private var scene: [Int16] = []
    private var sceneStart = SamplePosition.zero
    private var position = SamplePosition.zero
    private var heard: [Scene] = []

    /// - Parameter recordings: noise; every third scene is music whatever there is.
    init(recordings: [Recording], length: SampleCount, seed: UInt64) {
        self.recordings = recordings
        self.length = length
        isAsRecorded = false
        generator = SplitMix64(state: seed)
    }

    /// The recordings one after the other and nothing else.
    init(asRecorded recordings: [Recording]) {
        self.recordings = recordings
        length = SampleCount(recordings.reduce(0) { $0 + $1.samples.count })
        isAsRecorded = true
        generator = SplitMix64(state: 0)
    }

    /// The scenes so far, in order.
    var scenes: [Scene] { heard }

    func nextFrame() -> AudioFrame? {
        guard position.samples < length.samples else { return nil }
        if position.samples - sceneStart.samples >= scene.count { begin() }
        let from = position.samples - sceneStart.samples
        let to = min(from + Self.frameSamples, scene.count, length.samples - sceneStart.samples)
        let frame = AudioFrame(start: position, samples: Array(scene[from..<to]))
        position = frame.end
        return frame
    }

    private func begin() {
        sceneStart = position
        if isAsRecorded {
            // The length is theirs together, so there is one more.
            let recording = recordings[heard.count]
            scene = recording.samples
            heard.append(
                Scene(name: recording.name, span: SpeechSpan(start: position, end: position + SampleCount(scene.count)))
            )
            return
        }
        let recording = heard.count % 3 == 2 ? nil : recordings.randomElement(using: &generator)
        let sound = recording.map(stretch) ?? Music.piece(samples: Self.sceneSamples, using: &generator)
        scene = levelled(sound, decibels: Double.random(in: Self.decibels, using: &generator))
        heard.append(
            Scene(
                name: recording?.name ?? "music",
                span: SpeechSpan(start: position, end: position + SampleCount(scene.count))))
    }

    private func stretch(_ recording: Recording) -> [Float] {
        let start = recording.samples.indices.randomElement(using: &generator) ?? 0
        return (0..<Self.sceneSamples).map { Float(recording.samples[(start + $0) % recording.samples.count]) / 32_768 }
    }

    /// At a level, with soft edges, and never beyond full scale.
    private func levelled(_ sound: [Float], decibels: Double) -> [Int16] {
        let power = sound.reduce(Float(0)) { $0 + $1 * $1 } / Float(max(1, sound.count))
        let gain = Float(pow(10, decibels / 20)) / max(power.squareRoot(), 1e-9)
        return sound.enumerated().map { index, sample in
            let edge = min(index + 1, sound.count - index)
            let fade = min(1, Float(edge) / Float(Self.fadeSamples))
            return Int16((min(max(sample * gain * fade, -1), 1) * 32_767).rounded())
        }
    }
}

/// Music-like sound: chords with overtones that change every beat or two, a tune above them, and a beat of filtered
/// noise.
enum Music {
    private static let beatSamples = SampleRate.speech / 2
    /// Semitones of the chords above their root.
    private static let chords: [[Int]] = [[0, 4, 7], [0, 3, 7], [0, 4, 7, 10], [0, 3, 7, 10], [0, 5, 7]]
    private static let scale = [0, 2, 4, 5, 7, 9, 11, 12, 14, 16]

    static func piece(samples: Int, using generator: inout SplitMix64) -> [Float] {
        var sound = [Float](repeating: 0, count: samples)
        let root = Double.random(in: 82...196, using: &generator)
        let beat = Int(Double(beatSamples) * Double.random(in: 0.6...1.4, using: &generator))
        for start in stride(from: 0, to: samples, by: beat) {
            if start / beat % 2 == 0 {
                let base = root * semitones(scale.randomElement(using: &generator) ?? 0)
                for tone in chords.randomElement(using: &generator) ?? [] {
                    add(base * semitones(tone), from: start, samples: beat * 2, level: 0.25, to: &sound)
                }
            }
            add(
                root * 4 * semitones(scale.randomElement(using: &generator) ?? 0), from: start, samples: beat,
                level: 0.35, to: &sound)
            addBeat(from: start, samples: beat / 4, to: &sound, using: &generator)
        }
        return sound
    }

    private static func semitones(_ count: Int) -> Double { pow(2, Double(count) / 12) }

    /// A plucked tone: six overtones that die away, the higher the sooner.
    private static func add(_ frequency: Double, from start: Int, samples: Int, level: Float, to sound: inout [Float]) {
        for overtone in 1...6 where frequency * Double(overtone) < Double(SampleRate.speech) / 2 {
            let step = Float(2 * Double.pi * frequency * Double(overtone) / Double(SampleRate.speech))
            let decay = Float(overtone) * 3 / Float(SampleRate.speech)
            for index in start..<min(start + samples, sound.count) {
                let age = Float(index - start)
                sound[index] += level / Float(overtone) * exp(-age * decay) * sin(age * step)
            }
        }
    }

    private static func addBeat(
        from start: Int, samples: Int, to sound: inout [Float], using generator: inout SplitMix64
    ) {
        var last: Float = 0
        for index in start..<min(start + samples, sound.count) {
            last += 0.4 * (Float.random(in: -1...1, using: &generator) - last)
            sound[index] += 0.3 * last * exp(-Float(index - start) * 8 / Float(samples))
        }
    }
}
