public import Speech

/// Everything a pipeline knows about what was said, at one moment.
public struct TranscriptState: Equatable, Sendable {
    /// The open utterance as the engine gave it, stable words first; where words were heard before, the rest in lower
    /// case.
    public internal(set) var raw = ""
    /// The open utterance in normal form (`TranscriptNormalizer`), stable and volatile words together.
    public internal(set) var normalized = ""
    /// The stable words in normal form; beside volatile words some may be read otherwise (`normalized`).
    public internal(set) var stable = ""
    /// The utterances of the session so far, in normal form; of long sessions the newest.
    public internal(set) var sessionAccumulated = ""
    /// The utterance that was processed last, in normal form.
    public internal(set) var lastProcessed = ""
    /// Where the open utterance began, where the engine says so.
    public internal(set) var startedAt: SamplePosition?
    /// Whether the open utterance is longer than a transcript may be; what came after the limit is left out.
    public internal(set) var isTooLong = false

    public init() {}
}
