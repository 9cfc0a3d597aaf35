internal import Foundation
internal import Speech

/// Log-mel filter-bank features as computed by Kaldi (`compute-fbank-feats` with the bundled model's
/// `conf/fbank.conf`): 25 ms every 10 ms, without dither; DC removal, pre-emphasis 0.97, Povey window, power spectrum,
/// 40 triangular filters from 20 Hz to 7.6 kHz.
struct FilterBank: Sendable {
    /// Dimension of a feature vector.
    static let bins = 40
    /// Samples between two feature vectors: 10 ms.
    static let frameShift = 160
    /// Samples per feature vector: 25 ms.
    static let frameLength = 400

    private static let transformSize = 512
    private static let lowFrequency = 20.0
    private static let highFrequency = 7_600.0

    private let window: [Float]
    private let transform = FourierTransform(order: Self.transformSize.trailingZeroBitCount)
    /// First bin of the spectrum under each filter, and the filter's weights from there.
    private let filters: [(first: Int, weights: [Float])]

    init() {
        window = (0..<Self.frameLength).map { index in
            Float(pow(0.5 - 0.5 * cos(2 * Double.pi * Double(index) / Double(Self.frameLength - 1)), 0.85))
        }
        func mel(_ hertz: Double) -> Double { 1_127 * log(1 + hertz / 700) }
        let low = mel(Self.lowFrequency)
        let step = (mel(Self.highFrequency) - low) / Double(Self.bins + 1)
        filters = (0..<Self.bins).map { bin in
            let left = low + Double(bin) * step, centre = left + step, right = centre + step
            let weights = (0..<Self.transformSize / 2).map { index in
                let place = mel(Double(index) * 16_000 / Double(Self.transformSize))
                return place <= left || place >= right
                    ? 0 : place <= centre ? (place - left) / step : (right - place) / step
            }
            let first = weights.firstIndex { $0 > 0 } ?? 0
            return (first, weights[first...].prefix { $0 > 0 }.map { Float($0) })
        }
    }

    /// Returns the features of one window.
    ///
    /// - Parameter samples: `frameLength` samples, full scale ±32,767.
    /// - Returns: `bins` natural logarithms of energy.
    func features(of samples: ArraySlice<Int16>) -> [Float] {
        precondition(samples.count == Self.frameLength, "a feature vector is made of one window")
        var real = [Float](repeating: 0, count: Self.transformSize)
        var mean: Float = 0
        for (index, sample) in samples.enumerated() {
            real[index] = Float(sample)
            mean += Float(sample)
        }
        mean /= Float(Self.frameLength)
        for index in 0..<Self.frameLength { real[index] -= mean }
        for index in stride(from: Self.frameLength - 1, to: 0, by: -1) { real[index] -= 0.97 * real[index - 1] }
        real[0] -= 0.97 * real[0]
        for index in 0..<Self.frameLength { real[index] *= window[index] }
        var transform = transform, power = [Float](repeating: 0, count: Self.transformSize / 2 + 1)
        transform.power(of: real, into: &power)
        return filters.map { filter in
            var energy: Float = 0
            for (index, weight) in filter.weights.enumerated() { energy += weight * power[filter.first + index] }
            return logf(max(energy, Float.ulpOfOne))
        }
    }
}
