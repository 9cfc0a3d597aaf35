/// A hash-consing table of states: a state with the same final cost and arcs as an earlier one is that state.
struct StateTable {
    struct Arc: Equatable {
        let input: Int32
        let output: Int32
        let cost: Float
        /// `nil` for a self-loop.
        let target: Int32?
    }

    private var finalCosts: [Float] = []
    /// Index range in `arcs` of each state.
    private var ranges: [Range<Int>] = []
    private var arcs: [Arc] = []
    /// First state with each digest.
    private var known: [UInt64: Int32] = [:]

    var arcCount: Int { arcs.count }

    /// Returns a new state whose arcs are added later and which is never merged.
    mutating func reserve() -> Int32 {
        finalCosts.append(.infinity)
        ranges.append(0..<0)
        return Int32(finalCosts.count - 1)
    }

    /// Returns the state with these arcs and this final cost: the reserved one, an equal one, or a new one.
    mutating func add(_ new: [Arc], finalCost: Float, as reserved: Int32?) -> Int32 {
        let range = arcs.count..<(arcs.count + new.count)
        if let reserved {
            arcs += new
            finalCosts[Int(reserved)] = finalCost
            ranges[Int(reserved)] = range
            return reserved
        }
        let digest = Self.digest(new, finalCost: finalCost)
        if let number = known[digest], finalCosts[Int(number)] == finalCost,
            arcs[ranges[Int(number)]].elementsEqual(new)
        {
            return number
        }
        let number = Int32(finalCosts.count)
        arcs += new
        finalCosts.append(finalCost)
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
        return Transducer(start: start, finalCosts: finalCosts, arcs: placed)
    }

    private static func digest(_ arcs: [Arc], finalCost: Float) -> UInt64 {
        arcs.reduce(UInt64(finalCost.bitPattern).mixed) { digest, arc in
            let labels = UInt64(UInt32(bitPattern: arc.input)) << 32 | UInt64(UInt32(bitPattern: arc.output))
            let path = UInt64(arc.cost.bitPattern) << 32 | UInt64(UInt32(bitPattern: arc.target ?? -1))
            return ((digest ^ labels).mixed ^ path).mixed
        }
    }
}

extension UInt64 {
    /// The bits mixed over all 64 positions (the finaliser of SplitMix64, Steele, Lea and Flood 2014).
    var mixed: UInt64 {
        var value = self &+ 0x9E37_79B9_7F4A_7C15
        value = (value ^ value >> 30) &* 0xBF58_476D_1CE4_E5B9
        value = (value ^ value >> 27) &* 0x94D0_49BB_1331_11EB
        return value ^ value >> 31
    }
}
