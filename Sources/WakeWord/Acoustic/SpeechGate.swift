internal import Foundation

/// Whether a block of 10 ms may hold speech, by its energy over an adaptive floor: what keeps the network still while
/// nobody speaks.
///
/// It errs on the side of listening: 6 dB over the floor opens it, and it stays open for a second. In steady noise the
/// floor rises to the noise within seconds. It decides only whether to look; what is a wake phrase is the spotter's
/// business.
struct SpeechGate: Sendable {
    /// Samples a decision is made for.
    static let block = FilterBank.shift

    /// Mean square below which a block is silence whatever the floor: -66 dB of full scale.
    private static let quietest = 270.0
    /// Ratio to the floor that opens.
    private static let opening = 4.0
    /// Blocks it stays open after the last loud one.
    private static let hold = 100
    /// Growth of the floor per block, 1 dB a second. It falls at once.
    private static let rise = 1.002_3

    private var floor = 1e4
    private var held = 0

    /// Takes the samples of one block.
    ///
    /// - Returns: whether the network should look at it.
    mutating func isOpen(_ samples: ArraySlice<Int16>) -> Bool {
        // The mean is taken off, so that a direct current is no sound.
        var sum = 0, squares = 0
        for sample in samples {
            sum += Int(sample)
            squares += Int(sample) * Int(sample)
        }
        let count = Double(max(1, samples.count))
        let energy = max(0, Double(squares) / count - Double(sum) / count * (Double(sum) / count))
        floor = min(max(energy, 1), floor * Self.rise)
        if energy > max(Self.quietest, floor * Self.opening) { held = Self.hold } else { held = max(0, held - 1) }
        return held > 0
    }
}
