import EmbeddedFiles
internal import Foundation

/// Synthesises the earcons from notes: sums of harmonics with smooth envelopes, so that there are no clicks.
///
/// Deterministic: the same sample rate gives the same samples. All ten sounds take a few milliseconds.
///
/// ```swift
/// let samples = try EarconSynthesizer().samples(of: .itemAdded, sampleRate: 22_050)
/// ```
public struct EarconSynthesizer: Sendable {
    /// Notes and levels, decoded from `earcons.json`.
    struct Spec: Equatable, Sendable, Decodable {
        struct Note: Equatable, Sendable, Decodable {
            let hertz: Double
            /// Start in milliseconds from the start of the sound.
            let at: Double
            let milliseconds: Double
            /// Level relative to the other notes of the sound, above 0 to 1.
            let level: Double
        }

        struct Sound: Equatable, Sendable, Decodable {
            /// Peak level in decibels relative to full scale, −40…−6.
            let peakDecibels: Double
            let notes: [Note]

            /// Duration of the sound in milliseconds.
            var length: Double { notes.map { $0.at + $0.milliseconds }.max() ?? 0 }
        }

        /// Amplitudes of the harmonics, fundamental first, 0…1.
        let partials: [Double]
        let attackMilliseconds: Double
        let releaseMilliseconds: Double
        /// Time in which the fundamental of a note decays to 37 %. Harmonic n decays n times as fast.
        let decayMilliseconds: Double
        let sounds: [String: Sound]
    }

    /// Allowed duration of a sound in milliseconds.
    static let lengths = 80.0...500.0
    static let loudestPeakDecibels = -6.0
    static let sampleRates = 8_000...48_000

    let spec: Spec

    /// Loads the built-in sounds.
    ///
    /// - Throws: `FeedbackError.badSounds` if the built-in file is damaged; a test excludes this.
    public init() throws(FeedbackError) { try self.init(json: EmbeddedFile.earcons.bytes) }

    /// Decodes sounds from JSON and checks their ranges.
    ///
    /// - Throws: `FeedbackError.badSounds`, naming what is missing or out of range.
    init(json: [UInt8]) throws(FeedbackError) {
        do { spec = try JSONDecoder().decode(Spec.self, from: Data(json)) } catch {
            throw .badSounds(reason: "\(error)")
        }
        try Self.check(spec)
    }

    private static func check(_ spec: Spec) throws(FeedbackError) {
        func demand(_ isRight: Bool, _ reason: String) throws(FeedbackError) {
            if !isRight { throw .badSounds(reason: reason) }
        }
        try demand(
            1...16 ~= spec.partials.count && spec.partials.allSatisfy { 0...1 ~= $0 } && spec.partials[0] > 0,
            "partials are 1 to 16 numbers from 0 to 1")
        try demand(
            2...100 ~= spec.attackMilliseconds && 5...200 ~= spec.releaseMilliseconds
                && 10...2_000 ~= spec.decayMilliseconds, "an envelope is out of range")
        for name in spec.sounds.keys.sorted() where VoiceAudioFeedback(rawValue: name) == nil {
            throw .badSounds(reason: "there is no sound '\(name)'")
        }
        for feedback in VoiceAudioFeedback.allCases {
            let name = feedback.rawValue
            guard let sound = spec.sounds[name] else { throw .badSounds(reason: "'\(name)' is missing") }
            try demand(1...16 ~= sound.notes.count, "'\(name)' has \(sound.notes.count) notes")
            try demand(
                -40...loudestPeakDecibels ~= sound.peakDecibels,
                "'\(name)' peaks at \(sound.peakDecibels) dB; it must be -40 to -6")
            try demand(lengths ~= sound.length, "'\(name)' lasts \(sound.length) ms; it must be 80 to 500")
            for note in sound.notes {
                let fits = 100...3_000 ~= note.hertz && 0...500 ~= note.at && 0.0...1 ~= note.level && note.level > 0
                try demand(
                    fits && note.milliseconds >= spec.attackMilliseconds + spec.releaseMilliseconds,
                    "a note of '\(name)' is out of range")
            }
        }
    }

    /// Samples of a sound: 16-bit mono PCM that begins and ends at zero.
    ///
    /// - Parameter sampleRate: 8,000…48,000 Hz.
    /// - Throws: `FeedbackError.badSetting` for another rate.
    public func samples(of feedback: VoiceAudioFeedback, sampleRate: Int) throws(FeedbackError) -> [Int16] {
        guard Self.sampleRates.contains(sampleRate) else {
            throw .badSetting(name: "sample rate", value: "\(sampleRate)", range: "8000 to 48000 Hz")
        }
        guard let sound = spec.sounds[feedback.rawValue] else { return [] }
        var sum = [Double](repeating: 0, count: Int(sound.length / 1_000 * Double(sampleRate)) + 1)
        for note in sound.notes { add(note, to: &sum, rate: Double(sampleRate)) }
        let peak = sum.map(abs).max() ?? 0
        guard peak > 0 else { return [] }
        let scale = pow(10, sound.peakDecibels / 20) * 32_767 / peak
        return sum.map { Int16(($0 * scale).rounded()) }
    }

    private func add(_ note: Spec.Note, to sum: inout [Double], rate: Double) {
        let first = Int(note.at / 1_000 * rate), count = Int(note.milliseconds / 1_000 * rate)
        for index in 0..<count where first + index < sum.count {
            let time = Double(index) / rate
            var value = 0.0
            for (number, amplitude) in spec.partials.enumerated() {
                let hertz = note.hertz * Double(number + 1)
                // Harmonics near the Nyquist frequency are omitted to avoid aliasing.
                guard hertz < rate * 0.45 else { break }
                value +=
                    amplitude * sin(2 * .pi * hertz * time)
                    * exp(-time * Double(number + 1) / (spec.decayMilliseconds / 1_000))
            }
            sum[first + index] += note.level * value * envelope(milliseconds: time * 1_000, of: note.milliseconds)
        }
    }

    /// Raised-cosine envelope: 0 at both ends, 1 in between.
    private func envelope(milliseconds time: Double, of length: Double) -> Double {
        func rise(_ part: Double) -> Double { 0.5 - 0.5 * cos(.pi * min(1, max(0, part))) }
        return rise(time / spec.attackMilliseconds) * rise((length - time) / spec.releaseMilliseconds)
    }
}
