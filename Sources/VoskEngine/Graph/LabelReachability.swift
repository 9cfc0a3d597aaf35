/// Which words may come next in each state of a lexicon that reads sounds and writes words.
///
/// The sets are intervals of word numbers, few of them, since a look-ahead lexicon numbers its words for that
/// (Allauzen, Riley, Schalkwyk: "A generalized composition algorithm for weighted finite-state transducers",
/// Interspeech 2009).
struct LabelReachability: Sendable {
    /// Stands for the end in the intervals; words begin at 1.
    static let end: Int32 = 0

    let lexicon: Transducer
    /// The arcs of each state.
    let arcs: [Range<Int>]
    /// Whether every word, and the end, may come next: nothing is decided there.
    let isOpen: [Bool]
    /// Open, and an arc or the end decides something: between two words, and before the end, every path passes such a
    /// state.
    let isFork: [Bool]
    private let intervals: [[ClosedRange<Int32>]]

    /// - Returns: `nil` for a lexicon in which not every word may follow every other.
    init?(_ lexicon: Transducer) {
        let ranges = lexicon.ranges()
        var reach = Array(repeating: [ClosedRange<Int32>](), count: ranges.count)
        // Whatever a group's states can reach without a word is in groups that came before it.
        for group in Self.groups(lexicon, ranges) {
            var found: [ClosedRange<Int32>] = []
            for state in group {
                if lexicon.ends[state].isFinite { found.append(Self.end...Self.end) }
                for arc in lexicon.arcs[ranges[state]] {
                    if arc.output != 0 {
                        found.append(arc.output...arc.output)
                    } else {
                        found += reach[Int(arc.target)]
                    }
                }
            }
            let merged = Self.merged(found)
            for state in group { reach[state] = merged }
        }
        let all = reach[lexicon.start]
        let isOpen = reach.map { $0 == all }
        guard !all.isEmpty, lexicon.arcs.allSatisfy({ $0.output == 0 || isOpen[Int($0.target)] }) else { return nil }
        self.lexicon = lexicon
        self.isOpen = isOpen
        arcs = ranges
        intervals = reach
        isFork = ranges.indices.map { state in
            isOpen[state]
                && (lexicon.ends[state].isFinite
                    || lexicon.arcs[ranges[state]].contains { $0.output != 0 || !isOpen[Int($0.target)] })
        }
    }

    /// What may come next in a state, ascending.
    func next(in state: Int) -> [ClosedRange<Int32>] { intervals[state] }

    /// Whether a word may come next in a state.
    func mayCome(_ word: Int32, in state: Int) -> Bool { intervals[state].contains { $0.contains(word) } }

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

    /// States that reach one another without a word, each group after all that it reaches (Tarjan 1972, with a stack of
    /// its own).
    private static func groups(_ lexicon: Transducer, _ ranges: [Range<Int>]) -> [[Int]] {
        var groups: [[Int]] = []
        var index = Array(repeating: -1, count: ranges.count), low = index
        var isOpen = Array(repeating: false, count: ranges.count)
        var open: [Int] = [], path: [(state: Int, next: Int)] = []
        var count = 0
        func enter(_ state: Int) {
            index[state] = count
            low[state] = count
            count += 1
            open.append(state)
            isOpen[state] = true
            path.append((state, ranges[state].lowerBound))
        }
        for root in ranges.indices where index[root] < 0 {
            enter(root)
            while let (state, next) = path.last {
                if next < ranges[state].upperBound {
                    path[path.count - 1].next += 1
                    let arc = lexicon.arcs[next], target = Int(arc.target)
                    guard arc.output == 0 else { continue }
                    if index[target] < 0 {
                        enter(target)
                    } else if isOpen[target] {
                        low[state] = min(low[state], index[target])
                    }
                } else {
                    path.removeLast()
                    if let above = path.last?.state { low[above] = min(low[above], low[state]) }
                    guard low[state] == index[state], let first = open.lastIndex(of: state) else { continue }
                    groups.append(Array(open[first...]))
                    for state in open[first...] { isOpen[state] = false }
                    open.removeSubrange(first...)
                }
            }
        }
        return groups
    }
}
