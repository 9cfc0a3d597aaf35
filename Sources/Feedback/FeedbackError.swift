/// An error of feedback. During an order only text with invalid marks can throw.
public enum FeedbackError: Error, Equatable, Sendable {
    /// No sentences exist for this locale; `known` lists the built-in languages.
    case unknownLocale(String, known: [String])
    /// A language file cannot be read, lacks a sentence, or has an unknown slot.
    case badLanguage(reason: String)
    /// The earcon file cannot be read, or a sound is out of range.
    case badSounds(reason: String)
    /// A text names an unknown sound; `known` lists the sounds.
    case unknownSound(String, known: [String])
    /// A pause is not a whole number of milliseconds from 1 to `longest`.
    case badPause(String, longest: Int)
    /// The queue has reached its limit.
    case queueFull(limit: Int)
    /// No voice is kept under this name.
    case unknownVoice(String)
    /// The voice took longer than this for a sentence.
    case tooSlow(Duration)
    /// A setting is outside its range.
    case badSetting(name: String, value: String, range: String)
}
