/// A voice and how it speaks.
///
/// ```swift
/// let voice = try EspeakSynthesizer(settings: TTSVoiceProfile(voice: "en-gb", rate: 150))
/// ```
public struct TTSVoiceProfile: Equatable, Sendable, Codable {
    /// Words per minute that voices accept.
    public static let rates = 80...450
    /// Pitches that voices accept.
    public static let pitches = 0...99
    /// Volumes in percent that voices accept.
    public static let volumes = 0...200

    /// Name or language of a voice of espeak-ng (`en-us`), or `piper:NAME`; 1…80 characters.
    public var voice: String
    /// Words per minute, 80…450. The default of 165 is calmer than espeak-ng's own 175, which is brisk for a prompt.
    public var rate: Int
    /// 0…99; 50 is the voice's own pitch. Voices of Piper ignore it.
    public var pitch: Int
    /// Percent of the voice's own level, 0…200.
    public var volume: Int

    /// Creates a profile; the ranges are checked by `validate()` and by the synthesisers.
    public init(voice: String = "en-us", rate: Int = 165, pitch: Int = 50, volume: Int = 100) {
        self.voice = voice
        self.rate = rate
        self.pitch = pitch
        self.volume = volume
    }

    /// Checks every value against its range.
    ///
    /// - Throws: `VoiceProfileError.badSetting` for the first value outside its range.
    public func validate() throws(VoiceProfileError) {
        guard 1...80 ~= voice.count else {
            throw .badSetting(name: "voice", value: voice, range: "1 to 80 characters")
        }
        for (name, value, range) in [
            ("rate", rate, Self.rates), ("pitch", pitch, Self.pitches), ("volume", volume, Self.volumes),
        ] where !range.contains(value) {
            throw .badSetting(name: name, value: "\(value)", range: "\(range.lowerBound) to \(range.upperBound)")
        }
    }
}

/// What can go wrong with voice profiles and their file.
public enum VoiceProfileError: Error, Equatable, Sendable, CustomStringConvertible {
    /// A value of a profile is outside its range.
    case badSetting(name: String, value: String, range: String)
    /// The file cannot be read, or holds something else than voice profiles; `reason` ends the sentence.
    case unreadable(file: String, reason: String)
    /// There is no profile of this name; `known` holds the names that exist, sorted.
    case unknown(name: String, known: [String])
    /// A name is empty or too long, or there are too many profiles.
    case limit(String)
    /// The file cannot be written; the previous one is unchanged.
    case unwritable(file: String, reason: String)

    /// The problem in words.
    public var description: String {
        switch self {
        case .badSetting(let name, let value, let range): "\(name) is \(value); it must be \(range)"
        case .unreadable(let file, let reason): "the voice profiles \(file) cannot be read: \(reason)"
        case .unknown(let name, let known):
            "there is no voice profile '\(name)'; "
                + (known.isEmpty ? "there are none yet" : "there are: \(known.joined(separator: ", "))")
        case .limit(let sentence): sentence
        case .unwritable(let file, let reason): "the voice profiles \(file) cannot be written: \(reason)"
        }
    }
}
