/// Label reachability of a lexicon transducer from phones to words: the words that may come next in each state.
///
/// The sets are few intervals of word labels, because a look-ahead lexicon numbers its words for that purpose
/// (Allauzen, Riley, Schalkwyk: "A generalized composition algorithm for weighted finite-state transducers",
/// Interspeech 2009).
struct LabelReachability: Sendable {
    /// Label of the end in the intervals; words begin at 1.
    static let end: Int32 = 0

    let lexicon: Transducer
    /// Index range of the arcs of each state.
    let arcs: [Range<Int>]
    /// Whether every word, and the end, is reachable, so that no choice has been made yet.
    let isUnrestricted: [Bool]
    /// Whether a state is unrestricted and has an arc or end that restricts the choice. Every path between two words,
    /// and before the end, passes such a branching state.
    let isBranching: [Bool]
    private let intervals: [[ClosedRange<Int32>]]

    /// Computes the reachable labels of all states.
    ///
    /// - Returns: `nil` for a lexicon in which not every word may follow every other.
    init?(_ lexicon: Transducer) {
        let ranges = lexicon.ranges()
        var reach = Array(repeating: [ClosedRange<Int32>](), count: ranges.count)
        // States reachable from a component by epsilon output lie in earlier components.
        for component in Self.components(lexicon, ranges) {
            var found: [ClosedRange<Int32>] = []
            for state in component {
                if lexicon.finalCosts[state].isFinite { found.append(Self.end...Self.end) }
                for arc in lexicon.arcs[ranges[state]] {
                    if arc.output != 0 {
                        found.append(arc.output...arc.output)
                    } else {
                        found += reach[Int(arc.target)]
                    }
                }
            }
            let merged = Self.merged(found)
            for state in component { reach[state] = merged }
        }
        let all = reach[lexicon.start]
        let isUnrestricted = reach.map { $0 == all }
        guard !all.isEmpty, lexicon.arcs.allSatisfy({ $0.output == 0 || isUnrestricted[Int($0.target)] }) else {
            return nil
        }
        self.lexicon = lexicon
        self.isUnrestricted = isUnrestricted
        arcs = ranges
        intervals = reach
        isBranching = ranges.indices.map { state in
            isUnrestricted[state]
                && (lexicon.finalCosts[state].isFinite
                    || lexicon.arcs[ranges[state]].contains { $0.output != 0 || !isUnrestricted[Int($0.target)] })
        }
    }

    /// Returns the reachable labels of a state in ascending order.
    func labels(in state: Int) -> [ClosedRange<Int32>] { intervals[state] }

    /// Returns whether a word is reachable from a state.
    func isReachable(_ word: Int32, from state: Int) -> Bool { intervals[state].contains { $0.contains(word) } }

    private static func merged(_ ranges: [ClosedRange<Int32>]) -> [ClosedRange<Int32>] {
        var result: [ClosedRange<Int32>] = []
        for range in ranges.sorted(by: { $0.lowerBound < $1.lowerBound }) {
            if let last = result.last, range.lowerBound <= last.upperBound + 1 {
                result[result.count - 1] = last.lowerBound...max(last.upperBound, range.upperBound)
            } else {
                result.append(range)
            }
        }
        return result
    }

    /// Returns the strongly connected components over arcs without output, in reverse topological order (Tarjan 1972,
    /// with an explicit stack).
    private static func components(_ lexicon: Transducer, _ ranges: [Range<Int>]) -> [[Int]] {
        var components: [[Int]] = []
        var index = Array(repeating: -1, count: ranges.count), low = index
        var isOnStack = Array(repeating: false, count: ranges.count)
        var stack: [Int] = [], path: [(state: Int, next: Int)] = []
        var count = 0
        func visit(_ state: Int) {
            index[state] = count
            low[state] = count
            count += 1
            stack.append(state)
            isOnStack[state] = true
            path.append((state, ranges[state].lowerBound))
        }
        for root in ranges.indices where index[root] < 0 {
            visit(root)
            while let (state, next) = path.last {
                if next < ranges[state].upperBound {
                    path[path.count - 1].next += 1
                    let arc = lexicon.arcs[next], target = Int(arc.target)
                    guard arc.output == 0 else { continue }
                    if index[target] < 0 {
                        visit(target)
                    } else if isOnStack[target] {
                        low[state] = min(low[state], index[target])
                    }
                } else {
                    path.removeLast()
                    if let above = path.last?.state { low[above] = min(low[above], low[state]) }
                    guard low[state] == index[state], let first = stack.lastIndex(of: state) else { continue }
                    components.append(Array(stack[first...]))
                    for state in stack[first...] { isOnStack[state] = false }
                    stack.removeSubrange(first...)
                }
            }
        }
        return components
    }
}
