public import Speech

/// Positions of clipped samples in the latest part of a stream. A value type with one owner.
public struct ClippingRecord: Sendable {
    private struct Interval {
        let start: SamplePosition
        var clipped: Int
    }

    /// Resolution of the counts: 20 ms.
    private static let hop = SampleRate.speech / 50
    /// Number of stored intervals with clipped samples: 30 s of continuous clipping.
    private static let stored = 30 * 50

    private var intervals: [Interval] = []

    /// A record without any audio.
    public init() {}

    /// Adds the next frame of the stream, of any length.
    public mutating func add(_ frame: AudioFrame) {
        for (offset, sample) in frame.samples.enumerated() where SignalStatistics.isClipped(sample) {
            let position = frame.start + SampleCount(offset)
            if let last = intervals.indices.last, position >= intervals[last].start,
                (position - intervals[last].start).samples < Self.hop
            {
                intervals[last].clipped += 1
            } else {
                intervals.append(Interval(start: position, clipped: 1))
            }
        }
        if intervals.count >= 2 * Self.stored { intervals.removeFirst(intervals.count - Self.stored) }
    }

    /// Share of clipped samples in a span, 0…1, at a resolution of 20 ms.
    public func share(of span: SpeechSpan) -> Double {
        let clipped = intervals.reduce(0) { $0 + (span.start <= $1.start && $1.start < span.end ? $1.clipped : 0) }
        return min(1, Double(clipped) / Double(max(1, span.length.samples)))
    }
}
