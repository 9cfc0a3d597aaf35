/// A weighted finite-state transducer over the tropical semiring: costs add along a path, and the cheapest path counts.
struct Transducer: Equatable, Sendable {
    struct Arc: Equatable, Sendable {
        let source: Int32
        /// Input label; 0 is epsilon.
        let input: Int32
        /// Output label; 0 is epsilon.
        let output: Int32
        let cost: Float
        let target: Int32
    }

    let start: Int
    /// Final cost of each state; infinite for states that are not final.
    let finalCosts: [Float]
    /// Sorted by source, then input, output, target and cost.
    let arcs: [Arc]

    init(start: Int, finalCosts: [Float], arcs: [Arc]) {
        self.start = start
        self.finalCosts = finalCosts
        // A counting sort by source, then a sort of each state's few arcs.
        let ranges = Self.ranges(of: arcs, states: finalCosts.count)
        var sorted = arcs, next = ranges.map(\.lowerBound)
        for arc in arcs {
            sorted[next[Int(arc.source)]] = arc
            next[Int(arc.source)] += 1
        }
        for range in ranges where range.count > 1 {
            sorted[range].sort { ($0.input, $0.output, $0.target, $0.cost) < ($1.input, $1.output, $1.target, $1.cost) }
        }
        self.arcs = sorted
    }

    /// Returns the index range in `arcs` of each state.
    func ranges() -> [Range<Int>] { Self.ranges(of: arcs, states: finalCosts.count) }

    private static func ranges(of arcs: [Arc], states: Int) -> [Range<Int>] {
        var firsts = Array(repeating: 0, count: states + 1)
        for arc in arcs { firsts[Int(arc.source) + 1] += 1 }
        for state in 0..<states { firsts[state + 1] += firsts[state] }
        return (0..<states).map { firsts[$0]..<firsts[$0 + 1] }
    }
}

extension Transducer.Arc {
    /// Creates an acceptor's arc, with equal input and output.
    init(source: Int32, label: Int32, cost: Float, target: Int32) {
        self.init(source: source, input: label, output: label, cost: cost, target: target)
    }
}
