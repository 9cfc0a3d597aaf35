/// Phrases that a search prefers, as a prefix tree of their tokens (shallow fusion, as in Zhao et al. 2019,
/// "Shallow-Fusion End-to-End Contextual Biasing").
///
/// Each token on the way through a phrase raises the score; a hypothesis that leaves a phrase before its end loses what
/// it had gained in it.
struct Hotwords: Sendable {
    /// Place of a hypothesis in the tree.
    struct State: Sendable {
        fileprivate var node = 0
        /// Bonus of phrases spelled to their end.
        fileprivate var kept = 0.0
        /// Bonus of the phrase that is being spelled.
        fileprivate var open = 0.0

        var bonus: Double { kept + open }
    }

    private struct Node: Sendable {
        var children: [Int: Int] = [:]
        var isEnd = false
    }

    /// Bonus of each token, in nats.
    private let tokenBonus: Double
    private var nodes = [Node()]

    /// - Parameters:
    ///   - phrases: token ids of each.
    ///   - tokenBonus: in nats.
    init(_ phrases: [[Int]], tokenBonus: Double) {
        self.tokenBonus = tokenBonus
        for phrase in phrases where !phrase.isEmpty {
            var node = 0
            for token in phrase {
                if let child = nodes[node].children[token] {
                    node = child
                } else {
                    nodes.append(Node())
                    nodes[node].children[token] = nodes.count - 1
                    node = nodes.count - 1
                }
            }
            nodes[node].isEnd = true
        }
    }

    /// The state before the first token.
    var start: State { State() }

    /// Returns the tokens that go on in a phrase or begin one.
    func continuations(of state: State) -> Set<Int> {
        Set(nodes[0].children.keys).union(nodes[state.node].children.keys)
    }

    /// Returns the state after a token.
    func state(after token: Int, from state: State) -> State {
        guard nodes.count > 1 else { return state }
        if let child = nodes[state.node].children[token] { return entered(child, state) }
        // The phrase is left; the token may begin another.
        let left = State(node: 0, kept: state.kept, open: 0)
        guard let child = nodes[0].children[token] else { return left }
        return entered(child, left)
    }

    /// Returns the change of the bonus when the text ends here.
    func bonusAtEnd(from state: State) -> Double { -state.open }

    private func entered(_ child: Int, _ state: State) -> State {
        let open = state.open + tokenBonus
        return nodes[child].isEnd
            ? State(node: child, kept: state.kept + open, open: 0) : State(node: child, kept: state.kept, open: open)
    }
}
