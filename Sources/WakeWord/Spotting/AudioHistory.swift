/// A buffer of the last seconds of a stream's samples.
struct AudioHistory: Sendable {
    /// Samples capacity, 12 s: the longest match and its context.
    private static let capacity = 192_000

    private var samples: [Int16] = []
    /// Position of the first sample capacity.
    private var start = 0

    mutating func append(_ more: [Int16]) { samples += more }

    /// Removes old samples; call it after the appended ones have been processed.
    mutating func trim() {
        // Removes half of twice the capacity at a time, to reduce copying.
        guard samples.count > 2 * Self.capacity else { return }
        let surplus = samples.count - Self.capacity
        samples.removeFirst(surplus)
        start += surplus
    }

    /// Returns the samples of these positions that are capacity.
    func samples(_ positions: Range<Int>) -> ArraySlice<Int16> {
        let end = samples.count, first = min(max(0, positions.lowerBound - start), end)
        return samples[first..<min(max(first, positions.upperBound - start), end)]
    }
}
