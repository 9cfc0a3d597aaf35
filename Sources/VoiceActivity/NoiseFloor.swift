internal import Foundation

/// What the noise is like in each band: its mean level, and how much it varies.
///
/// Two trackers, of which the higher counts. The mean of what was taken for noise is exact but stands still while there
/// is speech; the least level of the last seconds (minimum statistics: Martin 2001, "Noise Power Spectral Density
/// Estimation Based on Optimal Smoothing and Minimum Statistics") never stands still, and lifts the floor after the
/// noise has become louder for good: no speech is without a dip in every band for that long.
struct NoiseFloor: Sendable {
    /// Measurements a second.
    private static let rate = 1_000 / 10
    /// Stretches of time whose minima are kept, and measurements in each: together 3 s.
    private static let stretches = 12
    private static let stretch = rate / 4
    /// How much the level is smoothed before its minimum is taken, and how far the mean of noise lies above that
    /// minimum, in decibels.
    private static let smoothing: Float = 0.5
    private static let bias: Float = 6
    /// Memory of the mean, in measurements: 1.5 s.
    private static let memory: Float = 150
    /// Range of the deviation in decibels. No recorded noise is steadier than its lower end over 20 ms.
    private static let deviations: ClosedRange<Float> = 2...8
    /// From the mean of absolute differences to the standard deviation of a bell curve.
    private static let deviationPerMeanDifference: Float = 1.25

    private struct Band: Sendable {
        var smoothed: Float = 0
        var mean: Float
        var deviation: Float = 4
        var newest = Float.greatestFiniteMagnitude
        var minima = [Float](repeating: .greatestFiniteMagnitude, count: NoiseFloor.stretches)
        /// The least of `minima`.
        var least = Float.greatestFiniteMagnitude
    }

    private let lowest: Float
    private var bands: [Band]
    private var measurements = 0
    /// Measurements taken for noise, up to `memory`.
    private var learned: Float = 0

    /// - Parameter lowest: decibels of full scale under which a band counts as silent.
    init(bands count: Int, lowest: Float) {
        self.lowest = lowest
        bands = [Band](repeating: Band(mean: lowest), count: count)
    }

    /// How far each band stands out of its noise.
    ///
    /// - Parameters:
    ///   - energies: decibels of full scale; one a band.
    ///   - deviations: how many deviations above the mean still count as noise.
    ///   - excess: receives decibels; zero or less where there is noise only.
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
        if measurements % Self.stretch == 0 { closeStretch() }
    }

    /// Takes a measurement for noise.
    mutating func learn(_ energies: [Float]) {
        learned = min(learned + 1, Self.memory)
        let share = 1 / learned
        for index in bands.indices {
            let energy = max(energies[index], lowest)
            let difference = energy - bands[index].mean
            bands[index].mean += share * difference
            // Of the first measurement nothing can be said, and of the first few not much.
            guard learned > 1 else { continue }
            let pace = min(share, 1 / (Self.memory / 10))
            bands[index].deviation +=
                pace * (abs(difference) * Self.deviationPerMeanDifference - bands[index].deviation)
            bands[index].deviation = min(
                max(bands[index].deviation, Self.deviations.lowerBound), Self.deviations.upperBound)
        }
    }

    private mutating func closeStretch() {
        let place = (measurements / Self.stretch) % Self.stretches
        for index in bands.indices {
            bands[index].minima[place] = bands[index].newest
            bands[index].least = bands[index].minima.min() ?? bands[index].newest
            bands[index].newest = .greatestFiniteMagnitude
        }
    }
}
