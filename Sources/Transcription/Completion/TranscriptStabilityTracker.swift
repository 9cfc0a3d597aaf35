/// Counts for how long a text has not changed.
///
/// Updates that bring the same text do not begin the count anew.
public struct TranscriptStabilityTracker: Equatable, Sendable {
    /// The text that is watched.
    public private(set) var transcript = ""
    /// For how long it has not changed.
    public private(set) var unchangedFor = Duration.zero

    /// Time without change for one count.
    public let interval: Duration
    /// Counts after which the text is stable.
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

    /// How many intervals the text has lasted.
    public var stabilityCount: Int { Int(unchangedFor / interval) }

    public var isStable: Bool { stabilityCount >= requiredCount }

    /// Time until the text is stable if it does not change; zero when it is.
    public var timeUntilStable: Duration { max(.zero, interval * requiredCount - unchangedFor) }

    /// Looks at the text.
    ///
    /// - Parameter timeSinceLastUpdate: time since the engine's last result, of whatever text; less than zero counts as
    ///   zero, more than an hour as one.
    public mutating func observe(_ transcript: String, timeSinceLastUpdate: Duration) {
        let since = timeSinceLastUpdate.clampedToHour
        if transcript != self.transcript {
            self.transcript = transcript
            beforeLastUpdate = .zero
        } else if since < sinceLastUpdate {
            // The engine said the same again.
            beforeLastUpdate = (beforeLastUpdate + sinceLastUpdate).clampedToHour
        }
        sinceLastUpdate = since
        unchangedFor = (beforeLastUpdate + since).clampedToHour
    }

    /// Forgets the text.
    public mutating func reset() { self = Self(interval: interval, requiredCount: requiredCount) }
}

extension Duration {
    /// Within 0…1 h, so that no arithmetic on it can overflow.
    var clampedToHour: Duration { min(max(self, .zero), .seconds(3_600)) }
}
