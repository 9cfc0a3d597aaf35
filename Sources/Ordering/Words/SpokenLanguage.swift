/// The language in which guests speak to the kiosk: that of the bundled models and of the parser's grammar. The kiosk's
/// own sentences and its page may be in another.
public enum SpokenLanguage {
    /// Language code in lower case.
    public static let locale = "en"
    /// English name of the language.
    public static let name = "English"

    /// Whether a BCP 47 tag such as `en-GB` is of this language.
    public static func contains(_ tag: String) -> Bool {
        tag.prefix { $0 != "-" && $0 != "_" }.lowercased() == locale
    }
}
