package import Ordering

/// A recognised utterance with its parse, confidence and timing.
package struct RecognizedTurn: Equatable, Sendable {
    /// The words, in the menu's spelling.
    package let text: String
    /// What the words mean.
    package let parse: OrderParseResult
    /// Mean confidence of the words, 0…1.
    package let confidence: Double
    /// When the first word began.
    package let began: Duration
    /// When the utterance was closed.
    package let ended: Duration

    package init(text: String, parse: OrderParseResult, confidence: Double, began: Duration, ended: Duration) {
        self.text = text
        self.parse = parse
        self.confidence = confidence
        self.began = began
        self.ended = ended
    }
}
