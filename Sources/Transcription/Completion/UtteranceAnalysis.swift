/// Why an utterance is complete, or is not.
public enum CompletionReason: String, CaseIterable, Equatable, Sendable {
    /// Not complete: the guest may continue.
    case notReady
    /// Silence.
    case silenceTimeout
    /// A complete item whose text no longer changes.
    case stableTranscript
    /// A phrase that ends the order: "that's all".
    case orderEndingPhrase
    /// A complete item and a word that ends it: "please", "to go".
    case endOfItemKeyword
    /// A yes or no to the open question.
    case confirmationKeyword
    /// The longest duration of a turn is over.
    case hardTimeout
    /// The recording, the session or a button ended it.
    case explicitStop
    /// The kiosk began to speak and drops its input meanwhile.
    case spokenOver
    /// No words.
    case empty
    /// The same text was complete before, and there are no new words.
    case alreadyProcessed
}

/// A detector's analysis of an utterance at one moment.
public struct UtteranceAnalysis: Equatable, Sendable {
    /// Whether the utterance should be parsed now.
    public let isComplete: Bool
    /// Confidence that the guest has finished, 0…1; rises while the guest is silent.
    public let confidence: Double
    /// Why it is complete, or why not.
    public let reason: CompletionReason
    /// Time until it is complete if nothing changes, zero when it is; `nil` where no amount of time completes it.
    public let processingCountdown: Duration?

    /// An analysis with the given values.
    public init(isComplete: Bool, confidence: Double, reason: CompletionReason, processingCountdown: Duration?) {
        self.isComplete = isComplete
        self.confidence = confidence
        self.reason = reason
        self.processingCountdown = processingCountdown
    }
}
