/// A sequence to learn from: what is seen at each place, and the label it should get.
public struct LabelledSequence: Equatable, Sendable {
    /// A property seen at a place.
    public struct Feature: Equatable, Hashable, Sendable {
        /// Its name; any text without NUL.
        public let name: String
        /// How strongly it counts, usually 1. A smaller value makes the learner slower to rely on the feature.
        public let value: Double

        public init(_ name: String, value: Double = 1) {
            self.name = name
            self.value = value
        }
    }

    /// The features of each place.
    public let features: [[Feature]]
    /// The label of each place; as many as there are places.
    public let labels: [String]

    /// - Throws: `LearningError.unequalLength` when places and labels differ in number.
    public init(features: [[Feature]], labels: [String]) throws(LearningError) {
        guard features.count == labels.count else { throw .unequalLength(places: features.count, labels: labels.count) }
        self.features = features
        self.labels = labels
    }
}

/// The weights of a linear-chain conditional random field (Lafferty, McCallum and Pereira, 2001), as they were learned.
public struct LearnedWeights: Equatable, Sendable {
    /// What a feature says for a label.
    public struct State: Equatable, Sendable {
        public let feature: String
        /// Index into `labels`.
        public let label: Int
        public let weight: Double
    }

    /// What a label says for the next one.
    public struct Transition: Equatable, Sendable {
        /// Index into `labels`.
        public let from: Int
        /// Index into `labels`.
        public let to: Int
        public let weight: Double
    }

    /// Label names; their order is that of first sight in the training data.
    public let labels: [String]
    public let states: [State]
    public let transitions: [Transition]
}

/// How to learn.
public struct LearningSettings: Equatable, Sendable {
    /// L1 regularisation, 0 or more: larger values make more weights exactly zero. Default 0.2: about half the weights
    /// that 0.05 leaves, at the same accuracy.
    public var sparseness: Double = 0.2
    /// L2 regularisation, 0 or more. Default 0.1: sentences made from templates repeat themselves, and large weights
    /// would trust them too much.
    public var smoothness: Double = 0.1
    /// Most steps of L-BFGS, 1 or more. Default 150: 400 are no more accurate.
    public var mostSteps: Int = 150
    /// Features seen less often than this are left out, 1 or more. Default 3.
    public var leastSightings: Int = 3

    public init() {}
}

/// What can go wrong with learning. Every case says what was being done.
public enum LearningError: Error, Equatable, Sendable {
    /// libcrfsuite cannot be opened; `reason` is the loader's.
    case libraryMissing(reason: String)
    /// A sequence has another number of labels than places.
    case unequalLength(places: Int, labels: Int)
    /// There is nothing to learn from, or a setting is out of its range.
    case unusable(reason: String)
    /// `crfsuite_create_instance` or a function of its result failed with a code.
    case failed(function: String, code: Int)
    /// The model file that the library wrote is not what it should be.
    case modelUnreadable
}
