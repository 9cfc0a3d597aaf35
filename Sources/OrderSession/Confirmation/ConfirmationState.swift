public import Ordering

/// State of the confirmation of an order.
public enum ConfirmationState: Equatable, Sendable {
    /// No order is being confirmed.
    case idle
    /// The order is being read back or awaits an answer.
    case awaitingConfirmation(orders: [OrderLine])
    /// The order is being placed, or the guest's change made.
    case processing
    /// The order was placed.
    case confirmed
    /// The guest said no.
    case rejected
}

/// The internal states of `ConfirmationCoordinator`.
enum ConfirmationPhase: Equatable, Sendable {
    case idle
    /// The kiosk is speaking; answers do not count yet.
    case readingBack(ConfirmationQuestion, since: Duration)
    /// Answers by voice count.
    case listening(ConfirmationQuestion, ConfirmationWindow)
    /// A touch counts, and a yes by voice unless the order requires a touch.
    case waitingForTouch(ConfirmationQuestion, since: Duration)
    /// The order is being placed.
    case placing
    /// The guest's change is being made.
    case changing
    case confirmed
    case rejected

    /// The open question.
    var question: ConfirmationQuestion? {
        switch self {
        case .readingBack(let question, _), .listening(let question, _), .waitingForTouch(let question, _): question
        case .idle, .placing, .changing, .confirmed, .rejected: nil
        }
    }
}

/// An order awaiting confirmation.
struct ConfirmationQuestion: Equatable, Sendable {
    let orders: [OrderLine]
    let total: Money
    /// Whether only a touch can confirm it.
    let needsTouch: Bool
    /// Number of times it was asked, from 1.
    var ask: Int
    /// Whether speech, a touch or the caller has stopped the countdown.
    var isCountdownCancelled = false
    /// Whether the order is read out with the choices.
    var isBeingRead = false
    /// Whether the guest was referred to the staff because the choices were not answered.
    var isReferredToStaff = false
}

/// The wait for a choice after the last read-back.
struct ChoiceWait: Equatable, Sendable {
    /// When it began; a touch begins it anew.
    var since: Duration
    /// Whether the choices have been said to their end.
    var isSaid: Bool
}

/// The time window in which an answer may begin.
struct ConfirmationWindow: Equatable, Sendable {
    /// When the read-back ended or was interrupted.
    let opened: Duration
    /// Earliest start of an answer.
    let answersFrom: Duration
    /// Whether the read-back was spoken to its end, which a yes requires.
    var isReadOut = true
    /// Onset of speech that is not recognised yet.
    var speechBegan: Duration?
    /// When silence confirms the order.
    var autoConfirmAt: Duration?
}

/// The content of a question, for comparison: the read-back without line identities and confidences.
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
