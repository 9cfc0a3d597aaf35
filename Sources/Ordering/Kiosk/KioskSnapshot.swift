/// The complete state of the kiosk for a display. Each update replaces the whole value.
///
/// Texts are in the menu's language. Amounts are minor units with their display text. The JSON uses the property names
/// as keys; fields may be added but are never renamed.
public struct KioskSnapshot: Equatable, Sendable, Encodable {
    /// Revision number, increased with every change. A display ignores revisions older than the one it shows.
    public var revision: Int
    /// The page to show.
    public var screen: Screen
    /// Id of the guest's session; `nil` without a guest.
    public var session: String?
    /// State of the microphone.
    public var microphone: Microphone
    /// Transcript of the utterance being spoken.
    public var transcript: Transcript
    /// Items recognised so far in the utterance being spoken.
    public var preview: [Item]
    /// Lines of the order, confirmed ones first, without those whose quantity is in question.
    public var cart: [Item]
    /// Allergens and diets that the guest named for the whole order.
    public var avoids: [Avoided]
    /// Total of the order.
    public var total: Amount
    /// Full text of the current or last spoken prompt.
    public var caption: String
    /// The open question, if any.
    public var question: Question?
    /// Whether the order must or should be confirmed by touch.
    public var needsTouch: Bool
    /// Whole seconds until the order is placed without an answer; `nil` while no countdown runs. Speech and any action
    /// (`KioskAction.stillHere`) stop it.
    public var confirmSecondsLeft: Int?
    /// The placed order, once it is stored.
    public var placed: Placed?
    /// Description of the failure on the screen `failure`.
    public var failure: String?
    /// Whole seconds until the session times out; `nil` before the warning.
    public var idleSecondsLeft: Int?
    /// The most recent cue.
    public var cue: Cue?
    /// State of the guest's call for the staff; `nil` without one.
    public var staffCall: StaffCall?
    /// Whether this guest or an earlier one has called the staff and nobody has answered yet.
    public var needsStaff: Bool
    /// Items that fit what the guest has just asked for, until the next reply.
    public var found: [Found] = []
    /// Choices for the order as a whole and the parts of its total; `nil` where the menu has none.
    public var ending: Ending?
    /// Why guests cannot order, in a sentence for display; `nil` while they can.
    public var closed: String?

    /// State of a call for the staff.
    public enum StaffCall: String, Sendable, Encodable {
        /// The staff are called.
        case called
        /// A member of the staff is on the way.
        case coming
        /// Nobody has answered within `KioskTimes.staffAnswer`; the call stays open.
        case unanswered
    }

    /// A page of the display.
    public enum Screen: String, Sendable, Encodable {
        /// No guest.
        case welcome
        /// A guest is ordering by voice or touch; a question may be open.
        case ordering
        /// The order has been read back and awaits confirmation.
        case confirmation
        /// The order is being stored.
        case placing
        /// The order is placed; shows how to pay.
        case payment
        /// Payment is done.
        case thanks
        /// The order could not be stored; the guest can try again.
        case failure
    }

    /// State of the microphone.
    public struct Microphone: Equatable, Sendable, Encodable {
        /// What the microphone is used for.
        public enum State: String, Sendable, Encodable {
            /// Switched off by the guest.
            case off
            /// Listening for the wake phrase only.
            case armed
            /// Listening to the guest.
            case listening
            /// Speech is detected.
            case hearing
            /// Muted while the kiosk speaks.
            case speaking
            /// Unavailable: ordering works by touch; `reason` has the cause.
            case unavailable
        }

        /// The current state.
        public var state: State
        /// Cause of `unavailable`.
        public var reason: VoiceProblem?

        /// A microphone in a state.
        public init(state: State, reason: VoiceProblem? = nil) {
            self.state = state
            self.reason = reason
        }
    }

    /// Transcript of the utterance being spoken, normalised.
    public struct Transcript: Equatable, Sendable, Encodable {
        /// Words that will not change.
        public var stable: String
        /// Words after them that may change.
        public var volatile: String
        /// The last complete utterance, for correcting it by hand.
        public var last: String

        /// A transcript; all parts are empty by default.
        public init(stable: String = "", volatile: String = "", last: String = "") {
            self.stable = stable
            self.volatile = volatile
            self.last = last
        }
    }

    /// An amount of money.
    public struct Amount: Equatable, Sendable, Encodable {
        /// The amount in minor units of the menu's currency.
        public var minorUnits: Int
        /// The amount for display, with its currency.
        public var text: String

        /// An amount with its text for display.
        public init(minorUnits: Int, text: String) {
            self.minorUnits = minorUnits
            self.text = text
        }

        /// An amount of a currency (ISO 4217), formatted for display.
        public init(_ money: Money, currency: String) {
            self.init(minorUnits: money.minorUnits, text: money.formatted(currency: currency))
        }
    }

    /// A line of the order, or an item recognised in the utterance being spoken.
    public struct Item: Equatable, Sendable, Encodable, Identifiable {
        /// Identity of the line, unique within its list and stable while the item changes.
        public var id: Int
        /// Id of the menu item.
        public var itemId: String
        /// Name of the menu item.
        public var name: String
        /// Number of pieces.
        public var quantity: Int
        /// Selected options.
        public var options: [StoredLine.Option]
        /// The whole line in words: "2 large iced lattes with oat milk".
        public var description: String
        /// Price of the line, all pieces together.
        public var price: Amount
        /// Whether the open question is about this line.
        public var isInQuestion: Bool
        /// Whether the utterance being spoken removes this line.
        public var isLeaving = false

        /// A line of the order or of the preview.
        public init(
            id: Int, itemId: String, name: String, quantity: Int, options: [StoredLine.Option], description: String,
            price: Amount, isInQuestion: Bool = false
        ) {
            self.id = id
            self.itemId = itemId
            self.name = name
            self.quantity = quantity
            self.options = options
            self.description = description
            self.price = price
            self.isInQuestion = isInQuestion
        }
    }

    /// An item that fits a wish: "anything with oat milk under five dollars".
    public struct Found: Equatable, Sendable, Encodable {
        /// Id of the menu item.
        public var itemId: String
        /// Name of the menu item.
        public var name: String
        /// The item with the wanted options, in words: "a latte with oat milk".
        public var description: String
        /// The wanted options, for `KioskAction.add`.
        public var options: [KioskAction.Option]
        /// Price with these options, in the cheapest variant.
        public var price: Amount

        /// An item that fits a wish.
        public init(
            itemId: String, name: String, description: String, options: [KioskAction.Option], price: Amount
        ) {
            self.itemId = itemId
            self.name = name
            self.description = description
            self.options = options
            self.price = price
        }
    }

    /// An allergen or diet that the guest named for the whole order.
    public struct Avoided: Equatable, Sendable, Encodable {
        /// The menu's word for an allergen ("nuts"), or the name of a diet ("vegan").
        public var id: String
        /// Text for display: "Allergy: nuts".
        public var label: String

        /// An allergen or diet with its text for display.
        public init(id: String, label: String) {
            self.id = id
            self.label = label
        }
    }

    /// A question with answers to touch. It can also be answered by voice.
    public struct Question: Equatable, Sendable, Encodable {
        /// An answer to touch.
        public struct Answer: Equatable, Sendable, Encodable {
            /// Text of the button.
            public var label: String
            /// Value for `KioskAction.answer`.
            public var value: String

            /// An answer with the text of its button.
            public init(label: String, value: String) {
                self.label = label
                self.value = value
            }
        }

        /// The question.
        public var text: String
        /// Id of the line that the question is about, if any.
        public var line: Int?
        /// The answers; empty where the answer is free text or a number.
        public var answers: [Answer]

        /// A question with its answers.
        public init(text: String, line: Int?, answers: [Answer]) {
            self.text = text
            self.line = line
            self.answers = answers
        }
    }

    /// A placed order.
    public struct Placed: Equatable, Sendable, Encodable {
        /// State of the payment.
        public enum Payment: String, Sendable, Encodable {
            /// To be paid at the counter.
            case counter
            /// The terminal is waiting for a card.
            case terminal
            /// The guest wants to pay at the counter; the terminal has not confirmed the cancellation.
            case cancelling
            /// Paid at the terminal.
            case paid
            /// Refused by the terminal, or without an answer of it in time; to be paid at the counter.
            case refused
            /// Cancelled at the terminal by the guest; to be paid at the counter.
            case cancelled

            /// Whether the terminal's answer is awaited.
            public var isAtTerminal: Bool { self == .terminal || self == .cancelling }
        }

        /// Number by which the order is called.
        public var number: Int
        /// Total of the order.
        public var total: Amount
        /// State of the payment.
        public var payment: Payment
        /// Whether the guest keeps the number on the screen.
        public var isKept: Bool
        /// The order as a code for a guest's phone; `nil` without one.
        public var code: Code?

        /// A placed order.
        public init(number: Int, total: Amount, payment: Payment, isKept: Bool = false) {
            self.number = number
            self.total = total
            self.payment = payment
            self.isKept = isKept
        }
    }

    /// A sound cue with an optional haptic cue.
    public struct Cue: Equatable, Sendable, Encodable {
        /// Sequence number; a display handles each number once.
        public var sequence: Int
        /// Raw value of `VoiceAudioFeedback`; `nil` for a cue without sound.
        public var sound: String?
        /// Raw value of `VoiceHapticFeedback`; `nil` for a cue that is sound only.
        public var haptic: String?

        /// A cue with its sequence number.
        public init(sequence: Int, sound: String?, haptic: String?) {
            self.sequence = sequence
            self.sound = sound
            self.haptic = haptic
        }
    }

    /// The welcome page.
    public init(microphone: Microphone, currency: String) {
        revision = 0
        screen = .welcome
        self.microphone = microphone
        transcript = Transcript()
        preview = []
        cart = []
        avoids = []
        total = Amount(.zero, currency: currency)
        caption = ""
        needsTouch = false
        needsStaff = false
    }
}
