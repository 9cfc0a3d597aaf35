/// Static composition of a lexicon with a grammar, which a decoder traverses faster than libvosk's dynamic look-ahead
/// composition.
///
/// A state pairs a lexicon state with a grammar state. Look-ahead pushes the cost of the cheapest reachable word to the
/// first arc that restricts the choice, and the label of the only reachable word to the arc where it becomes certain,
/// so the search has both early. Paths to no word of the grammar are not generated. Epsilon arcs of the grammar are
/// taken only between two words, at the lexicon's first branching state. Equal states within words are merged.
struct StaticGraph {
    /// A composed state.
    private struct ComposedState: Hashable {
        let lexiconState: Int32
        let grammarState: Int32
        let phase: Phase
        /// Cost already pushed on the path to it, which is a function of the other fields.
        let pushedCost: Float

        init(lexiconState: Int32, grammarState: Int32, phase: Phase, pushedCost: Float = 0) {
            self.lexiconState = lexiconState
            self.grammarState = grammarState
            self.phase = phase
            self.pushedCost = pushedCost
        }
    }

    private enum Phase: Hashable {
        /// Between a word and the lexicon's next branching state.
        case betweenWords
        /// Within a word that is not certain yet.
        case withinWord
        /// Within a word whose label was output early; the grammar state is the one after the word.
        case afterOutput(Int32)
    }

    /// Reachable words of a grammar state after a restriction by the lexicon.
    private enum Lookahead {
        case nothing
        case word(Transducer.Arc)
        case choice(cheapest: Float)
    }

    /// An arc to a composed state.
    private struct OutgoingArc {
        let input: Int32
        let output: Int32
        let cost: Float
        let target: ComposedState
    }

    private let reachability: LabelReachability
    private let grammar: Transducer
    private let grammarArcs: [Range<Int>]
    /// Whether a grammar state is final or has a word arc, besides epsilon arcs.
    private let hasWordOrEnd: [Bool]
    private let disambiguation: Set<Int32>
    private let limit: Int
    private var states = StateTable()
    private var numbers: [ComposedState: Int32] = [:]
    /// Numbered states without arcs yet.
    private var unexpanded: [ComposedState] = []
    /// States whose arcs are being generated; an arc back to one of them gives it a reserved number.
    private var inProgress: Set<ComposedState> = []

    /// Composes a lexicon with a grammar.
    ///
    /// - Parameters:
    ///   - reachability: the lexicon with its label reachability.
    ///   - disambiguation: input labels that become epsilon.
    ///   - grammar: an acceptor of word labels.
    ///   - limit: largest number of arcs; 16 bytes each.
    /// - Returns: `nil` when the graph would exceed the limit.
    static func composed(
        _ reachability: LabelReachability, disambiguation: Set<Int32>, with grammar: Transducer, limit: Int
    )
        -> Transducer?
    {
        var graph = Self(reachability, disambiguation: disambiguation, grammar: grammar, limit: limit)
        return graph.compose()
    }

    private init(_ reachability: LabelReachability, disambiguation: Set<Int32>, grammar: Transducer, limit: Int) {
        self.reachability = reachability
        self.disambiguation = disambiguation
        self.grammar = grammar
        self.limit = limit
        let ranges = grammar.ranges()
        grammarArcs = ranges
        hasWordOrEnd = ranges.indices.map {
            grammar.finalCosts[$0].isFinite || grammar.arcs[ranges[$0]].last.map { $0.input != 0 } ?? false
        }
    }

    private mutating func compose() -> Transducer? {
        let start = reserve(
            ComposedState(
                lexiconState: Int32(reachability.lexicon.start), grammarState: Int32(grammar.start),
                phase: .betweenWords))
        while let state = unexpanded.popLast() {
            expand(state)
            guard states.arcCount <= limit else { return nil }
        }
        return states.transducer(start: Int(start))
    }

    /// Returns the number of a composed state. Branching states get theirs at once and their arcs later; all others are
    /// generated depth first, so that equal states are found.
    private mutating func stateNumber(of state: ComposedState) -> Int32 {
        if let known = numbers[state] { return known }
        if reachability.isBranching[Int(state.lexiconState)] || inProgress.contains(state) { return reserve(state) }
        return expand(state)
    }

    /// Reserves a number for a state.
    private mutating func reserve(_ state: ComposedState) -> Int32 {
        let number = states.reserve()
        numbers[state] = number
        if !inProgress.contains(state) { unexpanded.append(state) }
        return number
    }

    @discardableResult
    private mutating func expand(_ state: ComposedState) -> Int32 {
        inProgress.insert(state)
        let outgoing = arcs(from: state).map { arc in
            StateTable.Arc(
                input: disambiguation.contains(arc.input) ? 0 : arc.input, output: arc.output,
                cost: arc.cost,
                target: arc.target == state ? nil : stateNumber(of: arc.target))
        }
        inProgress.remove(state)
        let finalCost =
            reachability.lexicon.finalCosts[Int(state.lexiconState)] + grammar.finalCosts[Int(state.grammarState)]
            - state.pushedCost
        let number = states.add(outgoing, finalCost: finalCost, as: numbers[state])
        numbers[state] = number
        return number
    }

    private func arcs(from state: ComposedState) -> [OutgoingArc] {
        var outgoing: [OutgoingArc] = []
        let lexiconState = Int(state.lexiconState), grammarState = Int(state.grammarState),
            isBranching = reachability.isBranching[lexiconState]
        if isBranching, state.phase == .betweenWords {
            for arc in grammar.arcs[grammarArcs[grammarState]].prefix(while: { $0.input == 0 }) {
                outgoing.append(
                    OutgoingArc(
                        input: 0, output: 0, cost: arc.cost,
                        target: ComposedState(
                            lexiconState: state.lexiconState, grammarState: arc.target, phase: .betweenWords)))
            }
        }
        for arc in reachability.lexicon.arcs[reachability.arcs[lexiconState]] {
            if case .afterOutput(let output) = state.phase {
                guard arc.output == 0 ? reachability.isReachable(output, from: Int(arc.target)) : arc.output == output
                else {
                    continue
                }
                let next = ComposedState(
                    lexiconState: arc.target, grammarState: state.grammarState,
                    phase: arc.output == 0 ? .afterOutput(output) : .betweenWords)
                outgoing.append(OutgoingArc(input: arc.input, output: 0, cost: arc.cost, target: next))
            } else if arc.output == 0, reachability.isUnrestricted[Int(arc.target)] {
                let isBetweenWords = state.phase == .betweenWords && (!isBranching || arc.target == state.lexiconState)
                guard isBetweenWords || hasWordOrEnd[grammarState] else { continue }
                let next = ComposedState(
                    lexiconState: arc.target, grammarState: state.grammarState,
                    phase: isBetweenWords ? .betweenWords : .withinWord)
                outgoing.append(
                    OutgoingArc(input: arc.input, output: 0, cost: arc.cost - state.pushedCost, target: next))
            } else {
                outgoing += lookaheadArcs(of: state, arc)
            }
        }
        return outgoing
    }

    /// Returns the arcs for a lexicon arc that outputs a word or restricts the choice.
    private func lookaheadArcs(of state: ComposedState, _ arc: Transducer.Arc) -> [OutgoingArc] {
        let grammarState = Int(state.grammarState), cost = arc.cost - state.pushedCost
        if arc.output != 0 {
            return arcs(of: grammarState, labels: arc.output...arc.output).map { next in
                OutgoingArc(
                    input: arc.input, output: arc.output, cost: cost + next.cost,
                    target: ComposedState(lexiconState: arc.target, grammarState: next.target, phase: .betweenWords))
            }
        }
        switch lookahead(of: grammarState, from: Int(arc.target)) {
        case .nothing: return []
        case .word(let word):
            let next = ComposedState(
                lexiconState: arc.target, grammarState: word.target, phase: .afterOutput(word.input))
            return [OutgoingArc(input: arc.input, output: word.input, cost: cost + word.cost, target: next)]
        case .choice(let cheapest):
            let next = ComposedState(
                lexiconState: arc.target, grammarState: state.grammarState, phase: .withinWord, pushedCost: cheapest)
            return [OutgoingArc(input: arc.input, output: 0, cost: cost + cheapest, target: next)]
        }
    }

    private func lookahead(of grammarState: Int, from lexiconState: Int) -> Lookahead {
        var cheapest = Float.infinity, only: Transducer.Arc?, count = 0
        for range in reachability.labels(in: lexiconState) {
            if range.contains(LabelReachability.end), grammar.finalCosts[grammarState].isFinite {
                cheapest = min(cheapest, grammar.finalCosts[grammarState])
                count += 2  // the end is no word
            }
            for arc in arcs(of: grammarState, labels: range) where arc.input != 0 {
                cheapest = min(cheapest, arc.cost)
                only = arc
                count += 1
            }
        }
        return if let only, count == 1 { .word(only) } else if cheapest.isFinite { .choice(cheapest: cheapest) } else {
            .nothing
        }
    }

    /// Returns the arcs of a grammar state with labels in a range.
    private func arcs(of grammarState: Int, labels: ClosedRange<Int32>) -> ArraySlice<Transducer.Arc> {
        let range = grammarArcs[grammarState]
        var low = range.lowerBound, high = range.upperBound
        while low < high {
            let middle = (low + high) / 2
            if grammar.arcs[middle].input < labels.lowerBound { low = middle + 1 } else { high = middle }
        }
        var end = low
        while end < range.upperBound, grammar.arcs[end].input <= labels.upperBound { end += 1 }
        return grammar.arcs[low..<end]
    }
}
