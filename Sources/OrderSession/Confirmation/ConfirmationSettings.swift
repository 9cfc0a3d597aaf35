/// Time limits and thresholds of the confirmation.
public struct ConfirmationSettings: Equatable, Sendable {
    /// Latest start of an answer after the end of the read-back, 5…15 s. Default 15 s, the maximum that excludes
    /// unrelated speech (fault D8). With less, slow speakers have to repeat themselves.
    public var answerWindow = Duration.seconds(15)
    /// Earliest start of an answer after the end of the read-back, 0.2…2 s. Default 0.5 s, the human reaction time:
    /// earlier speech is noise, the kiosk's own voice, or was not an answer (fault D8).
    public var quickestAnswer = Duration.milliseconds(500)
    /// Minimum confidence of a yes or no, 0.3…1. Default 0.6: recognisers turn noise into short words (fault D9).
    /// Changes need none, because they are read back.
    public var leastConfidence = 0.6
    /// Maximum duration of an answer, 1…30 s. Default 15 s, the longest turn (fault C9).
    public var longestAnswer = Duration.seconds(15)
    /// When a read-back whose end is not reported counts as ended, 5…600 s. Default 120 s, longer than 40 spoken lines.
    public var longestReadBack = Duration.seconds(120)
    /// Maximum wait for a touch, 5…120 s. Default 60 s (fault H3).
    public var touchWait = Duration.seconds(60)
    /// Maximum number of read-backs for a guest before a touch is required, 2…50. Default 8: enough for an order with
    /// six changes; bounds every dialogue (fault D9).
    public var mostReadBacks = 8

    /// Whether silence after a read-back confirms the order. Default `false`. Meant for counters where staff see the
    /// guest. The display must show the countdown.
    public var autoConfirm = false
    /// Silence after the read-back until auto-confirmation, 2…10 s and less than `answerWindow`. Default 5 s.
    public var autoConfirmAfter = Duration.seconds(5)
    /// Minimum confidence of every line for auto-confirmation, 0.9…1. Default 0.98.
    public var autoConfirmConfidence = 0.98

    /// The default settings.
    public init() {}

    /// Returns the settings if every one is in its range.
    ///
    /// - Throws: `ConfirmationError.badSetting` for the first that is not.
    public func validated() throws(ConfirmationError) -> ConfirmationSettings {
        try checkSetting("answerWindow", answerWindow, .seconds(5) ... .seconds(15))
        try checkSetting("quickestAnswer", quickestAnswer, .milliseconds(200) ... .seconds(2))
        try checkSetting("leastConfidence", leastConfidence, 0.3...1)
        try checkSetting("longestAnswer", longestAnswer, .seconds(1) ... .seconds(30))
        try checkSetting("longestReadBack", longestReadBack, .seconds(5) ... .seconds(600))
        try checkSetting("touchWait", touchWait, .seconds(5) ... .seconds(120))
        try checkSetting("mostReadBacks", mostReadBacks, 2...50)
        try checkSetting(
            "autoConfirmAfter", autoConfirmAfter, .seconds(2)...min(.seconds(10), answerWindow - .milliseconds(1)))
        try checkSetting("autoConfirmConfidence", autoConfirmConfidence, 0.9...1)
        return self
    }
}

/// Checks a setting against its range.
///
/// - Throws: `ConfirmationError.badSetting` for a value outside the range or NaN.
func checkSetting<Value: Comparable>(_ name: String, _ value: Value, _ range: ClosedRange<Value>)
    throws(ConfirmationError)
{
    guard range.contains(value) else {
        throw .badSetting(name: name, value: "\(value)", range: "\(range.lowerBound)…\(range.upperBound)")
    }
}
