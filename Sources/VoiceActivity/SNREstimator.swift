internal import Foundation
public import Speech

/// How far what was said stands out of the room it was said in.
///
/// A voice at the kiosk is louder than what the room sounded like just before; words that a recogniser makes of the
/// room itself are not. Compared are the loudest tenth of a second of a span and the middle of the levels in the ten
/// seconds before it. What a guest said before is not the room; whoever knows of it leaves it out. A pure value with
/// one owner; the answers depend on the samples alone.
public struct SNREstimator: Sendable {
    private struct Level {
        let start: SamplePosition
        let decibels: Float
    }

    /// Samples of one level: 20 ms.
    private static let hop = SampleRate.speech / 50
    /// Levels kept: the longest turn of 15 s, the room before it, and some.
    private static let kept = 30 * 50
    /// Levels of the room that are compared with, at most and at least: 10 s and 3 s.
    private static let room = 150...500
    /// Levels that make the loudest tenth of a second.
    private static let loudest = 5

    private var levels: [Level] = []
    private var begin = SamplePosition.zero
    private var collected = 0
    private var energy = 0.0
    private var sum = 0.0

    public init() { levels.reserveCapacity(2 * Self.kept) }

    /// Takes the next frame of the stream, of any length. After a gap the room is remembered.
    public mutating func take(_ frame: AudioFrame) {
        if frame.start != begin + SampleCount(collected) { (begin, collected, energy, sum) = (frame.start, 0, 0, 0) }
        for sample in frame.samples {
            sum += Double(sample)
            energy += Double(sample) * Double(sample)
            collected += 1
            if collected == Self.hop { closeLevel() }
        }
    }

    /// Decibels by which a span stands out; negative where it is quieter than the room.
    ///
    /// - Returns: `nil` where there is nothing to compare with: less than 3 s of room before the span, or nothing but
    ///   digital silence in it.
    public func contrast(of span: SpeechSpan) -> Double? {
        let inside = levels.lazy.filter { $0.start >= span.start && $0.start < span.end }.map(\.decibels).sorted(by: >)
            .prefix(Self.loudest)
        let before = levels.lazy.filter { $0.start < span.start }.suffix(Self.room.upperBound).map(\.decibels).sorted()
        guard inside.count == Self.loudest, before.count >= Self.room.lowerBound, let least = inside.last else {
            return nil
        }
        return Double(least - before[before.count / 2])
    }

    /// A guest spoke there: it is not the room.
    public mutating func leaveOut(_ span: SpeechSpan) {
        levels.removeAll { $0.start >= span.start && $0.start < span.end }
    }

    private mutating func closeLevel() {
        // A constant offset of the microphone is no sound. Digital silence is no room: a microphone at rest hears its
        // own noise.
        let mean = sum / Double(Self.hop), power = energy / Double(Self.hop) - mean * mean
        if power > 1e-6 { levels.append(Level(start: begin, decibels: Float(10 * log10(power)))) }
        if levels.count >= 2 * Self.kept { levels.removeFirst(levels.count - Self.kept) }
        (begin, collected, energy, sum) = (begin + SampleCount(Self.hop), 0, 0, 0)
    }
}
