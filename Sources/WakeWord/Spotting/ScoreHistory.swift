/// A buffer of the scores of a segment's last seconds.
struct ScoreHistory: Sendable {
    /// Frames kept, 9 s, more than a phrase needs. Of a longer match the last 9 s are verified.
    private static let capacity = 300

    private let phones: [AcousticModelFile.PhoneOutputs]
    private var values: [Float] = []
    private var width = 0
    /// Number of the first frame kept.
    private var first = 0

    init(phones: [AcousticModelFile.PhoneOutputs]) { self.phones = phones }

    /// Appends a frame; its number follows that of the last one.
    mutating func append(_ frame: FrameScores, number: Int) {
        if values.isEmpty {
            first = number
            width = frame.values.count
        }
        values += frame.values
        // Removes half of twice the capacity at a time, to reduce copying.
        guard values.count > 2 * Self.capacity * width else { return }
        values.removeFirst(Self.capacity * width)
        first += Self.capacity
    }

    mutating func removeAll() { values.removeAll(keepingCapacity: true) }

    /// Returns the frames from a number on, or from the first kept, with the number of the first of them.
    func frames(from number: Int) -> (first: Int, frames: [FrameScores]) {
        let begin = max(first, number)
        let offsets = stride(from: (begin - first) * width, to: values.count, by: max(1, width))
        return (begin, offsets.map { FrameScores(values: values[$0..<($0 + width)], phones: phones) })
    }
}
