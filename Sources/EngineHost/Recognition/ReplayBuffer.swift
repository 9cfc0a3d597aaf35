internal import Speech

/// The audio since the last utterance ended, kept for a replay to a new child. It has a fixed capacity and drops the
/// oldest audio.
struct ReplayBuffer: Equatable, Sendable {
    private let capacity: SampleCount
    /// Segments in order; the first may be cut.
    private(set) var segments: [AudioFrame] = []

    init(capacity: SampleCount) { self.capacity = capacity }

    /// Position of the oldest sample kept; `nil` when there is none.
    var start: SamplePosition? { segments.first?.start }

    var length: SampleCount { SampleCount(segments.reduce(0) { $0 + $1.samples.count }) }

    mutating func append(_ segment: AudioFrame) {
        guard !segment.samples.isEmpty || segment.endsUtterance else { return }
        segments.append(segment)
        if let newest = segments.last?.end { discard(before: SamplePosition(newest.samples - capacity.samples)) }
    }

    /// Removes every sample before a position.
    mutating func discard(before position: SamplePosition) {
        let expired = segments.prefix { $0.end <= position }.count
        segments.removeFirst(expired)
        guard let first = segments.first, first.start < position else { return }
        segments[0] = AudioFrame(
            start: position, samples: Array(first.samples.dropFirst((position - first.start).samples)),
            endsUtterance: first.endsUtterance)
    }
}
