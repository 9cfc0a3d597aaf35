/// The token sequences of requests for known phrases: "[Do you have] A Tale of Two Cities [by Charles Dickens]".
///
/// Two prefix trees, of what leads in and of phrases, and the tokens between two phrases.
struct PhraseGrammar: Sendable {
    /// Lead-ins in a row: "Do you have", "the book".
    private static let mostLeadIns = 2

    /// A place in the grammar.
    struct State: Hashable, Sendable {
        fileprivate enum Part: Hashable {
            /// In a lead-in; `count` are complete.
            case leadIn(count: Int)
            /// In the first phrase.
            case phrase
            /// Between the two.
            case joint
            /// In the second phrase.
            case second
        }

        fileprivate var part: Part
        fileprivate var node: Int
    }

    private struct Tree: Sendable {
        struct Node: Sendable {
            var children: [Int: Int] = [:]
            var isEnd = false
        }

        var nodes = [Node()]

        mutating func insert(_ tokens: [Int]) {
            guard !tokens.isEmpty else { return }
            var node = 0
            for token in tokens {
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

    private var leadIns = Tree(), phrases = Tree(), joints = Tree()

    /// - Parameter joints: what stands between two phrases.
    init(leadIns: [[Int]], phrases: [[Int]], joints: [[Int]]) {
        for tokens in leadIns { self.leadIns.insert(tokens) }
        for tokens in phrases { self.phrases.insert(tokens) }
        for tokens in joints { self.joints.insert(tokens) }
    }

    /// The state before the first token.
    var start: State { State(part: .leadIn(count: 0), node: 0) }

    /// Whether a text may end here.
    func isEnd(_ state: State) -> Bool {
        switch state.part {
        case .phrase, .second: phrases.nodes[state.node].isEnd
        case .leadIn, .joint: false
        }
    }

    /// The tokens that may follow, and where they lead. A token may lead to two places.
    func continuations(of state: State) -> [(token: Int, state: State)] {
        func within(_ tree: Tree, _ node: Int, _ part: State.Part) -> [(token: Int, state: State)] {
            tree.nodes[node].children.map { ($0.key, State(part: part, node: $0.value)) }
        }
        switch state.part {
        case .leadIn(let count):
            let node = leadIns.nodes[state.node], isBetween = state.node == 0 || node.isEnd
            let next = count + (node.isEnd ? 1 : 0)
            return within(leadIns, state.node, state.part) + (isBetween ? within(phrases, 0, .phrase) : [])
                + (node.isEnd && next < Self.mostLeadIns ? within(leadIns, 0, .leadIn(count: next)) : [])
        case .phrase:
            return within(phrases, state.node, .phrase)
                + (phrases.nodes[state.node].isEnd ? within(joints, 0, .joint) : [])
        case .joint:
            return within(joints, state.node, .joint)
                + (joints.nodes[state.node].isEnd ? within(phrases, 0, .second) : [])
        case .second: return within(phrases, state.node, .second)
        }
    }
}
