public import Speech

/// Settings of keyword spotting.
public struct SpottingSettings: Equatable, Sendable {
    /// An invalid setting.
    public struct Invalid: Error, Equatable, Sendable, CustomStringConvertible {
        /// The error as a sentence.
        public let description: String
    }

    /// Allowed thresholds, in nats.
    public static let thresholds = 0.0...60.0

    /// Detection threshold in nats, 0…60, for the log-likelihood ratio to the filler model, minus the penalty of
    /// `PhraseVerifier`, plus the gain of `TextVerifier`; `nil` for each phrase's own (`WakePhrase.threshold`).
    public var threshold: Double?
    /// Smallest margin over confusable phrases in nats, −20…20; below it "hey bruce" triggers "hey brews".
    public var minMargin: Double
    /// Refractory time after a detection, 0…10 s.
    public var refractory: SampleCount
    /// Longest duration of one phone in frames of 30 ms, 3…100. Longer ones are music or hum.
    public var maxPhoneFrames: Int
    /// Whether the network rests while there is no speech.
    public var isGated: Bool
    /// Whether matches are verified by the recogniser of free speech, too: the third look, in which listening pauses
    /// for 0.1 s on a fast machine and several times as long on a small board. Without it there are more false alarms.
    public var isVerifiedByText: Bool

    /// Creates settings.
    public init(
        threshold: Double? = nil, minMargin: Double = -0.5, refractory: SampleCount = SampleCount(seconds: 1),
        maxPhoneFrames: Int = 14, isGated: Bool = true,
        isVerifiedByText: Bool = true
    ) {
        self.threshold = threshold
        self.minMargin = minMargin
        self.refractory = refractory
        self.maxPhoneFrames = maxPhoneFrames
        self.isGated = isGated
        self.isVerifiedByText = isVerifiedByText
    }

    func validated() throws(Invalid) -> Self {
        if let threshold, !Self.thresholds.contains(threshold) {
            throw Invalid(description: "the threshold is \(threshold); it must be 0 to 60")
        }
        guard (-20.0...20).contains(minMargin) else {
            throw Invalid(description: "the smallest margin is \(minMargin); it must be -20 to 20")
        }
        guard (0...160_000).contains(refractory.samples) else {
            throw Invalid(description: "the refractory time is \(refractory.seconds) s; it must be 0 to 10")
        }
        guard (3...100).contains(maxPhoneFrames) else {
            throw Invalid(description: "the longest phone is \(maxPhoneFrames) frames; it must be 3 to 100")
        }
        return self
    }
}
