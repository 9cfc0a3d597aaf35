public import Ordering

/// Why a model cannot be used.
public enum CRFModelError: Error, Equatable, Sendable, CustomStringConvertible {
    /// The bytes are not a complete, unchanged model.
    case damaged(reason: String)
    /// The model has features or labels of another program version.
    case otherVersion(found: Int, expected: Int)

    /// A sentence for people, without the file's name.
    public var description: String {
        switch self {
        case .damaged(let reason): "is no usable parser model (\(reason)); make it anew with: brews train"
        case .otherVersion(let found, let expected):
            """
            is a parser model of version \(found), and this program works with version \(expected); \
            make it anew with: brews train
            """
        }
    }
}

/// The weights of a linear-chain conditional random field over word labels (Lafferty, McCallum and Pereira, 2001).
///
/// A value that any thread can read. The file format is in `CRFModel+File.swift`.
public struct CRFModel: Equatable, Sendable {
    /// Digest of the phrases of the menu it was trained for; see `digest(of:)`.
    public let menuDigest: UInt64
    /// Weight of label `to` after label `from` at `from * WordLabel.count + to`.
    let transitions: [Double]
    /// Feature numbers in ascending order.
    let features: [UInt32]
    /// `WordLabel.count` weights per feature.
    let weights: [Double]
    /// Open addressing over `features`: 1 + index, 0 for an empty slot.
    private let slots: [UInt32]

    /// Creates a model from trained weights.
    ///
    /// - Parameters:
    ///   - menuDigest: digest of the menu it was trained for.
    ///   - states: state weights; features are `featureName`s, labels are "O", "B-item", "I-item"…
    ///   - transitions: transition weights.
    /// - Throws: `CRFModelError.damaged` for unknown names and for weights that are not finite.
    public init(
        menuDigest: UInt64, states: [(feature: String, label: String, weight: Double)],
        transitions: [(from: String, to: String, weight: Double)]
    ) throws(CRFModelError) {
        let labels = Dictionary(WordLabel.names.enumerated().map { ($1, $0) }, uniquingKeysWith: { first, _ in first })
        var table = [Double](repeating: 0, count: WordLabel.count * WordLabel.count)
        for transition in transitions {
            guard let from = labels[transition.from], let to = labels[transition.to] else {
                throw .damaged(reason: "it has a label of another program")
            }
            table[from * WordLabel.count + to] = transition.weight
        }
        var rows: [UInt32: [Double]] = [:]
        for state in states {
            guard let feature = UInt32(state.feature, radix: 36) else {
                throw .damaged(reason: "it has a feature of another program")
            }
            guard let label = labels[state.label] else { throw .damaged(reason: "it has a label of another program") }
            rows[feature, default: [Double](repeating: 0, count: WordLabel.count)][label] = state.weight
        }
        let features = rows.keys.sorted()
        try self.init(
            menuDigest: menuDigest, transitions: table, features: features, weights: features.flatMap { rows[$0] ?? [] }
        )
    }

    init(menuDigest: UInt64, transitions: [Double], features: [UInt32], weights: [Double]) throws(CRFModelError) {
        guard transitions.count == WordLabel.count * WordLabel.count, weights.count == features.count * WordLabel.count
        else {
            throw .damaged(reason: "numbers are missing")
        }
        guard transitions.allSatisfy(\.isFinite), weights.allSatisfy(\.isFinite) else {
            throw .damaged(reason: "a weight is no number")
        }
        self.menuDigest = menuDigest
        self.transitions = transitions
        self.features = features
        self.weights = weights
        var size = 16
        while size < features.count * 2 { size *= 2 }
        var slots = [UInt32](repeating: 0, count: size)
        for (index, feature) in features.enumerated() {
            guard index == 0 || features[index - 1] < feature else {
                throw .damaged(reason: "its features are not in order")
            }
            var slot = Int(feature) & (size - 1)
            while slots[slot] != 0 { slot = (slot + 1) & (size - 1) }
            slots[slot] = UInt32(index + 1)
        }
        self.slots = slots
    }

    /// The start of a feature's weights in `weights`; `nil` if the model does not have it.
    func row(_ feature: UInt32) -> Int? {
        var slot = Int(feature) & (slots.count - 1)
        while slots[slot] != 0 {
            let index = Int(slots[slot]) - 1
            if features[index] == feature { return index * WordLabel.count }
            slot = (slot + 1) & (slots.count - 1)
        }
        return nil
    }

    /// The name of a feature in training data.
    package static func featureName(_ feature: UInt32) -> String { String(feature, radix: 36) }

    /// The number of weights that are not zero.
    public var weightCount: Int { weights.count { $0 != 0 } + transitions.count { $0 != 0 } }

    /// The model without very small weights.
    ///
    /// - Parameter least: smallest absolute value that is kept, 0 or more.
    public func pruned(below least: Double) -> CRFModel {
        var keptFeatures: [UInt32] = [], keptWeights: [Double] = []
        for (index, feature) in features.enumerated() {
            let row = weights[index * WordLabel.count..<(index + 1) * WordLabel.count].map { abs($0) >= least ? $0 : 0 }
            guard row.contains(where: { $0 != 0 }) else { continue }
            keptFeatures.append(feature)
            keptWeights += row
        }
        return
            (try? CRFModel(
                menuDigest: menuDigest, transitions: transitions, features: keptFeatures, weights: keptWeights)) ?? self
    }

    /// A digest of all phrases of a menu and their classes; equal for menus that a parser cannot tell apart.
    public static func digest(of menu: Menu) -> UInt64 {
        var digest = Digest64()
        for item in menu.items {
            for phrase in [item.id, item.name] + item.aliases { digest.add(phrase) }
        }
        for group in menu.optionGroups {
            for text in [group.id, group.kind.rawValue, group.amounts ? "amounts" : "plain"] { digest.add(text) }
            for option in group.options {
                for phrase in [option.id, option.name] + option.aliases { digest.add(phrase) }
            }
        }
        return digest.value
    }
}
