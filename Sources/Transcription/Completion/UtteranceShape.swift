public import Ordering

/// What grammar says of an utterance so far, for a detector that knows no grammar.
public struct UtteranceShape: Equatable, Sendable {
    /// What the kiosk has asked for.
    public enum Expected: Equatable, Sendable {
        /// No question is open.
        case nothing
        /// A question whose answer is yes or no.
        case yesOrNo
        /// A question for an option or a number.
        case detail
    }

    /// Whether it could be understood as it is: an item, an answer to a question for a detail, a command.
    public var hasCompleteItem: Bool
    /// Whether it ends as if more were to come: "a large latte with", "and a".
    public var isUnfinished: Bool
    /// Whether it ends the order: "that's all".
    public var endsOrder: Bool
    /// Whether it is a yes or no to the open question, and nothing else.
    public var isAnswer: Bool

    public init(
        hasCompleteItem: Bool = false, isUnfinished: Bool = false, endsOrder: Bool = false, isAnswer: Bool = false
    ) {
        self.hasCompleteItem = hasCompleteItem
        self.isUnfinished = isUnfinished
        self.endsOrder = endsOrder
        self.isAnswer = isAnswer
    }

    /// The shape of what a parser has understood.
    public init(_ parse: OrderParseResult, expecting expected: Expected = .nothing) {
        let isBare = parse.items.isEmpty && !parse.acts.contains { if case .say = $0 { false } else { true } }
        let isDetail = expected == .detail && parse.items.isEmpty && !isBare
        // "a large" is unfinished as an order and a whole answer to "what size".
        isUnfinished = parse.isUnfinished && !isDetail
        let isUnderstood =
            switch parse.intent {
            case .order, .add, .replace: !parse.items.isEmpty
            case .change: !isBare
            case .question, .remove, .clear, .readCart, .repeat, .help, .cancel, .checkout, .confirm, .decline: true
            case .unknown: false
            }
        hasCompleteItem =
            isDetail
            || (isUnderstood && !isUnfinished && !(isBare && (parse.intent == .confirm || parse.intent == .decline)))
        endsOrder = parse.intent == .checkout && !isUnfinished
        isAnswer =
            expected == .yesOrNo && isBare && (parse.intent == .confirm || parse.intent == .decline) && !isUnfinished
    }
}
