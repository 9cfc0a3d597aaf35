/// A weighted transducer in the tropical semiring: costs add along a path, and of several paths the cheapest counts.
struct Transducer: Equatable, Sendable {
    struct Arc: Equatable, Sendable {
        let source: Int32
        /// What it reads; 0 for nothing.
        let input: Int32
        /// What it writes; 0 for nothing.
        let output: Int32
        let cost: Float
        let target: Int32
    }

    let start: Int
    /// What it costs to end in each state; infinite where nothing ends.
    let ends: [Float]
    /// By source, then input, output, target and cost.
    let arcs: [Arc]

    init(start: Int, ends: [Float], arcs: [Arc]) {
        self.start = start
        self.ends = ends
        // By source in one go, then state by state, which are short.
        let ranges = Self.ranges(of: arcs, states: ends.count)
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

    /// The arcs of each state, as a range of `arcs`.
    func ranges() -> [Range<Int>] { Self.ranges(of: arcs, states: ends.count) }

    private static func ranges(of arcs: [Arc], states: Int) -> [Range<Int>] {
        var firsts = Array(repeating: 0, count: states + 1)
        for arc in arcs { firsts[Int(arc.source) + 1] += 1 }
        for state in 0..<states { firsts[state + 1] += firsts[state] }
        return (0..<states).map { firsts[$0]..<firsts[$0 + 1] }
    }
}

extension Transducer.Arc {
    /// An acceptor's arc: reads and writes the same.
    init(source: Int32, label: Int32, cost: Float, target: Int32) {
        self.init(source: source, input: label, output: label, cost: cost, target: target)
    }
}
