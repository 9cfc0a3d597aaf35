/// A training sequence: the features of each position and its label.
public struct LabelledSequence: Equatable, Sendable {
    /// A feature observed at a position.
    public struct Feature: Equatable, Hashable, Sendable {
        /// Feature name; any text without NUL.
        public let name: String
        /// Feature value, usually 1. A smaller value makes the training rely on the feature more slowly.
        public let value: Double

        /// Creates a feature.
        public init(_ name: String, value: Double = 1) {
            self.name = name
            self.value = value
        }
    }

    /// The features of each position.
    public let features: [[Feature]]
    /// The label of each position; as many as `features`.
    public let labels: [String]

    /// Creates a sequence.
    ///
    /// - Throws: `CRFTrainingError.unequalLength` when the numbers of positions and labels differ.
    public init(features: [[Feature]], labels: [String]) throws(CRFTrainingError) {
        guard features.count == labels.count else {
            throw .unequalLength(positions: features.count, labels: labels.count)
        }
        self.features = features
        self.labels = labels
    }
}

/// The trained weights of a linear-chain conditional random field (Lafferty, McCallum and Pereira, 2001).
public struct CRFWeights: Equatable, Sendable {
    /// Weight of a feature for a label.
    public struct State: Equatable, Sendable {
        /// Feature name.
        public let feature: String
        /// Index into `labels`.
        public let label: Int
        /// The weight.
        public let weight: Double
    }

    /// Weight of a transition from one label to the next.
    public struct Transition: Equatable, Sendable {
        /// Index into `labels`.
        public let from: Int
        /// Index into `labels`.
        public let to: Int
        /// The weight.
        public let weight: Double
    }

    /// Label names in the order of their first occurrence in the training data.
    public let labels: [String]
    /// The state weights.
    public let states: [State]
    /// The transition weights.
    public let transitions: [Transition]
}

/// Settings of a training.
public struct CRFTrainingSettings: Equatable, Sendable {
    /// L1 penalty, 0 or more: larger values make more weights exactly zero. Default 0.2, which keeps about half the
    /// weights of 0.05 at the same accuracy.
    public var l1Penalty: Double = 0.2
    /// L2 penalty, 0 or more. Default 0.1: template sentences repeat themselves, and large weights would overfit them.
    public var l2Penalty: Double = 0.1
    /// Largest number of L-BFGS iterations, 1 or more. Default 150; 400 are no more accurate.
    public var maxIterations: Int = 150
    /// Features that occur less often are left out, 1 or more. Default 3.
    public var minFeatureCount: Int = 3

    /// Creates the default settings.
    public init() {}
}

/// An error in training. Each case names the failed step.
public enum CRFTrainingError: Error, Equatable, Sendable {
    /// libcrfsuite cannot be opened; `reason` is the loader's message.
    case libraryMissing(reason: String)
    /// A sequence has different numbers of positions and labels.
    case unequalLength(positions: Int, labels: Int)
    /// There is no training data, or a setting is out of its range.
    case unusable(reason: String)
    /// `crfsuite_create_instance` or a function of its result failed with a code.
    case failed(function: String, code: Int)
    /// The model file written by the library is damaged.
    case modelUnreadable
}
