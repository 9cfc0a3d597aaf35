/// The scores of the last seconds of a stretch.
struct ScoreHistory: Sendable {
    /// Frames kept, 9 s: more than people take for a phrase. Of a longer match its last 9 s are looked at.
    private static let kept = 300

    private let phones: [AcousticModelFile.PhoneOutputs]
    private var values: [Float] = []
    private var width = 0
    /// Number of the first frame that is kept.
    private var first = 0

    init(phones: [AcousticModelFile.PhoneOutputs]) { self.phones = phones }

    /// Adds the frame with this number, one more than the last one's.
    mutating func append(_ frame: FrameScores, number: Int) {
        if values.isEmpty {
            first = number
            width = frame.values.count
        }
        values += frame.values
        // Twice as much before letting go of half keeps the moving of memory rare.
        guard values.count > 2 * Self.kept * width else { return }
        values.removeFirst(Self.kept * width)
        first += Self.kept
    }

    mutating func removeAll() { values.removeAll(keepingCapacity: true) }

    /// The frames from this one on, or from the first that is kept, and the number of the first of them.
    func frames(from wanted: Int) -> (first: Int, frames: [FrameScores]) {
        let begin = max(first, wanted)
        let places = stride(from: (begin - first) * width, to: values.count, by: max(1, width))
        return (begin, places.map { FrameScores(values: values[$0..<($0 + width)], phones: phones) })
    }
}
