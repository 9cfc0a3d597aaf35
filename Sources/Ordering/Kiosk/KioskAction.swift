/// A touch on the display. Every action is allowed at any time; one that does not apply changes nothing.
///
/// As JSON: `{"start":{}}`, `{"setQuantity":{"line":3,"quantity":2}}`.
public enum KioskAction: Equatable, Sendable, Codable {
    /// An option of an item.
    public struct Option: Equatable, Sendable, Codable {
        /// Id of the group.
        public var group: String
        /// Id of the option in the group.
        public var id: String
        /// How much of the option; `nil` for the usual amount.
        public var amount: OptionAmount?
        /// Count of the option, 1…100; `nil` for an option without a number.
        public var count: Int?

        /// Creates an option.
        public init(group: String, id: String, amount: OptionAmount? = nil, count: Int? = nil) {
            self.group = group
            self.id = id
            self.amount = amount
            self.count = count
        }
    }

    /// Begins a session and listens, where there is a microphone.
    case start
    /// Begins a session without listening.
    case startSilently
    /// Switches the microphone on or off for this session.
    case listen(isOn: Bool)
    /// Stops the prompt that is being said.
    case hush
    /// Ends the session, deletes its data and shows the welcome page.
    case startOver
    /// Any touch that changes nothing else. It keeps the session alive, and the order's number on the screen.
    case stillHere
    /// Adds an item.
    case add(itemId: String, quantity: Int, options: [Option])
    /// Sets a line's quantity; 0 removes the line.
    case setQuantity(line: Int, quantity: Int)
    /// Sets all options of a line.
    case setOptions(line: Int, options: [Option])
    /// Removes a line.
    case remove(line: Int)
    /// Answers the open question with the `value` of one of its answers.
    case answer(value: String)
    /// Processes a typed text like an utterance.
    ///
    /// With `replacesLast` the effect of the last utterance is undone first. `replaces` is that utterance as shown on
    /// the display (`KioskSnapshot.Transcript.last`): if another one came meanwhile, nothing is changed. `nil` stands
    /// for any.
    case say(text: String, replacesLast: Bool, replaces: String? = nil)
    /// Asks for the read-back.
    case checkout
    /// Confirms the order; on the failure page, tries again.
    case confirm
    /// Declines the order as read back.
    case reject
    /// Leaves the payment or thanks page; on the failure page, returns to the order.
    case dismiss
    /// Chooses eat here or to go for the order.
    case service(kind: ServiceKind)
    /// Sets the guest's name or table; empty for none.
    case name(text: String)
    /// Chooses a tip in percent; 0 for none.
    case tip(percent: Int)
    /// Calls the staff. Allowed on every page.
    case callStaff
    /// Takes back the guest's call for the staff.
    case cancelStaffCall
    /// Says a text, such as the name of the button that a guest at a keypad has moved to.
    case announce(text: String)
}

/// The result of an action.
public enum KioskActionResult: Equatable, Sendable {
    /// The action was performed.
    case done
    /// The action was refused, with the reason as a sentence.
    case refused(String)
}

/// An update for displays.
public enum KioskUpdate: Equatable, Sendable {
    /// The kiosk's new state.
    case snapshot(KioskSnapshot)
    /// Level of the microphone, dBFS, at most 20 times a second while it listens.
    case level(Double)
}

/// The kiosk as displays and the staff's page use it. All members can be called from any task.
public protocol KioskService: Sendable {
    /// Updates from now on, beginning with the current snapshot. Each caller has a stream of its own, which keeps the
    /// newest 64 updates and drops older ones.
    func updates() async -> AsyncStream<KioskUpdate>

    /// Performs a touch.
    func perform(_ action: KioskAction) async -> KioskActionResult

    /// Health of the kiosk's parts.
    func health() async -> KioskHealth
}

/// Health of the kiosk's parts, and its counters.
public struct KioskHealth: Equatable, Sendable, Encodable {
    /// Health of one part.
    public struct Part: Equatable, Sendable, Encodable {
        /// State of a part.
        public enum State: String, Sendable, Encodable {
            /// The part works.
            case ok
            /// The part works with limits.
            case degraded
            /// The part does not work.
            case failed
        }

        /// Name of the part: microphone, recognition, speech, store, clock, display, temperature or power.
        public var name: String
        /// State of the part.
        public var state: State
        /// What is wrong and the command that repairs it; empty for a part that works.
        public var detail: String

        /// Creates the health of a part.
        public init(name: String, state: State, detail: String = "") {
            self.name = name
            self.state = state
            self.detail = detail
        }
    }

    /// The parts.
    public var parts: [Part]
    /// Figures by their Prometheus names (`brews_orders_total`). Names of counters end in `_total`.
    public var figures: [String: Double]
    /// Whether a guest has called the staff and nobody has answered yet.
    public var needsStaff: Bool

    /// Creates a health report.
    public init(parts: [Part], figures: [String: Double], needsStaff: Bool = false) {
        self.parts = parts
        self.figures = figures
        self.needsStaff = needsStaff
    }

    /// Whether guests can order, by voice or touch. Only the store is needed for that.
    public var canOrder: Bool { !parts.contains { $0.name == "store" && $0.state == .failed } }
}
