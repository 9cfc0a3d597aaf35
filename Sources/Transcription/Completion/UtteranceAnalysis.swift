/// Why an utterance is taken as said, or is not.
public enum CompletionReason: String, CaseIterable, Equatable, Sendable {
    /// Not yet: the guest may go on.
    case notReady
    /// The guest fell silent.
    case silenceTimeout
    /// A complete item whose text no longer changes.
    case stableTranscript
    /// "That's all."
    case orderEndingPhrase
    /// A complete item and a word that ends one: "please", "to go".
    case endOfItemKeyword
    /// A yes or no to the question that was put.
    case confirmationKeyword
    /// The turn has taken as long as one may.
    case hardTimeout
    /// The recording, the session or a button ended it.
    case explicitStop
    /// The kiosk began to speak, and hears nothing while it does.
    case spokenOver
    /// Nothing was said.
    case empty
    /// The text was complete before, and nothing has been said since.
    case alreadyProcessed
}

/// What a detector thinks of an utterance at one moment.
public struct UtteranceAnalysis: Equatable, Sendable {
    /// Whether the utterance should be understood now.
    public let isComplete: Bool
    /// 0…1: how sure it is that the guest has said what they wanted to say; grows while the guest waits.
    public let confidence: Double
    public let reason: CompletionReason
    /// Time until it would be complete if nothing changed, zero when it is; `nil` where waiting completes nothing.
    public let processingCountdown: Duration?

    public init(isComplete: Bool, confidence: Double, reason: CompletionReason, processingCountdown: Duration?) {
        self.isComplete = isComplete
        self.confidence = confidence
        self.reason = reason
        self.processingCountdown = processingCountdown
    }
}
