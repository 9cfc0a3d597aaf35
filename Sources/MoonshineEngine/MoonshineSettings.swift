public import SegmentStreaming
internal import Speech

/// Settings of the Moonshine engine: streaming and search.
public struct MoonshineSettings: Equatable, Sendable {
    /// Intervals of decoding, and when a word becomes stable.
    public var streaming: SegmentSettings
    /// Hypotheses searched at once when an utterance has ended, 1…16; an open one is always decoded greedily.
    public var beams = 4
    /// Preference for each token of a vocabulary's names, or of its phrases where it has no names, in nats, 0…5. With
    /// more, a hotword may be found where nothing sounds like it.
    public var hotwordBonus = 3.0
    /// Largest difference in log-likelihood from the text found, in nats a token, at which a request for a phrase of
    /// the vocabulary is taken, 0…5; for vocabularies with lead-ins.
    public var requestMargin = 1.5
    /// Limits of the hypothesis filter.
    public var filter = HypothesisFilter.Settings()

    /// Creates the default settings.
    public init() {
        streaming = SegmentSettings()
        // A quarter of a core, the end of the utterance included.
        streaming.maxLoad = 0.15
        streaming.window = SampleCount(seconds: 20)
    }

    /// Checks all fields.
    ///
    /// - Throws: `MoonshineError.invalidSetting`, naming the field and its range.
    func validate() throws(MoonshineError) {
        if let problem = streaming.problem { throw .invalidSetting(problem) }
        guard 1...16 ~= beams else { throw .invalidSetting("beams is \(beams); it must be 1 to 16") }
        guard 0...5 ~= hotwordBonus else {
            throw .invalidSetting("hotwordBonus is \(hotwordBonus); it must be 0 to 5")
        }
        guard 0...5 ~= requestMargin else {
            throw .invalidSetting("requestMargin is \(requestMargin); it must be 0 to 5")
        }
    }
}
