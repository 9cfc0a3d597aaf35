/// Why a confirmation cannot be set up. Nothing is thrown while a guest is served.
public enum ConfirmationError: Error, Equatable, Sendable {
    /// There are no keywords for the language of this tag.
    case unknownLocale(String)
    /// A keyword file cannot be read, or one of its phrases means two things.
    case badKeywords(reason: String)
    /// A setting is outside its range.
    case badSetting(name: String, value: String, range: String)
}
