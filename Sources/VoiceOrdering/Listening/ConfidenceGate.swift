package import Speech

/// Acceptance thresholds for recognised utterances: confidence of the words and signal-to-noise ratio.
///
/// From noise and distant talk recognisers produce short words with low confidence; an utterance spoken at the kiosk
/// has at least one confident word and is louder than the background. Measured with the bundled model and the menu's
/// graph: 290 orders at 6 dB in kitchen and coffee-shop noise each have a word with a confidence of 0.995 or more (one
/// of the benchmark's own mixtures has not) and an estimated SNR of 11 dB or more. In two hours without guests
/// (kitchen, coffee shop, street, music) four utterances have a word above 0.98, and none of them exceeds 6.8 dB.
/// Spoken answers at 6 dB have 7.8 dB or more. These figures are from a single recognition pass; with two passes a word
/// found by only one of them is never confident, so 0.95 is enough for short orders (`benchmarks/README.md`).
///
/// ```swift
/// var gate = ConfidenceGate()
/// gate.unprompted.confidence = 0.9
/// ```
public struct ConfidenceGate: Equatable, Sendable {
    /// Minimum values for an utterance.
    public struct Thresholds: Equatable, Sendable {
        /// Minimum confidence of the most confident word, 0…1.
        public var confidence: Double
        /// Minimum signal-to-noise ratio in decibels (`SNREstimator`); ignored where no estimate exists.
        public var signalToNoise: Double
    }

    /// Thresholds while no question is open. Default 0.95 and 9 dB.
    public var unprompted = Thresholds(confidence: 0.95, signalToNoise: 9)
    /// Thresholds while a question is open: answers are short and expected. Default 0.7 and 7 dB.
    public var prompted = Thresholds(confidence: 0.7, signalToNoise: 7)
    /// Minimum confidence of an order line, 0…1; a line below it is treated as off-topic speech. Default 0.4; 0 turns
    /// calibration off. See `ConfidenceCalibration`.
    public var line = 0.4
    /// Minimum confidence of an order line right after off-topic speech, 0…1. Default 0.7.
    public var lineAfterOffTopic = 0.7

    /// The default thresholds.
    public init() {}

    /// A gate that accepts every utterance, for recognisers whose confidences are not comparable (Whisper).
    public static let acceptAll: ConfidenceGate = {
        var gate = ConfidenceGate()
        let none = Thresholds(confidence: 0, signalToNoise: -.infinity)
        (gate.unprompted, gate.prompted, gate.line, gate.lineAfterOffTopic) = (none, none, 0, 0)
        return gate
    }()

    /// The gate's decision on an utterance.
    package enum Verdict {
        /// Spoken to the kiosk.
        case accepted
        /// Louder than the background, but without a confident word.
        case lowConfidence
        /// Not louder than the background.
        case background
    }

    /// Decides whether an utterance was spoken to the kiosk.
    ///
    /// The same word three times or more and nothing else is typical of clatter and is rejected, unless a question is
    /// open: an answer may be repeated.
    ///
    /// - Parameters:
    ///   - words: the words of the whole utterance.
    ///   - isPrompted: whether a question is open.
    ///   - signalToNoise: estimated SNR in decibels; `nil` where no estimate exists, which then decides nothing.
    package func verdict(on words: [TranscribedWord], isPrompted: Bool, signalToNoise: Double?) -> Verdict {
        let thresholds = isPrompted ? prompted : unprompted
        guard (signalToNoise ?? .infinity) >= thresholds.signalToNoise else { return .background }
        if !isPrompted, words.count >= 3, Set(words.map(\.text)).count == 1 { return .lowConfidence }
        return words.contains { $0.confidence >= thresholds.confidence } ? .accepted : .lowConfidence
    }
}
