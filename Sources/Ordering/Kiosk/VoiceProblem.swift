/// What keeps a kiosk from hearing, most telling first. Displays have words of their own for each, in their language.
public enum VoiceProblem: String, CaseIterable, Equatable, Sendable, Codable {
    /// The microphone is gone, or delivers what is no sound.
    case microphone
    /// It is there and hears nothing.
    case silence
    /// The recogniser has failed, or there is none.
    case recogniser
    /// The recogniser is still being loaded, or the microphone being opened.
    case starting
    /// The staff are trying the microphone.
    case staff

    /// An unknown word, as in the log of another version, is the problem that guests are told nothing of.
    public init(from decoder: any Decoder) throws {
        self = VoiceProblem(rawValue: try decoder.singleValueContainer().decode(String.self)) ?? .recogniser
    }

    /// For the staff, in English.
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
