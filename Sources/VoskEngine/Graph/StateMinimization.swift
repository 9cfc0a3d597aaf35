extension Transducer {
    /// Returns an equivalent transducer with equivalent states merged: states with the same final cost and the same
    /// labels and costs to equivalent states.
    ///
    /// Partition refinement (Moore 1956) with 64-bit digests of the outgoing arcs. Weights are not pushed, so states
    /// that differ only in where a path's costs lie stay separate.
    func minimized() -> Transducer {
        let ranges = ranges()
        var classes = finalCosts.map { Int($0.bitPattern) }
        var count = 0
        while true {
            var numbers: [UInt64: Int] = [:]
            let refined = finalCosts.indices.map { state in
                var digest = UInt64(truncatingIfNeeded: classes[state]).mixed
                // A sum, because equivalent states may have their arcs in a different order.
                for arc in arcs[ranges[state]] {
                    let labels = UInt64(UInt32(bitPattern: arc.input)) << 32 | UInt64(UInt32(bitPattern: arc.output))
                    let path = UInt64(arc.cost.bitPattern) << 32 | UInt64(truncatingIfNeeded: classes[Int(arc.target)])
                    digest &+= (labels.mixed ^ path).mixed
                }
                let number = numbers[digest] ?? numbers.count
                numbers[digest] = number
                return number
            }
            classes = refined
            if numbers.count == count { break }
            count = numbers.count
        }
        return quotient(classes)
    }

    /// Returns one state per class, with the arcs of its first member; of parallel arcs with equal labels the cheapest
    /// stays.
    private func quotient(_ classes: [Int]) -> Transducer {
        let ranges = ranges()
        var finalCosts: [Float] = [], kept: [Arc] = []
        // Classes are numbered in the order of their first members.
        for (state, number) in classes.enumerated() where number == finalCosts.count {
            finalCosts.append(self.finalCosts[state])
            kept += arcs[ranges[state]].map {
                Arc(
                    source: Int32(number), input: $0.input, output: $0.output, cost: $0.cost,
                    target: Int32(classes[Int($0.target)]))
            }
        }
        let all = Transducer(start: classes[start], finalCosts: finalCosts, arcs: kept)
        let distinct = all.arcs.indices.filter { index in
            guard index > 0 else { return true }
            let arc = all.arcs[index], last = all.arcs[index - 1]
            return (arc.source, arc.input, arc.output, arc.target) != (
                last.source, last.input, last.output, last.target
            )
        }
        return Transducer(start: all.start, finalCosts: finalCosts, arcs: distinct.map { all.arcs[$0] })
    }
}
