internal import Ordering

/// What the cart remembers of earlier turns, to resolve references and to undo changes.
///
/// A turn is one utterance or one touch.
struct TurnMemory: Equatable, Sendable {
    /// What one turn did.
    struct Turn: Equatable, Sendable {
        var effect = TurnEffect.other
        /// The line that the turn split into changed and unchanged pieces.
        var split: SplitLine?
        /// What was withheld in this turn and before because of an allergen. Asked for again, it is added.
        var withheld: Set<WithheldItem> = []
    }

    /// How many turns can be undone.
    private static let longestHistory = 10
    /// How many turns after its removal an item can be restored without its name.
    private static let turnsToRestore = 4

    /// The turn that is in progress, or the last one.
    var current = Turn()
    /// The turn before it.
    var previous = Turn()
    /// The question that was asked last, and its repetitions.
    var asked: AskedQuestion?
    /// What was asked about last: "do you have muffins" — "I'll take two".
    var topic: Topic?
    /// Lines that were removed last and may be asked for again.
    var removed: [OrderLine] = [] {
        didSet { turnsSinceRemoval = 0 }
    }
    private(set) var turnsSinceRemoval = 0
    /// The order before each of the last changes, the newest last.
    private(set) var history: [OrderVersion] = []
    /// The order when the current turn began, or after the turn undid something.
    private var start: OrderVersion?

    /// Begins a turn.
    mutating func beginTurn(with order: OrderVersion) {
        start = order
        previous = current
        current = Turn(withheld: previous.withheld)
        turnsSinceRemoval += 1
        if turnsSinceRemoval > Self.turnsToRestore { removed = [] }
    }

    /// Ends a turn: the order from before it is kept where the turn changed the order.
    mutating func endTurn(with order: OrderVersion) {
        guard let start, !order.isSame(as: start) else { return }
        current.effect = .changed
        history = (history + [start]).suffix(Self.longestHistory)
    }

    /// Records that the turn undid a change: undoing is no change that could be undone in turn.
    ///
    /// - Parameter line: A line that was given up; no earlier order has it any more.
    mutating func recordUndo(to order: OrderVersion, without line: OrderLine? = nil) {
        if let line { history = history.map { $0.removing(line.id) } }
        if let last = history.last, order.isSame(as: last) { history.removeLast() }
        start = order
        current.effect = .changed
    }

    /// Forgets earlier versions of the order: from here on nothing can be undone.
    mutating func forgetHistory() {
        history = []
        current.effect = .other
    }

    /// Excludes the current turn from the history.
    mutating func excludeTurn() { start = nil }
}

/// A question and how often it was repeated without an answer.
struct AskedQuestion: Equatable, Sendable {
    let question: Clarification
    var repeats = 0
}

/// What a turn did.
enum TurnEffect: Equatable, Sendable {
    case changed
    /// It asked about the menu or named allergens.
    case asked
    /// It was to undo a turn that had changed nothing.
    case forgot
    case other
}

/// A line that was split by changing some of its pieces.
struct SplitLine: Equatable, Sendable {
    /// Id of the line with the unchanged pieces.
    let rest: Int
    /// Id of the line with the changed pieces.
    let piece: Int
    /// Groups of the options that were changed.
    let groups: Set<String>
}

/// An item that was asked about last, or withheld.
struct Topic: Equatable, Sendable {
    let item: ParsedOrderItem
    /// Whether the question was about its allergens.
    var isOfContents = false
    /// Whether it was ordered and withheld because of an allergen.
    var isWithheld = false
}

/// An item or option that was ordered and withheld because of an allergen that the guest avoids.
struct WithheldItem: Hashable, Sendable {
    let itemId: String
    /// The option that contains the allergen; `nil` where it is the item.
    let option: OptionReference?
    let allergen: String
}

/// The order at one point in time.
struct OrderVersion: Equatable, Sendable {
    private(set) var pending: [OrderLine]
    private(set) var confirmed: [OrderLine]
    /// Open questions about ambiguous item names.
    let undecided: [Clarification]
    /// Id of the line that was said or changed last.
    let latest: Int?

    init(_ cart: CartCoordinator) {
        (pending, confirmed, undecided, latest) = (cart.pendingOrders, cart.confirmedCart, cart.undecided, cart.latest)
    }

    /// Confirmed lines, then pending ones.
    var lines: [OrderLine] { confirmed + pending }

    /// The same order without a line.
    func removing(_ id: Int) -> OrderVersion {
        var version = self
        version.pending.removeAll { $0.id == id }
        version.confirmed.removeAll { $0.id == id }
        return version
    }

    /// Whether all lines of an earlier version are in this one, unchanged.
    func keeps(_ earlier: OrderVersion) -> Bool {
        earlier.lines.allSatisfy { line in lines.contains { $0.isAlike(line) } }
    }

    /// Whether both have the same lines, apart from allergens to avoid.
    func isSame(as other: OrderVersion) -> Bool { keeps(other) && lines.count == other.lines.count }
}
