public import Ordering

/// How far the confirmation of an order is.
public enum ConfirmationState: Equatable, Sendable {
    /// Nothing is to be confirmed.
    case idle
    /// The order is read back, or an answer by voice or touch is waited for.
    case awaitingConfirmation(orders: [OrderLine])
    /// The guest's yes or change is being carried out.
    case processing
    case confirmed
    case rejected
}

/// The inner states, of which `ConfirmationState` shows the guest's side.
enum ConfirmationPhase: Equatable, Sendable {
    case idle
    /// The kiosk speaks; no answer counts yet.
    case readingBack(ConfirmationQuestion, since: Duration)
    /// An answer by voice counts.
    case listening(ConfirmationQuestion, ConfirmationWindow)
    /// Only a touch counts.
    case waitingForTouch(ConfirmationQuestion, since: Duration)
    /// The order is being placed.
    case placing
    /// The guest's change is being made.
    case changing
    case confirmed
    case rejected

    /// The question that waits for an answer.
    var question: ConfirmationQuestion? {
        switch self {
        case .readingBack(let question, _), .listening(let question, _), .waitingForTouch(let question, _): question
        case .idle, .placing, .changing, .confirmed, .rejected: nil
        }
    }
}

/// An order on its way to a yes.
struct ConfirmationQuestion: Equatable, Sendable {
    let orders: [OrderLine]
    let total: Money
    /// Whether no voice can confirm it.
    let needsTouch: Bool
    /// How often it has been put, from 1.
    var ask: Int
    /// Whether speech, a touch or the owner has called off auto-confirmation.
    var isCountdownCancelled = false
}

/// The time in which an answer may begin.
struct ConfirmationWindow: Equatable, Sendable {
    /// When the read-back ended, or was cut off.
    let opened: Duration
    /// The first moment at which an answer may begin.
    let answersFrom: Duration
    /// Whether it was read to its end: only to that a yes can be said.
    var isReadOut = true
    /// When speech began that has not been understood yet.
    var speechBegan: Duration?
    /// When silence confirms the order.
    var autoConfirmAt: Duration?
}

/// What a question is about, to know it again: what is read back, without the identity of lines and how sure we are of
/// them.
struct ConfirmationSubject: Equatable, Sendable {
    private struct Line: Equatable, Sendable {
        let itemId: String
        let quantity: Int
        let options: [Option]
    }

    private struct Option: Equatable, Sendable {
        let option: OptionReference
        let amount: OptionAmount?
        let count: Int?
    }

    private let lines: [Line]
    private let total: Money

    init(_ orders: [OrderLine], total: Money) {
        lines = orders.map { order in
            Line(
                itemId: order.itemId, quantity: order.quantity,
                options: order.options.map { Option(option: $0.option, amount: $0.amount, count: $0.count) })
        }
        self.total = total
    }
}
