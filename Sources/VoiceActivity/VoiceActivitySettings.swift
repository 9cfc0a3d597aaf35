public import Speech

/// When sound counts as speech. The defaults were found on one half of recorded orders in café, kitchen and city noise
/// (`benchmarks/vad`).
public struct VoiceActivitySettings: Equatable, Sendable {
    /// How far sound must stand out of the usual range of the noise to count as speech, 0.5…20 dB. Lower hears softer
    /// speech and more noise.
    public var threshold: Double = 2
    /// Part of `threshold` above which speech, once it is there, goes on, 0.1…1. It also says how far back its
    /// beginning reaches.
    public var leaveShare: Double = 0.3
    /// The threshold is at least this part of the prominence that speech had of late, 0…0.5: clatter behind a guest who
    /// speaks up is not theirs. More forgets softer speakers beside louder ones.
    public var loudestShare: Double = 0.1
    /// Sound above the threshold, smoothed over 60 ms, before it counts as speech, 0.02…1 s. A knock on a table is
    /// shorter.
    public var minimumSpeech = SampleCount(seconds: 0.15)
    /// Silence before speech counts as over, 0.05…2 s. It bridges the closure of a "p" and the pause between two words.
    public var hangOver = SampleCount(seconds: 0.3)

    public init() {}

    /// Checks every field against its range.
    ///
    /// - Throws: `VoiceActivityError.settingOutOfRange` for the first that is outside.
    func validate() throws(VoiceActivityError) {
        try require("threshold", threshold, in: 0.5...20, unit: "dB")
        try require("leaveShare", leaveShare, in: 0.1...1, unit: "of the threshold")
        try require("loudestShare", loudestShare, in: 0...0.5, unit: "of the loudest")
        try require("minimumSpeech", minimumSpeech.seconds, in: 0.02...1, unit: "s")
        try require("hangOver", hangOver.seconds, in: 0.05...2, unit: "s")
    }
}
