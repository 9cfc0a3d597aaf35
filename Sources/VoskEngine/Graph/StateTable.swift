/// States as they are found, each of them once: one with the same end and the same arcs as another is the other.
struct StateTable {
    struct Arc: Equatable {
        let input: Int32
        let output: Int32
        let cost: Float
        /// `nil` for the state itself.
        let target: Int32?
    }

    private var ends: [Float] = []
    /// Of each state, its arcs in `arcs`.
    private var ranges: [Range<Int>] = []
    private var arcs: [Arc] = []
    /// The first state with a digest.
    private var known: [UInt64: Int32] = [:]

    var arcCount: Int { arcs.count }

    /// A number for a state whose arcs come later, and which stays apart from others.
    mutating func reserve() -> Int32 {
        ends.append(.infinity)
        ranges.append(0..<0)
        return Int32(ends.count - 1)
    }

    /// The number of the state with these arcs and this end: the one reserved for it, one that is equal, or a new one.
    mutating func add(_ new: [Arc], end: Float, as reserved: Int32?) -> Int32 {
        let range = arcs.count..<(arcs.count + new.count)
        if let reserved {
            arcs += new
            ends[Int(reserved)] = end
            ranges[Int(reserved)] = range
            return reserved
        }
        let digest = Self.digest(new, end: end)
        if let number = known[digest], ends[Int(number)] == end, arcs[ranges[Int(number)]].elementsEqual(new) {
            return number
        }
        let number = Int32(ends.count)
        arcs += new
        ends.append(end)
        ranges.append(range)
        known[digest] = number
        return number
    }

    func transducer(start: Int) -> Transducer {
        var placed: [Transducer.Arc] = []
        placed.reserveCapacity(arcs.count)
        for (state, range) in ranges.enumerated() {
            for arc in arcs[range] {
                placed.append(
                    .init(
                        source: Int32(state), input: arc.input, output: arc.output, cost: arc.cost,
                        target: arc.target ?? Int32(state)))
            }
        }
        return Transducer(start: start, ends: ends, arcs: placed)
    }

    private static func digest(_ arcs: [Arc], end: Float) -> UInt64 {
        arcs.reduce(UInt64(end.bitPattern).spread) { digest, arc in
            let labels = UInt64(UInt32(bitPattern: arc.input)) << 32 | UInt64(UInt32(bitPattern: arc.output))
            let way = UInt64(arc.cost.bitPattern) << 32 | UInt64(UInt32(bitPattern: arc.target ?? -1))
            return ((digest ^ labels).spread ^ way).spread
        }
    }
}

extension UInt64 {
    /// Its bits, each of them spread over all 64 (the finaliser of SplitMix64, Steele, Lea and Flood 2014).
    var spread: UInt64 {
        var value = self &+ 0x9E37_79B9_7F4A_7C15
        value = (value ^ value >> 30) &* 0xBF58_476D_1CE4_E5B9
        value = (value ^ value >> 27) &* 0x94D0_49BB_1331_11EB
        return value ^ value >> 31
    }
}
