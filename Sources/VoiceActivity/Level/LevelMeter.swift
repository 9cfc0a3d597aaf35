internal import Foundation
public import Speech

/// How loud a stream is at one moment, in decibels of full scale (a square wave at full scale has 0).
public struct AudioLevel: Equatable, Sendable {
    /// Root of the mean square, −100…0 dBFS, without a constant offset, smoothed as an ear would.
    public let rms: Double
    /// The greatest sample of late, −100…0 dBFS, with the offset, for with it a sample is cut off; falls slowly so that
    /// it can be read.
    public let peak: Double
    /// End of the audio it speaks for.
    public let at: SamplePosition

    /// Level of digital silence.
    public static let silence = -100.0

    /// Decibels of full scale of a share of it, 0…1.
    static func decibels(_ share: Double) -> Double { share > 0 ? max(silence, 20 * log10(share)) : silence }
}

/// Measures the level of a stream 20 times a second, for a display.
///
/// The mean square has a memory of 125 ms (the "fast" time weighting of IEC 61672-1); the peak rises at once and falls
/// by 20 dB in 1.7 s (the return time of digital peak meters in IEC 60268-18). A pure value; its readings do not depend
/// on the sizes of the frames.
public struct LevelMeter: Sendable {
    /// Readings a second.
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

    public init() { kept = exp(-1 / (Double(Self.rate) * Self.memory)) }

    /// Takes the next frame.
    ///
    /// - Returns: a reading for every 50 ms of audio that is complete now.
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
