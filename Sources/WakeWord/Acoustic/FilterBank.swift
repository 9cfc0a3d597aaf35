internal import Foundation
internal import Speech

/// Log-mel filter-bank features as Kaldi computes them (`compute-fbank-feats` with the bundled model's
/// `conf/fbank.conf`): 25 ms every 10 ms, without dither; offset removed, pre-emphasis 0.97, Povey window, power
/// spectrum, 40 triangles from 20 Hz to 7.6 kHz.
struct FilterBank: Sendable {
    /// Values of a feature vector.
    static let bins = 40
    /// Samples between two vectors, 10 ms.
    static let shift = 160
    /// Samples under one vector, 25 ms.
    static let window = 400

    private static let size = 512
    private static let lowest = 20.0
    private static let highest = 7_600.0

    private let taper: [Float]
    private let transform = FourierTransform(order: Self.size.trailingZeroBitCount)
    /// First bin of the spectrum under each triangle, and the triangle's weights from there.
    private let triangles: [(first: Int, weights: [Float])]

    init() {
        taper = (0..<Self.window).map { index in
            Float(pow(0.5 - 0.5 * cos(2 * Double.pi * Double(index) / Double(Self.window - 1)), 0.85))
        }
        func mel(_ hertz: Double) -> Double { 1_127 * log(1 + hertz / 700) }
        let low = mel(Self.lowest)
        let step = (mel(Self.highest) - low) / Double(Self.bins + 1)
        triangles = (0..<Self.bins).map { bin in
            let left = low + Double(bin) * step, centre = left + step, right = centre + step
            let weights = (0..<Self.size / 2).map { index in
                let place = mel(Double(index) * 16_000 / Double(Self.size))
                return place <= left || place >= right
                    ? 0 : place <= centre ? (place - left) / step : (right - place) / step
            }
            let first = weights.firstIndex { $0 > 0 } ?? 0
            return (first, weights[first...].prefix { $0 > 0 }.map { Float($0) })
        }
    }

    /// The features of one window.
    ///
    /// - Parameter samples: `window` samples, full scale ±32,767.
    /// - Returns: `bins` natural logarithms of energy.
    func features(of samples: ArraySlice<Int16>) -> [Float] {
        precondition(samples.count == Self.window, "a feature vector is made of one window")
        var real = [Float](repeating: 0, count: Self.size)
        var mean: Float = 0
        for (index, sample) in samples.enumerated() {
            real[index] = Float(sample)
            mean += Float(sample)
        }
        mean /= Float(Self.window)
        for index in 0..<Self.window { real[index] -= mean }
        for index in stride(from: Self.window - 1, to: 0, by: -1) { real[index] -= 0.97 * real[index - 1] }
        real[0] -= 0.97 * real[0]
        for index in 0..<Self.window { real[index] *= taper[index] }
        var transform = transform, power = [Float](repeating: 0, count: Self.size / 2 + 1)
        transform.power(of: real, into: &power)
        return triangles.map { triangle in
            var energy: Float = 0
            for (index, weight) in triangle.weights.enumerated() { energy += weight * power[triangle.first + index] }
            return logf(max(energy, Float.ulpOfOne))
        }
    }
}
