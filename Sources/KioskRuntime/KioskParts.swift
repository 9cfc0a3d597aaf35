public import Feedback
public import Ordering
public import Speech
public import VoiceOrdering
public import WakeWord

/// The kiosk's voice and sounds. All members may be called from any task.
public protocol GuestVoice: Sendable {
    /// Whether anything can be heard of it now: ears are not shut for a voice without sound.
    var makesSound: Bool { get }
    /// Says a text and returns when it is over, said in full or cut off. Never fails: what cannot be said is shown.
    ///
    /// - Returns: whether it was said, to its end or until it was stopped.
    func say(_ text: String) async -> Bool
    /// Ends what is being said.
    func stop() async
    /// Plays a cue's sound, without waiting for its end.
    func play(_ cue: FeedbackCue) async
    /// Why prompts are only shown at the moment, as far as that is known before one is to be said: a phrase for the
    /// staff, `nil` where they are said.
    func shortcoming() async -> String?
}

/// A kiosk without a voice.
public struct SilentVoice: GuestVoice {
    public let makesSound = false

    public init() {}
    public func say(_ text: String) async -> Bool { false }
    public func stop() async {}
    public func play(_ cue: FeedbackCue) async {}
    public func shortcoming() async -> String? { nil }
}

/// A voice and its sound card.
extension FeedbackCoordinator: GuestVoice {
    public nonisolated var makesSound: Bool { true }

    /// None that is known before something is to be said.
    public func shortcoming() async -> String? { nil }

    public func say(_ text: String) async -> Bool {
        switch await speakAndWait(text).ending {
        case .spoken, .stopped: true
        case .shownOnly: false
        }
    }

    public func stop() { stopSpeaking() }

    public func play(_ cue: FeedbackCue) async { _ = play(cue) as Bool }
}

/// The hook for a payment terminal: asked once for every order that is placed.
public protocol PaymentTerminal: Sendable {
    /// Waits for the money. Where its task is cancelled the terminal takes back what it has begun, and says soon what
    /// came of it.
    ///
    /// - Returns: whether it is paid. A terminal that cannot say so has not been paid.
    func pay(order: String, number: Int, total: Money, currency: String) async -> Bool
}

/// What the kiosk is made of, all of it through protocols.
public struct KioskParts: Sendable {
    /// Where the kiosk hears.
    public struct Ears: Sendable {
        /// What to do with the microphone while the kiosk speaks.
        public enum WhileSpeaking: Sendable {
            /// What is heard is thrown away, so that the kiosk does not listen to itself (fault A12).
            case drop
            /// The input waits: a recorded guest lets the kiosk finish.
            case hold
            /// What is heard is listened to, and a guest who speaks ends the kiosk's speech: for an input without its
            /// echo. While the closure says that the echo is not yet gone, as before the canceller has learnt the room,
            /// what is heard is thrown away as with `drop`.
            case listen(isClear: @Sendable () -> Bool)
        }

        public var input: any AudioInput
        public var whileSpeaking: WhileSpeaking
        public var service: any VoiceService
        /// What the recogniser listens for; `nil` for its model's own language.
        public var vocabulary: RecognitionVocabulary?
        /// Listens for the wake phrase; without one only a touch begins.
        public var spotter: WakeWordSpotter?
        /// Why there is no spotter, for the staff; `nil` where there is one, or none is wanted.
        public var spotterShortcoming: String?
        /// Whether the recogniser runs in a process that is replaced when it hangs (fault C13): then the kiosk need not
        /// be started anew for that.
        public var isReplaceable: Bool
        /// How sure the recogniser must be of an utterance.
        public var certainty: ConfidenceGate

        public init(
            input: any AudioInput, whileSpeaking: WhileSpeaking = .drop, service: any VoiceService,
            vocabulary: RecognitionVocabulary? = nil,
            spotter: WakeWordSpotter? = nil, spotterShortcoming: String? = nil, isReplaceable: Bool = false,
            certainty: ConfidenceGate = ConfidenceGate()
        ) {
            self.input = input
            self.whileSpeaking = whileSpeaking
            self.service = service
            self.vocabulary = vocabulary
            self.spotter = spotter
            self.spotterShortcoming = spotterShortcoming
            self.isReplaceable = isReplaceable
            self.certainty = certainty
        }
    }

    /// Whether the kiosk hears.
    public enum Hearing: Sendable {
        /// It takes orders by touch alone.
        case none
        case open(Ears)
        /// It will: until the ears are made, which is tried again where it fails, orders are taken by touch (faults B1,
        /// C13).
        case opening(@Sendable () async throws -> Ears)
    }

    public var hearing: Hearing
    public var voice: any GuestVoice
    public var store: any OrderStore
    public var terminal: (any PaymentTerminal)?
    public var clock: MonotonicClock
    /// Whether the wall clock can be believed; nothing but the staff's page depends on it.
    public var isClockSet: @Sendable () -> Bool = { true }
    /// A new session's id: a UUID.
    public var newSession: @Sendable () -> String
    /// Whether events are logged with all of the guest's words. Default no: words that mean nothing to an order are
    /// left out (fault J2).
    public var keepsWords = false
    /// One line of the log.
    public var log: @Sendable (String) -> Void = { _ in }
    /// An error in a sentence for the staff.
    public var sentence: @Sendable (any Error) -> String = { "\($0)" }

    public init(
        hearing: Hearing, voice: any GuestVoice, store: any OrderStore, terminal: (any PaymentTerminal)? = nil,
        clock: MonotonicClock,
        newSession: @escaping @Sendable () -> String
    ) {
        self.hearing = hearing
        self.voice = voice
        self.store = store
        self.terminal = terminal
        self.clock = clock
        self.newSession = newSession
    }
}
