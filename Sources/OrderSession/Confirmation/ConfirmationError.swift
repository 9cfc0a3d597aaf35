/// Errors of setting up the confirmation. None is thrown while a guest is served.
public enum ConfirmationError: Error, Equatable, Sendable {
    /// No keywords exist for the language of this tag.
    case unknownLocale(String)
    /// A keyword file cannot be decoded, or a phrase has contradictory roles.
    case badKeywords(reason: String)
    /// A setting is outside its range.
    case badSetting(name: String, value: String, range: String)
}
