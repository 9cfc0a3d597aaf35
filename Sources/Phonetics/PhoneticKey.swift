/// A phonetic key: the classes of the consonants in order, at most sixteen of four bits each. They survive mishearing
/// best.
struct PhoneticKey: Hashable, Sendable {
    static let longest = 16
    /// Minimum length for deletions; shorter keys are looked up unchanged.
    static let shortestThinned = 3
    /// Length range for two deletions: phrases of several words may have two errors, and very long ones would have too
    /// many pairs.
    static let thinnedTwice = 6...10

    private(set) var code: UInt64 = 0
    private(set) var count = 0

    /// - Parameter classes: the class of each sound, 1…15, or 0 to leave it out.
    init(_ sounds: [UInt8], classes: [UInt8]) {
        for sound in sounds {
            let kind = classes[Int(sound)]
            guard kind != 0 else { continue }
            guard count < Self.longest else { return }
            code |= UInt64(kind) << UInt64(4 * count)
            count += 1
        }
    }

    /// Calls `body` with the key and, if it is long enough, with every key that lacks one or two of its classes. Two
    /// keys with as many insertions, deletions or substitutions share one of these: symmetric deletion as in SymSpell
    /// (W. Garbe, 2012), over classes instead of letters.
    func forEachThinned(_ body: (UInt64) -> Void) {
        body(code)
        guard count >= Self.shortestThinned else { return }
        for index in 0..<count where !repeats(index) {
            let once = Self.without(index, of: code)
            body(once)
            guard Self.thinnedTwice.contains(count) else { continue }
            for second in index..<count - 1 { body(Self.without(second, of: once)) }
        }
    }

    /// A run of equal classes is stored once.
    private func repeats(_ index: Int) -> Bool {
        index > 0 && (code >> UInt64(4 * index) ^ code >> UInt64(4 * index - 4)) & 0xF == 0
    }

    private static func without(_ index: Int, of code: UInt64) -> UInt64 {
        let below = (1 as UInt64) << UInt64(4 * index) - 1
        return code & below | ((code >> 4) & ~below)
    }
}

/// A hash table from keys and their deletions to transcriptions, in three flat arrays.
struct PhoneticKeyTable: Sendable {
    private var keys: [UInt64] = [0]
    /// For every slot of `keys`, the start and number of its entries in `entries`; 0 for an empty slot.
    private var spans: [(start: Int32, count: Int32)] = [(0, 0)]
    private var entries: [Int32] = []

    init(_ skeletons: [PhoneticKey]) {
        var pairs: [(key: UInt64, reading: Int32)] = []
        pairs.reserveCapacity(skeletons.count * 8)
        for (reading, skeleton) in skeletons.enumerated() {
            skeleton.forEachThinned { pairs.append(($0, Int32(reading))) }
        }
        pairs.sort { ($0.key, $0.reading) < ($1.key, $1.reading) }
        var size = 2
        while size < pairs.count * 2 { size *= 2 }
        keys = Array(repeating: 0, count: size)
        spans = Array(repeating: (0, 0), count: size)
        entries = pairs.map(\.reading)
        var start = 0
        while start < pairs.count {
            let key = pairs[start].key
            var end = start + 1
            while end < pairs.count, pairs[end].key == key { end += 1 }
            let slot = slot(of: key)
            keys[slot] = key
            spans[slot] = (Int32(start), Int32(end - start))
            start = end
        }
    }

    /// The transcriptions of a key.
    subscript(key: UInt64) -> ArraySlice<Int32> {
        let span = spans[slot(of: key)]
        return entries[Int(span.start)..<Int(span.start + span.count)]
    }

    /// The slot of a key, or the empty slot where it belongs. At least half of the slots are empty, so the search ends.
    private func slot(of key: UInt64) -> Int {
        let mask = keys.count - 1
        // Fibonacci hashing: the high bits of a product with 2^64 / φ are well mixed.
        var slot = Int(truncatingIfNeeded: (key &* 0x9E37_79B9_7F4A_7C15) >> 32) & mask
        while spans[slot].count != 0, keys[slot] != key { slot = (slot + 1) & mask }
        return slot
    }
}
