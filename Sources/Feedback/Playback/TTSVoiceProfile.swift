/// How a voice sounds, under a name that staff chose; kept by `VoiceProfilesStore`.
public struct TTSVoiceProfile: Equatable, Sendable, Codable {
    public static let rates = 80...450
    public static let pitches = 0...99
    public static let volumes = 0...200

    /// Name of the voice: one of espeak-ng's, or `piper:NAME`.
    public var voice: String
    /// Words per minute, 80…450.
    public var rate: Int
    /// 0…99, 50 is the voice's own; Piper's voices have none to choose.
    public var pitch: Int
    /// Percent of the voice's level, 0…200.
    public var volume: Int

    public init(voice: String = "en-us", rate: Int = 165, pitch: Int = 50, volume: Int = 100) {
        self.voice = voice
        self.rate = rate
        self.pitch = pitch
        self.volume = volume
    }

    /// - Throws: `FeedbackError.badSetting` for the first value outside its range.
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
