/// What the parts of this target refuse.
public enum TranscriptionError: Error, Equatable, Sendable {
    /// A setting outside its range; `range` is written for people, with the unit.
    case settingOutOfRange(name: String, range: String)
}
