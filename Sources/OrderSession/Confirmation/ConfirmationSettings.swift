/// How long and how strictly an order is confirmed.
public struct ConfirmationSettings: Equatable, Sendable {
    /// How long after the read-back's end an answer may begin, 5…15 s. Default 15 s: the most that keeps a yes from
    /// belonging to something else (fault D8); less makes slow speakers repeat themselves.
    public var answerWindow = Duration.seconds(15)
    /// How soon after the read-back's end an answer may begin, 0.2…2 s. Default 0.5 s: nobody reacts sooner, so what
    /// does is noise, the kiosk's own voice, or was said before (fault D8).
    public var quickestAnswer = Duration.milliseconds(500)
    /// Least confidence of a yes or no, 0.3…1. Default 0.6: recognisers turn noise into short words (fault D9). Changes
    /// need none, because they are read back.
    public var leastConfidence = 0.6
    /// Longest an answer that has begun is waited for, 1…30 s. Default 15 s, the most speech of one turn (fault C9).
    public var longestAnswer = Duration.seconds(15)
    /// When a read-back whose end nobody reports counts as ended, 5…600 s. Default 120 s, longer than 40 lines take to
    /// say.
    public var longestReadBack = Duration.seconds(120)
    /// How long a touch is waited for before the guest counts as gone, 5…120 s. Default 60 s (fault H3).
    public var touchWait = Duration.seconds(60)
    /// Most read-backs of one order, changed or not, before only touch confirms it, 2…50. Default 8: enough for an
    /// order of six changes, and the end of every dialogue that gets nowhere (fault D9).
    public var mostReadBacks = 8

    /// Whether silence after a read-back confirms the order. Default off: it is the one way to an order without an
    /// answer, meant for counters where staff see the guest. The display must show the countdown.
    public var autoConfirm = false
    /// Silence from the read-back's end to auto-confirmation, 2…10 s and less than `answerWindow`. Default 5 s.
    public var autoConfirmAfter = Duration.seconds(5)
    /// Least confidence that every line must have for auto-confirmation, 0.9…1. Default 0.98.
    public var autoConfirmConfidence = 0.98

    /// The defaults.
    public init() {}

    /// The same settings, if every one is in its range.
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

/// - Throws: `ConfirmationError.badSetting` when the value is outside the range, or no number.
func checkSetting<Value: Comparable>(_ name: String, _ value: Value, _ range: ClosedRange<Value>)
    throws(ConfirmationError)
{
    guard range.contains(value) else {
        throw .badSetting(name: name, value: "\(value)", range: "\(range.lowerBound)…\(range.upperBound)")
    }
}
