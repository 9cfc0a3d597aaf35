public import Speech

/// Settings of streaming with an engine that decodes segments: intervals of decoding, and when a word becomes stable.
public struct SegmentSettings: Equatable, Sendable {
    /// Audio between two decodings of the open utterance, 100…2,000 ms. A slow machine lengthens the interval: the
    /// next decoding comes no sooner than the last one took.
    public var updateInterval = SampleCount(seconds: 0.4)
    /// Longest segment decoded at once, 4…28 s. A longer utterance slides on at a stable word.
    public var window = SampleCount(seconds: 12)
    /// Trailing silence that ends an utterance, 0.3…3 s.
    public var endpointSilence = SampleCount(seconds: 0.7)
    /// Audio kept from before the gate opened, 0…1 s, so that no soft onset is lost.
    public var preRoll = SampleCount(seconds: 0.3)
    /// Largest share of real time spent on hypotheses of an open utterance, 0.05…0.8. A smaller share shows words
    /// later; the final hypothesis is not affected.
    public var maxLoad = 0.8
    /// When a word becomes stable: in two successive hypotheses at the same place.
    public var agreement = LocalAgreement.Settings(
        requiredUpdates: 2, holdBack: SampleCount(seconds: 0.3), followingWords: 1, confidenceThreshold: 0.5,
        uncertainUpdates: 4, tolerance: SampleCount(seconds: 0.3))
    /// Whether an ended utterance is decoded once more although its audio was, as by an engine whose search is wider
    /// then.
    public var decodesEndedUtterances = false

    /// Creates the default settings.
    public init() {}

    /// The first field outside its range, as a sentence; `nil` when all are inside.
    package var problem: String? {
        let checks = [
            ("updateInterval in seconds", updateInterval.seconds, 0.1...2),
            ("window in seconds", window.seconds, 4...28),
            ("endpointSilence in seconds", endpointSilence.seconds, 0.3...3),
            ("preRoll in seconds", preRoll.seconds, 0...1), ("maxLoad", maxLoad, 0.05...0.8),
        ]
        return checks.first { !$0.2.contains($0.1) }.map { name, value, range in
            "\(name) is \(value); it must be \(range.lowerBound) to \(range.upperBound)"
        }
    }
}
