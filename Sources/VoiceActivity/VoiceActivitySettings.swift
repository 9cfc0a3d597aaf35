public import Speech

/// Thresholds and durations of speech detection. The defaults were chosen on one half of recorded orders in café,
/// kitchen and city noise (`benchmarks/vad`).
public struct VoiceActivitySettings: Equatable, Sendable {
    /// Level above the usual range of the noise from which on sound counts as speech, 0.5…20 dB. Default 2 dB; lower
    /// values detect softer speech and more noise.
    public var threshold: Double = 2
    /// Lower threshold as a share of `threshold`, 0.1…1. Default 0.3. Speech continues above it, and its start lies
    /// where the level first exceeded it.
    public var leaveShare: Double = 0.3
    /// Minimum threshold as a share of the recent peak prominence, 0…0.5. Default 0.1: clatter behind a loud guest is
    /// not speech. Higher values miss softer speakers beside louder ones.
    public var loudestShare: Double = 0.1
    /// Shortest sound above the threshold that counts as speech, 0.02…1 s. Default 0.15 s: a knock on a table is
    /// shorter.
    public var minimumSpeech = SampleCount(seconds: 0.15)
    /// Silence after which speech has ended, 0.05…2 s. Default 0.3 s: it bridges plosives and pauses between words.
    public var hangOver = SampleCount(seconds: 0.3)

    /// The default settings.
    public init() {}

    /// Checks every field against its range.
    ///
    /// - Throws: `VoiceActivityError.settingOutOfRange` for the first field that is out of range.
    func validate() throws(VoiceActivityError) {
        try require("threshold", threshold, in: 0.5...20, unit: "dB")
        try require("leaveShare", leaveShare, in: 0.1...1, unit: "of the threshold")
        try require("loudestShare", loudestShare, in: 0...0.5, unit: "of the loudest")
        try require("minimumSpeech", minimumSpeech.seconds, in: 0.02...1, unit: "s")
        try require("hangOver", hangOver.seconds, in: 0.05...2, unit: "s")
    }
}
