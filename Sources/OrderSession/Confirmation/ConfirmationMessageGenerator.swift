public import Ordering

/// Generates the prompts of the confirmation as data; `Feedback` renders them as sentences.
public struct ConfirmationMessageGenerator: Equatable, Sendable {
    /// Creates a generator.
    public init() {}

    /// The read-back: the order as a question.
    ///
    /// - Parameter ask: 1 for the first time, 2 for the repetition.
    public func readBack(_ lines: [OrderLine], total: Money, ask: Int) -> [Prompt] {
        [ask > 1 ? .confirmAgain(lines, total: total) : .confirm(lines, total: total)]
    }

    /// The read-back of an order that must be confirmed by touch.
    ///
    /// - Parameter ask: 1 for the first time; later the order is not repeated.
    public func touch(_ lines: [OrderLine], total: Money, ask: Int) -> [Prompt] {
        ask > 1 ? [.useTouch] : [.cart(lines, total: total), .useTouch]
    }

    /// The order, accepted without a question.
    public func skipped(_ lines: [OrderLine]) -> [Prompt] { [.accepted(lines)] }

    /// The choices, after two read-backs without a clear answer.
    public var choices: [Prompt] { [.confirmChoices] }

    /// The order and the choices, where the guest has not heard the order to its end.
    public func choices(_ lines: [OrderLine], total: Money) -> [Prompt] {
        [.cart(lines, total: total), .confirmChoices]
    }

    /// The referral to the staff, after the choices.
    public var staff: [Prompt] { [.askStaff] }

    /// The request to answer by touch.
    public var offer: [Prompt] { [.useTouch] }
}
