/// A prompt for the guest, as data. `Feedback` turns it into sentences.
public enum Prompt: Equatable, Sendable {
    /// Lines were added.
    case added([OrderLine])
    /// Lines as they are after a change, or as they are ordered without a question.
    case accepted([OrderLine])
    /// The order changed and no question is open: the total, and whether the guest wants anything else.
    case anythingElse(total: Money)
    /// A question that the next turn may answer.
    case question(Clarification)
    /// The open question once more in other words, after two repetitions without an answer.
    case questionAgain(Clarification)
    /// What the open question was about was left out, because it was not answered.
    case leftOut
    /// The guest declined what was asked: the order is as before.
    case nothingChanged
    /// A request was refused because of the menu.
    case refused(OrderViolation, itemId: String?)
    /// An item, or an option chosen for it, contains an allergen that the guest avoids.
    case contains(allergen: String, itemId: String, option: OptionReference?, Consequence)
    /// Whether a line contains an allergen, and its other allergens; all of them where none is named.
    case contents(String?, OrderLine)
    /// Lines, or pieces of them, were removed.
    case removed([OrderLine])
    /// The line that was meant is not in the order.
    case notInOrder
    /// A line was named without a change: asks what to change.
    case whatAbout(OrderLine)
    /// The answer to a question about the menu.
    case answer(MenuQuestion)
    /// The answer of a note to a question that the menu does not answer.
    case note(String)
    /// No note answers the question either: it has been noted for the staff.
    case noted
    /// The order was emptied.
    case cleared
    /// The order, without a question.
    case cart([OrderLine], total: Money)
    /// The order read back, for a yes or no.
    case confirm([OrderLine], total: Money)
    /// The order read back again, because the answer was missing or not understood.
    case confirmAgain([OrderLine], total: Money)
    /// The choices after the read-back, because two answers were not understood.
    case confirmChoices
    /// Only a touch confirms or changes the order now.
    case useTouch
    /// The order is confirmed.
    case confirmed(total: Money)
    /// The guest declined the order as read back: asks what to change.
    case declined
    /// The guest wants more: asks what else.
    case whatElse
    /// An explanation of what guests can say.
    case help
    /// The order was cancelled.
    case cancelled
    /// The utterance was not understood.
    case notUnderstood
    /// Offers to call the staff, or asks the guest to turn to them where they cannot be called.
    case askStaff
    /// The reply to a guest who asks for a person: the staff are called.
    case staffCalled
    /// A member of the staff is on the way to the guest.
    case staffComing
    /// The reply to thanks.
    case youAreWelcome
    /// The reply to "to go" or "for here" where the menu does not ask for it.
    case takeaway
    /// The order is eaten here or to go, as the guest said.
    case service(ServiceKind)
    /// The kiosk is closed for guests at the moment.
    case closed
    /// When the kiosk opens.
    case opens(OpeningHours.Opening)
    /// Asks whether the guest is still there, before the session ends.
    case stillThere
    /// There is no order to confirm, read or check out.
    case cartIsEmpty
    /// The greeting: asks what the guest would like.
    case welcome
    /// The order is stored: its number, and where to pay.
    case placed(number: Int, total: Money, atTerminal: Bool = false)
    /// The order could not be stored and is not placed.
    case notPlaced
    /// The order from before a restart was restored.
    case restored([OrderLine], total: Money)
}

/// What happened to an item or option that contains an allergen.
public enum Consequence: Equatable, Sendable {
    /// It is in the order.
    case kept
    /// The item was not added.
    case notAdded
    /// The change was not made: without an option the whole change, with one only that option.
    case notChanged
}

/// A question about a line or an item.
public struct Clarification: Equatable, Sendable {
    /// The subject of a question.
    public enum Topic: Equatable, Sendable {
        /// Which option of a group.
        case option(group: String)
        /// How many. `asked` is the quantity that is not allowed, 0 where no number was understood.
        case quantity(asked: Int, limit: Int)
        /// Which of several items with the same name is meant; the command waits for the answer.
        case item(candidates: [String], command: CartCommand)
        /// Which of several lines is meant; the command waits for the answer.
        case line(candidates: [Int], command: CartCommand)
        /// Whether to execute a command: to empty or cancel the order, or to order without a forbidden option.
        case permission(command: CartCommand)
        /// Whether the order is eaten here or to go.
        case service
    }

    /// Id of the line that waits for the answer; the newest candidate where the question is which line, 0 where the
    /// item is not in the order yet.
    public let line: Int
    /// Id of the item that the question is about.
    public let itemId: String
    /// The subject of the question.
    public let topic: Topic
    /// The menu's sentence for the question; `nil` for a general one.
    public let say: String?

    /// The option without which the guest is asked to order, because it is sold out; `nil` for other questions.
    public let soldOut: OptionReference?

    /// Creates a question.
    public init(line: Int, itemId: String, topic: Topic, say: String? = nil, soldOut: OptionReference? = nil) {
        self.say = say
        self.soldOut = soldOut
        self.line = line
        self.itemId = itemId
        self.topic = topic
    }
}
