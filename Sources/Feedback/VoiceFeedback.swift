public import Ordering

/// The ten events that have a sound.
public enum VoiceAudioFeedback: String, CaseIterable, Sendable {
    case wakeWordDetected, itemAdded, orderConfirmed, clarificationNeeded, clarificationReceived, helpProvided, error, errorRecovery, listening, stopped

    public init?(for prompts: [Prompt]) { self = .itemAdded }
    public var haptic: VoiceHapticFeedback? { .selection }
}

public enum VoiceHapticFeedback: String, CaseIterable, Sendable {
    case selection, itemAdded, orderConfirmed, error, warning, wakeWord
}
