/// What a guest does with fingers. Every one is allowed at any time; one that does not fit the moment changes nothing.
///
/// As JSON: `{"start":{}}`, `{"setQuantity":{"line":3,"quantity":2}}`.
public enum KioskAction: Equatable, Sendable, Codable {
    /// An option as a display names it.
    public struct Option: Equatable, Sendable, Codable {
        public var group: String
        public var id: String
        public var amount: OptionAmount?
        /// 1…100.
        public var count: Int?

        public init(group: String, id: String, amount: OptionAmount? = nil, count: Int? = nil) {
            self.group = group
            self.id = id
            self.amount = amount
            self.count = count
        }
    }

    /// Begins an order, and listens where there is a microphone.
    case start
    /// Begins an order without the microphone.
    case startSilently
    /// Switches the microphone on or off for this session.
    case listen(isOn: Bool)
    /// Ends speech that the kiosk is saying.
    case hush
    /// Everything is wiped and the welcome page shown.
    case startOver
    /// Any touch that changes nothing else: somebody is here.
    case stillHere
    case add(itemId: String, quantity: Int, options: [Option])
    /// 0 removes the line.
    case setQuantity(line: Int, quantity: Int)
    /// The line's options become these.
    case setOptions(line: Int, options: [Option])
    case remove(line: Int)
    /// An answer to the open question, by its `value`.
    case answer(value: String)
    /// The text is taken as if it had been said; with `replacesLast` in place of the last utterance, whose effect is
    /// undone. `replaces` is that utterance as the display showed it (`KioskSnapshot.Transcript.last`): once another is
    /// the last, nothing is done. `nil` stands for whichever is the last.
    case say(text: String, replacesLast: Bool, replaces: String? = nil)
    /// Asks for the read-back.
    case checkout
    /// The screen's yes; on the failure page, to try again.
    case confirm
    /// The screen's no.
    case reject
    /// Leaves payment or thanks; from a failure, back to the order.
    case dismiss
}

/// What came of an action.
public enum KioskActionResult: Equatable, Sendable {
    case done
    /// Why it was not done, for people.
    case refused(String)
}

/// What displays are given: the kiosk as it is, and as it changes.
public enum KioskUpdate: Equatable, Sendable {
    case snapshot(KioskSnapshot)
    /// Level of the microphone, dBFS, at most 20 times a second while it listens.
    case level(Double)
}

/// The kiosk as a display or the staff's page sees it. All members may be called from any task.
public protocol KioskService: Sendable {
    /// Updates from now on, the present snapshot first. Each caller has a stream of its own that keeps the newest 64
    /// updates: a display that is too slow loses older ones, never the newest.
    func updates() async -> AsyncStream<KioskUpdate>

    /// Does what a guest touched.
    func perform(_ action: KioskAction) async -> KioskActionResult

    /// Whether the kiosk works, and what does not.
    func health() async -> KioskHealth
}

/// The parts of the kiosk and how they are.
public struct KioskHealth: Equatable, Sendable, Encodable {
    public struct Part: Equatable, Sendable, Encodable {
        public enum State: String, Sendable, Encodable {
            case ok, degraded, failed
        }

        /// microphone, recognition, speech, store, display.
        public var name: String
        public var state: State
        /// What is wrong and the command that mends it; empty when all is well.
        public var detail: String

        public init(name: String, state: State, detail: String = "") {
            self.name = name
            self.state = state
            self.detail = detail
        }
    }

    public var parts: [Part]
    /// Figures by name in Prometheus' form (`brews_orders_total`), each a number; counters end in `_total`.
    public var figures: [String: Double]

    public init(parts: [Part], figures: [String: Double]) {
        self.parts = parts
        self.figures = figures
    }

    /// Whether guests can order, by voice or touch: the store alone is needed for that.
    public var canOrder: Bool { !parts.contains { $0.name == "store" && $0.state == .failed } }
}
