internal import OrderSession
public import Ordering

/// What reaches the kiosk. Together with their times the events of a session decide everything it does, so that a log
/// of them can be replayed.
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
            // A stretch of several words may have been read as one that means nothing.
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

    /// The event as it is logged.
    public var withoutPrivateWords: KioskEvent {
        switch self {
        case .said(let said): .said(said.withoutPrivateWords)
        case .touched(.say(_, let replacesLast, _), let session):
            .touched(.say(text: "·", replacesLast: replacesLast), session: session)
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

// What lies between an item and its options is among the words of the item: "a coffee for josephine with milk".

extension String {
    /// With a dot in place of each of these words.
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
