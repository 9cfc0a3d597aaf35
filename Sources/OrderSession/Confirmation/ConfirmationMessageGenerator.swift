public import Ordering

/// What the kiosk says while an order is confirmed, as prompts; `Feedback` turns them into words.
public struct ConfirmationMessageGenerator: Equatable, Sendable {
    public init() {}

    /// The order as a question.
    ///
    /// - Parameter ask: 1 for the first time, more when it is put again.
    public func readBack(_ lines: [OrderLine], total: Money, ask: Int) -> [Prompt] {
        [ask > 1 ? .confirmAgain(lines, total: total) : .confirm(lines, total: total)]
    }

    /// The order read back, to be confirmed on the screen.
    ///
    /// - Parameter ask: 1 for the first time; later the order is not repeated.
    public func touch(_ lines: [OrderLine], total: Money, ask: Int) -> [Prompt] {
        ask > 1 ? [.useTouch] : [.cart(lines, total: total), .useTouch]
    }

    /// An order that is accepted without a question.
    public func skipped(_ lines: [OrderLine]) -> [Prompt] { [.accepted(lines)] }

    /// The offer to go on by touch.
    public var offer: [Prompt] { [.useTouch] }
}
