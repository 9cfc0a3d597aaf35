/// Why an acoustic model cannot be used. Damaged bytes end here, never in a trap.
public enum AcousticModelError: Error, Equatable, Sendable, CustomStringConvertible {
    /// The bytes are not what they should be at this place.
    case damaged(offset: Int, expected: String)
    /// A well-formed model with a part that is not computed here.
    case unsupported(String)

    public var description: String {
        switch self {
        case .damaged(let offset, let expected): "the acoustic model is damaged at byte \(offset): expected \(expected)"
        case .unsupported(let what): "the acoustic model cannot be used: \(what)"
        }
    }
}
