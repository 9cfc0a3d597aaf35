public import Speech

/// Where in the newest stretch of a stream samples were cut off at full scale. A pure value with one owner.
public struct ClippingRecord: Sendable {
    private struct Stretch {
        let start: SamplePosition
        var clipped: Int
    }

    /// Samples counted together: 20 ms.
    private static let hop = SampleRate.speech / 50
    /// Stretches kept, of those that hold clipped samples: half a minute without a pause.
    private static let kept = 30 * 50

    private var stretches: [Stretch] = []

    public init() {}

    /// Takes the next frame of the stream, of any length.
    public mutating func take(_ frame: AudioFrame) {
        for (offset, sample) in frame.samples.enumerated() where SignalStatistics.isClipped(sample) {
            let position = frame.start + SampleCount(offset)
            if let last = stretches.indices.last, position >= stretches[last].start,
                (position - stretches[last].start).samples < Self.hop
            {
                stretches[last].clipped += 1
            } else {
                stretches.append(Stretch(start: position, clipped: 1))
            }
        }
        if stretches.count >= 2 * Self.kept { stretches.removeFirst(stretches.count - Self.kept) }
    }

    /// Share of a span's samples that were cut off, 0…1, to the nearest 20 ms.
    public func share(of span: SpeechSpan) -> Double {
        let clipped = stretches.reduce(0) { $0 + (span.start <= $1.start && $1.start < span.end ? $1.clipped : 0) }
        return min(1, Double(clipped) / Double(max(1, span.length.samples)))
    }
}
