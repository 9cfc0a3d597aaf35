public import Ordering

/// The sounds that tell a guest what happens without a word.
public enum VoiceAudioFeedback: String, CaseIterable, Sendable, Codable {
    case wakeWordDetected, itemAdded, orderConfirmed, clarificationNeeded, clarificationReceived, helpProvided, error,
        errorRecovery, listening, stopped
}

/// What a display or device may do beside a sound.
public enum VoiceHapticFeedback: String, CaseIterable, Sendable, Codable {
    case selection, itemAdded, orderConfirmed, error, warning, wakeWord
}

/// What happens at the kiosk that no prompt tells.
public enum FeedbackEvent: String, CaseIterable, Sendable {
    case wakeWordHeard, listeningStarted, listeningStopped
    /// A finger chose something on the screen.
    case touched
    /// An answer to the open question was understood.
    case questionAnswered
    case orderPlaced
    /// Something the guest asked for could not be done, or a part of the kiosk is lost.
    case failed
    /// What had failed works again.
    case recovered
    /// The guest has gone and the order will be wiped.
    case timeRunsOut
}

/// A sound and a haptic cue for one moment; either may be missing.
public struct FeedbackCue: Equatable, Sendable {
    public let sound: VoiceAudioFeedback?
    public let haptic: VoiceHapticFeedback?

    public init(sound: VoiceAudioFeedback?, haptic: VoiceHapticFeedback? = nil) {
        self.sound = sound
        self.haptic = haptic
    }

    /// The cue of an event; `nil` where there is nothing to play or feel.
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

    /// The cue of a prompt; `nil` where the words alone are enough, as after every question that only goes on with the
    /// order.
    public init?(_ prompt: Prompt) {
        switch prompt {
        case .accepted: self.init(sound: .itemAdded, haptic: .itemAdded)
        case .removed, .cleared: self.init(sound: .clarificationReceived, haptic: .selection)
        case .question, .whatAbout: self.init(sound: .clarificationNeeded, haptic: .selection)
        case .refused, .contains, .notInOrder: self.init(sound: .clarificationNeeded, haptic: .warning)
        case .notUnderstood: self.init(sound: .error, haptic: .warning)
        case .useTouch: self.init(sound: .clarificationNeeded, haptic: .warning)
        case .answer, .contents, .help: self.init(sound: .helpProvided)
        case .confirmed, .placed: self.init(sound: .orderConfirmed, haptic: .orderConfirmed)
        case .notPlaced: self.init(sound: .error, haptic: .error)
        case .restored: self.init(sound: .errorRecovery)
        case .cancelled: self.init(sound: .stopped, haptic: .warning)
        case .isThatAll, .cart, .confirm, .confirmAgain, .declined, .whatElse, .cartIsEmpty, .welcome: return nil
        }
    }

    /// The one cue of a reply: that of the prompt that matters most to the guest. Several sounds before a reply would
    /// only delay it.
    public init?(_ reply: [Prompt]) {
        let cues = reply.compactMap { FeedbackCue($0) }
        guard let cue = cues.min(by: { $0.rank < $1.rank }) else { return nil }
        self = cue
    }

    /// 0 for what matters most.
    private var rank: Int {
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
