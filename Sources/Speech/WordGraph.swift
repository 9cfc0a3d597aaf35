/// A weighted acceptor over words: the expected utterances. Costs are negative natural logarithms of probabilities.
///
/// It is combined with an open language model (any sequence of words) by back-off arcs with the costs in `backoff`, so
/// that every utterance is possible and expected ones are cheap.
public struct WordGraph: Equatable, Sendable {
    /// A transition that accepts one word.
    public struct Arc: Equatable, Sendable {
        /// Source state.
        public let from: Int
        /// Target state.
        public let to: Int
        /// The word, in lower case.
        public let word: String
        /// Cost, 0 or more.
        public let cost: Float

        /// Creates an arc.
        public init(from: Int, to: Int, word: String, cost: Float) {
            self.from = from
            self.to = to
            self.word = word
            self.cost = cost
        }
    }

    /// Costs of the back-off arcs to and from the open language model.
    public struct BackoffCosts: Equatable, Sendable {
        /// From the initial state.
        public var fromStart: Float
        /// From every other state.
        public var fromOtherStates: Float
        /// From the open language model back to `reentryState`.
        public var reentry: Float

        /// Creates costs.
        public init(fromStart: Float, fromOtherStates: Float, reentry: Float) {
            self.fromStart = fromStart
            self.fromOtherStates = fromOtherStates
            self.reentry = reentry
        }
    }

    /// Number of states; they are numbered from 0.
    public let stateCount: Int
    /// Initial state.
    public let start: Int
    /// State to which the open language model returns.
    public let reentryState: Int
    /// All arcs.
    public let arcs: [Arc]
    /// Final costs by state; other states are not final.
    public let finalCosts: [Int: Float]
    /// Costs of the back-off arcs.
    public let backoff: BackoffCosts

    /// Creates a graph.
    public init(
        stateCount: Int, start: Int, reentryState: Int, arcs: [Arc], finalCosts: [Int: Float], backoff: BackoffCosts
    ) {
        self.stateCount = stateCount
        self.start = start
        self.reentryState = reentryState
        self.arcs = arcs
        self.finalCosts = finalCosts
        self.backoff = backoff
    }
}
