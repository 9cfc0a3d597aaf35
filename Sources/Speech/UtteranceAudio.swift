internal import Synchronization

/// An audio input that forwards frames to a recogniser and keeps the newest 30 s for a second reading.
///
/// One consumer calls `nextFrame`; the other members may be called from any task.
package final class UtteranceAudio: AudioInput {
    /// Longest audio retained; a longer utterance loses its beginning, so memory is bounded.
    package static let maxLength = SampleCount(seconds: 30)

    fileprivate struct Retained {
        var start = SamplePosition.zero
        var samples: [Int16] = []
    }

    private let input: any AudioInput
    private let retained = Mutex(Retained())

    /// - Parameter input: the audio; this object becomes its one consumer.
    package init(_ input: any AudioInput) { self.input = input }

    package func nextFrame() async throws -> AudioFrame? {
        guard let frame = try await input.nextFrame() else { return nil }
        retained.withLock { retained in
            // A gap in the stream would shift all later positions.
            if retained.start + SampleCount(retained.samples.count) != frame.start {
                retained = Retained(start: frame.start)
            }
            retained.samples += frame.samples
            let surplus = retained.samples.count - Self.maxLength.samples
            // Removes larger blocks than a frame, to reduce copying.
            if surplus > SampleRate.speech { retained.drop(surplus) }
        }
        return frame
    }

    /// Returns the samples of a span, as far as they are retained.
    package func samples(in span: SpeechSpan) -> AudioFrame {
        retained.withLock { retained in
            let end = retained.start + SampleCount(retained.samples.count)
            let start = min(max(span.start, retained.start), end), stop = min(max(span.end, start), end)
            let from = max((start - retained.start).samples, (stop - retained.start).samples - Self.maxLength.samples),
                to = (stop - retained.start).samples
            return AudioFrame(start: retained.start + SampleCount(from), samples: Array(retained.samples[from..<to]))
        }
    }

    /// Discards audio before a position.
    package func discard(before position: SamplePosition) {
        retained.withLock { $0.drop((position - $0.start).samples) }
    }
}

extension UtteranceAudio.Retained {
    fileprivate mutating func drop(_ count: Int) {
        let count = min(max(0, count), samples.count)
        samples.removeFirst(count)
        start = start + SampleCount(count)
    }
}
