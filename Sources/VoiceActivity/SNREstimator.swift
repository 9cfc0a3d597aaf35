internal import Foundation
public import Speech

/// Estimates the signal-to-noise ratio of speech spans.
///
/// A guest at the kiosk is louder than the background just before; words that a recogniser produces from background
/// noise are not. The estimate is the level of the loudest tenth of a second of a span minus the median level of the
/// ten seconds before it. Spans in which a guest spoke are not background: the caller excludes them. A value type with
/// one owner; the estimates depend only on the samples.
public struct SNREstimator: Sendable {
    private struct Level {
        let start: SamplePosition
        let decibels: Float
    }

    /// Samples per level: 20 ms.
    private static let hop = SampleRate.speech / 50
    /// Levels stored: 30 s, for the longest turn of 15 s and the background before it.
    private static let stored = 30 * 50
    /// Number of background levels, minimum (3 s) and maximum (10 s).
    private static let background = 150...500
    /// Number of levels in the loudest tenth of a second.
    private static let loudest = 5

    private var levels: [Level] = []
    private var begin = SamplePosition.zero
    private var collected = 0
    private var energy = 0.0
    private var sum = 0.0

    /// An estimator without any audio.
    public init() { levels.reserveCapacity(2 * Self.stored) }

    /// Adds the next frame of the stream, of any length. After a gap the background levels are kept.
    public mutating func add(_ frame: AudioFrame) {
        if frame.start != begin + SampleCount(collected) { (begin, collected, energy, sum) = (frame.start, 0, 0, 0) }
        for sample in frame.samples {
            sum += Double(sample)
            energy += Double(sample) * Double(sample)
            collected += 1
            if collected == Self.hop { closeLevel() }
        }
    }

    /// The signal-to-noise ratio of a span in decibels; negative where it is quieter than the background.
    ///
    /// - Returns: `nil` with less than 3 s of background before the span, or with digital silence only.
    public func estimate(for span: SpeechSpan) -> Double? {
        let inside = levels.lazy.filter { $0.start >= span.start && $0.start < span.end }.map(\.decibels).sorted(by: >)
            .prefix(Self.loudest)
        let before = levels.lazy.filter { $0.start < span.start }.suffix(Self.background.upperBound).map(\.decibels)
            .sorted()
        guard inside.count == Self.loudest, before.count >= Self.background.lowerBound, let least = inside.last else {
            return nil
        }
        return Double(least - before[before.count / 2])
    }

    /// Excludes a span from the background, because a guest spoke in it.
    public mutating func exclude(_ span: SpeechSpan) {
        levels.removeAll { $0.start >= span.start && $0.start < span.end }
    }

    private mutating func closeLevel() {
        // The constant offset of a microphone is not sound. Digital silence is not background: an idle microphone has
        // noise of its own.
        let mean = sum / Double(Self.hop), power = energy / Double(Self.hop) - mean * mean
        if power > 1e-6 { levels.append(Level(start: begin, decibels: Float(10 * log10(power)))) }
        if levels.count >= 2 * Self.stored { levels.removeFirst(levels.count - Self.stored) }
        (begin, collected, energy, sum) = (begin + SampleCount(Self.hop), 0, 0, 0)
    }
}
