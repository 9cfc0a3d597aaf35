/// Why a detector cannot be made.
public enum VoiceActivityError: Error, Equatable, Sendable {
    /// A setting lies outside its range, which is given in words.
    case settingOutOfRange(name: String, range: String)
}

/// Checks a setting against its range.
func require(_ name: String, _ value: Double, in range: ClosedRange<Double>, unit: String) throws(VoiceActivityError) {
    guard range.contains(value) else {
        throw .settingOutOfRange(name: name, range: "\(range.lowerBound)…\(range.upperBound) \(unit)")
    }
}
