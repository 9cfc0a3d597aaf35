internal import Foundation
internal import Speech

/// A voice activity gate, which keeps silence from being decoded. One gate serves one recognition.
public protocol SpeechGate: Sendable {
    /// Processes the next 10 ms.
    ///
    /// - Parameter block: 160 samples; fewer only at the end of the input.
    /// - Returns: whether this block belongs to speech.
    mutating func isSpeech(_ block: ArraySlice<Int16>) -> Bool
}

extension SpeechGate {
    /// Processes a whole utterance.
    ///
    /// - Returns: samples from the first to the last block of speech; `nil` without speech.
    package mutating func speech(in samples: [Int16]) -> Range<Int>? {
        let block = SampleCount(seconds: 0.01).samples
        var speech: Range<Int>?
        for start in stride(from: 0, to: samples.count, by: block) {
            let part = start..<min(start + block, samples.count)
            if isSpeech(samples[part]) { speech = (speech?.lowerBound ?? start)..<part.upperBound }
        }
        return speech
    }
}

/// A gate that opens when the level is clearly above the lowest level of the last seconds.
///
/// It favours recall: decoding noise costs time, but a word that is not decoded is lost.
public struct EnergyGate: SpeechGate {
    /// Level over the floor that opens the gate, in dB.
    private static let openingThreshold = 10.0
    /// Level over the floor that keeps it open, in dB.
    private static let closingThreshold = 6.0
    /// Level of the differenced signal below which nothing is speech, in dB.
    private static let minLevel = 20 * log10(20.0)
    /// Loud blocks needed among the most recent ones.
    private static let loudBlocks = 3, recentBlocks = 5
    /// Hang-over: silent blocks after which the gate closes.
    private static let hangOver = 12
    /// The floor is the lowest level of 15 segments of 20 blocks: 3 s. During the first second there is no floor.
    private static let segments = 15, minSegments = 5, blocksPerSegment = 20

    private var previousSample = 0.0
    private var level: Double?
    private var minima: [Double] = []
    private var segmentMinimum = Double.infinity
    private var segmentBlocks = 0
    private var recent: [Bool] = []
    private var isOpen = false
    private var silentBlocks = 0

    /// Creates a closed gate.
    public init() {}

    /// Processes the next 10 ms; see `SpeechGate`.
    public mutating func isSpeech(_ block: ArraySlice<Int16>) -> Bool {
        let now = decibels(block)
        // Mean of two blocks, because a single block of a voice may lie between two glottal pulses.
        let level = ((self.level ?? now) + now) / 2
        self.level = level
        updateFloor(level)
        let loud = level > max(floor + (isOpen ? Self.closingThreshold : Self.openingThreshold), Self.minLevel)
        recent.append(loud)
        if recent.count > Self.recentBlocks { recent.removeFirst() }
        if isOpen {
            silentBlocks = loud ? 0 : silentBlocks + 1
            if silentBlocks > Self.hangOver { isOpen = false }
        } else if recent.count(where: { $0 }) >= Self.loudBlocks {
            isOpen = true
            silentBlocks = 0
        }
        return isOpen
    }

    /// Zero at first, so that speech from the first sample on is detected.
    private var floor: Double { minima.count < Self.minSegments ? 0 : min(minima.min() ?? 0, segmentMinimum) }

    private mutating func updateFloor(_ level: Double) {
        segmentMinimum = min(segmentMinimum, level)
        segmentBlocks += 1
        guard segmentBlocks == Self.blocksPerSegment else { return }
        minima.append(segmentMinimum)
        if minima.count > Self.segments { minima.removeFirst() }
        segmentMinimum = .infinity
        segmentBlocks = 0
    }

    /// Level of the differences between samples, which removes DC offset and reduces hum and rumble.
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
