/// Settings of a synthetic voice, stored by name in `VoiceProfilesStore`.
public struct TTSVoiceProfile: Equatable, Sendable, Codable {
    /// Allowed speaking rates in words per minute.
    public static let rates = 80...450
    /// Allowed pitches.
    public static let pitches = 0...99
    /// Allowed volumes in percent.
    public static let volumes = 0...200

    /// Voice name of espeak-ng, or `piper:NAME`.
    public var voice: String
    /// Speaking rate in words per minute, 80…450.
    public var rate: Int
    /// Pitch, 0…99; 50 is the voice's default. Piper voices ignore it.
    public var pitch: Int
    /// Volume in percent of the voice's level, 0…200.
    public var volume: Int

    /// Creates a profile; the defaults are those of the kiosk.
    public init(voice: String = "en-us", rate: Int = 165, pitch: Int = 50, volume: Int = 100) {
        self.voice = voice
        self.rate = rate
        self.pitch = pitch
        self.volume = volume
    }

    /// Checks the ranges.
    ///
    /// - Throws: `FeedbackError.badSetting` for the first value out of range.
    public func validate() throws(FeedbackError) {
        guard !voice.isEmpty, voice.count <= 80 else {
            throw .badSetting(name: "voice", value: voice, range: "1 to 80 characters")
        }
        for (name, value, range) in [
            ("rate", rate, Self.rates), ("pitch", pitch, Self.pitches), ("volume", volume, Self.volumes),
        ] where !range.contains(value) {
            throw .badSetting(name: name, value: "\(value)", range: "\(range.lowerBound) to \(range.upperBound)")
        }
    }
}
