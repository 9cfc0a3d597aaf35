public import Ordering

/// Earcons: short sounds that signal an event without words.
public enum VoiceAudioFeedback: String, CaseIterable, Sendable, Codable {
    /// Event that the sound signals.
    case wakeWordDetected, itemAdded, orderConfirmed, clarificationNeeded, clarificationReceived, helpProvided, error,
        errorRecovery, listening, stopped
}

/// Haptic or visual cues for a display or a device, in addition to a sound.
public enum VoiceHapticFeedback: String, CaseIterable, Sendable, Codable {
    /// Event that the cue signals.
    case selection, itemAdded, orderConfirmed, error, warning, wakeWord
}

/// Events of the kiosk that no prompt reports.
public enum FeedbackEvent: String, CaseIterable, Sendable {
    /// The wake phrase was detected; the kiosk started or stopped listening.
    case wakeWordHeard, listeningStarted, listeningStopped
    /// The guest selected something on the screen.
    case touched
    /// An answer to the open question was understood.
    case questionAnswered
    /// The order was stored.
    case orderPlaced
    /// A request of the guest could not be carried out, or a part of the kiosk failed.
    case failed
    /// A failed part works again.
    case recovered
    /// The session is about to time out and the order to be deleted.
    case timeRunsOut
}

/// A sound and a haptic cue for one event; either may be missing.
public struct FeedbackCue: Equatable, Sendable {
    /// Sound to play; `nil` for none.
    public let sound: VoiceAudioFeedback?
    /// Haptic cue; `nil` for none.
    public let haptic: VoiceHapticFeedback?

    /// Creates a cue.
    public init(sound: VoiceAudioFeedback?, haptic: VoiceHapticFeedback? = nil) {
        self.sound = sound
        self.haptic = haptic
    }

    /// The cue of an event.
    public init(_ event: FeedbackEvent) {
        self =
            switch event {
            case .wakeWordHeard: FeedbackCue(sound: .wakeWordDetected, haptic: .wakeWord)
            case .listeningStarted: FeedbackCue(sound: .listening)
            case .listeningStopped: FeedbackCue(sound: .stopped)
            case .touched: FeedbackCue(sound: nil, haptic: .selection)
            case .questionAnswered: FeedbackCue(sound: .clarificationReceived, haptic: .selection)
            case .orderPlaced: FeedbackCue(sound: .orderConfirmed, haptic: .orderConfirmed)
            case .failed: FeedbackCue(sound: .error, haptic: .error)
            case .recovered: FeedbackCue(sound: .errorRecovery)
            case .timeRunsOut: FeedbackCue(sound: nil, haptic: .warning)
            }
    }

    /// The cue of a prompt; `nil` where the words are enough, for example after a question that only continues the
    /// order.
    public init?(_ prompt: Prompt) {
        switch prompt {
        case .added, .accepted: self.init(sound: .itemAdded, haptic: .itemAdded)
        case .removed, .cleared, .leftOut: self.init(sound: .clarificationReceived, haptic: .selection)
        case .question, .questionAgain, .whatAbout: self.init(sound: .clarificationNeeded, haptic: .selection)
        case .refused, .contains, .notInOrder: self.init(sound: .clarificationNeeded, haptic: .warning)
        case .notUnderstood: self.init(sound: .error, haptic: .warning)
        case .useTouch, .confirmChoices, .askStaff, .staffCalled, .staffComing, .stillThere:
            self.init(sound: .clarificationNeeded, haptic: .warning)
        case .answer, .note, .noted, .contents, .help: self.init(sound: .helpProvided)
        case .confirmed, .placed: self.init(sound: .orderConfirmed, haptic: .orderConfirmed)
        case .notPlaced: self.init(sound: .error, haptic: .error)
        case .restored: self.init(sound: .errorRecovery)
        case .cancelled: self.init(sound: .stopped, haptic: .warning)
        case .anythingElse, .cart, .confirm, .confirmAgain, .declined, .whatElse, .cartIsEmpty, .welcome,
            .nothingChanged, .youAreWelcome, .takeaway, .service, .closed, .opens:
            return nil
        }
    }

    /// The cue of a reply: that of its most important prompt. Several sounds would delay the reply.
    public init?(_ reply: [Prompt]) {
        let cues = reply.compactMap { FeedbackCue($0) }
        guard let cue = cues.min(by: { $0.priority < $1.priority }) else { return nil }
        self = cue
    }

    /// Priority of the cue in a reply; 0 is the highest.
    private var priority: Int {
        switch sound {
        case .orderConfirmed: 0
        case .error: 1
        case .stopped: 2
        case .clarificationNeeded: 3
        case .itemAdded: 4
        case .clarificationReceived: 5
        case .helpProvided: 6
        case .wakeWordDetected, .errorRecovery, .listening, nil: 7
        }
    }
}
