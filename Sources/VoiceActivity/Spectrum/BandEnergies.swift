internal import Foundation
internal import Speech

/// Energies of a stream in mel-spaced bands, every 10 ms over the last 20 ms, independent of the frame sizes.
struct BandEnergies: Sendable {
    /// Distance of two measurements in samples: 10 ms.
    static let hop = SampleRate.speech / 100
    /// Number of bands from 150 Hz to 6 kHz: hum lies below, artefacts of microphones and codecs above.
    static let count = 16
    /// Energy of an empty band in dBFS.
    static let silence: Float = -90

    private static let window = 2 * hop
    private static let transformOrder = 9
    private static let edges = (lowest: 150.0, highest: 6_000.0)

    private let shape: [Float]
    /// First frequency bin and weights of each band.
    private let filters: [(first: Int, weights: [Float])]
    private var transform = FourierTransform(order: transformOrder)
    private var block: [Float]
    private var power: [Float]
    private var recent = [Float](repeating: 0, count: window)
    private var filled = 0

    init() {
        let window = Self.window, size = transform.size
        let hann = (0..<window).map { 0.5 - 0.5 * cos(2 * Double.pi * (Double($0) + 0.5) / Double(window)) }
        // Scaled so that the sum over all frequencies is the mean square of the samples, with full scale 1.
        let scale = (2 / (hann.reduce(0) { $0 + $1 * $1 } * Double(size))).squareRoot()
        shape = hann.map { Float($0 * scale / 32_768) }
        block = [Float](repeating: 0, count: size)
        power = [Float](repeating: 0, count: size / 2 + 1)
        let mels = (0..<(Self.count + 2)).map { place in
            let low = Self.mel(Self.edges.lowest), high = Self.mel(Self.edges.highest)
            return Self.hertz(low + (high - low) * Double(place) / Double(Self.count + 1))
        }
        let step = Double(SampleRate.speech) / Double(size)
        filters = (0..<Self.count).map { band in
            let (low, centre, high) = (mels[band], mels[band + 1], mels[band + 2])
            let first = Int((low / step).rounded(.up)), last = Int((high / step).rounded(.down))
            return (
                first,
                (first...last).map {
                    Float(
                        max(
                            0,
                            min(
                                (Double($0) * step - low) / (centre - low), (high - Double($0) * step) / (high - centre)
                            )))
                }
            )
        }
    }

    /// Consumes samples, at most up to the next measurement.
    ///
    /// - Parameter energies: receives the band energies in dBFS when a measurement is due.
    /// - Returns: the number of samples consumed, and whether `energies` was updated.
    mutating func take(_ samples: ArraySlice<Int16>, into energies: inout [Float]) -> (taken: Int, isDue: Bool) {
        let taken = min(samples.count, Self.hop - filled)
        for (offset, sample) in samples.prefix(taken).enumerated() {
            recent[Self.hop + filled + offset] = Float(sample)
        }
        filled += taken
        guard filled == Self.hop else { return (taken, false) }
        filled = 0
        measure(into: &energies)
        for index in 0..<Self.hop { recent[index] = recent[index + Self.hop] }
        return (taken, true)
    }

    /// Clears the samples, before a stream that does not continue them.
    mutating func clear() {
        for index in recent.indices { recent[index] = 0 }
        filled = 0
    }

    private mutating func measure(into energies: inout [Float]) {
        for index in 0..<Self.window { block[index] = recent[index] * shape[index] }
        transform.power(of: block, into: &power)
        for (band, filter) in filters.enumerated() {
            var sum: Float = 1e-9
            for (offset, weight) in filter.weights.enumerated() { sum += power[filter.first + offset] * weight }
            energies[band] = 10 * log10(sum)
        }
    }

    private static func mel(_ hertz: Double) -> Double { 2_595 * log10(1 + hertz / 700) }
    private static func hertz(_ mel: Double) -> Double { 700 * (pow(10, mel / 2_595) - 1) }
}
