/// What feedback cannot do. Nothing is thrown while a guest is served but for text with marks that are none.
public enum FeedbackError: Error, Equatable, Sendable {
    /// There are no sentences for the language of this tag; `known` are the languages there are.
    case unknownLocale(String, known: [String])
    /// A language file cannot be read, lacks a sentence, or has a slot that nothing fills.
    case badLanguage(reason: String)
    /// The file of sounds cannot be read, or a sound is outside its ranges.
    case badSounds(reason: String)
    /// A text asks for a sound that there is not; `known` are the sounds there are.
    case unknownSound(String, known: [String])
    /// A pause is no whole number of milliseconds from 1 to `longest`.
    case badPause(String, longest: Int)
    /// More is waiting to be said than a guest would hear out.
    case queueFull(limit: Int)
    /// A setting is outside its range.
    case badSetting(name: String, value: String, range: String)
}
