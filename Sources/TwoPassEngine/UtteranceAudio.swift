internal import Speech
internal import Synchronization

/// Hands frames on to the first engine and keeps the newest 30 s of them for the second.
final class UtteranceAudio: AudioInput {
    /// An utterance that is longer loses its beginning; nothing can grow.
    static let most = SampleCount(seconds: 30)

    fileprivate struct Kept {
        var start = SamplePosition.zero
        var samples: [Int16] = []
    }

    private let input: any AudioInput
    private let kept = Mutex(Kept())

    init(_ input: any AudioInput) { self.input = input }

    func nextFrame() async throws -> AudioFrame? {
        guard let frame = try await input.nextFrame() else { return nil }
        kept.withLock { kept in
            // A gap in the stream would shift everything after it.
            if kept.start + SampleCount(kept.samples.count) != frame.start { kept = Kept(start: frame.start) }
            kept.samples += frame.samples
            let surplus = kept.samples.count - Self.most.samples
            // Cut in larger steps than frames, so that keeping costs little.
            if surplus > SampleRate.speech { kept.drop(surplus) }
        }
        return frame
    }

    /// The samples of a span, as far as they are kept.
    func samples(in span: SpeechSpan) -> AudioFrame {
        kept.withLock { kept in
            let end = kept.start + SampleCount(kept.samples.count)
            let start = min(max(span.start, kept.start), end), stop = min(max(span.end, start), end)
            let from = max((start - kept.start).samples, (stop - kept.start).samples - Self.most.samples),
                to = (stop - kept.start).samples
            return AudioFrame(start: kept.start + SampleCount(from), samples: Array(kept.samples[from..<to]))
        }
    }

    /// Forgets what was said before a position.
    func forget(before position: SamplePosition) {
        kept.withLock { $0.drop((position - $0.start).samples) }
    }
}

extension UtteranceAudio.Kept {
    fileprivate mutating func drop(_ count: Int) {
        let count = min(max(0, count), samples.count)
        samples.removeFirst(count)
        start = start + SampleCount(count)
    }
}
