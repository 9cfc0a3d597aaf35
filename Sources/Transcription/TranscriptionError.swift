/// Errors of this target.
public enum TranscriptionError: Error, Equatable, Sendable {
    /// A setting is outside its range; `range` is for display and has the unit.
    case settingOutOfRange(name: String, range: String)
}
