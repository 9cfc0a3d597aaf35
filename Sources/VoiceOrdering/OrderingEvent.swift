public import Ordering
public import Speech
public import Transcription

/// One thing a guest said, and what it meant.
public struct Utterance: Equatable, Sendable {
    public let text: String
    public let span: SpeechSpan
    public let reason: CompletionReason
    /// Audio heard until it was taken as said.
    public let decidedAt: SamplePosition
    public let parse: OrderParseResult
}

/// What happens while a guest orders, in the order it happens.
public enum OrderingEvent: Sendable {
    /// Text that may still change, after everything stable.
    case volatileText(String, at: SamplePosition)
    /// Words that will not change.
    case stableText(String, span: SpeechSpan)
    /// The items as understood so far, from stable and volatile text.
    case preview([LiveOrderItem])
    /// An utterance is complete; what the kiosk answers.
    case utterance(Utterance, reply: [Prompt])
}

/// What came of one guest session.
public struct OrderOutcome: Sendable {
    public let utterances: [Utterance]
    /// Lines of the cart that can be ordered as they are, with names and prices.
    public let lines: [PricedLine]
    public let total: Money
    /// The intent of the last utterance that had one.
    public let intent: OrderIntent
    /// 0…1: how sure recogniser and parser are of that utterance together.
    public let confidence: Double
    /// What the kiosk says last, as data.
    public let reply: [Prompt]
    public let warnings: [String]
    public let latency: OrderingLatency

    /// All stable text of the session.
    public var transcript: String { utterances.map(\.text).joined(separator: " ") }
}
