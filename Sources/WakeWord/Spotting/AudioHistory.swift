/// The last seconds of a stream's samples.
struct AudioHistory: Sendable {
    /// Samples kept, 12 s: the longest match that is looked at, and what is around it.
    private static let kept = 192_000

    private var samples: [Int16] = []
    /// Position of the first sample that is kept.
    private var start = 0

    mutating func append(_ more: [Int16]) { samples += more }

    /// Lets go of what nobody asks for any more; to be called when what was appended has been looked at.
    mutating func trim() {
        // Twice as much before letting go of half keeps the moving of memory rare.
        guard samples.count > 2 * Self.kept else { return }
        let spare = samples.count - Self.kept
        samples.removeFirst(spare)
        start += spare
    }

    /// The samples of these positions that are kept.
    func samples(_ wanted: Range<Int>) -> ArraySlice<Int16> {
        let end = samples.count, first = min(max(0, wanted.lowerBound - start), end)
        return samples[first..<min(max(first, wanted.upperBound - start), end)]
    }
}
