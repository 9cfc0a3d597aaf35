internal import Foundation

/// Mean and deviation of the noise level in each band.
///
/// The floor is the higher of two estimates. The mean of the measurements classified as noise is exact, but is not
/// updated during speech. The minimum of the last 3 s (minimum statistics: Martin 2001, "Noise Power Spectral Density
/// Estimation Based on Optimal Smoothing and Minimum Statistics") is always updated, and raises the floor when the
/// noise becomes permanently louder: within 3 s every band has a dip in speech.
struct NoiseFloor: Sendable {
    /// Measurements per second.
    private static let rate = 1_000 / 10
    /// Number of intervals whose minima are stored, and measurements per interval: together 3 s.
    private static let intervals = 12
    private static let interval = rate / 4
    /// Smoothing factor before the minimum, and distance of the mean noise level above that minimum in decibels.
    private static let smoothing: Float = 0.5
    private static let bias: Float = 6
    /// Time constant of the mean, in measurements: 1.5 s.
    private static let memory: Float = 150
    /// Range of the deviation in decibels. No recorded noise varies less than the lower bound over 20 ms.
    private static let deviations: ClosedRange<Float> = 2...8
    /// Ratio of standard deviation to mean absolute difference of a normal distribution.
    private static let deviationPerMeanDifference: Float = 1.25

    private struct Band: Sendable {
        var smoothed: Float = 0
        var mean: Float
        var deviation: Float = 4
        var newest = Float.greatestFiniteMagnitude
        var minima = [Float](repeating: .greatestFiniteMagnitude, count: NoiseFloor.intervals)
        /// The minimum of `minima`.
        var least = Float.greatestFiniteMagnitude
    }

    private let lowest: Float
    private var bands: [Band]
    private var measurements = 0
    /// Number of measurements classified as noise, up to `memory`.
    private var learned: Float = 0

    /// - Parameter lowest: lowest floor of a band, in dBFS.
    init(bands count: Int, lowest: Float) {
        self.lowest = lowest
        bands = [Band](repeating: Band(mean: lowest), count: count)
    }

    /// The level of each band above its noise.
    ///
    /// - Parameters:
    ///   - energies: one level per band, in dBFS.
    ///   - deviations: standard deviations above the mean that still count as noise.
    ///   - excess: receives decibels per band; zero or less for noise.
    mutating func excess(of energies: [Float], beyond deviations: Float, into excess: inout [Float]) {
        for index in bands.indices {
            let power = pow(10, energies[index] / 10)
            bands[index].smoothed =
                measurements == 0 ? power : Self.smoothing * bands[index].smoothed + (1 - Self.smoothing) * power
            bands[index].newest = min(bands[index].newest, 10 * log10(bands[index].smoothed + 1e-12))
            let band = bands[index]
            let floor = max(band.mean, min(band.newest, band.least) + Self.bias, lowest)
            excess[index] = energies[index] - floor - deviations * band.deviation
        }
        measurements += 1
        if measurements % Self.interval == 0 { closeInterval() }
    }

    /// Updates the mean and deviation with a measurement classified as noise.
    mutating func learn(_ energies: [Float]) {
        learned = min(learned + 1, Self.memory)
        let share = 1 / learned
        for index in bands.indices {
            let energy = max(energies[index], lowest)
            let difference = energy - bands[index].mean
            bands[index].mean += share * difference
            // One measurement has no deviation, and the first few give a poor estimate.
            guard learned > 1 else { continue }
            let pace = min(share, 1 / (Self.memory / 10))
            bands[index].deviation +=
                pace * (abs(difference) * Self.deviationPerMeanDifference - bands[index].deviation)
            bands[index].deviation = min(
                max(bands[index].deviation, Self.deviations.lowerBound), Self.deviations.upperBound)
        }
    }

    private mutating func closeInterval() {
        let place = (measurements / Self.interval) % Self.intervals
        for index in bands.indices {
            bands[index].minima[place] = bands[index].newest
            bands[index].least = bands[index].minima.min() ?? bands[index].newest
            bands[index].newest = .greatestFiniteMagnitude
        }
    }
}
