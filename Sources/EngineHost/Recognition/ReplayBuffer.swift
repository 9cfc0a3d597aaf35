internal import Speech

/// The audio since the last utterance ended, kept so that a new child can read it again. Holds a fixed length and
/// forgets the oldest.
struct ReplayBuffer: Equatable, Sendable {
    private let capacity: SampleCount
    /// Pieces in order; the first may begin before what is still wanted.
    private(set) var pieces: [AudioFrame] = []

    init(capacity: SampleCount) { self.capacity = capacity }

    /// Position of the oldest sample kept; `nil` when there is none.
    var start: SamplePosition? { pieces.first?.start }

    var length: SampleCount { SampleCount(pieces.reduce(0) { $0 + $1.samples.count }) }

    mutating func append(_ piece: AudioFrame) {
        guard !piece.samples.isEmpty || piece.endsUtterance else { return }
        pieces.append(piece)
        if let newest = pieces.last?.end { forget(before: SamplePosition(newest.samples - capacity.samples)) }
    }

    /// Drops every sample before a position.
    mutating func forget(before position: SamplePosition) {
        let gone = pieces.prefix { $0.end <= position }.count
        pieces.removeFirst(gone)
        guard let first = pieces.first, first.start < position else { return }
        pieces[0] = AudioFrame(
            start: position, samples: Array(first.samples.dropFirst((position - first.start).samples)),
            endsUtterance: first.endsUtterance)
    }
}
