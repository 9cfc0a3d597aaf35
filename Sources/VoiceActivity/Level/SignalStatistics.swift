internal import Foundation
public import Speech

/// Sums over samples that tell a healthy signal from a broken one. Adding frames in any cut gives the same sums.
public struct SignalStatistics: Equatable, Sendable {
    /// A sample this near to full scale was probably cut off there.
    static func isClipped(_ sample: Int16) -> Bool { sample.magnitude >= 32_700 }

    public private(set) var samples = SampleCount(0)
    private var clipped = 0
    private var sum = 0
    private var squares = 0

    public init() {}

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

    /// Share of samples at full scale, 0…1.
    public var clippedShare: Double { Double(clipped) / count }

    /// Mean as a share of full scale, −1…1.
    public var offset: Double { Double(sum) / count / 32_768 }

    /// Level without the offset, in dBFS; −100 where all samples are equal.
    public var level: Double {
        let mean = Double(sum) / count
        return AudioLevel.decibels(max(0, Double(squares) / count - mean * mean).squareRoot() / 32_768)
    }
}
