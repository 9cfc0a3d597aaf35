public import Feedback
public import Ordering
public import Speech
public import VoiceOrdering
public import WakeWord

/// The kiosk's speech output and sounds. All members may be called from any task.
public protocol GuestVoice: Sendable {
    /// Whether it makes sound at present; the microphone is gated only for speech that sounds.
    var makesSound: Bool { get }
    /// Whether the staff have muted it: prompts are only shown, and that is no fault.
    var isMuted: Bool { get }
    /// Speaks a text and returns when it has ended or was stopped. Never fails: text that cannot be spoken is shown.
    ///
    /// - Returns: whether it was spoken, to its end or until it was stopped.
    func say(_ text: String) async -> Bool
    /// Stops the current speech.
    func stop() async
    /// Plays a cue's sound without waiting for its end.
    func play(_ cue: FeedbackCue) async
    /// Why prompts are only shown at present, as far as known before the next prompt: a phrase for the staff; `nil`
    /// where they are spoken.
    func shortcoming() async -> String?
}

extension GuestVoice {
    /// `false` for a voice that cannot be muted.
    public var isMuted: Bool { false }
}

/// Speech output of a kiosk without a voice.
public struct SilentVoice: GuestVoice {
    /// Always `false`: nothing can be heard.
    public let makesSound = false

    /// A voice without sound.
    public init() {}
    /// Returns `false` at once; the text is only shown.
    public func say(_ text: String) async -> Bool { false }
    /// Does nothing.
    public func stop() async {}
    /// Does nothing.
    public func play(_ cue: FeedbackCue) async {}
    /// Always `nil`: a kiosk without a voice reports no fault.
    public func shortcoming() async -> String? { nil }
}

/// Speech output with a synthesiser and a sound card.
extension FeedbackCoordinator: GuestVoice {
    /// Always `true`.
    public nonisolated var makesSound: Bool { true }

    /// Always `nil`: failures are known only while speaking.
    public func shortcoming() async -> String? { nil }

    /// Speaks a text and returns whether it was spoken, to its end or until it was stopped.
    public func say(_ text: String) async -> Bool {
        switch await speakAndWait(text).ending {
        case .spoken, .stopped: true
        case .shownOnly: false
        }
    }

    /// Stops the current speech and clears the queue.
    public func stop() { stopSpeaking() }

    /// Plays a cue.
    public func play(_ cue: FeedbackCue) async { _ = play(cue) as Bool }
}

/// A payment terminal, called once for every order that is placed.
public protocol PaymentTerminal: Sendable {
    /// Requests a payment and waits for it. When its task is cancelled, the terminal reverses the payment and returns
    /// soon.
    ///
    /// - Returns: whether the order is paid; `false` where the terminal cannot tell.
    func pay(order: String, number: Int, total: Money, currency: String) async -> Bool
}

/// The kiosk's adapters, all behind protocols.
public struct KioskParts: Sendable {
    /// Microphone, recogniser and wake word.
    public struct VoiceInput: Sendable {
        /// What happens to the microphone's audio while the kiosk speaks.
        public enum WhileSpeaking: Sendable {
            /// The audio is dropped, so that the kiosk does not recognise its own speech (fault A12).
            case drop
            /// The input waits until the kiosk has finished: for recordings.
            case hold
            /// The audio is passed on, and a guest who speaks stops the kiosk's speech: for an input with echo
            /// cancellation. While the closure returns `false`, as before the canceller has adapted to the room, the
            /// audio is dropped.
            case bargeIn(isEchoCancelled: @Sendable () -> Bool)
        }

        /// The microphone or recording.
        public var input: any AudioInput
        /// What happens to its audio while the kiosk speaks.
        public var whileSpeaking: WhileSpeaking
        /// The recogniser.
        public var service: any VoiceService
        /// The phrases that the recogniser expects; `nil` for its model's own language.
        public var vocabulary: RecognitionVocabulary?
        /// Reads questions for the notebook, of which the recogniser knows few words; `nil` where there is none.
        public var freeSpeech: (any UtteranceRecognizer)?
        /// Recognises dictations of pages; `nil` where the recogniser of orders has to.
        public var dictation: (any VoiceService)?
        /// The wake-word detector; without one a session begins only with a touch.
        public var spotter: WakeWordSpotter?
        /// Why there is no wake-word detector, for the staff; `nil` where there is one or none is wanted.
        public var spotterShortcoming: String?
        /// Whether the recogniser runs in a child process that is replaced when it hangs (fault C13), so that the kiosk
        /// need not be restarted.
        public var isReplaceable: Bool
        /// Acceptance thresholds for utterances.
        public var confidenceGate: ConfidenceGate

        /// Voice input with the given parts.
        public init(
            input: any AudioInput, whileSpeaking: WhileSpeaking = .drop, service: any VoiceService,
            vocabulary: RecognitionVocabulary? = nil,
            spotter: WakeWordSpotter? = nil, spotterShortcoming: String? = nil, isReplaceable: Bool = false,
            confidenceGate: ConfidenceGate = ConfidenceGate()
        ) {
            self.input = input
            self.whileSpeaking = whileSpeaking
            self.service = service
            self.vocabulary = vocabulary
            self.spotter = spotter
            self.spotterShortcoming = spotterShortcoming
            self.isReplaceable = isReplaceable
            self.confidenceGate = confidenceGate
        }
    }

    /// How the kiosk gets its voice input.
    public enum VoiceInputSource: Sendable {
        /// No voice input: orders by touch only.
        case none
        /// Voice input that is loaded.
        case loaded(VoiceInput)
        /// Voice input that is loaded while the kiosk already takes orders by touch; a failed load is repeated (faults
        /// B1, C13).
        case loading(@Sendable () async throws -> VoiceInput)
    }

    /// Microphone, recogniser and wake word.
    public var voiceInput: VoiceInputSource
    /// Speech output and sounds.
    public var voice: any GuestVoice
    /// Where orders and open carts are stored.
    public var store: any OrderStore
    /// The payment terminal; `nil` where guests pay at the counter.
    public var terminal: (any PaymentTerminal)?
    /// Prints receipts and kitchen tickets; `nil` for a kiosk without a printer.
    public var printers: (any OrderPrinting)?
    /// The code of a placed order for a guest's phone; `nil` for none.
    public var code: @Sendable (_ order: NewOrder, _ number: Int) -> KioskSnapshot.Code? = { _, _ in nil }
    /// Answers questions from the owner's notes; `nil` where the kiosk has no notebook.
    public var notes: (any NoteAnswering)?
    /// The kiosk's time.
    public var clock: MonotonicClock
    /// Whether the wall clock is plausible; used only for the health report.
    public var isClockSet: @Sendable () -> Bool = { true }
    /// Health of the machine, its heat and supply; used only for the health report.
    public var board: @Sendable () -> KioskHealth = { KioskHealth(parts: [], figures: [:]) }
    /// Returns a new session id: a UUID.
    public var newSession: @Sendable () -> String
    /// Whether the event log keeps all of the guest's words. Default `false`: words without meaning for an order are
    /// masked (fault J2).
    public var keepsWords = false
    /// Whether the log has what guests say and touch, and what the kiosk says. Default `false`.
    public var logsWords = false
    /// Writes one line to the log.
    public var log: @Sendable (String) -> Void = { _ in }
    /// Describes an error for the staff, in one sentence.
    public var sentence: @Sendable (any Error) -> String = { "\($0)" }

    /// A kiosk's adapters.
    public init(
        voiceInput: VoiceInputSource, voice: any GuestVoice, store: any OrderStore,
        terminal: (any PaymentTerminal)? = nil,
        clock: MonotonicClock,
        newSession: @escaping @Sendable () -> String
    ) {
        self.voiceInput = voiceInput
        self.voice = voice
        self.store = store
        self.terminal = terminal
        self.clock = clock
        self.newSession = newSession
    }
}
