/// Reason why ordering by voice is unavailable, in order of precedence. Displays have their own text for each.
public enum VoiceProblem: String, CaseIterable, Equatable, Sendable, Codable {
    /// The microphone is disconnected or faulty.
    case microphone
    /// The microphone delivers no signal.
    case silence
    /// The recogniser has failed or is missing.
    case recogniser
    /// The recogniser is being loaded, or the microphone opened.
    case starting
    /// The staff are checking the microphone.
    case staff

    /// Description for the staff, in English.
    public var description: String {
        switch self {
        case .microphone: "the microphone is out of order"
        case .silence: "the microphone hears nothing"
        case .recogniser: "the recogniser is out of order"
        case .starting: "the recogniser is being loaded"
        case .staff: "the staff are trying the microphone"
        }
    }
}
