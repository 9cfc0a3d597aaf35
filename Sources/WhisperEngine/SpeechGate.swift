internal import Foundation

/// Tells whether somebody speaks, so that silence is never decoded. One gate serves one recognition.
public protocol SpeechGate: Sendable {
    /// Takes the next 10 ms.
    ///
    /// - Parameter block: 160 samples; fewer only at the end of the input.
    /// - Returns: whether this block belongs to speech.
    mutating func isSpeech(_ block: ArraySlice<Int16>) -> Bool
}

/// A gate that opens when the sound is clearly above the lowest level of the last seconds.
///
/// It errs towards open: a reading of noise costs time, a word that was not read is lost.
public struct EnergyGate: SpeechGate {
    /// Level above the floor that opens the gate.
    private static let opening = 10.0
    /// Level above the floor that keeps it open.
    private static let closing = 6.0
    /// RMS below which nothing is speech, of the differences between samples.
    private static let leastLevel = 20 * log10(20.0)
    /// Blocks of the last ones that must be loud, of how many.
    private static let loudBlocks = 3, recentBlocks = 5
    /// Quiet blocks after which the gate closes.
    private static let hangOver = 12
    /// The floor is the lowest level of so many stretches of so many blocks: 3 s. Before the first second there is
    /// none.
    private static let stretches = 15, leastStretches = 5, blocksPerStretch = 20

    private var previousSample = 0.0
    private var level: Double?
    private var minima: [Double] = []
    private var stretchMinimum = Double.infinity
    private var stretchBlocks = 0
    private var recent: [Bool] = []
    private var isOpen = false
    private var quiet = 0

    public init() {}

    public mutating func isSpeech(_ block: ArraySlice<Int16>) -> Bool {
        let now = decibels(block)
        // Two blocks' mean: one block of a voice may lie between two of its pulses.
        let level = ((self.level ?? now) + now) / 2
        self.level = level
        follow(level)
        let loud = level > max(floor + (isOpen ? Self.closing : Self.opening), Self.leastLevel)
        recent.append(loud)
        if recent.count > Self.recentBlocks { recent.removeFirst() }
        if isOpen {
            quiet = loud ? 0 : quiet + 1
            if quiet > Self.hangOver { isOpen = false }
        } else if recent.count(where: { $0 }) >= Self.loudBlocks {
            isOpen = true
            quiet = 0
        }
        return isOpen
    }

    /// Nothing at first, so that speech from the first sample on is heard.
    private var floor: Double { minima.count < Self.leastStretches ? 0 : min(minima.min() ?? 0, stretchMinimum) }

    private mutating func follow(_ level: Double) {
        stretchMinimum = min(stretchMinimum, level)
        stretchBlocks += 1
        guard stretchBlocks == Self.blocksPerStretch else { return }
        minima.append(stretchMinimum)
        if minima.count > Self.stretches { minima.removeFirst() }
        stretchMinimum = .infinity
        stretchBlocks = 0
    }

    /// Level of the differences between samples, which leaves nothing of an offset and little of hum and rumble.
    private mutating func decibels(_ block: ArraySlice<Int16>) -> Double {
        var sum = 0.0
        for sample in block {
            let value = Double(sample)
            let high = value - previousSample
            previousSample = value
            sum += high * high
        }
        return 10 * log10(sum / Double(max(1, block.count)) + 1)
    }
}
