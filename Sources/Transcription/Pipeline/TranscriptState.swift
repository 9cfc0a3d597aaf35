public import Speech

/// The transcript of the open utterance and of the session at one moment.
public struct TranscriptState: Equatable, Sendable {
    /// The open utterance as recognised, stable words first. Lower case where words were dropped as repetitions.
    public internal(set) var raw = ""
    /// The open utterance, normalised (`TranscriptNormalizer`): stable and volatile words together.
    public internal(set) var normalized = ""
    /// The stable words, normalised without the volatile ones. Volatile words can change how they normalise, so this is
    /// not always a prefix of `normalized`.
    public internal(set) var stable = ""
    /// The utterances of the session so far, normalised; the most recent ones in a long session.
    public internal(set) var sessionAccumulated = ""
    /// The utterance processed last, normalised.
    public internal(set) var lastProcessed = ""
    /// Start of the open utterance in the audio; `nil` where the results carry no spans.
    public internal(set) var startedAt: SamplePosition?
    /// Whether the open utterance exceeded the length limit of a transcript; text beyond it is dropped.
    public internal(set) var isTooLong = false

    /// An empty transcript.
    public init() {}

    /// `normalized`, split for a display that shows stable and volatile words differently: the words it shares with
    /// `stable` from the beginning on, and the rest.
    public var split: (stable: String, volatile: String) {
        let words = normalized.split(separator: " ")
        let shared = zip(words, stable.split(separator: " ")).prefix { $0 == $1 }.count
        return (words.prefix(shared).joined(separator: " "), words.dropFirst(shared).joined(separator: " "))
    }
}
