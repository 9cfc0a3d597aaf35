/// Errors of voice-activity detection and signal monitoring.
public enum VoiceActivityError: Error, Equatable, Sendable {
    /// A setting is out of its range, which is given in words.
    case settingOutOfRange(name: String, range: String)
}

/// Checks a setting against its range.
///
/// - Throws: `VoiceActivityError.settingOutOfRange`.
func require(_ name: String, _ value: Double, in range: ClosedRange<Double>, unit: String) throws(VoiceActivityError) {
    guard range.contains(value) else {
        throw .settingOutOfRange(name: name, range: "\(range.lowerBound)…\(range.upperBound) \(unit)")
    }
}
