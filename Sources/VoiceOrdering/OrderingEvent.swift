public import Ordering
public import Speech
public import Transcription

/// A recognised utterance with its parse.
public struct Utterance: Equatable, Sendable {
    /// The words, separated by spaces.
    public let text: String
    /// First to last word, as the recogniser places them.
    public let span: SpeechSpan
    /// Why the utterance is complete.
    public let reason: CompletionReason
    /// End of the audio processed when the utterance was complete.
    public let decidedAt: SamplePosition
    /// The parse, with calibrated confidences.
    public let parse: OrderParseResult
}

/// An event of a guest's session, in order.
public enum OrderingEvent: Sendable {
    /// Text that may still change, after all stable text.
    case volatileText(String, at: SamplePosition)
    /// Words that will not change.
    case stableText(String, span: SpeechSpan)
    /// The items understood so far, from stable and volatile text.
    case preview([LiveOrderItem])
    /// A complete utterance and the kiosk's reply to it.
    case utterance(Utterance, reply: [Prompt])
}

/// The result of one guest session.
public struct OrderOutcome: Sendable {
    /// The utterances that the dialogue answered, in order.
    public let utterances: [Utterance]
    /// Lines of the cart that can be ordered as they are, with names and prices.
    public let lines: [PricedLine]
    /// Total price of the lines.
    public let total: Money
    /// The intent of the last utterance that had one.
    public let intent: OrderIntent
    /// Confidence of that utterance, 0…1: recogniser times parser.
    public let confidence: Double
    /// The kiosk's last reply, as data.
    public let reply: [Prompt]
    /// Warnings of the parser, for the staff.
    public let warnings: [String]
    /// Processing times.
    public let latency: OrderingLatency

    /// The text of all utterances.
    public var transcript: String { utterances.map(\.text).joined(separator: " ") }
}
