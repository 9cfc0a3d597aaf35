public import Speech

/// Finds the speech in a recording: by the times of its words, else by voice activity, else by energy.
///
/// ```swift
/// let span = RecordingTrimmer().span(in: samples, words: result.words, segments: [])
/// ```
public struct RecordingTrimmer: Equatable, Sendable {
    /// Samples over which the energy is measured: 10 ms.
    private static let hop = SampleRate.speech / 100
    /// Mean square of a sample below which nothing is speech: −60 dBFS.
    private static let leastPower = 1_073.0
    /// Share of the loudest power from which on a frame is speech: −25 dB.
    private static let loudestShare = 0.003_16

    /// Audio kept before the speech, 0…2 s. Default 0.15 s.
    public var before: SampleCount
    /// Audio kept after the speech, 0…2 s. Default 0.25 s.
    public var after: SampleCount

    /// Creates a trimmer; pads outside their range are clamped.
    public init(before: SampleCount = SampleCount(seconds: 0.15), after: SampleCount = SampleCount(seconds: 0.25)) {
        let longest = SampleCount(seconds: 2)
        self.before = min(max(before, SampleCount(0)), longest)
        self.after = min(max(after, SampleCount(0)), longest)
    }

    /// The part of a recording to keep, pads included.
    ///
    /// - Parameters:
    ///   - samples: 16 kHz mono, from position zero on.
    ///   - words: the recognised words.
    ///   - segments: speech by voice activity. A recogniser gives the silence before an utterance to its first word, so
    ///     a segment that begins in that word is the better beginning.
    /// - Returns: `nil` where nobody spoke.
    public func span(in samples: [Int16], words: [TranscribedWord], segments: [SpeechSpan]) -> SpeechSpan? {
        guard let speech = speech(words, segments) ?? segments.joined ?? loud(samples) else { return nil }
        let start = max(0, speech.start.samples - before.samples)
        let end = min(samples.count, speech.end.samples + after.samples)
        return start < end ? SpeechSpan(start: SamplePosition(start), end: SamplePosition(end)) : nil
    }

    private func speech(_ words: [TranscribedWord], _ segments: [SpeechSpan]) -> SpeechSpan? {
        guard let first = words.first, let last = words.last else { return nil }
        let begins = segments.contains { $0.start <= first.span.start && $0.end > first.span.start }
        let later = begins ? nil : segments.first { $0.start > first.span.start && $0.start < first.span.end }
        return SpeechSpan(start: later?.start ?? first.span.start, end: last.span.end)
    }

    private func loud(_ samples: [Int16]) -> SpeechSpan? {
        let powers = stride(from: 0, to: samples.count, by: Self.hop).map { start in
            let frame = samples[start..<min(start + Self.hop, samples.count)]
            return frame.reduce(0.0) { $0 + Double($1) * Double($1) } / Double(frame.count)
        }
        let least = max(Self.leastPower, (powers.max() ?? 0) * Self.loudestShare)
        guard let first = powers.firstIndex(where: { $0 >= least }), let last = powers.lastIndex(where: { $0 >= least })
        else { return nil }
        return SpeechSpan(start: SamplePosition(first * Self.hop), end: SamplePosition((last + 1) * Self.hop))
    }
}

extension [SpeechSpan] {
    /// From the first start to the last end.
    fileprivate var joined: SpeechSpan? {
        guard let first, let last else { return nil }
        return SpeechSpan(start: first.start, end: last.end)
    }
}
