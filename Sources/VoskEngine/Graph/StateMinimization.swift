extension Transducer {
    /// The same transducer with one state in place of all that go on alike: same end, same labels and costs into states
    /// that go on alike.
    ///
    /// Classes are refined until they are stable (Moore 1956), by 64-bit digests of what leaves a state. Where costs
    /// lie on other arcs of the same path, states stay apart.
    func withEqualStatesMerged() -> Transducer {
        let ranges = ranges()
        var classes = ends.map { Int($0.bitPattern) }
        var count = 0
        while true {
            var numbers: [UInt64: Int] = [:]
            let refined = ends.indices.map { state in
                var digest = UInt64(truncatingIfNeeded: classes[state]).spread
                // A sum, since arcs of equal states need not come in the same order.
                for arc in arcs[ranges[state]] {
                    let labels = UInt64(UInt32(bitPattern: arc.input)) << 32 | UInt64(UInt32(bitPattern: arc.output))
                    let way = UInt64(arc.cost.bitPattern) << 32 | UInt64(truncatingIfNeeded: classes[Int(arc.target)])
                    digest &+= (labels.spread ^ way).spread
                }
                let number = numbers[digest] ?? numbers.count
                numbers[digest] = number
                return number
            }
            classes = refined
            if numbers.count == count { break }
            count = numbers.count
        }
        return joined(classes)
    }

    /// One state for each class, with the arcs of its first; of arcs that have become alike the cheapest.
    private func joined(_ classes: [Int]) -> Transducer {
        let ranges = ranges()
        var ends: [Float] = [], kept: [Arc] = []
        // Classes are numbered by their first states.
        for (state, number) in classes.enumerated() where number == ends.count {
            ends.append(self.ends[state])
            kept += arcs[ranges[state]].map {
                Arc(
                    source: Int32(number), input: $0.input, output: $0.output, cost: $0.cost,
                    target: Int32(classes[Int($0.target)]))
            }
        }
        let all = Transducer(start: classes[start], ends: ends, arcs: kept)
        let apart = all.arcs.indices.filter { index in
            guard index > 0 else { return true }
            let arc = all.arcs[index], last = all.arcs[index - 1]
            return (arc.source, arc.input, arc.output, arc.target) != (
                last.source, last.input, last.output, last.target
            )
        }
        return Transducer(start: all.start, ends: ends, arcs: apart.map { all.arcs[$0] })
    }
}
