internal import Speech

/// Ring buffer of fixed size between a microphone and its consumer. When it is full, the oldest samples are dropped.
struct SampleRing {
    /// Limit of remembered capture times; far more than the blocks that fit into the ring.
    private static let maxMarks = 8_192

    private struct Mark {
        let index: Int
        let capturedAt: Duration
        let lost: Duration
    }

    private var storage: [Int16]
    private var head = 0
    private var tail = 0
    /// One mark per block in the ring, ascending.
    private var marks: [Mark] = []
    private var firstMark = 0
    /// Audio dropped since the last frame was taken.
    private var missing = Duration.zero
    private var position = SamplePosition.zero
    private(set) var droppedSamples = 0

    /// - Parameter capacity: size in samples, 1 or more.
    init(capacity: Int) { storage = [Int16](repeating: 0, count: max(1, capacity)) }

    var count: Int { tail - head }

    /// Appends a block.
    ///
    /// - Parameters:
    ///   - samples: 16 kHz mono.
    ///   - capturedAt: when the first sample was captured.
    ///   - lost: audio missing before the first sample.
    mutating func push(_ samples: [Int16], capturedAt: Duration, lost: Duration) {
        guard !samples.isEmpty else { return }
        marks.append(Mark(index: tail, capturedAt: capturedAt, lost: lost))
        for piece in Self.pieces(from: tail, samples.count, in: storage.count) {
            storage.replaceSubrange(piece.place, with: samples[piece.offset..<piece.offset + piece.place.count])
        }
        tail += samples.count
        if count > storage.count { drop(count - storage.count) }
        if marks.count - firstMark > Self.maxMarks { firstMark += 1 }
    }

    /// Removes the next samples, at most `limit`, as one frame that never spans a gap.
    ///
    /// - Parameters:
    ///   - limit: samples in a full frame.
    ///   - isLast: whether the stream has ended, so that a frame may be short.
    /// - Returns: `nil` while there are too few samples for a frame.
    mutating func pop(_ limit: Int, isLast: Bool = false) -> AudioFrame? {
        guard count > 0 else { return nil }
        dropConsumedMarks()
        let gap = marks[firstMark...].prefix { $0.index < head + limit }.first { $0.index > head && $0.lost > .zero }
        let end = min(head + limit, gap?.index ?? tail, tail)
        guard end - head == limit || gap != nil || isLast else { return nil }
        let current = marks[firstMark]
        let lost = missing + (current.index == head ? current.lost : .zero)
        let samples = Self.pieces(from: head, end - head, in: storage.count).flatMap { storage[$0.place] }
        let frame = AudioFrame(
            start: position, samples: samples,
            capture: CaptureMark(capturedAt: current.capturedAt + Self.time(head - current.index), lost: lost))
        missing = .zero
        head = end
        position = frame.end
        return frame
    }

    /// Removes all samples.
    mutating func discard() -> SampleCount {
        let dropped = count
        drop(dropped)
        return SampleCount(dropped)
    }

    private mutating func drop(_ samples: Int) {
        guard samples > 0 else { return }
        let end = head + samples
        let gaps = marks[firstMark...].prefix { $0.index < end }.filter { $0.index >= head }
        missing += gaps.reduce(Self.time(samples)) { $0 + $1.lost }
        head = end
        droppedSamples += samples
        dropConsumedMarks()
    }

    /// Removes marks of blocks that have been consumed.
    private mutating func dropConsumedMarks() {
        while firstMark + 1 < marks.count, marks[firstMark + 1].index <= head { firstMark += 1 }
        if firstMark > 1_024 {
            marks.removeFirst(firstMark)
            firstMark = 0
        }
    }

    /// Maps a range of the stream to places in the ring: one piece, or two where the range wraps around.
    private static func pieces(from index: Int, _ count: Int, in capacity: Int) -> [(offset: Int, place: Range<Int>)] {
        var pieces: [(offset: Int, place: Range<Int>)] = [], offset = 0
        while offset < count {
            let place = (index + offset) % capacity, length = min(count - offset, capacity - place)
            pieces.append((offset, place..<place + length))
            offset += length
        }
        return pieces
    }

    private static func time(_ samples: Int) -> Duration { .seconds(Double(samples) / Double(SampleRate.speech)) }
}
