internal import OrderSession
public import Ordering

/// An event of the kiosk. The events of a session and their times decide everything that `KioskMachine` does, so that a
/// log of them can be replayed.
public enum KioskEvent: Equatable, Sendable, Codable {
    /// The wake phrase was detected. `session` is the id of the session that begins, if one does.
    case woke(session: String)
    /// The display was touched. `session` is the id of the session that begins, if one does.
    case touched(KioskAction, session: String)
    /// Speech began or ended.
    case speaking(isHeard: Bool)
    /// An utterance was recognised.
    case said(Said)
    /// A part of an utterance is missing; it has to be said again.
    case garbled
    /// A prompt was said to its end, cut off, or could only be shown.
    case spoken
    /// Ordering by voice is not available, or available again.
    case voice(unavailable: VoiceProblem?)
    /// The order is stored.
    case stored(order: String, number: Int)
    /// The order could not be stored.
    case notStored(order: String, reason: String)
    /// The payment terminal has answered.
    case paid(order: String, isPaid: Bool)
    /// A cart was open when the process ended.
    case restored(OpenCart, session: String)
    /// A member of the staff has answered the guest's call.
    case staffComing
    /// The notebook has answered a question, or has no answer.
    case noteReply(question: Int, NoteReply)
    /// The notebook has an answer to a question of which the recogniser of orders made nothing.
    case asked(String, answer: String)

    /// A recognised utterance.
    public struct Said: Equatable, Sendable, Codable {
        /// The words.
        public var text: String
        /// What the words mean.
        public var parse: OrderParseResult
        /// Mean confidence of the words, 0…1.
        public var confidence: Double
        /// When the first word began, milliseconds on the kiosk's clock.
        public var beganMilliseconds: Int
        /// When the utterance was closed, milliseconds on the kiosk's clock.
        public var endedMilliseconds: Int

        /// Creates an utterance. Times are rounded down to milliseconds.
        public init(text: String, parse: OrderParseResult, confidence: Double, began: Duration, ended: Duration) {
            self.text = text
            self.parse = parse
            self.confidence = confidence
            beganMilliseconds = began.wholeMilliseconds
            endedMilliseconds = ended.wholeMilliseconds
        }

        /// The utterance with masks in place of words without a meaning for the order, such as names and card numbers.
        public var withoutPrivateWords: Said {
            var said = self
            // Several words may be one entry.
            let unread = Set((parse.unread + parse.names).flatMap { SpokenWords($0).words })
            said.text = text.masking(unread)
            said.parse.items = parse.items.map { $0.masking(unread) }
            said.parse.acts = parse.acts.map { $0.masking(unread) }
            said.parse.unread = []
            said.parse.names = []
            said.parse.warnings = []
            return said
        }
    }

    /// The event for the log, without private words.
    public var withoutPrivateWords: KioskEvent {
        switch self {
        case .said(let said): .said(said.withoutPrivateWords)
        case .touched(.say(_, let replacesLast, _), let session):
            .touched(.say(text: "·", replacesLast: replacesLast), session: session)
        case .touched(.name, let session): .touched(.name(text: "·"), session: session)
        case .restored(let cart, let session): .restored(cart.withoutName, session: session)
        case .asked(_, let answer): .asked("·", answer: answer)
        default: self
        }
    }
}

extension OpenCart {
    /// The cart for the log, without the guest's name.
    fileprivate var withoutName: OpenCart {
        guard terms?.name != nil else { return self }
        var cart = self
        cart.terms?.name = "·"
        return cart
    }
}

extension KioskDecision {
    /// The decision for the log, without the guest's name.
    var withoutPrivateWords: KioskDecision {
        switch self {
        case .place(var order) where order.details?.name != nil:
            order.details?.name = "·"
            return .place(order)
        case .keepCart(let cart): return .keepCart(cart.withoutName)
        default: return self
        }
    }
}

/// A decision of `KioskMachine`, which its owner carries out.
public enum KioskDecision: Equatable, Sendable, Codable {
    /// Begins a session.
    case begin(session: String)
    /// Starts or stops listening to the guest.
    case listen(isOn: Bool)
    /// Plays a cue: raw values of a `FeedbackCue`.
    case cue(sound: String?, haptic: String?)
    /// Says a prompt. `spoken` has the menu's pronunciations.
    case say(text: String, spoken: String)
    /// Stops the prompt that is being said.
    case hush
    /// Saves the open cart.
    case keepCart(OpenCart)
    /// Stores the order.
    case place(NewOrder)
    /// Starts a payment at the terminal.
    case pay(order: String, number: Int, total: Money)
    /// Cancels the payment at the terminal, which answers with `KioskEvent.paid`.
    case stopPaying(order: String)
    /// Ends the session.
    case end(session: String, reason: String, figures: [String: Int])
    /// Reports a change of a call for the staff.
    case staffCall(StaffCallChange)
    /// Asks the notebook what the guest said last; `KioskEvent.noteReply` answers.
    case askNotes(question: Int)

    /// A change of a guest's call for the staff.
    public enum StaffCallChange: String, Sendable, Codable {
        /// The guest has called.
        case called
        /// The guest has taken the call back.
        case cancelled
        /// A member of the staff is on the way.
        case answered
    }
}

/// An entry of the event log: an event or a deadline, and the decisions.
public struct KioskLogEntry: Equatable, Sendable, Codable {
    /// Milliseconds on the kiosk's clock.
    public var milliseconds: Int
    /// The event; `nil` for a deadline.
    public var event: KioskEvent?
    /// The decisions, in order.
    public var decisions: [KioskDecision]

    /// Creates an entry.
    public init(milliseconds: Int, event: KioskEvent?, decisions: [KioskDecision]) {
        self.milliseconds = milliseconds
        self.event = event
        self.decisions = decisions
    }
}

extension Duration {
    var wholeMilliseconds: Int { Int(components.seconds) * 1_000 + Int(components.attoseconds / 1_000_000_000_000_000) }
}

// The words of an item include all between its name and its options: "a coffee for josephine with milk".

extension String {
    /// The text with a dot in place of each of these words.
    fileprivate func masking(_ words: Set<String>) -> String {
        split(separator: " ").map { SpokenWords(String($0)).words.contains { words.contains($0) } ? "·" : String($0) }
            .joined(separator: " ")
    }
}

extension ParsedOrderItem {
    fileprivate func masking(_ words: Set<String>) -> ParsedOrderItem {
        var item = self
        item.spoken = spoken.masking(words)
        item.nameSpoken = nameSpoken.masking(words)
        return item
    }
}

extension LineChange {
    fileprivate func masking(_ words: Set<String>) -> LineChange {
        var change = self
        change.item = item?.masking(words)
        return change
    }
}

extension OrderAct {
    fileprivate func masking(_ words: Set<String>) -> OrderAct {
        switch self {
        case .add(let items): .add(items.map { $0.masking(words) })
        case .change(let line, let change): .change(line, change.masking(words))
        case .again(let line, let change): .again(line, change.masking(words))
        case .split(let line, let parts): .split(line, parts.map { $0.masking(words) })
        case .ask(.price(let item, let options)): .ask(.price(item?.masking(words), options: options))
        case .remove, .ask, .avoid, .undo, .forget, .say: self
        }
    }
}
