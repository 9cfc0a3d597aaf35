/// The staff's choice of the voice in which a kiosk speaks.
public protocol VoiceChoice: Sendable {
    /// The voices, and the one in use. May take a second.
    func voices() async -> VoiceList

    /// Executes an action of a member of staff.
    func perform(_ action: VoiceAction) async -> KioskActionResult
}

/// A voice and how it speaks. As JSON: `{"voice":"en-gb","rate":165,"pitch":50,"volume":100}`.
public struct VoiceTuning: Equatable, Sendable, Codable {
    /// Name of the voice; 1…80 characters.
    public var voice: String
    /// Words per minute.
    public var rate: Int
    /// 50 is the voice's own pitch.
    public var pitch: Int
    /// Percent of the voice's own level.
    public var volume: Int

    /// A voice with its settings.
    public init(voice: String, rate: Int, pitch: Int, volume: Int) {
        self.voice = voice
        self.rate = rate
        self.pitch = pitch
        self.volume = volume
    }
}

/// An action on the voice. As JSON: `{"play":{"tuning":{"voice":"en-gb",…}}}`.
public enum VoiceAction: Equatable, Sendable, Codable {
    /// Speaks a sentence on the loudspeaker, unless a guest is ordering.
    case play(tuning: VoiceTuning)
    /// Uses a voice from the next sentence on, also after a restart.
    case use(tuning: VoiceTuning)
    /// Uses the voice of the kiosk's options again.
    case reset
    /// Silences speech and sounds, also after a restart, or lets them be heard again.
    case mute(isMuted: Bool)
    /// Hides a voice in the list, or shows it again.
    case hide(voice: String, isHidden: Bool)
}

/// The voices of a kiosk. Its JSON uses the property names as keys.
public struct VoiceList: Equatable, Sendable, Encodable {
    /// A voice that can be chosen.
    public struct Voice: Equatable, Sendable, Encodable {
        /// As in `VoiceTuning.voice`.
        public var voice: String
        /// Name for people.
        public var name: String
        /// Language tag.
        public var language: String
        /// `espeak-ng` or `piper`.
        public var engine: String
        /// Whether staff hid it.
        public var isHidden: Bool

        /// A voice that can be chosen.
        public init(voice: String, name: String, language: String, engine: String, isHidden: Bool) {
            self.voice = voice
            self.name = name
            self.language = language
            self.engine = engine
            self.isHidden = isHidden
        }
    }

    /// The least and the greatest value of each setting.
    public struct Ranges: Equatable, Sendable, Encodable {
        /// Words per minute, pitch, and percent of the voice's own level.
        public var rate: [Int], pitch: [Int], volume: [Int]

        /// The ranges of a kiosk's voices.
        public init(rate: ClosedRange<Int>, pitch: ClosedRange<Int>, volume: ClosedRange<Int>) {
            self.rate = [rate.lowerBound, rate.upperBound]
            self.pitch = [pitch.lowerBound, pitch.upperBound]
            self.volume = [volume.lowerBound, volume.upperBound]
        }
    }

    /// Those in the kiosk's language first.
    public var voices: [Voice]
    /// The one in use.
    public var current: VoiceTuning
    /// Whether that is the one of the kiosk's options.
    public var isStandard: Bool
    /// Whether the staff have silenced speech and sounds.
    public var isMuted: Bool
    /// Language of the kiosk's sentences.
    public var language: String
    /// What the settings accept.
    public var ranges: Ranges

    /// The voices of a kiosk.
    public init(
        voices: [Voice], current: VoiceTuning, isStandard: Bool, isMuted: Bool = false, language: String, ranges: Ranges
    ) {
        self.ranges = ranges
        self.voices = voices
        self.current = current
        self.isStandard = isStandard
        self.isMuted = isMuted
        self.language = language
    }
}
