internal import OrderSession
public import Ordering

/// What reaches the kiosk. Together with their times the events of a session decide everything it does, so that a log of them can be
/// replayed.
public enum KioskEvent: Equatable, Sendable, Codable {
    /// The wake phrase was heard. `session` is the id of the session that begins, if one does.
    case woke(session: String)
    case touched(KioskAction, session: String)
    /// Somebody began to speak, or stopped.
    case speaking(isHeard: Bool)
    case said(Said)
    /// Something was said of which a part is missing: it must be asked for again.
    case garbled
    /// What the kiosk had to say has been said, was cut off, or could only be shown.
    case spoken
    /// Something keeps the kiosk from hearing, or no longer.
    case voice(unavailable: VoiceProblem?)
    case stored(order: String, number: Int)
    case notStored(order: String, reason: String)
    case paid(order: String, isPaid: Bool)
    /// A cart that was open when the process ended.
    case restored(session: String, lines: [StoredLine])

    /// One utterance.
    public struct Said: Equatable, Sendable, Codable {
        public var text: String
        public var parse: OrderParseResult
        /// Mean confidence of its words, 0…1.
        public var confidence: Double
        /// When its first word began, milliseconds on the kiosk's clock.
        public var beganMilliseconds: Int
        /// When it was taken as said.
        public var endedMilliseconds: Int

        public init(text: String, parse: OrderParseResult, confidence: Double, began: Duration, ended: Duration) {
            self.text = text
            self.parse = parse
            self.confidence = confidence
            beganMilliseconds = began.wholeMilliseconds
            endedMilliseconds = ended.wholeMilliseconds
        }

        /// Without the words that mean nothing to an order: names, stories and numbers of cards are nobody's business.
        public var withoutPrivateWords: Said {
            var said = self
            let unread = Set(parse.unread)
            said.text = text.split(separator: " ").map { unread.contains(String($0)) ? "·" : String($0) }.joined(separator: " ")
            said.parse.unread = []
            said.parse.warnings = []
            return said
        }
    }

    /// The event as it is logged.
    public var withoutPrivateWords: KioskEvent {
        switch self {
        case .said(let said): .said(said.withoutPrivateWords)
        case .touched(.say(_, let replacesLast), let session): .touched(.say(text: "·", replacesLast: replacesLast), session: session)
        default: self
        }
    }
}

/// What the kiosk does about an event.
public enum KioskDecision: Equatable, Sendable, Codable {
    case begin(session: String)
    /// Listens to the guest, or no longer.
    case listen(isOn: Bool)
    /// Raw values of a `FeedbackCue`.
    case cue(sound: String?, haptic: String?)
    /// Says the text; `spoken` has the menu's pronunciations in it.
    case say(text: String, spoken: String)
    /// Ends what is being said.
    case hush
    case keepCart([StoredLine], session: String)
    case place(NewOrder)
    /// Asks the payment terminal, where there is one.
    case pay(order: String, number: Int, total: Money)
    /// Has the terminal take that back; it says what came of it.
    case stopPaying(order: String)
    case end(session: String, reason: String, figures: [String: Int])
}

/// One line of the event log: an event, or the passing of time, and what was decided.
public struct KioskLogEntry: Equatable, Sendable, Codable {
    /// On the kiosk's clock.
    public var milliseconds: Int
    /// `nil` where a deadline passed.
    public var event: KioskEvent?
    public var decisions: [KioskDecision]

    public init(milliseconds: Int, event: KioskEvent?, decisions: [KioskDecision]) {
        self.milliseconds = milliseconds
        self.event = event
        self.decisions = decisions
    }
}

extension Duration {
    var wholeMilliseconds: Int { Int(components.seconds) * 1_000 + Int(components.attoseconds / 1_000_000_000_000_000) }
}
