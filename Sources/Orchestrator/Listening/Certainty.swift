internal import Speech

/// How sure a recogniser must be of at least one word of an utterance, so that it counts as said.
///
/// Recognisers make short words of clatter and of talk far away, and are not sure of any of them; whoever orders says words that stand out.
/// Measured with the bundled model and the menu's graph: each of 290 orders at 6 dB in kitchen and coffee shop has a word at 0.995 or above; of two
/// hours without guests (kitchen, coffee shop, street, music) three utterances have one above 0.98 (`benchmarks/README.md`).
public struct Certainty: Equatable, Sendable {
    /// Least confidence of the surest word, 0…1, where nothing was asked. Default 0.98.
    public var unasked = 0.98
    /// The same where a question is open: answers are short and expected. Default 0.7.
    public var asked = 0.7
    /// Least certainty of a line, 0…1: lines below it are taken for talk. Default 0.5; 0 takes confidences as they are. See `LineCertainty`.
    public var line = 0.5

    public init() {}

    /// Every utterance counts: for recognisers whose confidences mean something else.
    public static let any: Certainty = {
        var certainty = Certainty()
        (certainty.unasked, certainty.asked, certainty.line) = (0, 0, 0)
        return certainty
    }()

    /// Whether the words can have been said.
    func isSaid(_ words: [TranscribedWord], isAsked: Bool) -> Bool { words.contains { $0.confidence >= (isAsked ? asked : unasked) } }
}
