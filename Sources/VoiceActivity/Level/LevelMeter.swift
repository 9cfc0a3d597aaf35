internal import Foundation
public import Speech

/// Level of a stream at one moment, in decibels of full scale (dBFS); a square wave at full scale has 0.
public struct AudioLevel: Equatable, Sendable {
    /// Root mean square, −100…0 dBFS, without constant offset, with the "fast" time weighting.
    public let rms: Double
    /// Recent peak, −100…0 dBFS, including the offset, which contributes to clipping; falls slowly so that it can be
    /// read.
    public let peak: Double
    /// End of the measured audio.
    public let at: SamplePosition

    /// Level of digital silence.
    public static let silence = -100.0

    /// The level of an amplitude given as a share of full scale, 0…1.
    static func decibels(_ share: Double) -> Double { share > 0 ? max(silence, 20 * log10(share)) : silence }
}

/// Measures the level of a stream 20 times a second, for displays.
///
/// The mean square has a time constant of 125 ms ("fast" in IEC 61672-1); the peak rises at once and falls by 20 dB in
/// 1.7 s (return time of digital peak meters in IEC 60268-18). A value type; the readings do not depend on the frame
/// sizes.
public struct LevelMeter: Sendable {
    /// Readings per second.
    public static let rate = 20

    private static let block = SampleRate.speech / rate
    private static let memory = 0.125
    private static let fall = 20.0 / 1.7

    private let kept: Double
    private var squares = 0.0
    private var sum = 0.0
    private var loudest = 0
    private var filled = 0
    private var meanSquare = 0.0
    private var peak = AudioLevel.silence
    private var position = SamplePosition.zero

    /// A meter without any audio.
    public init() { kept = exp(-1 / (Double(Self.rate) * Self.memory)) }

    /// Processes the next frame.
    ///
    /// - Returns: one reading for each completed 50 ms of audio.
    public mutating func process(_ frame: AudioFrame) -> [AudioLevel] {
        var readings: [AudioLevel] = []
        position = frame.start
        for sample in frame.samples {
            sum += Double(sample)
            squares += Double(sample) * Double(sample)
            loudest = max(loudest, abs(Int(sample)))
            filled += 1
            position = position + SampleCount(1)
            if filled == Self.block { readings.append(read()) }
        }
        return readings
    }

    private mutating func read() -> AudioLevel {
        let fullScale = 32_768.0
        let mean = sum / Double(filled), power = max(0, squares / Double(filled) - mean * mean)
        meanSquare = kept * meanSquare + (1 - kept) * power / (fullScale * fullScale)
        peak = max(peak - Self.fall / Double(Self.rate), AudioLevel.decibels(Double(loudest) / fullScale))
        (squares, sum, loudest, filled) = (0, 0, 0, 0)
        return AudioLevel(rms: AudioLevel.decibels(meanSquare.squareRoot()), peak: peak, at: position)
    }
}
