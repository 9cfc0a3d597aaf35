internal import Foundation

/// A voice activity gate over blocks of 10 ms, by energy over an adaptive noise floor. It lets the network rest in
/// silence.
///
/// It favours recall: 6 dB over the floor open it, and it stays open for 1 s. In steady noise the floor rises to the
/// noise within seconds.
struct SpeechGate: Sendable {
    /// Samples per decision.
    static let block = FilterBank.frameShift

    /// Power below which a block is always silent: −66 dBFS.
    private static let absoluteThreshold = 270.0
    /// Power ratio to the floor that opens the gate.
    private static let openingRatio = 4.0
    /// Hang-over in blocks after the last loud one.
    private static let hangover = 100
    /// Growth of the floor per block, 1 dB a second. It falls at once.
    private static let floorGrowth = 1.002_3

    private var floor = 1e4
    private var remaining = 0

    /// Processes the samples of one block.
    ///
    /// - Returns: whether the gate is open.
    mutating func process(_ samples: ArraySlice<Int16>) -> Bool {
        // The mean is subtracted, so that a DC offset is no signal.
        var sum = 0, squares = 0
        for sample in samples {
            sum += Int(sample)
            squares += Int(sample) * Int(sample)
        }
        let count = Double(max(1, samples.count))
        let energy = max(0, Double(squares) / count - Double(sum) / count * (Double(sum) / count))
        floor = min(max(energy, 1), floor * Self.floorGrowth)
        if energy > max(Self.absoluteThreshold, floor * Self.openingRatio) {
            remaining = Self.hangover
        } else {
            remaining = max(0, remaining - 1)
        }
        return remaining > 0
    }
}
