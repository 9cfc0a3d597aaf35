/// Everything a display shows of the kiosk, as one value that is replaced whole.
///
/// Texts are for people and in the menu's language; amounts are minor units beside the text that shows them. The JSON
/// of it (`Encodable`, keys as named here) is what pages and other displays are written against: fields are added,
/// never renamed.
public struct KioskSnapshot: Equatable, Sendable, Encodable {
    /// Ascends with every change; a display drops one that is not newer than what it shows.
    public var revision: Int
    public var screen: Screen
    /// The guest's session; `nil` while nobody orders.
    public var session: String?
    public var microphone: Microphone
    public var transcript: Transcript
    /// Items as understood so far of what is being said.
    public var preview: [Item]
    /// Lines of the order, confirmed ones first.
    public var cart: [Item]
    public var total: Amount
    /// What the kiosk says or said last, in full: the caption of every spoken prompt.
    public var caption: String
    public var question: Question?
    /// Whether the order waits for a touch: the voice's yes does not count, or no longer.
    public var needsTouch: Bool
    /// The order that was placed, from the moment it is stored.
    public var placed: Placed?
    /// What has failed, on the screen `failure`.
    public var failure: String?
    /// Whole seconds until the session is wiped; `nil` before the warning.
    public var idleSecondsLeft: Int?
    /// The newest cue.
    public var cue: Cue?

    /// Which page there is to see.
    public enum Screen: String, Sendable, Encodable {
        /// Nobody orders.
        case welcome
        /// A guest orders, by voice or touch; a question may be open.
        case ordering
        /// The order is read back and waits for a yes.
        case confirmation
        /// The order is being stored.
        case placing
        /// The order is placed; how to pay.
        case payment
        case thanks
        /// Something the guest asked for could not be done; there is a way to try again.
        case failure
    }

    public struct Microphone: Equatable, Sendable, Encodable {
        public enum State: String, Sendable, Encodable {
            /// Nobody listens, because the guest has switched it off.
            case off
            /// Listens for the wake phrase alone.
            case armed
            case listening
            /// Somebody is speaking.
            case hearing
            /// The kiosk speaks, and does not listen to itself.
            case speaking
            /// Ordering goes by touch; `reason` says why.
            case unavailable
        }

        public var state: State
        /// Why it is not available.
        public var reason: VoiceProblem?

        public init(state: State, reason: VoiceProblem? = nil) {
            self.state = state
            self.reason = reason
        }
    }

    public struct Transcript: Equatable, Sendable, Encodable {
        /// Words that will not change.
        public var stable: String
        /// Words after them that may.
        public var volatile: String
        /// The last whole utterance, for correcting it by hand.
        public var last: String

        public init(stable: String = "", volatile: String = "", last: String = "") {
            self.stable = stable
            self.volatile = volatile
            self.last = last
        }
    }

    public struct Amount: Equatable, Sendable, Encodable {
        public var minorUnits: Int
        public var text: String

        public init(minorUnits: Int, text: String) {
            self.minorUnits = minorUnits
            self.text = text
        }

        public init(_ money: Money, currency: String) {
            self.init(minorUnits: money.minorUnits, text: money.formatted(currency: currency))
        }
    }

    /// A line of the order, or an item that is being said.
    public struct Item: Equatable, Sendable, Encodable, Identifiable {
        /// Stays the same while the item changes; unique within its list.
        public var id: Int
        public var itemId: String
        public var name: String
        public var quantity: Int
        public var options: [StoredLine.Option]
        /// The whole line in words: "2 large iced lattes with oat milk".
        public var description: String
        /// Of the line: all pieces.
        public var price: Amount
        /// Whether a question about it is open.
        public var isInQuestion: Bool

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

    /// A question with answers to touch; it may be answered by voice all the same.
    public struct Question: Equatable, Sendable, Encodable {
        public struct Answer: Equatable, Sendable, Encodable {
            public var label: String
            /// What `KioskAction.answer` takes.
            public var value: String

            public init(label: String, value: String) {
                self.label = label
                self.value = value
            }
        }

        public var text: String
        /// The line it is about; `nil` where it is about none.
        public var line: Int?
        /// Empty where the answer is a number or free.
        public var answers: [Answer]

        public init(text: String, line: Int?, answers: [Answer]) {
            self.text = text
            self.line = line
            self.answers = answers
        }
    }

    public struct Placed: Equatable, Sendable, Encodable {
        /// How the guest pays.
        public enum Payment: String, Sendable, Encodable {
            case counter
            /// The terminal waits for a card.
            case terminal
            case paid
            /// The terminal has refused; the guest pays at the counter.
            case refused
        }

        /// The number that is called out.
        public var number: Int
        public var total: Amount
        public var payment: Payment

        public init(number: Int, total: Amount, payment: Payment) {
            self.number = number
            self.total = total
            self.payment = payment
        }
    }

    /// A sound and what a display or device may do with it.
    public struct Cue: Equatable, Sendable, Encodable {
        /// Ascends; a display acts on each number once.
        public var sequence: Int
        /// Raw value of a `VoiceAudioFeedback`; `nil` for a cue without sound.
        public var sound: String?
        /// Raw value of a `VoiceHapticFeedback`; `nil` for a cue that is only heard.
        public var haptic: String?

        public init(sequence: Int, sound: String?, haptic: String?) {
            self.sequence = sequence
            self.sound = sound
            self.haptic = haptic
        }
    }

    /// Nobody orders.
    public init(microphone: Microphone, currency: String) {
        revision = 0
        screen = .welcome
        self.microphone = microphone
        transcript = Transcript()
        preview = []
        cart = []
        total = Amount(.zero, currency: currency)
        caption = ""
        needsTouch = false
    }
}
