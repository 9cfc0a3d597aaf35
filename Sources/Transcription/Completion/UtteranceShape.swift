public import Ordering

/// Properties of an utterance's parse that matter for endpointing.
public struct UtteranceShape: Equatable, Sendable {
    /// The kind of answer that the kiosk expects.
    public enum Expected: Equatable, Sendable {
        /// No question is open.
        case nothing
        /// A question whose answer is yes or no.
        case yesOrNo
        /// "Anything else?": a yes, a no, or whatever the guest would like.
        case anythingElse
        /// A question for an option or a number.
        case detail
    }

    /// Whether it is complete as it is: an item, an answer to a clarification, or a command.
    public var hasCompleteItem: Bool
    /// Whether its end requires more words: "a large latte with", "and a".
    public var isUnfinished: Bool
    /// Whether it ends the order: "that's all".
    public var endsOrder: Bool
    /// Whether it is only a yes or no to the open question.
    public var isAnswer: Bool

    /// All properties are `false` unless given.
    public init(
        hasCompleteItem: Bool = false, isUnfinished: Bool = false, endsOrder: Bool = false, isAnswer: Bool = false
    ) {
        self.hasCompleteItem = hasCompleteItem
        self.isUnfinished = isUnfinished
        self.endsOrder = endsOrder
        self.isAnswer = isAnswer
    }

    /// The properties of a parse.
    ///
    /// - Parameter expected: the kind of answer that the kiosk expects.
    public init(_ parse: OrderParseResult, expecting expected: Expected = .nothing) {
        let isBare = parse.items.isEmpty && !parse.acts.contains { if case .say = $0 { false } else { true } }
        let isDetail = expected == .detail && parse.items.isEmpty && !isBare
        // "a large" is an unfinished order, but a complete answer to "what size".
        isUnfinished = parse.isUnfinished && !isDetail
        let isUnderstood =
            switch parse.intent {
            case .order, .add, .replace: !parse.items.isEmpty
            case .change: !isBare
            case .question, .remove, .clear, .readCart, .repeat, .help, .cancel, .checkout, .confirm, .decline, .staff:
                true
            // An order may follow "hello" or "thank you".
            case .greeting, .thanks, .takeaway, .unknown: false
            }
        hasCompleteItem =
            isDetail
            || (isUnderstood && !isUnfinished && !(isBare && (parse.intent == .confirm || parse.intent == .decline)))
        endsOrder = parse.intent == .checkout && !isUnfinished
        isAnswer =
            expected == .yesOrNo && isBare && (parse.intent == .confirm || parse.intent == .decline) && !isUnfinished
    }
}
