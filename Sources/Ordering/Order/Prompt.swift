/// What the kiosk wants to tell the guest, as data: `Feedback` turns it into words, a display into a page.
public enum Prompt: Equatable, Sendable {
    /// Lines were added or changed.
    case accepted([OrderLine])
    /// The order has changed and nothing about it is open: what it costs now, and whether that is all.
    case isThatAll(total: Money)
    /// A question that the next words may answer.
    case question(Clarification)
    /// Something the menu does not allow.
    case refused(OrderViolation, itemId: String?)
    /// An item, or an option that was chosen for it, has in it what the guest must not get.
    case contains(allergen: String, itemId: String, option: OptionReference?, Consequence)
    /// Whether a line has this in it by the menu, and what else it has; all its allergens where nothing was named.
    case contents(String?, OrderLine)
    case removed([OrderLine])
    /// What the guest speaks of is not in the order.
    case notInOrder
    /// A line was named and nothing said of it.
    case whatAbout(OrderLine)
    /// The answer to a question about the menu.
    case answer(MenuQuestion)
    case cleared
    case cart([OrderLine], total: Money)
    /// The order read back, for a yes or no.
    case confirm([OrderLine], total: Money)
    /// The order read back once more, because there was no answer or none that was understood.
    case confirmAgain([OrderLine], total: Money)
    /// The order can only be confirmed, or changed, on the screen now.
    case useTouch
    case confirmed(total: Money)
    /// The guest does not want the order as read back, and is asked what to change.
    case declined
    /// The guest wants more.
    case whatElse
    case help
    case cancelled
    case notUnderstood
    /// Nothing to confirm, read or check out.
    case cartIsEmpty
    /// A guest has come: what would they like?
    case welcome
    /// The order is stored: the number that is called out, and where to pay.
    case placed(number: Int, total: Money, atTerminal: Bool = false)
    /// The order could not be stored, and is not placed.
    case notPlaced
    /// After a restart: the order that was begun is still there.
    case restored([OrderLine], total: Money)
}

/// What came of something that has in it what the guest must not get.
public enum Consequence: Equatable, Sendable {
    /// It is in the order.
    case kept
    /// It was not ordered.
    case notAdded
    /// A line was not given it: without an option the whole change was not made, with one all of it but that.
    case notChanged
}

/// A question about one line.
public struct Clarification: Equatable, Sendable {
    public enum Topic: Equatable, Sendable {
        /// Which option of a group.
        case option(group: String)
        /// How many; `asked` was heard and cannot be taken, 0 when no number was understood.
        case quantity(asked: Int, limit: Int)
        /// Which of several items with one name an act is about; it is done once they are told apart.
        case item(candidates: [String], act: OrderAct)
        /// Which of several lines an act is about; it is done once they are told apart.
        case line(candidates: [Int], act: OrderAct)
    }

    /// Id of the line that waits for the answer; the newest where the question is which line, 0 where it is about no
    /// line yet.
    public let line: Int
    public let itemId: String
    public let topic: Topic
    /// The menu's own sentence for it; `nil` for one of ours.
    public let say: String?

    public init(line: Int, itemId: String, topic: Topic, say: String? = nil) {
        self.say = say
        self.line = line
        self.itemId = itemId
        self.topic = topic
    }
}
