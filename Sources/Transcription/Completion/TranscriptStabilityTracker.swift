/// Measures how long a text has been unchanged.
///
/// Updates with the same text do not restart the measurement.
public struct TranscriptStabilityTracker: Equatable, Sendable {
    /// The current text.
    public private(set) var transcript = ""
    /// Time without a change.
    public private(set) var unchangedFor = Duration.zero

    /// Time without a change per count.
    public let interval: Duration
    /// Number of counts after which the text is stable.
    public let requiredCount: Int
    private var beforeLastUpdate = Duration.zero
    private var sinceLastUpdate = Duration.zero

    /// - Parameters:
    ///   - interval: longer than zero.
    ///   - requiredCount: 1 or more.
    public init(interval: Duration = .seconds(0.4), requiredCount: Int = 1) {
        self.interval = max(interval, .milliseconds(1))
        self.requiredCount = max(requiredCount, 1)
    }

    /// Number of whole intervals without a change.
    public var stabilityCount: Int { Int(unchangedFor / interval) }

    /// Whether the text has been unchanged for `requiredCount` intervals.
    public var isStable: Bool { stabilityCount >= requiredCount }

    /// Time until the text is stable if it does not change; zero when it is stable.
    public var timeUntilStable: Duration { max(.zero, interval * requiredCount - unchangedFor) }

    /// Updates the tracker with the current text.
    ///
    /// - Parameter timeSinceLastUpdate: time since the recogniser's last result, with any text; clamped to 0…1 h.
    public mutating func observe(_ transcript: String, timeSinceLastUpdate: Duration) {
        let since = timeSinceLastUpdate.clampedToHour
        if transcript != self.transcript {
            self.transcript = transcript
            beforeLastUpdate = .zero
        } else if since < sinceLastUpdate {
            // The recogniser repeated the same text.
            beforeLastUpdate = (beforeLastUpdate + sinceLastUpdate).clampedToHour
        }
        sinceLastUpdate = since
        unchangedFor = (beforeLastUpdate + since).clampedToHour
    }

    /// Clears the text and the measurement.
    public mutating func reset() { self = Self(interval: interval, requiredCount: requiredCount) }
}

extension Duration {
    /// Within 0…1 h, so that no arithmetic on it can overflow.
    var clampedToHour: Duration { min(max(self, .zero), .seconds(3_600)) }
}
