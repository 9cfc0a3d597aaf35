public import Speech

/// When a phrase counts as heard.
public struct SpottingSettings: Equatable, Sendable {
    /// What is wrong with a setting, as a sentence.
    public struct Invalid: Error, Equatable, Sendable, CustomStringConvertible {
        public let description: String
    }

    public static let thresholds = 0.0...60.0

    /// Least score, in nats, 0…60: the log-likelihood ratio of the phrase to any speech, less what it lacks of a lead
    /// over common words (`PhraseVerifier`), and how much likelier a large recogniser finds it there than in noise
    /// (`TextVerifier`); `nil` for each phrase's own (`WakePhrase.threshold`).
    public var threshold: Double?
    /// Least lead over the phrase's near words in nats, -20…20: below it "hey bruce" wakes "hey brews".
    public var leastLead: Double
    /// Time after a detection in which there is no other, 0…10 s.
    public var refractory: SampleCount
    /// Longest time of one phone in frames of 30 ms, 3…100. Longer ones are music or hum.
    public var longestPhone: Int
    /// Whether the network rests while nobody speaks.
    public var isGated: Bool

    public init(
        threshold: Double? = nil, leastLead: Double = -0.5, refractory: SampleCount = SampleCount(seconds: 1),
        longestPhone: Int = 14, isGated: Bool = true
    ) {
        self.threshold = threshold
        self.leastLead = leastLead
        self.refractory = refractory
        self.longestPhone = longestPhone
        self.isGated = isGated
    }

    func validated() throws(Invalid) -> Self {
        if let threshold, !Self.thresholds.contains(threshold) {
            throw Invalid(description: "the threshold is \(threshold); it must be 0 to 60")
        }
        guard (-20.0...20).contains(leastLead) else {
            throw Invalid(description: "the least lead is \(leastLead); it must be -20 to 20")
        }
        guard (0...160_000).contains(refractory.samples) else {
            throw Invalid(description: "the refractory time is \(refractory.seconds) s; it must be 0 to 10")
        }
        guard (3...100).contains(longestPhone) else {
            throw Invalid(description: "the longest phone is \(longestPhone) frames; it must be 3 to 100")
        }
        return self
    }
}
