/// An error in a model file. Damaged bytes always end here, never in a trap.
public enum AcousticModelError: Error, Equatable, Sendable, CustomStringConvertible {
    /// The bytes at this offset are not what the format requires.
    case damaged(offset: Int, expected: String)
    /// A well-formed model with an unsupported part.
    case unsupported(String)

    /// The error as a sentence.
    public var description: String {
        switch self {
        case .damaged(let offset, let expected): "the acoustic model is damaged at byte \(offset): expected \(expected)"
        case .unsupported(let what): "the acoustic model cannot be used: \(what)"
        }
    }
}
