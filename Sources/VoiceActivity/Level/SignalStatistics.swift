internal import Foundation
public import Speech

/// Level, offset and clipping of a number of samples. The result does not depend on how the samples are cut into
/// frames.
public struct SignalStatistics: Equatable, Sendable {
    /// Whether a sample is so close to full scale that it was probably clipped.
    static func isClipped(_ sample: Int16) -> Bool { sample.magnitude >= 32_700 }

    /// Number of samples added.
    public private(set) var samples = SampleCount(0)
    private var clipped = 0
    private var sum = 0
    private var squares = 0

    /// Statistics of no samples.
    public init() {}

    /// Adds samples.
    ///
    /// - Parameter values: samples at 16 kHz, in any order.
    public mutating func add(_ values: some Collection<Int16>) {
        for value in values {
            let sample = Int(value)
            sum += sample
            squares += sample * sample
            if Self.isClipped(value) { clipped += 1 }
        }
        samples = samples + SampleCount(values.count)
    }

    private var count: Double { Double(max(1, samples.samples)) }

    /// Share of clipped samples, 0…1.
    public var clippedShare: Double { Double(clipped) / count }

    /// Mean as a share of full scale, −1…1.
    public var offset: Double { Double(sum) / count / 32_768 }

    /// Level without the offset in dBFS; −100 where all samples are equal.
    public var level: Double {
        let mean = Double(sum) / count
        return AudioLevel.decibels(max(0, Double(squares) / count - mean * mean).squareRoot() / 32_768)
    }
}
