package import Speech

/// How sure a recogniser must be of at least one word of an utterance, and how far the utterance must stand out of the
/// room, so that it counts as said.
///
/// Recognisers make short words of clatter and of talk far away, and are not sure of any of them; whoever orders says
/// words that stand out. Measured with the bundled model and the menu's graph: each of 290 orders at 6 dB in kitchen
/// and coffee shop has a word at 0.995 or above (of the benchmark's own mixtures one has not) and is 11 dB or more
/// above the room; of two hours without guests (kitchen, coffee shop, street, music) four utterances have a word above
/// 0.98, and none of these is more than 6.8 dB above it. Spoken answers at 6 dB are 7.8 dB or more above it. That was
/// by one reading; a word that only one of two readings has is never sure, so that 0.95 is enough for short orders
/// (`benchmarks/README.md`).
public struct ConfidenceGate: Equatable, Sendable {
    /// What an utterance needs.
    public struct Need: Equatable, Sendable {
        /// Least confidence of the surest word, 0…1.
        public var confidence: Double
        /// Least decibels above the room (`SNREstimator`), where that can be told.
        public var contrast: Double
    }

    /// Where nothing was asked. Default 0.95 and 9 dB.
    public var unasked = Need(confidence: 0.95, contrast: 9)
    /// Where a question is open: answers are short and expected. Default 0.7 and 7 dB.
    public var asked = Need(confidence: 0.7, contrast: 7)
    /// Least certainty of a line, 0…1: lines below it are taken for talk. Default 0.4; 0 takes confidences as they are.
    /// See `ConfidenceCalibration`.
    public var line = 0.4
    /// The same right after talk. Default 0.7.
    public var lineAmidTalk = 0.7

    public init() {}

    /// Every utterance counts: for recognisers whose confidences mean something else.
    public static let any: ConfidenceGate = {
        var certainty = ConfidenceGate()
        let nothing = Need(confidence: 0, contrast: -.infinity)
        (certainty.unasked, certainty.asked, certainty.line, certainty.lineAmidTalk) = (nothing, nothing, 0, 0)
        return certainty
    }()

    /// What words are.
    package enum Hearing {
        case said
        /// Speech that stands out of the room, of which no word is sure.
        case unclear
        /// No louder than the room.
        case room
    }

    /// Whether the words can have been said. One word three times or more and nothing else is what clatter sounds like,
    /// but an answer may be said so.
    ///
    /// - Parameter contrast: decibels above the room; `nil` where that cannot be told, which speaks neither for nor
    ///   against.
    package func hearing(of words: [TranscribedWord], isAsked: Bool, contrast: Double?) -> Hearing {
        let need = isAsked ? asked : unasked
        guard (contrast ?? .infinity) >= need.contrast else { return .room }
        if !isAsked, words.count >= 3, Set(words.map(\.text)).count == 1 { return .unclear }
        return words.contains { $0.confidence >= need.confidence } ? .said : .unclear
    }
}
