/// What may be said, as a weighted automaton over words. Costs are negative natural logarithms of probabilities.
///
/// It is laid over an open language model (any words in a row): `leaving` and `entering` say how dear it is to go over
/// to that and to come back, so that nothing is impossible and what fits is cheap.
public struct WordGraph: Equatable, Sendable {
    public struct Arc: Equatable, Sendable {
        public let from: Int
        public let to: Int
        /// In lower case.
        public let word: String
        public let cost: Float

        public init(from: Int, to: Int, word: String, cost: Float) {
            self.from = from
            self.to = to
            self.word = word
            self.cost = cost
        }
    }

    /// What it costs to go over to the open language and to come back from it.
    public struct Doors: Equatable, Sendable {
        /// To begin an utterance in the open language.
        public var beginning: Float
        /// From any state.
        public var leaving: Float
        /// Back to `entrance`.
        public var entering: Float

        public init(beginning: Float, leaving: Float, entering: Float) {
            self.beginning = beginning
            self.leaving = leaving
            self.entering = entering
        }
    }

    /// States are numbered from 0 up to this.
    public let stateCount: Int
    /// Where utterances begin.
    public let start: Int
    /// Where the open language comes back to.
    public let entrance: Int
    public let arcs: [Arc]
    /// Costs of ending, by state.
    public let ends: [Int: Float]
    public let doors: Doors

    public init(stateCount: Int, start: Int, entrance: Int, arcs: [Arc], ends: [Int: Float], doors: Doors) {
        self.stateCount = stateCount
        self.start = start
        self.entrance = entrance
        self.arcs = arcs
        self.ends = ends
        self.doors = doors
    }
}
